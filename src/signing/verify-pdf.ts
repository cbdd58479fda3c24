import { appendAll, spliceAll } from "../domain/collections/long-lists.ts";
import { Failure } from "../domain/failure.ts";
import type { WorkMeter } from "../domain/work-meter.ts";
import { openPdf, type PdfDocument } from "../pdf/document.ts";
import { parseDate } from "../pdf/information.ts";
import { LATER_CHANGES, type LaterChange } from "../pdf/signature/change-rules.ts";
import { changedLockedFields } from "../pdf/signature/field-locks.ts";
import { LaterChanges } from "../pdf/signature/later-changes.ts";
import { type FoundSignature, MAX_SIGNATURES, readSignatures, signedFields } from "../pdf/signature/read-signatures.ts";
import { readSecurityStore, type SecurityStore } from "../pdf/signature/security-store.ts";
import { bytesOfRange, digestOfRange } from "../pdf/signature/sign-document.ts";
import { type CertificateSummary, displayName, parseCertificate, summarize } from "./certificate.ts";
import { CertificateChecks, type ChainedCertificate, isAnchor } from "./certificate-checks.ts";
import { HASHES } from "./object-identifiers.ts";
import { MAX_STATEMENTS, type Revocation, revocationOf } from "./revocation-of-chain.ts";
import { timestampInfo } from "./timestamp.ts";
import { hashed, isEqual, NOTHING_COVERED, verifySignedData } from "./verify-signed-data.ts";

/** What is known about one signature of a PDF. */
export interface SignatureReport {
  field: string;
  kind: "signature" | "certification" | "timestamp";
  /** Whether what it covers is as it was signed, by the key of its certificate: true if `status` is valid. */
  valid: boolean;
  /** Broken: it was tampered with, or is none. Unknown: it cannot be checked here. */
  status: "valid" | "broken" | "unknown";
  /** What is wrong, or why it cannot be checked, in sentences; empty if it is valid. */
  problems: string[];
  /** What is worth a look although it does not break the signature, in sentences. */
  remarks: string[];
  /** The name in the signer's certificate. */
  signer: string | null;
  certificate: CertificateSummary | null;
  /** The certificates above the signer's, as far as the file has them. */
  chain: CertificateSummary[];
  /** Whether the chain ends at one of the certificates that the caller trusts; null if none were given. */
  trusted: boolean | null;
  /** Whether the certificate was valid at the time of signing: that of the timestamp, else the claimed one. */
  certificateValid: boolean | null;
  /**
   * What the file's own store says about the chain at the time of signing: revoked if one of its certificates was; good
   * if none was, apart from the roots; unknown if the store does not say. Nobody is asked.
   */
  revocation: Revocation;
  /** The time that the signer's computer claims. */
  claimedTime: Date | null;
  /** A timestamp of an authority, if there is a valid one. */
  timestamp: { time: Date; authority: string | null } | null;
  hash: string | null;
  name: string | null;
  reason: string | null;
  location: string | null;
  contact: string | null;
  /** Whether nothing has been added to the file since. */
  coversWholeFile: boolean;
  /** What has been changed since. */
  changes: LaterChange[];
  /** Whether the author's signature, if there is one, and what this one locks allow that; content is never allowed. */
  changesAllowed: boolean;
}

export interface VerificationOptions {
  password?: string;
  /** DER: certificates that the caller trusts. */
  trusted?: readonly Uint8Array[];
  /** What the call may cost; absent: a budget of its own. */
  meter?: WorkMeter;
}

/** What keys and certificates may take of the budget: revisions are compared, too. */
const CHECKING_SHARE = 0.4;

/**
 * Verifies the signatures of a PDF (ISO 32000-2, 12.8; ETSI EN 319 142-1).
 * @throws Failure `certificate_invalid` for the certificates to be trusted, those of openPdf
 */
export async function verifyPdf(bytes: Uint8Array, options: VerificationOptions): Promise<SignatureReport[]> {
  const document = openPdf(bytes, { password: options.password, meter: options.meter });
  const found = readSignatures(document, bytes);
  if (found.length > MAX_SIGNATURES) {
    throw new Failure(
      "pdf_too_complex",
      `The PDF has ${found.length} signatures; at most ${MAX_SIGNATURES} are verified.`,
    );
  }
  const trusted = options.trusted?.map((der) => ({ certificate: parseCertificate(der), der }));
  const author = found.find(({ certification }) => certification !== undefined);
  const context: Context = {
    trusted,
    allowed: author?.certification,
    store: readSecurityStore(document),
    budget: { statements: MAX_STATEMENTS },
    checks: new CertificateChecks(document.work.share(CHECKING_SHARE)),
    later: new LaterChanges(bytes, document, { password: options.password, meter: document.work }),
  };
  const reports: SignatureReport[] = [];
  for (const signature of found) reports.push(await report(bytes, signature, context));
  return reports;
}

interface Context {
  trusted: readonly ChainedCertificate[] | undefined;
  /** What the author allows; undefined if no author has signed. */
  allowed: number | undefined;
  /** What the file carries for verification. */
  store: SecurityStore;
  budget: { statements: number };
  checks: CertificateChecks;
  later: LaterChanges;
}

const DETACHED = new Set(["adbe.pkcs7.detached", "ETSI.CAdES.detached", "ETSI.RFC3161"]);

async function report(bytes: Uint8Array, found: FoundSignature, context: Context): Promise<SignatureReport> {
  const { range, subFilter } = found;
  const { checks, later } = context;
  const isTimestamp = subFilter === "ETSI.RFC3161";
  const empty: SignatureReport = {
    field: found.field,
    kind: isTimestamp ? "timestamp" : found.certification === undefined ? "signature" : "certification",
    valid: false,
    status: "broken",
    problems: [],
    remarks: [],
    signer: null,
    certificate: null,
    chain: [],
    trusted: null,
    certificateValid: null,
    revocation: "unknown",
    claimedTime: parseDate(found.date),
    timestamp: null,
    hash: null,
    name: found.name ?? null,
    reason: found.reason ?? null,
    location: found.location ?? null,
    contact: found.contact ?? null,
    coversWholeFile: false,
    changes: [],
    changesAllowed: true,
  };
  if (!range) return { ...empty, problems: [found.rangeProblem ?? "It does not say what it covers."] };
  const end = range[2] + range[3];
  const coversWholeFile = bytes.subarray(end).every((byte) => byte === 10 || byte === 13 || byte === 32 || byte === 0);
  const since = coversWholeFile ? { changes: [], faults: [], remarks: [] } : later.since(end);
  const faults = [...since.faults];
  if (!coversWholeFile && !isFieldOf(later.revision(end), found))
    faults.push("The field that shows it was added or changed after it was made.");
  const { changes } = since;
  const revision = coversWholeFile ? undefined : later.revision(end);
  const unlocked = revision ? changedLockedFields(revision, later.now, found.locks.fields) : [];
  const allowed = Math.min(context.allowed ?? 3, found.locks.permission ?? 3);
  const changesAllowed = areAllowed(changes, allowed) && unlocked.length === 0;
  const compared = { coversWholeFile, changes, changesAllowed };
  const remarks = [...since.remarks, ...lockRemarks(unlocked)];
  if (!DETACHED.has(subFilter) && subFilter !== "adbe.pkcs7.sha1") {
    const doubts = [`Signatures of the kind ${subFilter || "(none)"} are not verified here.`];
    return { ...empty, ...compared, ...verdictOf(faults, doubts), remarks };
  }
  const digest = (algorithm: string) => digestOfRange(bytes, range, algorithm);
  const covered = { digest, bytes: () => bytesOfRange(bytes, range) };
  const verified = await verifySignedData(found.contents, covered, checks);
  spliceAll(faults, 0, 0, verified.faults);
  if (isTimestamp) appendAll(faults, imprintProblems(found.contents, digest));
  else if (subFilter === "adbe.pkcs7.sha1") {
    const fits = verified.content && isEqual(verified.content, digest("sha1"));
    if (!fits) faults.push("What it covers was changed after it was made.");
  } else if (verified.content) faults.push("It carries a text of its own instead of covering the file.");

  const own = verified.chain[0];
  const timestamp = isTimestamp ? stampedTime(found.contents, own) : await timestampOf(verified.timestamp, checks);
  const claimedTime = empty.claimedTime ?? verified.claimedTime ?? null;
  return {
    ...empty,
    ...compared,
    ...verdictOf(faults, verified.doubts),
    remarks: [...verified.remarks, ...remarks],
    signer: own ? displayName(own.certificate.subject) : null,
    certificate: own ? summarize(own.certificate, own.der) : null,
    chain: verified.chain.slice(1).map(({ certificate, der }) => summarize(certificate, der)),
    trusted: context.trusted ? await isTrusted(verified.chain, context.trusted, checks) : null,
    certificateValid: own ? wasValid(own, timestamp?.time ?? claimedTime) : null,
    revocation: await revocationOf(
      verified.chain,
      context.store,
      timestamp?.time ?? claimedTime,
      checks,
      context.budget,
    ),
    claimedTime,
    timestamp,
    hash: verified.hash ?? null,
  };
}

function verdictOf(
  faults: readonly string[],
  doubts: readonly string[],
): Pick<SignatureReport, "valid" | "status" | "problems"> {
  const status = faults.length > 0 ? "broken" : doubts.length > 0 ? "unknown" : "valid";
  return { valid: status === "valid", status, problems: [...new Set([...faults, ...doubts])] };
}

/** Whether the revision that a signature covers has it in the same field. */
function isFieldOf(revision: PdfDocument | undefined, { field, holder }: FoundSignature): boolean {
  return (
    revision !== undefined &&
    signedFields(revision).some((each) => each.field === field && each.holder?.number === holder?.number)
  );
}

/** Names in a sentence. */
const MAX_NAMES = 5;

function lockRemarks(fields: readonly string[]): string[] {
  const named = fields.slice(0, MAX_NAMES).map((field) => `"${field}"`);
  const more = fields.length > MAX_NAMES ? [`${fields.length - MAX_NAMES} more`] : [];
  const [last, ...others] = [...named, ...more].reverse();
  if (last === undefined) return [];
  const list = others.length > 0 ? `${others.reverse().join(", ")} and ${last}` : last;
  return [
    `The signature locks ${fields.length === 1 ? "the field" : "the fields"} ${list}, and the value was changed.`,
  ];
}

/** By what an author allows (ISO 32000-2, table 257). */
function areAllowed(changes: readonly LaterChange[], allowed: number): boolean {
  const most = { 1: 0, 2: 2, 3: 3 }[allowed] ?? 0;
  return changes.every((change) => LATER_CHANGES.indexOf(change) < most);
}

function imprintProblems(token: Uint8Array, digestOf: (algorithm: string) => Uint8Array): string[] {
  try {
    const { hashAlgorithm, hashedMessage } = timestampInfo(token).messageImprint;
    const hash = HASHES[hashAlgorithm.algorithmId];
    const stamped = new Uint8Array(hashedMessage.valueBlock.valueHexView);
    return hash && isEqual(stamped, digestOf(hash.node)) ? [] : ["What it covers was changed after it was made."];
  } catch (error) {
    if (error instanceof Failure) return ["It is not a timestamp."];
    throw error;
  }
}

async function timestampOf(
  stamped: { token: Uint8Array; value: Uint8Array } | undefined,
  checks: CertificateChecks,
): Promise<SignatureReport["timestamp"]> {
  if (!stamped) return null;
  const { faults, doubts, chain } = await verifySignedData(stamped.token, NOTHING_COVERED, checks);
  const imprint = imprintProblems(stamped.token, (algorithm) => hashed(algorithm, stamped.value));
  return faults.length + doubts.length + imprint.length > 0 ? null : stampedTime(stamped.token, chain[0]);
}

/** What a token says; null if it is none. */
function stampedTime(token: Uint8Array, own: ChainedCertificate | undefined): SignatureReport["timestamp"] {
  try {
    return { time: timestampInfo(token).genTime, authority: own ? displayName(own.certificate.subject) : null };
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

function wasValid({ certificate }: ChainedCertificate, time: Date | null): boolean | null {
  if (!time) return null;
  return certificate.notBefore.value <= time && time <= certificate.notAfter.value;
}

/** Whether one of the chain is trusted itself, or its last one is signed by one that is. */
async function isTrusted(
  chain: readonly ChainedCertificate[],
  trusted: readonly ChainedCertificate[],
  checks: CertificateChecks,
): Promise<boolean> {
  if (chain.some(({ der }) => trusted.some((root) => isEqual(root.der, der)))) return true;
  const last = chain.at(-1);
  if (!last) return false;
  for (const root of trusted) {
    if (
      isAnchor(root.certificate) &&
      root.certificate.subject.isEqual(last.certificate.issuer) &&
      (await checks.isSignedBy(last.certificate, root.certificate))
    ) {
      return true;
    }
  }
  return false;
}
