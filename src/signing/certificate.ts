import { createHash } from "node:crypto";
import { Certificate } from "pkijs";
import { Failure } from "../domain/failure.ts";

const MAX_CERTIFICATE_BYTES = 64 * 1024;

/** What a certificate says, in words. */
export interface CertificateSummary {
  subject: string;
  issuer: string;
  /** Hexadecimal. */
  serialNumber: string;
  validFrom: Date;
  validTo: Date;
  /** SHA-256 of the certificate, hexadecimal. */
  fingerprint: string;
}

/** @throws Failure `certificate_invalid` */
export function parseCertificate(der: Uint8Array): Certificate {
  if (der.length <= MAX_CERTIFICATE_BYTES) {
    try {
      return Certificate.fromBER(Uint8Array.from(der));
    } catch {
      // reported below
    }
  }
  throw new Failure("certificate_invalid", "The certificate cannot be read: it is not an X.509 certificate.");
}

/** Certificates of who signed lately, by their DER in base64; the oldest goes. */
const signers = new Map<string, Certificate>();
const MAX_SIGNERS = 50;

/** {@link parseCertificate} for who signs: who does it once does it again. What is returned is shared, and must not be changed. */
export function signerCertificate(der: Uint8Array): Certificate {
  const key = Buffer.from(der).toString("base64");
  const known = signers.get(key);
  if (known) return known;
  const certificate = parseCertificate(der);
  signers.set(key, certificate);
  const [oldest] = signers.keys();
  if (signers.size > MAX_SIGNERS && oldest !== undefined) signers.delete(oldest);
  return certificate;
}

/** Names of the attributes that people write (RFC 4519). */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  "2.5.4.3": "CN",
  "2.5.4.4": "SN",
  "2.5.4.5": "serialNumber",
  "2.5.4.6": "C",
  "2.5.4.7": "L",
  "2.5.4.8": "ST",
  "2.5.4.10": "O",
  "2.5.4.11": "OU",
  "2.5.4.42": "GN",
  "2.5.4.97": "organizationIdentifier",
  "1.2.840.113549.1.9.1": "emailAddress",
};

type Name = Certificate["subject"];

/** A distinguished name as RFC 4514 writes it, in the certificate's own order. */
function nameText(name: Name): string {
  return name.typesAndValues
    .map(({ type, value }) => `${ATTRIBUTES[type] ?? type}=${escaped(String(value.valueBlock.value ?? ""))}`)
    .join(", ");
}

/** The name that a person reads: the common name, or all of it. */
export function displayName(name: Name): string {
  const common = name.typesAndValues.findLast(({ type }) => type === "2.5.4.3");
  return common ? String(common.value.valueBlock.value) : nameText(name);
}

function escaped(value: string): string {
  return value.slice(0, 200).replace(/[,+"\\<>;=]/g, "\\$&");
}

export function summarize(certificate: Certificate, der: Uint8Array): CertificateSummary {
  return {
    subject: nameText(certificate.subject),
    issuer: nameText(certificate.issuer),
    serialNumber: Buffer.from(certificate.serialNumber.valueBlock.valueHexView).toString("hex"),
    validFrom: certificate.notBefore.value,
    validTo: certificate.notAfter.value,
    fingerprint: createHash("sha256").update(der).digest("hex"),
  };
}

/** The certificate as it was sent, byte for byte. */
export function derOf(certificate: Certificate): Uint8Array {
  return new Uint8Array(certificate.toSchema(false).toBER(false));
}

/** Whose signature it is. @param certificates DER, the signer's own first */
export function signerName([own]: readonly Uint8Array[]): string {
  return own ? displayName(signerCertificate(own).subject) : "";
}
