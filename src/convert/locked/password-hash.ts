/** Keys are made of passwords by hashing them over and over (MS-OFFCRYPTO 2.3.4). */
import { createHash } from "node:crypto";
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import type { Metered } from "../../domain/work-meter.ts";

/** As Node names them. */
export type HashName = "md5" | "sha1" | "sha256" | "sha384" | "sha512";

/** The most that a file may ask for (MS-OFFCRYPTO 2.3.4.10, `ST_SpinCount`). */
const MOST_ROUNDS = 10_000_000;

export function digest(name: HashName, ...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash(name);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** A number as four bytes, as it goes into hashes. */
export function numberBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** UTF-16, little-endian, as Office takes passwords. */
export function passwordBytes(password: string): Uint8Array {
  const bytes = new Uint8Array(2 * password.length);
  for (let index = 0; index < password.length; index++) {
    const unit = password.charCodeAt(index);
    bytes[2 * index] = unit & 0xff;
    bytes[2 * index + 1] = unit >> 8;
  }
  return bytes;
}

/**
 * The hash of salt and password, hashed with its round's number in front as often as the file says.
 * @throws UnreadableFile above ten million rounds; Failure `too_complex` before anything is hashed
 */
export function spunHash(
  { name, salt, rounds }: { name: HashName; salt: Uint8Array; rounds: number },
  password: string,
  meter: Metered,
): Uint8Array {
  if (!Number.isInteger(rounds) || rounds < 0 || rounds > MOST_ROUNDS)
    throw new UnreadableFile("it says to hash its password more than ten million times.");
  meter.charge("keyRound", rounds);
  let hash = digest(name, salt, passwordBytes(password));
  const input = new Uint8Array(4 + hash.length);
  const number = new DataView(input.buffer);
  for (let round = 0; round < rounds; round++) {
    number.setUint32(0, round, true);
    input.set(hash, 4);
    hash = digest(name, input);
  }
  return hash;
}

/** Whether two hashes are the same; one may be padded. */
export function startsWithBytes(bytes: Uint8Array, beginning: Uint8Array): boolean {
  return bytes.length >= beginning.length && beginning.every((byte, index) => byte === bytes[index]);
}
