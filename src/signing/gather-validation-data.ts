import { createHash } from "node:crypto";
import { OctetString } from "asn1js";
import { AlgorithmIdentifier, CertID, type Certificate, OCSPRequest, Request, TBSRequest } from "pkijs";
import { Failure } from "../domain/failure.ts";
import { displayName, parseCertificate } from "./certificate.ts";
import { type CertificateChecks, type ChainedCertificate, isAuthority } from "./certificate-checks.ts";
import {
  ACCESS,
  accessAddresses,
  addressesIn,
  CRL_DISTRIBUTION_POINTS,
  crlStatement,
  ocspStatement,
  type RevocationStatement,
} from "./revocation.ts";

/** What verifies a signature once nobody answers any longer: DER. */
export interface ValidationData {
  certificates: Uint8Array[];
  ocsps: Uint8Array[];
  crls: Uint8Array[];
}

/** A question to an authority: an OCSP request if it has a body. */
export interface AuthorityQuestion {
  url: string;
  kind: "ocsp" | "crl" | "certificate";
  body?: Uint8Array;
}

/** Asks an authority through the guarded fetch. @throws Failure of any kind if it does not answer */
export type AskResponder = (question: AuthorityQuestion) => Promise<Uint8Array>;

const SHA1 = "1.3.14.3.2.26";
/** Certificates for which no revocation is published: RFC 9608, and ETSI EN 319 412-1, 5.2. */
const NEVER_REVOKED = new Set(["2.5.29.56", "0.4.0.194121.2.1"]);
const MAX_CHAIN = 12;
/** A certificate that names more of a kind than this was made to have us query the whole world. */
const MAX_ADDRESSES = 3;
/** Clocks differ. */
const SKEW_MS = 5 * 60_000;

/**
 * Gathers what is known about the revocation of chains, and the certificates themselves: for each certificate but the
 * roots an OCSP answer or a list of revoked ones, from the addresses that it carries.
 * @param chains each from its signer on, as far as it is known
 * @throws Failure `signature_failed` if no authority answers as it should, `certificate_invalid` for certificates that
 * are revoked
 *   or name nobody to ask; both name the certificate
 */
export async function gatherValidationData(
  chains: readonly (readonly ChainedCertificate[])[],
  ask: AskResponder,
  now: Date,
  checks: CertificateChecks,
): Promise<ValidationData> {
  const data: ValidationData = { certificates: [], ocsps: [], crls: [] };
  const expected = new Set<string>();
  const known = chains.flat();
  for (const given of chains) {
    const chain = [...given];
    for (let index = 0; ; index++) {
      const own = chain[index];
      if (!own) break;
      if (index === MAX_CHAIN) unsuitable(own.certificate, `its chain has more than ${MAX_CHAIN} certificates`);
      const print = createHash("sha256").update(own.der).digest("hex");
      if (!expected.has(print)) data.certificates.push(own.der);
      if (own.certificate.issuer.isEqual(own.certificate.subject)) break;
      const issuer =
        chain[index + 1] ??
        (await issuerAmong(known, own.certificate, checks)) ??
        (await fetchedIssuer(own.certificate, ask, checks));
      chain[index + 1] = issuer;
      known.push(issuer);
      if (!expected.has(print)) await gatherRevocation(own.certificate, issuer.certificate, ask, now, data, checks);
      expected.add(print);
    }
  }
  return data;
}

/** Timestamps often have the root of the signer, but do not carry it. */
async function issuerAmong(
  known: readonly ChainedCertificate[],
  certificate: Certificate,
  checks: CertificateChecks,
): Promise<ChainedCertificate | undefined> {
  for (const each of known) {
    if (!each.certificate.subject.isEqual(certificate.issuer) || !isAuthority(each.certificate)) continue;
    if (await checks.isSignedBy(certificate, each.certificate)) return each;
  }
  return undefined;
}

async function fetchedIssuer(
  certificate: Certificate,
  ask: AskResponder,
  checks: CertificateChecks,
): Promise<ChainedCertificate> {
  const reasons: string[] = [];
  for (const url of firstOf(accessAddresses(certificate, ACCESS.issuer))) {
    try {
      const der = await ask({ url, kind: "certificate" });
      const issuer = parseCertificate(der);
      if (isAuthority(issuer) && (await checks.isSignedBy(certificate, issuer))) return { certificate: issuer, der };
      reasons.push("what is at its address is another one");
    } catch (error) {
      reasons.push(reasonOf(error));
    }
  }
  if (reasons[0] === undefined) {
    return unsuitable(certificate, "neither the identity nor an address in it has the certificate of its issuer");
  }
  throw new Failure(
    "signature_failed",
    `The signature cannot be made B-LT: the issuer of the certificate of ${whose(certificate)} could not be obtained: ${reasons[0]}.`,
  );
}

async function gatherRevocation(
  certificate: Certificate,
  issuer: Certificate,
  ask: AskResponder,
  now: Date,
  data: ValidationData,
  checks: CertificateChecks,
): Promise<void> {
  if (certificate.extensions?.some(({ extnID }) => NEVER_REVOKED.has(extnID))) return;
  const reasons: string[] = [];
  const sources = [
    ...firstOf(accessAddresses(certificate, ACCESS.ocsp)).map((url) => ({ url, kind: "ocsp" as const })),
    ...firstOf(addressesIn(certificate, CRL_DISTRIBUTION_POINTS)).map((url) => ({ url, kind: "crl" as const })),
  ];
  if (sources.length === 0) {
    unsuitable(certificate, "it has no address of an OCSP responder or of a list of revoked certificates");
  }
  for (const { url, kind } of sources) {
    const isOcsp = kind === "ocsp";
    let answer: Uint8Array;
    try {
      answer = await ask(isOcsp ? { url, kind, body: ocspRequest(certificate, issuer) } : { url, kind });
    } catch (error) {
      reasons.push(reasonOf(error));
      continue;
    }
    const statement = await (isOcsp ? ocspStatement : crlStatement)(answer, certificate, issuer, checks);
    if (statement?.status === "revoked") unsuitable(certificate, "it is revoked");
    const problem = problemOf(statement, now);
    if (problem === undefined) {
      (isOcsp ? data.ocsps : data.crls).push(answer);
      return;
    }
    reasons.push(problem);
  }
  throw new Failure(
    "signature_failed",
    `The signature cannot be made B-LT: nobody says whether the certificate of ${whose(certificate)} is revoked: ${reasons.join("; ")}.`,
  );
}

function problemOf(statement: RevocationStatement | undefined, now: Date): string | undefined {
  if (!statement) return "the answer is not about it, or not by its authority";
  if (statement.status !== "good") return `its authority says that it is ${statement.status}`;
  if (statement.from.getTime() > now.getTime() + SKEW_MS) return "the answer is dated in the future";
  if (statement.until && statement.until < now) return "the answer is out of date";
  return undefined;
}

function ocspRequest(certificate: Certificate, issuer: Certificate): Uint8Array {
  const digest = (bytes: ArrayBuffer) =>
    new OctetString({ valueHex: Uint8Array.from(createHash("sha1").update(new Uint8Array(bytes)).digest()).buffer });
  const id = new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA1 }),
    issuerNameHash: digest(issuer.subject.toSchema().toBER(false)),
    issuerKeyHash: digest(issuer.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView.slice().buffer),
    serialNumber: certificate.serialNumber,
  });
  const request = new OCSPRequest({ tbsRequest: new TBSRequest({ requestList: [new Request({ reqCert: id })] }) });
  return new Uint8Array(request.toSchema(true).toBER(false));
}

const reasonOf = (error: unknown): string => {
  if (error instanceof Failure) return error.message.replace(/\.$/, "");
  throw error;
};

const firstOf = (addresses: readonly string[]) => addresses.slice(0, MAX_ADDRESSES);

const whose = ({ subject }: Certificate) => displayName(subject);

function unsuitable(certificate: Certificate, reason: string): never {
  throw new Failure(
    "certificate_invalid",
    `The signature cannot be made B-LT with the certificate of ${whose(certificate)}: ${reason}.`,
  );
}
