import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

/** Crockford's base 32, whose letters sort like their values. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Characters of time. */
const TIME_LENGTH = 9;
const ID_LENGTH = 23;

let lastMilliseconds = 0;
let sequence = 0;

/**
 * A new opaque id: 9 characters of time, 4 of sequence (an isolate's clock stands still between two awaits) and 10 at
 * random, so that ids of one isolate sort in the order of their creation.
 */
export function newId(): string {
  const milliseconds = Date.now();
  sequence = milliseconds > lastMilliseconds ? 0 : sequence + 1;
  lastMilliseconds = Math.max(milliseconds, lastMilliseconds);

  const random = crypto.getRandomValues(new Uint8Array(10));
  return (
    base32(lastMilliseconds, TIME_LENGTH) +
    base32(sequence, 4) +
    Array.from(random, (byte) => base32(byte & 31, 1)).join("")
  );
}

/** When an id of `newId` was made, by its own account, in milliseconds since 1970; NaN for others, such as those of parts of a run. */
export function timeOfId(id: string): number {
  const digits = Array.from(id, (letter) => ALPHABET.indexOf(letter));
  if (digits.length !== ID_LENGTH || digits.includes(-1)) return Number.NaN;
  return digits.slice(0, TIME_LENGTH).reduce((value, digit) => value * 32 + digit, 0);
}

/** What all ids of `newId` that were made before a time come before. */
export function idsBefore(time: Date): string {
  const milliseconds = Math.min(Math.max(time.getTime(), 0), 32 ** TIME_LENGTH - 1);
  return base32(milliseconds, TIME_LENGTH);
}

/** An id that follows from a time and a text: made again, it is the same. It sorts like those of `newId`. */
export function derivedId(time: Date, text: string): string {
  const digest = createHash("sha256").update(text).digest();
  return (
    base32(time.getTime(), TIME_LENGTH) + Array.from(digest.subarray(0, 14), (byte) => base32(byte & 31, 1)).join("")
  );
}

/** The id of the run that a request with an Idempotency-Key makes. @param since when the key was first used for it */
export const idOfKeyedRun = (since: Date, { scope, key }: { scope: string; key: string }): string =>
  derivedId(since, JSON.stringify([scope, key]));

/** A new secret part of an address: 192 random bits, URL-safe (wire "Keys"). */
export function newKey(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64url");
}

function base32(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = (ALPHABET[rest % 32] ?? "") + text;
  return text;
}
