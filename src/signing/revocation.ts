import { createHash } from "node:crypto";
import { fromBER } from "asn1js";
import { AlgorithmIdentifier, Certificate, ExtKeyUsage } from "pkijs";
import type { Metered } from "../domain/work-meter.ts";
import type { CertificateChecks } from "./certificate-checks.ts";
import { contentOf, DER, type DerValue, identifierIn, readDer, timeIn, valuesIn, wholeOf } from "./der.ts";
import { HASHES } from "./object-identifiers.ts";
import { verifyWithKey } from "./verify-with-key.ts";

/** What an authority says about one certificate: an OCSP answer (RFC 6960) or a list of revoked ones (RFC 5280, 5). */
export interface RevocationStatement {
  status: "good" | "revoked" | "unknown";
  /** From when on the statement is valid, and until when it is current. */
  from: Date;
  until: Date | undefined;
  revokedAt: Date | undefined;
}

/** Answers have some kilobytes with the responder's certificate. */
export const MAX_OCSP_BYTES = 64 * 1024;
export const MAX_CRL_BYTES = 4 * 1024 * 1024;

const BASIC_OCSP = "1.3.6.1.5.5.7.48.1.1";
const OCSP_SIGNING = "1.3.6.1.5.5.7.3.9";
const EXTENDED_KEY_USAGE = "2.5.29.37";
const DELTA_CRL = "2.5.29.27";
const ISSUING_DISTRIBUTION_POINT = "2.5.29.28";
const SUCCESSFUL = 0;

/** What an OCSP answer says; undefined if it is not about this certificate and by its issuer. */
export async function ocspStatement(
  answer: Uint8Array,
  subject: Certificate,
  issuer: Certificate,
  checks: CertificateChecks,
): Promise<RevocationStatement | undefined> {
  const basic = answer.length > MAX_OCSP_BYTES ? undefined : basicResponse(answer);
  const [data, algorithm, signature, certificates] = [...valuesIn(basic)];
  if (!data || !algorithm || !signature) return undefined;
  const statement = statementOf(data, subject, issuer);
  if (!statement) return undefined;
  for (const responder of [issuer, ...(await delegates(certificates, issuer, checks))]) {
    if (await isSigned(data, algorithm, signature, responder, checks.work)) return statement;
  }
  return undefined;
}

/** The statement about a certificate, among those about others. */
function statementOf(data: DerValue, subject: Certificate, issuer: Certificate): RevocationStatement | undefined {
  const responses = [...valuesIn(data)].find(({ tag }) => tag === DER.sequence);
  for (const response of valuesIn(responses)) {
    const [id, status, from, ...more] = [...valuesIn(response)];
    const since = timeIn(from);
    if (!id || !status || !since || !isOf(id, subject, issuer)) continue;
    const [until] = [...valuesIn(more.find(({ tag }) => tag === DER.context))];
    const [revokedAt] = [...valuesIn(status)];
    const isRevoked = status.tag === DER.context + 1;
    return {
      status: isRevoked ? "revoked" : status.tag === DER.primitiveContext ? "good" : "unknown",
      from: since,
      until: timeIn(until),
      revokedAt: isRevoked ? timeIn(revokedAt) : undefined,
    };
  }
  return undefined;
}

function basicResponse(answer: Uint8Array): DerValue | undefined {
  const [status, body] = [...valuesIn(readDer(answer))];
  if (status?.tag !== DER.enumerated || contentOf(status)[0] !== SUCCESSFUL) return undefined;
  const [outer] = [...valuesIn(body)];
  const [type, octets] = [...valuesIn(outer)];
  if (!type || octets?.tag !== DER.octetString || identifierIn(type) !== BASIC_OCSP) return undefined;
  return readDer(answer, octets.content, octets.end);
}

/** Those that the issuer lets answer in its place (RFC 6960, 4.2.2.2). */
async function delegates(
  certificates: DerValue | undefined,
  issuer: Certificate,
  checks: CertificateChecks,
): Promise<Certificate[]> {
  const [list] = [...valuesIn(certificates)];
  const found: Certificate[] = [];
  for (const each of [...valuesIn(list)].slice(0, 10)) {
    const certificate = certificateIn(each);
    const usage = certificate?.extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE)?.parsedValue;
    if (!certificate || !(usage instanceof ExtKeyUsage) || !usage.keyPurposes.includes(OCSP_SIGNING)) continue;
    if (certificate.issuer.isEqual(issuer.subject) && (await checks.isSignedBy(certificate, issuer))) {
      found.push(certificate);
    }
  }
  return found;
}

function certificateIn(value: DerValue): Certificate | undefined {
  try {
    return Certificate.fromBER(wholeOf(value).slice());
  } catch {
    return undefined;
  }
}

/** By the hashes of the issuer's name and key, and the serial number (RFC 6960, 4.1.1). */
function isOf(id: DerValue, subject: Certificate, issuer: Certificate): boolean {
  const [algorithm, nameHash, keyHash, serial] = [...valuesIn(id)];
  const [oid] = [...valuesIn(algorithm)];
  const hash = oid && HASHES[identifierIn(oid) ?? ""]?.node;
  if (!hash || !nameHash || !keyHash || !serial) return false;
  const digest = (bytes: BufferSource) =>
    createHash(hash)
      .update(Buffer.from(bytes as ArrayBuffer))
      .digest();
  return (
    isSame(contentOf(nameHash), digest(issuer.subject.toSchema().toBER(false))) &&
    isSame(
      contentOf(keyHash),
      digest(issuer.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView.slice().buffer),
    ) &&
    isSame(contentOf(serial), serialOf(subject))
  );
}

const serialOf = ({ serialNumber }: Certificate) => new Uint8Array(serialNumber.valueBlock.valueHexView);

/**
 * What a list of revoked certificates says about one; undefined if it is not the list of its issuer, or not the part of
 * it that would name this certificate.
 */
export async function crlStatement(
  list: Uint8Array,
  subject: Certificate,
  issuer: Certificate,
  checks: CertificateChecks,
): Promise<RevocationStatement | undefined> {
  if (list.length > MAX_CRL_BYTES) return undefined;
  const [data, algorithm, signature] = [...valuesIn(readDer(list))];
  if (!data || !algorithm || !signature) return undefined;
  const values = [...valuesIn(data)];
  if (values[0]?.tag === DER.integer) values.shift();
  const [, name, thisUpdate, ...rest] = values;
  const from = timeIn(thisUpdate);
  if (!name || !from || !isSame(wholeOf(name), new Uint8Array(issuer.subject.toSchema().toBER(false))))
    return undefined;
  const until = timeIn(rest[0]);
  const entries = rest.find(({ tag }) => tag === DER.sequence);
  const extensions = rest.find(({ tag }) => tag === DER.context);
  if (!coversCertificate(extensions, subject)) return undefined;
  if (!(await isSigned(data, algorithm, signature, issuer, checks.work))) return undefined;
  const wanted = serialOf(subject);
  for (const entry of valuesIn(entries)) {
    const serial = readDer(entry.bytes, entry.content, entry.end);
    if (!serial || !isSame(contentOf(serial), wanted)) continue;
    return { status: "revoked", from, until, revokedAt: timeIn(readDer(entry.bytes, serial.end, entry.end)) };
  }
  return { status: "good", from, until, revokedAt: undefined };
}

/** Not for lists of only what is new, of other authorities, of only some reasons, or of other certificates. */
function coversCertificate(extensions: DerValue | undefined, subject: Certificate): boolean {
  const [list] = [...valuesIn(extensions)];
  for (const extension of valuesIn(list)) {
    const [oid, ...more] = [...valuesIn(extension)];
    const type = oid && identifierIn(oid);
    if (type === DELTA_CRL) return false;
    const octets = more.at(-1);
    if (type !== ISSUING_DISTRIBUTION_POINT || !octets) continue;
    const parts = [...valuesIn(readDer(octets.bytes, octets.content, octets.end))];
    const [place] = parts;
    if (parts.some(({ tag }) => tag > DER.primitiveContext + 1 && tag < DER.context)) return false;
    if (place?.tag !== DER.context) continue;
    const written = Buffer.from(contentOf(place)).toString("latin1");
    if (!addressesIn(subject, CRL_DISTRIBUTION_POINTS).some((address) => written.includes(address))) return false;
  }
  return true;
}

async function isSigned(
  data: DerValue,
  algorithm: DerValue,
  signature: DerValue,
  { subjectPublicKeyInfo }: Certificate,
  work: Metered,
): Promise<boolean> {
  const signatureAlgorithm = algorithmIn(algorithm);
  if (!signatureAlgorithm) return false;
  const signed = { bytes: wholeOf(data) };
  // the first byte says how many bits of the last one are unused
  const value = contentOf(signature).slice(1);
  return (await verifyWithKey(signed, value, subjectPublicKeyInfo, signatureAlgorithm, work)) === "holds";
}

function algorithmIn(algorithm: DerValue): AlgorithmIdentifier | undefined {
  try {
    return new AlgorithmIdentifier({ schema: fromBER(wholeOf(algorithm).slice()).result });
  } catch {
    return undefined;
  }
}

export const CRL_DISTRIBUTION_POINTS = "2.5.29.31";
const AUTHORITY_ACCESS = "1.3.6.1.5.5.7.1.1";
/** `uniformResourceIdentifier` of a GeneralName. */
const URI_TAG = DER.primitiveContext + 6;

/** Where OCSP answers come from, and where the issuer's certificate is. */
export const ACCESS = { ocsp: "1.3.6.1.5.5.7.48.1", issuer: "1.3.6.1.5.5.7.48.2" } as const;

/** Addresses with http in an extension of a certificate. */
export function addressesIn(certificate: Certificate, extension: typeof CRL_DISTRIBUTION_POINTS): string[] {
  const found = certificate.extensions?.find(({ extnID }) => extnID === extension);
  return found ? addressesWithin(readDer(new Uint8Array(found.extnValue.getValue())), 0) : [];
}

/** Addresses with http that an extension of a certificate gives for one purpose (RFC 5280, 4.2.2.1). */
export function accessAddresses(certificate: Certificate, purpose: string): string[] {
  const found = certificate.extensions?.find(({ extnID }) => extnID === AUTHORITY_ACCESS);
  if (!found) return [];
  return [...valuesIn(readDer(new Uint8Array(found.extnValue.getValue())))].flatMap((description) => {
    const [method, place] = [...valuesIn(description)];
    return method && place && identifierIn(method) === purpose ? addressesWithin(place, 0) : [];
  });
}

function addressesWithin(value: DerValue | undefined, depth: number): string[] {
  if (!value || depth > 6) return [];
  if (value.tag === URI_TAG) {
    const address = Buffer.from(contentOf(value)).toString("latin1");
    return /^https?:\/\//i.test(address) ? [address] : [];
  }
  const isConstructed = (value.tag & 0x20) !== 0;
  return isConstructed ? [...valuesIn(value)].slice(0, 20).flatMap((each) => addressesWithin(each, depth + 1)) : [];
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
