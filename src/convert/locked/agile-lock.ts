/** Agile encryption (MS-OFFCRYPTO 2.3.4.10 to 2.3.4.15): Office 2010 and later. */
import { Buffer } from "node:buffer";
import { createDecipheriv, createHmac } from "node:crypto";
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import type { Metered } from "../../domain/work-meter.ts";
import { localName, readXml, type XmlNode } from "../../office/xml-node.ts";
import type { Lock } from "./lock.ts";
import { packageSize } from "./package-size.ts";
import { digest, type HashName, numberBytes, spunHash, startsWithBytes } from "./password-hash.ts";

const SEGMENT_BYTES = 4_096;
const SIZE_BYTES = 8;
const BLOCK_BYTES = 16;
/** What fills a hash up to the length of a key. */
const FILL = 0x36;

const HASHES: Readonly<Record<string, HashName>> = {
  SHA1: "sha1",
  "SHA-1": "sha1",
  SHA256: "sha256",
  SHA384: "sha384",
  SHA512: "sha512",
};

/** What each key is for goes into its hash (2.3.4.13, 2.3.4.14). */
const PURPOSE = {
  verifierInput: Uint8Array.of(0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79),
  verifierHash: Uint8Array.of(0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e),
  packageKey: Uint8Array.of(0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6),
  integrityKey: Uint8Array.of(0x5f, 0xb2, 0xad, 0x01, 0x0c, 0xb9, 0xe1, 0xf6),
  integrityValue: Uint8Array.of(0xa0, 0x67, 0x7f, 0x02, 0xb2, 0x2c, 0x84, 0x33),
} as const;

/** How something is encrypted: attributes that the key and the package have in common. */
interface Scheme {
  hash: HashName;
  keyBytes: number;
  saltBytes: number;
  salt: Uint8Array;
}

/**
 * @param xml the stream `EncryptionInfo` after its versions
 * @param encrypted the stream `EncryptedPackage`
 * @throws UnreadableFile if the description is damaged or names what is not served
 */
export function agileLock(xml: string, encrypted: Uint8Array, meter: Metered): Lock {
  const elements = elementsWithin(readXml(xml));
  const first = (name: string) => elements.find((element) => localName(element) === name);
  const keyData = first("keyData");
  const integrity = first("dataIntegrity");
  // other kinds of keys are certificates'
  const byPassword = elements.find(({ attributes }) => attributes.encryptedVerifierHashValue !== undefined);
  if (!keyData || !byPassword?.attributes.encryptedKeyValue) throw damaged("it has no key that a password opens.");
  const packageScheme = schemeOf(keyData);
  const keyScheme = schemeOf(byPassword);
  const rounds = Number(byPassword.attributes.spinCount);

  return {
    usualPasswords: ["VelvetSweatshop"],
    open(password) {
      const spun = spunHash({ name: keyScheme.hash, salt: keyScheme.salt, rounds }, password, meter);
      const opened = (purpose: Uint8Array, attribute: string) =>
        decrypt(
          fitted(digest(keyScheme.hash, spun, purpose), keyScheme.keyBytes),
          fitted(keyScheme.salt, BLOCK_BYTES),
          bytesOf(byPassword, attribute),
        );
      const input = opened(PURPOSE.verifierInput, "encryptedVerifierHashInput").subarray(0, keyScheme.saltBytes);
      const value = opened(PURPOSE.verifierHash, "encryptedVerifierHashValue");
      if (!startsWithBytes(value, digest(keyScheme.hash, input))) return undefined;
      const key = opened(PURPOSE.packageKey, "encryptedKeyValue").subarray(0, packageScheme.keyBytes);
      if (key.length !== packageScheme.keyBytes) throw damaged("its key is too short.");
      if (integrity) checkIntegrity(integrity, key, packageScheme, encrypted);
      return decryptPackage(encrypted, key, packageScheme, meter);
    },
  };
}

/** The package is what its author's program wrote (2.3.4.14). @throws UnreadableFile */
function checkIntegrity(integrity: XmlNode, key: Uint8Array, scheme: Scheme, encrypted: Uint8Array): void {
  const opened = (purpose: Uint8Array, attribute: string) =>
    decrypt(key, fitted(digest(scheme.hash, scheme.salt, purpose), BLOCK_BYTES), bytesOf(integrity, attribute));
  const hashBytes = digest(scheme.hash).length;
  const hmacKey = opened(PURPOSE.integrityKey, "encryptedHmacKey").subarray(0, hashBytes);
  const value = opened(PURPOSE.integrityValue, "encryptedHmacValue");
  if (!startsWithBytes(value, createHmac(scheme.hash, hmacKey).update(encrypted).digest()))
    throw damaged("it is not as it was when it was encrypted: it is cut off or was changed.");
}

/** Segments of 4,096 bytes, each with a vector of its own (2.3.4.15). */
function decryptPackage(encrypted: Uint8Array, key: Uint8Array, scheme: Scheme, meter: Metered): Uint8Array {
  const size = packageSize(encrypted);
  const content = encrypted.subarray(SIZE_BYTES);
  meter.charge("encryptedByte", content.length);
  meter.charge("keyRound", content.length / SEGMENT_BYTES);
  const plain = new Uint8Array(content.length - (content.length % BLOCK_BYTES));
  for (let at = 0, segment = 0; at < plain.length; at += SEGMENT_BYTES, segment++) {
    const vector = fitted(digest(scheme.hash, scheme.salt, numberBytes(segment)), BLOCK_BYTES);
    plain.set(decrypt(key, vector, content.subarray(at, Math.min(at + SEGMENT_BYTES, plain.length))), at);
  }
  return plain.subarray(0, size);
}

/** AES-CBC without padding; what is no whole block is left out. */
function decrypt(key: Uint8Array, vector: Uint8Array, data: Uint8Array): Uint8Array {
  const decipher = createDecipheriv(`aes-${8 * key.length}-cbc`, key, vector);
  decipher.setAutoPadding(false);
  const plain = decipher.update(data.subarray(0, data.length - (data.length % BLOCK_BYTES)));
  decipher.final();
  return plain;
}

/** Cut, or filled up, to a length. */
function fitted(bytes: Uint8Array, length: number): Uint8Array {
  const result = new Uint8Array(length).fill(FILL);
  result.set(bytes.subarray(0, length));
  return result;
}

function schemeOf({ attributes }: XmlNode): Scheme {
  const {
    cipherAlgorithm,
    cipherChaining,
    hashAlgorithm = "",
    blockSize,
    saltSize,
    saltValue = "",
    keyBits,
  } = attributes;
  const hash = HASHES[hashAlgorithm.toUpperCase()];
  const keyBytes = Number(keyBits) / 8;
  if (cipherAlgorithm !== "AES" || cipherChaining !== "ChainingModeCBC" || !hash)
    throw damaged(
      `it is encrypted with what is not served: ${[cipherAlgorithm, cipherChaining, hashAlgorithm].join(", ").slice(0, 100)}.`,
    );
  const salt = base64Bytes(saltValue);
  const isSound =
    [16, 24, 32].includes(keyBytes) && Number(blockSize) === BLOCK_BYTES && Number(saltSize) === salt.length;
  if (!isSound || salt.length === 0) throw damaged("lengths of keys and salts do not agree.");
  return { hash, keyBytes, saltBytes: salt.length, salt };
}

function bytesOf(element: XmlNode, attribute: string): Uint8Array {
  return base64Bytes(element.attributes[attribute] ?? "");
}

function base64Bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "base64"));
}

function elementsWithin(root: XmlNode): XmlNode[] {
  return root.children.flatMap((element) => [element, ...elementsWithin(element)]);
}

function damaged(what: string): UnreadableFile {
  return new UnreadableFile(`what it says of its encryption is damaged: ${what}`);
}
