/** RC4 as the formats of Office 97 to 2003 use it: a key for each block of a stream (MS-OFFCRYPTO 2.3.5, 2.3.6). */
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import type { Metered } from "../../domain/work-meter.ts";
import { ByteReader } from "../../office/byte-reader.ts";
import { rc4 } from "../../pdf/crypt/rc4.ts";
import { readCryptoApiHeader } from "./crypto-api.ts";
import { digest, numberBytes, passwordBytes, startsWithBytes } from "./password-hash.ts";

/** A password's keys of a file. */
export interface BlockKeys {
  /** Decrypts bytes that begin a block. */
  decrypt(block: number, bytes: Uint8Array): Uint8Array;
}

const VERIFIER_BYTES = 16;
const OFFICE_97_KEY_BYTES = 5;
const SHORTEST_KEY_BYTES = 5;
const FULL_KEY_BYTES = 16;

/**
 * The keys that a password makes; undefined if it is not the file's.
 * @param info EncryptionHeader of the file: versions, then what belongs to them
 * @throws UnreadableFile if it is damaged or names what is not served
 */
export function rc4Keys(info: Uint8Array, password: string, meter: Metered): BlockKeys | undefined {
  const reader = new ByteReader(info);
  const [major, minor] = [reader.u16(0), reader.u16(2)];
  if (major === 1 && minor === 1) return office97Keys(info.subarray(4), password, meter);
  if (major >= 2 && major <= 4 && minor === 2) return cryptoApiKeys(info.subarray(4), password, meter);
  throw new UnreadableFile("what it says of its encryption is damaged: its version is unknown.");
}

/** Keys of 40 bits, made with MD5 (2.3.6.2). */
function office97Keys(bytes: Uint8Array, password: string, meter: Metered): BlockKeys | undefined {
  if (bytes.length < 3 * VERIFIER_BYTES)
    throw new UnreadableFile("what it says of its encryption is damaged: it is cut off.");
  const salt = bytes.subarray(0, VERIFIER_BYTES);
  const ofPassword = digest("md5", passwordBytes(password)).subarray(0, OFFICE_97_KEY_BYTES);
  const unit = [...ofPassword, ...salt];
  const buffer = new Uint8Array(Array.from({ length: 16 }, () => unit).flat());
  const base = digest("md5", buffer).subarray(0, OFFICE_97_KEY_BYTES);
  const keys = blockKeys((block) => digest("md5", base, numberBytes(block)), meter);
  // verifier and hash follow each other in one stream of the cipher
  const opened = keys.decrypt(0, bytes.subarray(VERIFIER_BYTES, 3 * VERIFIER_BYTES));
  const hash = digest("md5", opened.subarray(0, VERIFIER_BYTES));
  return startsWithBytes(opened.subarray(VERIFIER_BYTES), hash) ? keys : undefined;
}

/** Keys of 40 to 128 bits, made with SHA-1 (2.3.5.2). */
function cryptoApiKeys(bytes: Uint8Array, password: string, meter: Metered): BlockKeys | undefined {
  const { cipher, keyBytes, salt, encryptedVerifier, encryptedVerifierHash } = readCryptoApiHeader(bytes);
  if (cipher !== "rc4" || keyBytes > FULL_KEY_BYTES)
    throw new UnreadableFile("what it says of its encryption is damaged: it is not RC4.");
  const base = digest("sha1", salt, passwordBytes(password));
  const keys = blockKeys((block) => {
    const key = digest("sha1", base, numberBytes(block)).subarray(0, keyBytes);
    if (keyBytes !== SHORTEST_KEY_BYTES) return key;
    // the shortest key is filled up with zeros
    const filled = new Uint8Array(FULL_KEY_BYTES);
    filled.set(key);
    return filled;
  }, meter);
  const opened = keys.decrypt(0, new Uint8Array([...encryptedVerifier, ...encryptedVerifierHash]));
  const hash = digest("sha1", opened.subarray(0, VERIFIER_BYTES));
  return startsWithBytes(opened.subarray(VERIFIER_BYTES), hash) ? keys : undefined;
}

function blockKeys(keyOf: (block: number) => Uint8Array, meter: Metered): BlockKeys {
  return {
    decrypt(block, bytes) {
      meter.charge("keyRound");
      meter.charge("encryptedByte", bytes.length);
      return rc4(keyOf(block), bytes);
    },
  };
}

/** A stream that is encrypted from its beginning, in blocks of one size. */
export function decryptStream(stream: Uint8Array, keys: BlockKeys, blockBytes: number): Uint8Array {
  const plain = new Uint8Array(stream.length);
  for (let at = 0, block = 0; at < stream.length; at += blockBytes, block++)
    plain.set(keys.decrypt(block, stream.subarray(at, at + blockBytes)), at);
  return plain;
}
