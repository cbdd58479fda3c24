import { createHash } from "node:crypto";
import { BasicConstraints, type Certificate } from "pkijs";
import { type Metered, WorkMeter } from "../domain/work-meter.ts";
import { type Verdict, verifyWithKey } from "./verify-with-key.ts";

/** A certificate and the bytes it came in. */
export interface ChainedCertificate {
  certificate: Certificate;
  der: Uint8Array;
}

/** The certificates above a signer's. */
export interface Chain {
  /** The signer's own first, each issued by the next, which may issue it. */
  chain: ChainedCertificate[];
  /** Whether the last one of the chain vouches for itself. */
  isComplete: boolean;
  /** Why a certificate is not what it says: its signature is not that of the issuer that comes with it. */
  fault: string | undefined;
  /** Why the chain ends where it does, if that is worth a word. */
  remark: string | undefined;
}

/** A path through certificates is not followed further: those in use have three to five. */
const MAX_PATH = 10;

const AUTHORITY_KEY = "2.5.29.35";
const SUBJECT_KEY = "2.5.29.14";
const BASIC_CONSTRAINTS = "2.5.29.19";
const KEY_USAGE = "2.5.29.15";
/** `keyCertSign` in the first byte of the bits (RFC 5280, 4.2.1.3). */
const SIGNS_CERTIFICATES = 0x04;

/**
 * Who signed which certificate: each pair is verified once, however many signatures of a file carry the two. One such
 * object is passed down through all that verifies for a file.
 */
export class CertificateChecks {
  /** What verifying may cost; what is too much is left out. */
  readonly work: Metered;
  readonly #verdicts = new Map<string, Verdict>();

  constructor(work: Metered = new WorkMeter()) {
    this.work = work;
  }

  /** Whether a certificate is signed by the key of another one. */
  async isSignedBy(certificate: Certificate, issuer: Certificate): Promise<boolean> {
    return (await this.verdict(certificate, issuer)) === "holds";
  }

  async verdict(certificate: Certificate, issuer: Certificate): Promise<Verdict> {
    const key = `${printOf(certificate)} ${printOf(issuer)}`;
    const known = this.#verdicts.get(key);
    if (known) return known;
    const { tbsView, signatureValue, signatureAlgorithm } = certificate;
    const signature = signatureValue.valueBlock.valueHexView;
    const signed = { bytes: tbsView };
    const verdict = await verifyWithKey(signed, signature, issuer.subjectPublicKeyInfo, signatureAlgorithm, this.work);
    this.#verdicts.set(key, verdict);
    return verdict;
  }

  /** From a signer towards the root (RFC 5280, 6). @param all in any order */
  async chainOf(own: ChainedCertificate, all: readonly ChainedCertificate[]): Promise<Chain> {
    const chain = [own];
    const ends = (isComplete: boolean, fault?: string, remark?: string): Chain => ({
      chain,
      isComplete,
      fault,
      remark,
    });
    for (let last = own; chain.length < MAX_PATH; ) {
      const { certificate } = last;
      if (certificate.issuer.isEqual(certificate.subject)) {
        const verdict = await this.verdict(certificate, certificate);
        if (verdict !== "fails") return ends(true);
        // a certificate may have the name of its issuer and still be another's (RFC 5280, 3.2: self-issued)
        if (!all.some((each) => each !== last && each.certificate.subject.isEqual(certificate.issuer)))
          return ends(false, `The certificate of ${nameIn(certificate)} is not signed by itself, as it says.`);
      }
      const candidates = all
        .filter((each) => !chain.includes(each) && each.certificate.subject.isEqual(certificate.issuer))
        .sort((left, right) => keyMatch(certificate, right.certificate) - keyMatch(certificate, left.certificate));
      const found = await this.#issuerAmong(certificate, candidates);
      if (!found.issuer) return ends(false, found.fault, found.remark);
      chain.push(found.issuer);
      last = found.issuer;
    }
    return ends(false, undefined, `The chain of its certificate is longer than ${MAX_PATH}, and is not followed.`);
  }

  async #issuerAmong(certificate: Certificate, candidates: readonly ChainedCertificate[]) {
    let fault: string | undefined;
    let remark: string | undefined;
    for (const candidate of candidates) {
      const verdict = await this.verdict(certificate, candidate.certificate);
      if (verdict === "holds") {
        if (isAuthority(candidate.certificate)) return { issuer: candidate };
        remark = `${nameIn(candidate.certificate)} issued a certificate of its chain, but may not issue any.`;
      } else if (verdict !== "fails") remark ??= `Its chain is not followed to the end. ${verdict.unknown}`;
      // of another key of the same authority nothing else is to be expected
      else if (keyMatch(certificate, candidate.certificate) >= 0)
        fault ??= `The certificate of ${nameIn(certificate)} is not signed by ${nameIn(candidate.certificate)}, which it names.`;
    }
    return { issuer: undefined, fault: remark ? undefined : fault, remark };
  }
}

const prints = new WeakMap<Certificate, string>();

/** What tells certificates apart: the signed part and the signature. */
function printOf(certificate: Certificate): string {
  const known = prints.get(certificate);
  if (known) return known;
  const print = createHash("sha256")
    .update(certificate.tbsView)
    .update(new Uint8Array(certificate.signatureAlgorithm.toSchema().toBER(false)))
    .update(certificate.signatureValue.valueBlock.valueHexView)
    .digest("base64");
  prints.set(certificate, print);
  return print;
}

/** Whether the identifiers of keys say that one issued the other: 1; that it did not: -1; nothing: 0. */
function keyMatch(certificate: Certificate, issuer: Certificate): number {
  const wanted = parsed(certificate, AUTHORITY_KEY)?.keyIdentifier?.valueBlock?.valueHexView;
  const own = parsed(issuer, SUBJECT_KEY)?.valueBlock?.valueHexView;
  if (!(wanted instanceof Uint8Array && own instanceof Uint8Array)) return 0;
  return Buffer.compare(wanted, own) === 0 ? 1 : -1;
}

interface ParsedExtension {
  keyIdentifier?: { valueBlock?: { valueHexView?: unknown } };
  valueBlock?: { valueHexView?: unknown };
}

function parsed(certificate: Certificate, extension: string): ParsedExtension | undefined {
  const found: unknown = certificate.extensions?.find(({ extnID }) => extnID === extension)?.parsedValue;
  return typeof found === "object" && found !== null ? found : undefined;
}

function nameIn({ subject }: Certificate): string {
  const common = subject.typesAndValues.findLast(({ type }) => type === "2.5.4.3") ?? subject.typesAndValues.at(-1);
  return `"${String(common?.value.valueBlock.value ?? "").slice(0, 100)}"`;
}

/**
 * Whether a certificate may sign others (RFC 5280, 4.2.1.9): otherwise everybody who has one could vouch for anybody.
 * Roots from the time before extensions vouch for themselves, and so do those whose key says that it signs certificates
 * though nothing else does.
 */
export function isAuthority(certificate: Certificate): boolean {
  if (!certificate.extensions) return certificate.issuer.isEqual(certificate.subject);
  const constraints = certificate.extensions.find(({ extnID }) => extnID === BASIC_CONSTRAINTS)?.parsedValue;
  if (constraints instanceof BasicConstraints) return constraints.cA;
  const usage = parsed(certificate, KEY_USAGE)?.valueBlock?.valueHexView;
  return constraints === undefined && usage instanceof Uint8Array && ((usage[0] ?? 0) & SIGNS_CERTIFICATES) !== 0;
}

/**
 * Whether a certificate that the caller trusts may vouch for others: a root need not say that it is one, as long as it
 * does not say otherwise.
 */
export function isAnchor(certificate: Certificate): boolean {
  if (isAuthority(certificate)) return true;
  const saysWhat = certificate.extensions?.some(({ extnID }) => extnID === BASIC_CONSTRAINTS || extnID === KEY_USAGE);
  return !saysWhat && certificate.issuer.isEqual(certificate.subject);
}
