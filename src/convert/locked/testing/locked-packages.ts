/** Packages locked by tests, as Office 2010 (agile) and Office 2007 (standard) lock them (MS-OFFCRYPTO 2.3.4). */
import { createCipheriv, createHmac } from "node:crypto";
import { utils, write } from "cfb";
import { digest, type HashName, numberBytes, passwordBytes } from "../password-hash.ts";

const PURPOSES = {
  verifierInput: "fea7d2763b4b9e79",
  verifierHash: "d7aa0f6d3061344e",
  packageKey: "146e0be7abacd0d6",
  integrityKey: "5fb2ad010cb9e1f6",
  integrityValue: "a0677f02b22c8433",
} as const;

export interface AgileOptions {
  hash?: Exclude<HashName, "md5">;
  keyBits?: 128 | 192 | 256;
  rounds?: number;
  /** What the description says instead of the number of rounds. */
  saidRounds?: string;
}

export function agilePackage(
  content: Uint8Array,
  password: string,
  { hash = "sha512", keyBits = 256, rounds = 10, saidRounds = String(rounds) }: AgileOptions = {},
): Uint8Array {
  const keySalt = counted(16, 3);
  const packageSalt = counted(16, 5);
  const packageKey = counted(keyBits / 8, 11);
  const sized = (bytes: Uint8Array, length: number) =>
    Buffer.concat([bytes, Buffer.alloc(length, 0x36)]).subarray(0, length);
  const aes = (key: Uint8Array, vector: Uint8Array, data: Uint8Array) =>
    encrypt(`aes-${keyBits}-cbc`, key, sized(vector, 16), padded(data));
  const spun = spin(hash, keySalt, password, rounds);
  const locked = (purpose: keyof typeof PURPOSES, data: Uint8Array) =>
    aes(sized(digest(hash, spun, Buffer.from(PURPOSES[purpose], "hex")), keyBits / 8), keySalt, data).toString(
      "base64",
    );

  const size = Buffer.alloc(8);
  size.writeUInt32LE(content.length);
  const segments = [...content.keys()].filter((at) => at % 4_096 === 0);
  const encrypted = Buffer.concat([
    size,
    ...segments.map((at, segment) =>
      aes(packageKey, digest(hash, packageSalt, numberBytes(segment)), content.subarray(at, at + 4_096)),
    ),
  ]);
  const hmacKey = counted(digest(hash).length, 17);
  const hmac = createHmac(hash, hmacKey).update(encrypted).digest();
  const integrity = (purpose: keyof typeof PURPOSES, data: Uint8Array) =>
    aes(packageKey, digest(hash, packageSalt, Buffer.from(PURPOSES[purpose], "hex")), data).toString("base64");
  const verifier = counted(16, 23);
  const scheme = (salt: Uint8Array) =>
    `saltSize="16" blockSize="16" keyBits="${keyBits}" hashSize="${hmacKey.length}" cipherAlgorithm="AES" ` +
    `cipherChaining="ChainingModeCBC" hashAlgorithm="${hash.toUpperCase()}" saltValue="${Buffer.from(salt).toString("base64")}"`;
  const xml =
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    '<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password">' +
    `<keyData ${scheme(packageSalt)}/><dataIntegrity encryptedHmacKey="${integrity("integrityKey", hmacKey)}" encryptedHmacValue="${integrity("integrityValue", hmac)}"/>` +
    '<keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password">' +
    `<p:encryptedKey spinCount="${saidRounds}" ${scheme(keySalt)} encryptedVerifierHashInput="${locked("verifierInput", verifier)}" ` +
    `encryptedVerifierHashValue="${locked("verifierHash", digest(hash, verifier))}" encryptedKeyValue="${locked("packageKey", packageKey)}"/>` +
    "</keyEncryptor></keyEncryptors></encryption>";
  return lockedContainer(Buffer.concat([Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]), Buffer.from(xml)]), encrypted);
}

export function standardPackage(content: Uint8Array, password: string, keyBits: 128 | 192 | 256 = 128): Uint8Array {
  const salt = counted(16, 3);
  const final = digest("sha1", spin("sha1", salt, password, 50_000), numberBytes(0));
  const half = (pad: number) =>
    digest(
      "sha1",
      Uint8Array.from({ length: 64 }, (_, index) => (final[index] ?? 0) ^ pad),
    );
  const key = Buffer.concat([half(0x36), half(0x5c)]).subarray(0, keyBits / 8);
  const aes = (data: Uint8Array) => encrypt(`aes-${keyBits}-ecb`, key, null, padded(data));
  const verifier = counted(16, 23);
  const provider = Buffer.from("Microsoft Enhanced RSA and AES Cryptographic Provider\0", "utf16le");
  const header = numbers(0x24, 0, 0x660e + (keyBits - 128) / 64, 0x8004, keyBits, 0x18, 0, 0);
  const info = Buffer.concat([
    Buffer.from([4, 0, 2, 0]),
    numbers(0x24, header.length + provider.length),
    header,
    provider,
    numbers(16),
    salt,
    aes(verifier),
    numbers(20),
    aes(digest("sha1", verifier)),
  ]);
  return lockedContainer(info, Buffer.concat([numbers(content.length, 0), aes(content)]));
}

export function lockedContainer(info: Uint8Array, encrypted: Uint8Array): Uint8Array {
  const file = utils.cfb_new();
  utils.cfb_add(file, "EncryptionInfo", info as never);
  utils.cfb_add(file, "EncryptedPackage", encrypted as never);
  return new Uint8Array(write(file, { type: "buffer" }));
}

function spin(hash: HashName, salt: Uint8Array, password: string, rounds: number): Uint8Array {
  let spun = digest(hash, salt, passwordBytes(password));
  for (let round = 0; round < rounds; round++) spun = digest(hash, numberBytes(round), spun);
  return spun;
}

function encrypt(cipher: string, key: Uint8Array, vector: Uint8Array | null, data: Uint8Array): Buffer {
  const encryptor = createCipheriv(cipher, key, vector);
  encryptor.setAutoPadding(false);
  return Buffer.concat([encryptor.update(data), encryptor.final()]);
}

function padded(data: Uint8Array): Buffer {
  return Buffer.concat([data, Buffer.alloc((16 - (data.length % 16)) % 16)]);
}

function numbers(...values: number[]): Buffer {
  return Buffer.concat(values.map(numberBytes));
}

function counted(length: number, step: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * step + 7) & 0xff);
}
