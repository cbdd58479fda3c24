import { createHash } from "node:crypto";

/** A public key (RFC 8017, 3.1). */
export interface RsaKey {
  modulus: bigint;
  exponent: bigint;
}

/** Parameters of PSS (RFC 8017, A.2.3), hash functions as node:crypto names them. */
export interface PssParameters {
  hash: string;
  maskHash: string;
  saltBytes: number;
}

/** ASN.1 of `DigestInfo` before the digest (RFC 8017, 9.2, note 1), with the parameters NULL. */
const DIGEST_INFO: Readonly<Record<string, string>> = {
  sha1: "3021300906052b0e03021a05000414",
  sha224: "302d300d06096086480165030402040500041c",
  sha256: "3031300d060960864801650304020105000420",
  sha384: "3041300d060960864801650304020205000430",
  sha512: "3051300d060960864801650304020305000440",
};

/**
 * Whether a signature of PKCS#1 v1.5 is that of a digest (RFC 8017, 8.2.2): what the key gives back has to be the one
 * possible encoding, with or without the NULL that some leave out.
 */
export function verifyPkcs1(key: RsaKey, signature: Uint8Array, digest: Uint8Array, hash: string): boolean {
  const encoded = recovered(key, signature);
  const info = DIGEST_INFO[hash];
  if (!encoded || !info) return false;
  const whole = Buffer.from(info, "hex");
  const bare = Buffer.from(
    // the same without the two bytes of NULL, in the three lengths that count them
    `30${hex(Number.parseInt(info.slice(2, 4), 16) - 2)}30${hex(Number.parseInt(info.slice(6, 8), 16) - 2)}${info.slice(8, -8)}${info.slice(-4)}`,
    "hex",
  );
  return [whole, bare].some((prefix) => {
    const tail = Buffer.concat([prefix, digest]);
    const padding = encoded.length - tail.length - 3;
    if (padding < 8) return false;
    const expected = Buffer.concat([Buffer.of(0, 1), Buffer.alloc(padding, 0xff), Buffer.of(0), tail]);
    return Buffer.compare(expected, encoded) === 0;
  });
}

/** Whether a signature of PSS is that of a digest (RFC 8017, 8.1.2 and 9.1.2). */
export function verifyPss(
  key: RsaKey,
  signature: Uint8Array,
  digest: Uint8Array,
  { hash, maskHash, saltBytes }: PssParameters,
): boolean {
  const bits = bitLength(key.modulus) - 1;
  const encoded = recovered(key, signature)?.subarray(-Math.ceil(bits / 8));
  const maskedBytes = (encoded?.length ?? 0) - digest.length - 1;
  if (!encoded || maskedBytes < saltBytes + 1 || encoded.at(-1) !== 0xbc) return false;
  const masked = encoded.subarray(0, maskedBytes);
  const stated = encoded.subarray(maskedBytes, -1);
  const unused = 8 * encoded.length - bits;
  if ((masked[0] ?? 0) >> (8 - unused) !== 0) return false;
  const mask = maskOf(stated, maskedBytes, maskHash);
  const block = masked.map((byte, index) => byte ^ (mask[index] ?? 0));
  block[0] = (block[0] ?? 0) & (0xff >> unused);
  const zeros = maskedBytes - saltBytes - 1;
  if (block.subarray(0, zeros).some((byte) => byte !== 0) || block[zeros] !== 1) return false;
  const own = createHash(hash)
    .update(Buffer.concat([Buffer.alloc(8), digest, block.subarray(zeros + 1)]))
    .digest();
  return Buffer.compare(own, stated) === 0;
}

/** MGF1 (RFC 8017, B.2.1). */
function maskOf(seed: Uint8Array, length: number, hash: string): Uint8Array {
  const parts: Buffer[] = [];
  for (let counter = 0, have = 0; have < length; counter++) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const part = createHash(hash).update(seed).update(count).digest();
    parts.push(part);
    have += part.length;
  }
  return Buffer.concat(parts).subarray(0, length);
}

/** What the key makes of a signature, as long as the modulus (RFC 8017, 5.2.2); undefined if it is out of range. */
function recovered({ modulus, exponent }: RsaKey, signature: Uint8Array): Uint8Array | undefined {
  const value = numberOf(signature);
  if (value >= modulus) return undefined;
  const digits = powerModulo(value, exponent, modulus).toString(16);
  return new Uint8Array(Buffer.from(digits.padStart(2 * Math.ceil(bitLength(modulus) / 8), "0"), "hex"));
}

/** Not in constant time, which public keys do not need. */
function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === "1") result = (result * base) % modulus;
  }
  return result;
}

export function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

export function numberOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
}

const hex = (byte: number) => byte.toString(16).padStart(2, "0");
