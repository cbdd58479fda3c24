import { createHash } from "node:crypto";
import { rc4 } from "./rc4.ts";

/** Members of the encryption dictionary that revisions 2 to 4 work with (ISO 32000-2, table 21). */
export interface LegacyPasswordEntries {
  revision: number;
  keyBytes: number;
  owner: Uint8Array;
  user: Uint8Array;
  permissions: number;
  encryptMetadata: boolean;
  /** First element of the trailer's ID. */
  fileId: Uint8Array;
}

/** Padding of passwords (7.6.4.3.2, algorithm 2, step a). */
const PADDING = Uint8Array.from([
  0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e, 0x00,
  0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
]);

/** The file's key if this is its user password (algorithms 2 and 6), else undefined. */
export function keyFromUserPassword(password: Uint8Array, entries: LegacyPasswordEntries): Uint8Array | undefined {
  const { revision, keyBytes, permissions, fileId } = entries;
  const littleEndian = Uint8Array.of(permissions, permissions >> 8, permissions >> 16, permissions >> 24);
  const parts = [padded(password), entries.owner.subarray(0, 32), littleEndian, fileId];
  if (revision >= 4 && !entries.encryptMetadata) parts.push(Uint8Array.of(255, 255, 255, 255));
  let key = md5(...parts);
  if (revision >= 3) for (let round = 0; round < 50; round++) key = md5(key.subarray(0, keyBytes));
  key = key.subarray(0, keyBytes);
  const checkedBytes = revision === 2 ? 32 : 16;
  return startsEqual(userEntry(key, revision, fileId), entries.user, checkedBytes) ? key : undefined;
}

/** The file's key if this is its owner password (algorithm 7), else undefined. */
export function keyFromOwnerPassword(password: Uint8Array, entries: LegacyPasswordEntries): Uint8Array | undefined {
  const { revision, keyBytes } = entries;
  let ownerKey = md5(padded(password));
  if (revision >= 3) for (let round = 0; round < 50; round++) ownerKey = md5(ownerKey.subarray(0, keyBytes));
  ownerKey = ownerKey.subarray(0, keyBytes);
  let userPassword = entries.owner.subarray(0, 32);
  for (let round = revision === 2 ? 0 : 19; round >= 0; round--)
    userPassword = rc4(xored(ownerKey, round), userPassword);
  return keyFromUserPassword(userPassword, entries);
}

/** The U entry (algorithms 4 and 5); for the latter only the 16 bytes that count. */
function userEntry(key: Uint8Array, revision: number, fileId: Uint8Array): Uint8Array {
  if (revision === 2) return rc4(key, PADDING);
  let entry: Uint8Array = md5(PADDING, fileId);
  for (let round = 0; round < 20; round++) entry = rc4(xored(key, round), entry);
  return entry;
}

function padded(password: Uint8Array): Uint8Array {
  const out = PADDING.slice();
  const kept = password.subarray(0, 32);
  out.set(kept);
  out.set(PADDING.subarray(0, 32 - kept.length), kept.length);
  return out;
}

function xored(key: Uint8Array, value: number): Uint8Array {
  return key.map((byte) => byte ^ value);
}

function md5(...parts: Uint8Array[]): Uint8Array {
  const hash = createHash("md5");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function startsEqual(left: Uint8Array, right: Uint8Array, count: number): boolean {
  for (let index = 0; index < count; index++) if (left[index] !== right[index]) return false;
  return true;
}
