import { Buffer } from "node:buffer";

/** PBKDF2-HMAC-SHA-256 (RFC 8018). 100,000 iterations are the most that Workers' WebCrypto does. */
const ITERATIONS = 100_000;
const NAME = "pbkdf2-sha256";

/** A password as it is kept: `pbkdf2-sha256$turns$salt$digest`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const digest = await stretch(password, salt, ITERATIONS);
  return [NAME, ITERATIONS, Buffer.from(salt).toString("base64url"), Buffer.from(digest).toString("base64url")].join(
    "$",
  );
}

/** Compares in constant time. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [name, iterationCount, salt, digest] = hash.split("$");
  if (name !== NAME || !iterationCount || !salt || !digest) return false;
  const actual = await stretch(password, Buffer.from(salt, "base64url"), Number(iterationCount));
  return crypto.subtle.timingSafeEqual(actual, Buffer.from(digest, "base64url"));
}

/** Spellings of one text are one password (NFC), blanks at its ends do not count: people copy them along. */
async function stretch(password: string, salt: Uint8Array, iterationCount: number): Promise<ArrayBuffer> {
  const bytes = new TextEncoder().encode(password.normalize("NFC").trim());
  const key = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
  return await crypto.subtle.deriveBits(
    { name: "PBKDF2", hash: "SHA-256", salt, iterations: iterationCount },
    key,
    256,
  );
}
