import {
  digestOfRange,
  insertSignature,
  prepareSignature,
  type SigningOptions,
} from "../pdf/signature/sign-document.ts";
import type { SigningIdentity } from "./identity.ts";
import { signDigest, type TimestampOf } from "./signed-data.ts";

/** How a PDF is signed. */
export type SignPdfOptions = Omit<SigningOptions, "contentsBytes" | "statement"> & {
  statement: Omit<SigningOptions["statement"], "subFilter">;
  /** Where timestamps come from; without it the signature has none (PAdES B-B instead of B-T). */
  timestamp?: TimestampOf | undefined;
};

/** Attributes, key identifiers and the signature itself; keys have 1 KB at most. */
const OWN_BYTES = 3 * 1024;
/** Tokens carry the authority's certificates. */
const TIMESTAMP_BYTES = 16 * 1024;

/** Signs a PDF: PAdES B-B, or B-T with a timestamp (ETSI EN 319 142-1). @throws Failure those of both halves */
export async function signPdf(
  bytes: Uint8Array,
  identity: SigningIdentity,
  options: SignPdfOptions,
): Promise<{ bytes: Uint8Array; field: string }> {
  const certificates = identity.certificates.reduce((sum, { length }) => sum + length, 0);
  const prepared = prepareSignature(bytes, {
    ...options,
    statement: { ...options.statement, subFilter: "ETSI.CAdES.detached" },
    contentsBytes: OWN_BYTES + certificates + (options.timestamp ? TIMESTAMP_BYTES : 0),
  });
  const digest = (algorithm: string) => digestOfRange(prepared.bytes, prepared.range, algorithm);
  const signature = await signDigest(identity, digest, options.timestamp);
  return { bytes: insertSignature(prepared, signature), field: prepared.field };
}
