import { createHash } from "node:crypto";
import { fromBER, OctetString, Sequence } from "asn1js";
import {
  type Attribute,
  BasicConstraints,
  Certificate,
  ContentInfo,
  getCrypto,
  IssuerAndSerialNumber,
  SignedData,
  type SignerInfo,
} from "pkijs";
import { derOf } from "./certificate.ts";
import { HASHES, OID } from "./object-identifiers.ts";

/** A certificate and the bytes it came in. */
export interface ChainedCertificate {
  certificate: Certificate;
  der: Uint8Array;
}

/** What a signature (CMS) says and whether it is valid; what is wrong is stated in sentences. */
export interface VerifiedSignedData {
  /** What breaks it; empty if it is valid. */
  problems: string[];
  /** The signer's certificate and those that vouch for it, as far as the signature carries them. */
  chain: ChainedCertificate[];
  /** Whether the last one of the chain vouches for itself. */
  isComplete: boolean;
  /** When the signer claims to have signed, if CMS states it. */
  claimedTime: Date | undefined;
  /** A timestamp token of the signature's value, and that value. */
  timestamp: { token: Uint8Array; value: Uint8Array } | undefined;
  /** Hash function, e.g. `SHA-256`. */
  hash: string | undefined;
  /** What is signed, if the signature carries it itself. */
  content: Uint8Array | undefined;
}

/** What a detached signature covers. */
export interface Covered {
  /** @param nodeAlgorithm as node:crypto names hash functions */
  digest(nodeAlgorithm: string): Uint8Array;
  bytes(): Uint8Array;
}

/** For signatures that carry what they sign. */
export const NOTHING_COVERED: Covered = { digest: () => new Uint8Array(0), bytes: () => new Uint8Array(0) };

/** Signatures have some kilobytes, with lists of revoked certificates some hundred. */
const MAX_BYTES = 4 * 1024 * 1024;
/** More certificates are not looked at. */
const MAX_CERTIFICATES = 60;

/**
 * Verifies a signature (RFC 5652, 5.4 and 5.6; ETSI EN 319 102-1) but for trust and revocation: which roots are trusted
 * is for the caller to say.
 * @param contents CMS; in a PDF with zeros after it
 */
export async function verifySignedData(contents: Uint8Array, covered: Covered): Promise<VerifiedSignedData> {
  const signed = readSignedData(contents);
  if (!signed) return unreadable("The signature cannot be read: it is not CMS.");
  const [signer, another] = signed.signerInfos;
  if (!signer || another) return unreadable("The signature does not have exactly one signer.");
  const hash = HASHES[signer.digestAlgorithm.algorithmId];
  if (!hash) return unreadable("It uses a hash function that is not known, or not safe.");
  const certificates = certificatesOf(signed);
  const own = certificates.find(({ certificate }) => isSigner(certificate, signer));
  if (!own) return unreadable("It does not carry the certificate of its signer.");

  const content = signed.encapContentInfo.eContent && new Uint8Array(signed.encapContentInfo.eContent.getValue());
  const digest = content ? hashed(hash.node, content) : covered.digest(hash.node);
  const attributes = signer.signedAttrs?.attributes ?? [];
  const problems: string[] = [];
  if (!signed.digestAlgorithms.some(({ algorithmId }) => algorithmId === signer.digestAlgorithm.algorithmId)) {
    problems.push("Its hash function is not among those that it announces.");
  }
  if (attributes.length > 0) problems.push(...attributeProblems(attributes, digest, own.der));
  // without attributes the content itself is signed (5.4)
  const signedBytes = signer.signedAttrs?.encodedValue ?? Uint8Array.from(content ?? covered.bytes());
  if (!(await signatureHolds(signer, signedBytes, own.certificate, hash.subtle))) {
    problems.push(
      attributes.length > 0
        ? "The signature does not fit the key of its certificate."
        : "What it covers was changed after it was made, or the signature does not fit the key of its certificate.",
    );
  }
  const { chain, isComplete, isBroken } = await chainOf(own, certificates);
  if (isBroken) problems.push("A certificate in its chain is not signed by the one that it names.");
  return {
    problems,
    chain,
    isComplete,
    claimedTime: timeOf(attributes),
    timestamp: timestampOf(signer),
    hash: hash.subtle,
    content,
  };
}

function unreadable(problem: string): VerifiedSignedData {
  return {
    problems: [problem],
    chain: [],
    isComplete: false,
    claimedTime: undefined,
    timestamp: undefined,
    hash: undefined,
    content: undefined,
  };
}

/** Undefined if it is not CMS, or if something other than zeros follows it. */
function readSignedData(contents: Uint8Array): SignedData | undefined {
  if (contents.length > MAX_BYTES) return undefined;
  try {
    const { result, offset } = fromBER(Uint8Array.from(contents));
    if (offset < 0 || contents.subarray(offset).some((byte) => byte !== 0)) return undefined;
    const info = new ContentInfo({ schema: result });
    return info.contentType === OID.signedData ? new SignedData({ schema: info.content }) : undefined;
  } catch {
    // also the call stack, which nested values exhaust
    return undefined;
  }
}

function certificatesOf(signed: SignedData): ChainedCertificate[] {
  return (signed.certificates ?? [])
    .slice(0, MAX_CERTIFICATES)
    .flatMap((certificate) => (certificate instanceof Certificate ? [{ certificate, der: derOf(certificate) }] : []));
}

function isSigner(certificate: Certificate, { sid }: SignerInfo): boolean {
  if (sid instanceof IssuerAndSerialNumber) {
    return certificate.issuer.isEqual(sid.issuer) && certificate.serialNumber.isEqual(sid.serialNumber);
  }
  const extension = certificate.extensions?.find(({ extnID }) => extnID === "2.5.29.14");
  const wanted: unknown = sid?.valueBlock?.valueHexView ?? sid?.valueBlock?.value?.[0]?.valueBlock?.valueHexView;
  const own: unknown = extension?.parsedValue?.valueBlock?.valueHexView;
  return wanted instanceof Uint8Array && own instanceof Uint8Array && isEqual(wanted, own);
}

function attributeProblems(attributes: readonly Attribute[], digest: Uint8Array, own: Uint8Array): string[] {
  const problems: string[] = [];
  const stated = bytesOf(soleValue(attributes, OID.messageDigest));
  if (!stated) problems.push("It does not state the digest of what it covers.");
  else if (!isEqual(stated, digest)) problems.push("What it covers was changed after it was made.");
  const reference = certificateReference(attributes);
  if (reference && !isEqual(reference.hash, hashed(reference.algorithm, own))) {
    problems.push("It was made with a certificate other than the one that it carries.");
  }
  return problems;
}

/** The hash of the signer's certificate (RFC 5035, 3 and 4). */
function certificateReference(attributes: readonly Attribute[]): { algorithm: string; hash: Uint8Array } | undefined {
  for (const [type, fallback] of [
    [OID.signingCertificateV2, "sha256"],
    [OID.signingCertificate, "sha1"],
  ] as const) {
    const first = childrenOf(childrenOf(childrenOf(soleValue(attributes, type))[0])[0]);
    const named = first.find((item) => item instanceof Sequence);
    const oid = named && String(childrenOf(named)[0]?.valueBlock ?? "");
    const hash = first.find((item) => item instanceof OctetString);
    const algorithm = first[0] instanceof Sequence && oid ? HASHES[oid]?.node : fallback;
    if (hash instanceof OctetString && algorithm) return { algorithm, hash: new Uint8Array(hash.getValue()) };
  }
  return undefined;
}

function soleValue(attributes: readonly Attribute[], wanted: string): unknown {
  const attribute = attributes.find(({ type }) => type === wanted);
  return attribute?.values.length === 1 ? attribute.values[0] : undefined;
}

interface Asn1Value {
  valueBlock: unknown;
}

function childrenOf(value: unknown): Asn1Value[] {
  return value instanceof Sequence ? value.valueBlock.value : [];
}

function bytesOf(value: unknown): Uint8Array | undefined {
  return value instanceof OctetString ? new Uint8Array(value.getValue()) : undefined;
}

function timeOf(attributes: readonly Attribute[]): Date | undefined {
  const value = soleValue(attributes, OID.signingTime);
  if (typeof value !== "object" || value === null || !("toDate" in value) || typeof value.toDate !== "function")
    return undefined;
  const date: unknown = value.toDate();
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date : undefined;
}

function timestampOf({ unsignedAttrs, signature }: SignerInfo): VerifiedSignedData["timestamp"] {
  const token = unsignedAttrs?.attributes.find(({ type }) => type === OID.timestampToken)?.values[0];
  if (!(token instanceof Sequence)) return undefined;
  return { token: new Uint8Array(token.toBER(false)), value: new Uint8Array(signature.valueBlock.valueHexView) };
}

async function signatureHolds(
  signer: SignerInfo,
  signedBytes: BufferSource,
  certificate: Certificate,
  hash: string,
): Promise<boolean> {
  try {
    return await getCrypto(true).verifyWithPublicKey(
      signedBytes,
      signer.signature,
      certificate.subjectPublicKeyInfo,
      signer.signatureAlgorithm,
      hash,
    );
  } catch {
    // an algorithm or key that WebCrypto does not have, or one that lies about itself
    return false;
  }
}

/** From the signer to the root, each signed by the next. */
async function chainOf(own: ChainedCertificate, all: readonly ChainedCertificate[]) {
  const chain = [own];
  const rest = new Set(all.filter((each) => each !== own));
  for (let last = own; ; ) {
    const { certificate } = last;
    if (certificate.issuer.isEqual(certificate.subject)) {
      return { chain, isComplete: true, isBroken: !(await isSignedBy(certificate, certificate)) };
    }
    const candidates = [...rest].filter((each) => each.certificate.subject.isEqual(certificate.issuer));
    if (candidates.length === 0) return { chain, isComplete: false, isBroken: false };
    let next: ChainedCertificate | undefined;
    for (const candidate of candidates) {
      if (isAuthority(candidate.certificate) && (await isSignedBy(certificate, candidate.certificate)))
        next ??= candidate;
    }
    if (!next) return { chain, isComplete: false, isBroken: true };
    rest.delete(next);
    chain.push(next);
    last = next;
  }
}

/**
 * Whether a certificate may sign others (RFC 5280, 4.2.1.9): otherwise everybody who has one could vouch for anybody.
 * Roots from the time before extensions vouch for themselves.
 */
export function isAuthority(certificate: Certificate): boolean {
  if (!certificate.extensions) return certificate.issuer.isEqual(certificate.subject);
  const constraints = certificate.extensions?.find(({ extnID }) => extnID === "2.5.29.19")?.parsedValue;
  return constraints instanceof BasicConstraints && constraints.cA;
}

/** Whether a certificate is signed by the key of another one. */
export async function isSignedBy(certificate: Certificate, issuer: Certificate): Promise<boolean> {
  try {
    return await certificate.verify(issuer);
  } catch {
    return false;
  }
}

export function hashed(nodeAlgorithm: string, bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash(nodeAlgorithm).update(bytes).digest());
}

export function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
