import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from "node:crypto";
import { plainBytes } from "../../domain/plain-bytes.ts";

const BLOCK_BYTES = 16;
const ZERO_VECTOR = new Uint8Array(BLOCK_BYTES);

function algorithm(key: Uint8Array): string {
  return `aes-${key.length * 8}-cbc`;
}

/** A key as its bytes takes Node longer to accept than to encrypt a string with: it tries it as two kinds of object first. */
function keyObject(key: Uint8Array): KeyObject {
  return createSecretKey(key);
}

/**
 * Decrypts a string or stream: initialization vector, then AES-CBC with PKCS #7 padding (ISO 32000-2, 7.6.3.1).
 * Data that is cut short or padded wrongly yields what can be decrypted of it.
 */
export function decryptAes(key: Uint8Array, data: Uint8Array): Uint8Array {
  const whole = data.length - (data.length % BLOCK_BYTES);
  if (whole < 2 * BLOCK_BYTES) return new Uint8Array(0);
  const decipher = createDecipheriv(algorithm(key), keyObject(key), data.subarray(0, BLOCK_BYTES));
  decipher.setAutoPadding(false);
  const out = plainBytes(decipher.update(data.subarray(BLOCK_BYTES, whole)));
  decipher.final();
  const padding = out[out.length - 1] ?? 0;
  return padding >= 1 && padding <= BLOCK_BYTES ? out.subarray(0, out.length - padding) : out;
}

/** Encrypts as {@link decryptAes} reads it. @param vector 16 random bytes */
export function encryptAes(key: Uint8Array, data: Uint8Array, vector: Uint8Array): Uint8Array {
  const cipher = createCipheriv(algorithm(key), keyObject(key), vector);
  const body = cipher.update(data);
  const last = cipher.final();
  const out = new Uint8Array(BLOCK_BYTES + body.length + last.length);
  out.set(vector);
  out.set(body, BLOCK_BYTES);
  out.set(last, BLOCK_BYTES + body.length);
  return out;
}

/** AES-CBC without padding; `data` is whole blocks. For a single block with the zero vector, this is ECB. */
export function encryptBlocks(key: Uint8Array, data: Uint8Array, vector: Uint8Array = ZERO_VECTOR): Uint8Array {
  const cipher = createCipheriv(algorithm(key), keyObject(key), vector);
  cipher.setAutoPadding(false);
  const out = cipher.update(data);
  cipher.final();
  return out;
}

/** The reverse of {@link encryptBlocks} with the zero vector. */
export function decryptBlocks(key: Uint8Array, data: Uint8Array): Uint8Array {
  const decipher = createDecipheriv(algorithm(key), keyObject(key), ZERO_VECTOR);
  decipher.setAutoPadding(false);
  const out = decipher.update(data);
  decipher.final();
  return out;
}
