import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import type { Certificate } from "pkijs";
import { Failure } from "../domain/failure.ts";

/** A private key that signs, and what it signs with. */
export interface SigningKey {
  key: CryptoKey;
  /** As WebCrypto names it. */
  hash: "SHA-256" | "SHA-384" | "SHA-512";
}

const MIN_RSA_BITS = 2048;
/** Beyond this size a signature takes seconds. */
const MAX_RSA_BITS = 8192;
/** Each curve with the hash of its strength (FIPS 186-5). */
const CURVES: Readonly<Record<string, { name: string; hash: SigningKey["hash"] }>> = {
  prime256v1: { name: "P-256", hash: "SHA-256" },
  secp384r1: { name: "P-384", hash: "SHA-384" },
  secp521r1: { name: "P-521", hash: "SHA-512" },
};

/**
 * A key for signing with RSA (PKCS#1 v1.5) or ECDSA.
 * @param pkcs8 DER
 * @throws Failure `identity_invalid` for other keys and for weak ones
 */
export async function importSigningKey(pkcs8: Uint8Array): Promise<SigningKey> {
  const object = readKey(pkcs8);
  const details = object.asymmetricKeyDetails;
  if (object.asymmetricKeyType === "rsa") {
    const bits = details?.modulusLength ?? 0;
    if (bits < MIN_RSA_BITS || bits > MAX_RSA_BITS) {
      return invalid(`The RSA key has ${bits} bits; from ${MIN_RSA_BITS} to ${MAX_RSA_BITS} are used.`);
    }
    return { key: await subtleKey(pkcs8, { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }), hash: "SHA-256" };
  }
  const curve = object.asymmetricKeyType === "ec" ? CURVES[details?.namedCurve ?? ""] : undefined;
  if (!curve) return invalid("Keys for signing must be RSA keys or keys on the curves P-256, P-384 and P-521.");
  return { key: await subtleKey(pkcs8, { name: "ECDSA", namedCurve: curve.name }), hash: curve.hash };
}

function readKey(pkcs8: Uint8Array): KeyObject {
  try {
    return createPrivateKey({ key: Buffer.from(pkcs8), format: "der", type: "pkcs8" });
  } catch {
    return invalid("The private key cannot be read.");
  }
}

async function subtleKey(
  pkcs8: Uint8Array,
  algorithm: { name: string; hash?: string; namedCurve?: string },
): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey("pkcs8", Uint8Array.from(pkcs8), algorithm, true, ["sign"]);
  } catch {
    return invalid("The private key cannot be used to sign.");
  }
}

/** Whether a certificate belongs to a private key. */
export async function certificateVerifies(certificate: Certificate, { key }: SigningKey): Promise<boolean> {
  const { d: _, ...own } = (await crypto.subtle.exportKey("jwk", key)) as JsonWebKey;
  try {
    const spki = Buffer.from(certificate.subjectPublicKeyInfo.toSchema().toBER(false));
    const other = createPublicKey({ key: spki, format: "der", type: "spki" }).export({ format: "jwk" });
    return own.kty === other.kty && own.n === other.n && own.e === other.e && own.x === other.x && own.y === other.y;
  } catch {
    return false;
  }
}

function invalid(message: string): never {
  throw new Failure("identity_invalid", message);
}
