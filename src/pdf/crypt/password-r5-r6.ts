import { createHash } from "node:crypto";
import { present } from "../../domain/present.ts";
import { decryptBlocks, encryptBlocks } from "./aes.ts";

/** Members of the encryption dictionary that revisions 5 and 6 work with (ISO 32000-2, table 21). */
export interface Aes256PasswordEntries {
  revision: number;
  /** 48 bytes each: hash, validation salt, key salt. */
  owner: Uint8Array;
  user: Uint8Array;
  /** The file's key, encrypted by each password. */
  ownerKey: Uint8Array;
  userKey: Uint8Array;
}

const NOTHING = new Uint8Array(0);

/** The file's key if this is one of its passwords (7.6.4.3.3, algorithm 2.A), else undefined. */
export function keyFromPassword(
  password: Uint8Array,
  entries: Aes256PasswordEntries,
): { key: Uint8Array; isOwner: boolean } | undefined {
  const { revision, owner, user } = entries;
  const userEntry = user.subarray(0, 48);
  if (equal(passwordHash(password, owner.subarray(32, 40), userEntry, revision), owner.subarray(0, 32))) {
    const wrapping = passwordHash(password, owner.subarray(40, 48), userEntry, revision);
    return { key: decryptBlocks(wrapping, entries.ownerKey.subarray(0, 32)), isOwner: true };
  }
  if (equal(passwordHash(password, user.subarray(32, 40), NOTHING, revision), user.subarray(0, 32))) {
    const wrapping = passwordHash(password, user.subarray(40, 48), NOTHING, revision);
    return { key: decryptBlocks(wrapping, entries.userKey.subarray(0, 32)), isOwner: false };
  }
  return undefined;
}

/**
 * The hash of a password (algorithm 2.B).
 * @param salt 8 bytes
 * @param userEntry the 48 bytes of U for owner passwords, else empty
 */
export function passwordHash(
  password: Uint8Array,
  salt: Uint8Array,
  userEntry: Uint8Array,
  revision: number,
): Uint8Array {
  let hash = digest("sha256", password, salt, userEntry);
  if (revision < 6) return hash;
  for (let round = 0, lastByte = 0; round < 64 || lastByte > round - 32; round++) {
    const unit = Buffer.concat([password, hash, userEntry]);
    const repeated = Buffer.alloc(unit.length * 64, unit);
    const encrypted = encryptBlocks(hash.subarray(0, 16), repeated, hash.subarray(16, 32));
    // the first 16 bytes as a number modulo 3; 256 is 1 modulo 3, so their sum will do
    let sum = 0;
    for (let index = 0; index < 16; index++) sum += encrypted[index] ?? 0;
    hash = digest(present(["sha256", "sha384", "sha512"][sum % 3]), encrypted);
    lastByte = encrypted[encrypted.length - 1] ?? 0;
  }
  return hash.subarray(0, 32);
}

function digest(algorithm: string, ...parts: Uint8Array[]): Uint8Array {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function equal(left: Uint8Array, right: Uint8Array): boolean {
  return right.length >= left.length && left.every((byte, index) => byte === right[index]);
}
