import { createHash } from "node:crypto";
import { fromBER, OctetString, Sequence } from "asn1js";
import { type Attribute, Certificate, ContentInfo, IssuerAndSerialNumber, SignedData, type SignerInfo } from "pkijs";
import { appendAll } from "../domain/collections/long-lists.ts";
import type { Metered } from "../domain/work-meter.ts";
import { derOf, displayName } from "./certificate.ts";
import type { CertificateChecks, ChainedCertificate } from "./certificate-checks.ts";
import { derFromBer } from "./der.ts";
import { HASH_ALIASES, HASHES, type HashName, OID } from "./object-identifiers.ts";
import { type Verdict, verifyWithKey } from "./verify-with-key.ts";

/** What a signature (CMS) says and whether it is valid; what is wrong is stated in sentences. */
export interface VerifiedSignedData {
  /** What breaks it; empty if nothing does. */
  faults: string[];
  /** Why it cannot be said whether it is valid; empty if that can be said. */
  doubts: string[];
  /** What else is worth to be known. */
  remarks: string[];
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
const MAX_SIGNERS = 4;
/** More certificates are not looked at. */
const MAX_CERTIFICATES = 60;

/**
 * Verifies a signature (RFC 5652, 5.4 and 5.6; ETSI EN 319 102-1) but for trust and revocation: which roots are trusted
 * is for the caller to say.
 * @param contents CMS; what follows it, as in a PDF zeros do, is no part of it
 */
export async function verifySignedData(
  contents: Uint8Array,
  covered: Covered,
  checks: CertificateChecks,
): Promise<VerifiedSignedData> {
  if (contents.length > MAX_BYTES)
    return notVerified({ doubts: [`The signature has ${contents.length} bytes; at most ${MAX_BYTES} are read.`] });
  const signed = readSignedData(contents);
  if (!signed) return notVerified({ faults: ["The signature cannot be read: it is not CMS."] });
  const [first, ...others] = signed.signerInfos;
  if (!first) return notVerified({ faults: ["The signature has no signer."] });
  if (others.length >= MAX_SIGNERS)
    return notVerified({
      doubts: [`The signature has ${others.length + 1} signers; at most ${MAX_SIGNERS} are verified.`],
    });
  const certificates = certificatesOf(signed);
  const content = signed.encapContentInfo.eContent && new Uint8Array(signed.encapContentInfo.eContent.getValue());
  const verify = async (signer: SignerInfo) => await verifySigner(signer, certificates, content, covered, checks);
  const verified = await verify(first);
  // some writers sign twice over in one signature (ISO 32000-2, 12.8.3.3.1, has one): then both have to hold
  for (const other of others) {
    const { faults, doubts, chain } = await verify(other);
    appendAll(verified.faults, faults);
    appendAll(verified.doubts, doubts);
    const [own, another] = [verified.chain[0], chain[0]];
    if (own && another && !isEqual(own.der, another.der))
      verified.remarks.push(`It is signed by ${displayName(another.certificate.subject)}, too.`);
  }
  return verified;
}

async function verifySigner(
  signer: SignerInfo,
  certificates: readonly ChainedCertificate[],
  content: Uint8Array | undefined,
  covered: Covered,
  checks: CertificateChecks,
): Promise<VerifiedSignedData> {
  const { algorithmId } = signer.digestAlgorithm;
  const hash = HASHES[HASH_ALIASES[algorithmId] ?? algorithmId];
  if (!hash) return notVerified({ doubts: ["It uses a hash function that is not known here, or not safe."] });
  const own = certificates.find(({ certificate }) => isSigner(certificate, signer));
  const digest = content ? hashed(hash.node, content) : covered.digest(hash.node);
  const attributes = signer.signedAttrs?.attributes ?? [];
  const faults = attributes.length > 0 ? attributeProblems(attributes, digest, own?.der) : [];
  // whose it is cannot be said; that it is for something else can
  if (!own)
    return { ...notVerified({ doubts: ["It does not carry the certificate of its signer."] }), faults, content };
  const verdict = await signatureVerdict(signer, () => content ?? covered.bytes(), own.certificate, hash, checks.work);
  if (verdict === "fails") {
    faults.push(
      attributes.length > 0
        ? "The signature does not fit the key of its certificate."
        : "What it covers was changed after it was made, or the signature does not fit the key of its certificate.",
    );
  }
  const { chain, isComplete, fault, remark } = await checks.chainOf(own, certificates);
  return {
    faults,
    doubts: [...(typeof verdict === "string" ? [] : [verdict.unknown]), ...(fault ? [fault] : [])],
    remarks: remark ? [remark] : [],
    chain,
    isComplete,
    claimedTime: timeOf(attributes),
    timestamp: timestampOf(signer),
    hash: hash.subtle,
    content,
  };
}

function notVerified(why: { faults: string[] } | { doubts: string[] }): VerifiedSignedData {
  return {
    faults: [],
    doubts: [],
    remarks: [],
    chain: [],
    isComplete: false,
    claimedTime: undefined,
    timestamp: undefined,
    hash: undefined,
    content: undefined,
    ...why,
  };
}

/** Undefined if it is not CMS. What follows the CMS is not signed by anybody, and says nothing. */
function readSignedData(contents: Uint8Array): SignedData | undefined {
  try {
    const { result, offset } = fromBER(Uint8Array.from(contents));
    if (offset < 0) return undefined;
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

function attributeProblems(
  attributes: readonly Attribute[],
  digest: Uint8Array,
  own: Uint8Array | undefined,
): string[] {
  const problems: string[] = [];
  const stated = bytesOf(soleValue(attributes, OID.messageDigest));
  if (!stated) problems.push("It does not state the digest of what it covers.");
  else if (!isEqual(stated, digest)) problems.push("What it covers was changed after it was made.");
  const reference = certificateReference(attributes);
  if (reference && own && !isEqual(reference.hash, hashed(reference.algorithm, own))) {
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

async function signatureVerdict(
  signer: SignerInfo,
  contentBytes: () => Uint8Array,
  { subjectPublicKeyInfo }: Certificate,
  hash: HashName,
  work: Metered,
): Promise<Verdict> {
  const { signature, signatureAlgorithm, signedAttrs } = signer;
  const value = new Uint8Array(signature.getValue());
  const verify = async (bytes: Uint8Array) =>
    await verifyWithKey({ bytes, hash }, value, subjectPublicKeyInfo, signatureAlgorithm, work);
  // without attributes the content itself is signed (5.4)
  if (!signedAttrs) return await verify(contentBytes());
  const sent = new Uint8Array(signedAttrs.encodedValue);
  const verdict = await verify(sent);
  if (verdict !== "fails") return verdict;
  // they are signed in DER, though they may be sent in BER
  const der = derFromBer(sent);
  return der && !isEqual(der, sent) ? await verify(der) : "fails";
}

export function hashed(nodeAlgorithm: string, bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash(nodeAlgorithm).update(bytes).digest());
}

export function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
