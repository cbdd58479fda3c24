import { addSecurityStore } from "../pdf/signature/security-store.ts";
import {
  bytesOfRange,
  digestOfRange,
  insertSignature,
  type PreparedFile,
  prepareSignature,
  type SigningOptions,
} from "../pdf/signature/sign-document.ts";
import type { WrittenPdf } from "../pdf/writer.ts";
import { CertificateChecks } from "./certificate-checks.ts";
import { type AskResponder, gatherValidationData } from "./gather-validation-data.ts";
import type { SigningIdentity } from "./identity.ts";
import { signDigest, type TimestampOf } from "./signed-data.ts";
import { NOTHING_COVERED, verifySignedData } from "./verify-signed-data.ts";

/** How a PDF is signed. */
export type SignPdfOptions = Omit<SigningOptions, "contentsBytes" | "statement"> & {
  statement: Omit<SigningOptions["statement"], "subFilter">;
  /** Where timestamps come from; without it the signature has none (PAdES B-B instead of B-T). */
  timestamp?: TimestampOf;
  /**
   * Whom to ask for what verifies the signature once nobody answers any longer (PAdES B-LT, which needs the timestamp).
   */
  longTerm?: { ask: AskResponder; now: Date } | undefined;
};

/** Attributes, key identifiers and the signature itself; keys have at most 1 KB. */
const OWN_BYTES = 3 * 1024;
/** Tokens carry the authority's certificates. */
const TIMESTAMP_BYTES = 16 * 1024;

/**
 * Signs a PDF: PAdES B-B, B-T with a timestamp, or B-LT (ETSI EN 319 142-1).
 * @param file its bytes, or a PDF that was just written and is open
 * @throws Failure those of both halves
 */
export async function signPdf(
  file: Uint8Array | WrittenPdf,
  identity: SigningIdentity,
  options: SignPdfOptions,
): Promise<{ bytes: Uint8Array; field: string }> {
  const certificates = identity.certificates.reduce((sum, { length }) => sum + length, 0);
  const prepared = prepareSignature(file, {
    ...options,
    statement: { ...options.statement, subFilter: "ETSI.CAdES.detached" },
    contentsBytes: OWN_BYTES + certificates + (options.timestamp ? TIMESTAMP_BYTES : 0),
  });
  const digest = (algorithm: string) => digestOfRange(prepared.bytes, prepared.range, algorithm);
  const signature = await signDigest(identity, digest, options.timestamp);
  const { field } = prepared;
  const { longTerm } = options;
  const bytes = insertSignature(prepared, signature);
  return { bytes: longTerm ? await withValidationData({ ...prepared, bytes }, longTerm) : bytes, field };
}

/** An update that follows the signature: what is known about it is not part of what it covers. */
async function withValidationData(
  { bytes, document, range }: PreparedFile,
  { ask, now }: NonNullable<SignPdfOptions["longTerm"]>,
): Promise<Uint8Array> {
  const contents = new Uint8Array(
    Buffer.from(Buffer.from(bytes.subarray(range[1] + 1, range[2] - 1)).toString("latin1"), "hex"),
  );
  const covered = {
    digest: (algorithm: string) => digestOfRange(bytes, range, algorithm),
    bytes: () => bytesOfRange(bytes, range),
  };
  const checks = new CertificateChecks();
  const own = await verifySignedData(contents, covered, checks);
  const stamp = own.timestamp && (await verifySignedData(own.timestamp.token, NOTHING_COVERED, checks));
  const data = await gatherValidationData([own.chain, stamp?.chain ?? []], ask, now, checks);
  return addSecurityStore({ bytes, document }, contents, data);
}
