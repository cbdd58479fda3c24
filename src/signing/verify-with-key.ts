import { createHash } from "node:crypto";
import type { AlgorithmIdentifier, PublicKeyInfo } from "pkijs";
import type { Metered } from "../domain/work-meter.ts";
import { contentOf, DER, type DerValue, identifierIn, readDer, valuesIn } from "./der.ts";
import { HASHES, type HashName } from "./object-identifiers.ts";
import { bitLength, numberOf, type PssParameters, type RsaKey, verifyPkcs1, verifyPss } from "./rsa.ts";

/** Whether a signature is that of a key; else why that cannot be said, in a sentence. */
export type Verdict = "holds" | "fails" | { unknown: string };

/** What is signed. */
export interface SignedBytes {
  bytes: Uint8Array;
  /** The hash function by which it is signed, if the algorithm of the signature does not name one. */
  hash?: HashName;
}

const RSA_ENCRYPTION = "1.2.840.113549.1.1.1";
const RSA_PSS = "1.2.840.113549.1.1.10";
const EC_KEY = "1.2.840.10045.2.1";
const ED25519 = "1.3.101.112";
/** Algorithms of signatures that name their hash function (RFC 8017, A.2; RFC 5758, 3.2). */
const HASH_OF_ALGORITHM: Readonly<Record<string, string>> = {
  "1.2.840.113549.1.1.5": "sha1",
  "1.3.14.3.2.29": "sha1",
  "1.2.840.113549.1.1.14": "sha224",
  "1.2.840.113549.1.1.11": "sha256",
  "1.2.840.113549.1.1.12": "sha384",
  "1.2.840.113549.1.1.13": "sha512",
  "1.2.840.10045.4.1": "sha1",
  "1.2.840.10045.4.3.1": "sha224",
  "1.2.840.10045.4.3.2": "sha256",
  "1.2.840.10045.4.3.3": "sha384",
  "1.2.840.10045.4.3.4": "sha512",
};
/** Those that name one that is not safe, or not known here. */
const UNSAFE_ALGORITHMS = new Set(["1.2.840.113549.1.1.2", "1.2.840.113549.1.1.3", "1.2.840.113549.1.1.4"]);
const CURVES: Readonly<Record<string, { name: string; bytes: number; cost: number }>> = {
  "1.2.840.10045.3.1.7": { name: "P-256", bytes: 32, cost: 1 },
  "1.3.132.0.34": { name: "P-384", bytes: 48, cost: 4 },
  "1.3.132.0.35": { name: "P-521", bytes: 66, cost: 8 },
};

/** Of what is left out because the call has used its processor time up. */
export const EXHAUSTED = {
  unknown: "The signatures and certificates of the PDF are more than are verified in one call.",
} as const;

/** Below, everybody can find the private key. */
const MIN_RSA_BITS = 768;
const MAX_RSA_BITS = 16_384;
/** A key of this size, with the usual exponent, costs one unit. */
const RSA_BITS_OF_A_UNIT = 4096;

/** Whether a signature is that of a key (RFC 5280, 4.1.1.2; RFC 5652, 5.6). */
export async function verifyWithKey(
  { bytes, hash }: SignedBytes,
  signature: Uint8Array,
  key: PublicKeyInfo,
  algorithm: AlgorithmIdentifier,
  work: Metered,
): Promise<Verdict> {
  const { algorithmId } = algorithm;
  if (UNSAFE_ALGORITHMS.has(algorithmId)) return { unknown: "It is made with a hash function that is not safe." };
  const named = HASH_OF_ALGORITHM[algorithmId];
  const own = Object.values(HASHES).find(({ node }) => node === named) ?? hash;
  switch (key.algorithm.algorithmId) {
    case RSA_ENCRYPTION:
    case RSA_PSS:
      return verifyRsa(bytes, signature, key, algorithm, own, work);
    case EC_KEY:
      return await verifyEcdsa(bytes, signature, key, own, work);
    case ED25519:
      if (!work.affords("signature")) return EXHAUSTED;
      return await verifyBySubtle(key, { name: "Ed25519" }, "Ed25519", signature, bytes);
    default:
      return { unknown: `It is made with a kind of key that is not known here (${key.algorithm.algorithmId}).` };
  }
}

function verifyRsa(
  bytes: Uint8Array,
  signature: Uint8Array,
  key: PublicKeyInfo,
  algorithm: AlgorithmIdentifier,
  hash: HashName | undefined,
  work: Metered,
): Verdict {
  const rsa = rsaKey(key);
  if (!rsa) return { unknown: "The key of its certificate cannot be read." };
  const [bits, exponentBits] = [bitLength(rsa.modulus), bitLength(rsa.exponent)];
  if (bits > MAX_RSA_BITS || exponentBits > bits)
    return { unknown: `It is made with an RSA key of ${Math.max(bits, exponentBits)} bits, more than are read here.` };
  if (bits < MIN_RSA_BITS)
    return { unknown: `It is made with an RSA key of ${bits} bits, which is so short that anybody can sign with it.` };
  if (rsa.exponent < 3n || rsa.exponent % 2n === 0n || rsa.modulus % 2n === 0n)
    return { unknown: "It is made with an RSA key that is none: anybody can sign with it." };
  if (!work.affords("signature", ((bits / RSA_BITS_OF_A_UNIT) ** 2 * exponentBits) / 17)) return EXHAUSTED;
  if (algorithm.algorithmId === RSA_PSS) {
    const parameters = pssParameters(algorithm);
    if (!parameters) return { unknown: "It is made by PSS with parameters that are not known here." };
    const digest = createHash(parameters.hash).update(bytes).digest();
    return verifyPss(rsa, signature, digest, parameters) ? "holds" : "fails";
  }
  if (key.algorithm.algorithmId === RSA_PSS) return "fails";
  if (algorithm.algorithmId !== RSA_ENCRYPTION && !HASH_OF_ALGORITHM[algorithm.algorithmId])
    return { unknown: `It is made by an algorithm that is not known here (${algorithm.algorithmId}).` };
  if (!hash) return { unknown: "It does not say by which hash function it is made." };
  const digest = createHash(hash.node).update(bytes).digest();
  return verifyPkcs1(rsa, signature, digest, hash.node) ? "holds" : "fails";
}

function rsaKey(key: PublicKeyInfo): RsaKey | undefined {
  const [modulus, exponent] = [...valuesIn(readDer(key.subjectPublicKey.valueBlock.valueHexView.slice()))];
  if (modulus?.tag !== DER.integer || exponent?.tag !== DER.integer) return undefined;
  // numbers of half a million bits take long to be read
  if (modulus.end - modulus.content > MAX_RSA_BITS || exponent.end - exponent.content > MAX_RSA_BITS) return undefined;
  return { modulus: numberOf(contentOf(modulus)), exponent: numberOf(contentOf(exponent)) };
}

/** RFC 8017, A.2.3: [0] hash, [1] mask, [2] salt, each SHA-1 and 20 where it is not there. */
function pssParameters({ algorithmParams }: AlgorithmIdentifier): PssParameters | undefined {
  const parts = parameterValues(algorithmParams);
  const part = (tag: number) => [...valuesIn(parts.find((each) => each.tag === DER.context + tag))][0];
  const hash = hashIn(part(0));
  const mask = part(1);
  const maskHash = mask ? hashIn([...valuesIn(mask)][1]) : HASHES["1.3.14.3.2.26"];
  const salt = part(2);
  const saltBytes = salt ? Number(numberOf(contentOf(salt).subarray(0, 4))) : 20;
  return hash && maskHash ? { hash: hash.node, maskHash: maskHash.node, saltBytes } : undefined;
}

function parameterValues(parameters: unknown): DerValue[] {
  if (typeof parameters !== "object" || parameters === null || !("toBER" in parameters)) return [];
  const write = parameters.toBER;
  if (typeof write !== "function") return [];
  const written: unknown = write.call(parameters, false);
  return written instanceof ArrayBuffer ? [...valuesIn(readDer(new Uint8Array(written)))] : [];
}

function hashIn(algorithm: DerValue | undefined): HashName | undefined {
  if (!algorithm) return HASHES["1.3.14.3.2.26"];
  const [identifier] = [...valuesIn(algorithm)];
  return identifier && HASHES[identifierIn(identifier) ?? ""];
}

async function verifyEcdsa(
  bytes: Uint8Array,
  signature: Uint8Array,
  key: PublicKeyInfo,
  hash: HashName | undefined,
  work: Metered,
): Promise<Verdict> {
  const { algorithmParams } = key.algorithm;
  const curve = CURVES[String(algorithmParams?.valueBlock?.toString() ?? "")];
  if (!curve) return { unknown: "It is made with a key on a curve that is not known here." };
  if (!hash) return { unknown: "It does not say by which hash function it is made." };
  if (hash.node === "sha224") return { unknown: "It is made by ECDSA with SHA-224, which is not known here." };
  const [first, second] = [...valuesIn(readDer(signature))].map(contentOf);
  const raw = new Uint8Array(2 * curve.bytes);
  for (const [index, part] of [first, second].entries()) {
    const digits = part?.subarray(part.findIndex((byte) => byte !== 0));
    if (!digits || digits.length > curve.bytes) return "fails";
    raw.set(digits, (index + 1) * curve.bytes - digits.length);
  }
  if (!work.affords("signature", curve.cost)) return EXHAUSTED;
  const importing = { name: "ECDSA", namedCurve: curve.name };
  return await verifyBySubtle(key, importing, { name: "ECDSA", hash: hash.subtle }, raw, bytes);
}

async function verifyBySubtle(
  key: PublicKeyInfo,
  importing: { name: string; namedCurve?: string },
  algorithm: string | { name: string; hash: string },
  signature: Uint8Array,
  bytes: Uint8Array,
): Promise<Verdict> {
  let imported: CryptoKey;
  try {
    const spki = key.toSchema().toBER(false);
    imported = await crypto.subtle.importKey("spki", spki, importing, false, ["verify"]);
  } catch {
    // a point that is not on its curve, or in a form that is not read
    return { unknown: "The key of its certificate cannot be used." };
  }
  return (await crypto.subtle.verify(algorithm, imported, Uint8Array.from(signature), Uint8Array.from(bytes)))
    ? "holds"
    : "fails";
}
