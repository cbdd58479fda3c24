import { Failure } from "../../domain/failure.ts";
import type { WorkMeter } from "../../domain/work-meter.ts";
import { openPdf, type PdfDocument } from "../document.ts";
import { readSignatures } from "./read-signatures.ts";
import { isSigned } from "./signed-document.ts";

const END_OF_FILE = "%%EOF";

/**
 * A file as it was before its first signature, which was appended as an update (ISO 32000-2, 7.5.6). Undefined if it is
 * not signed, is encrypted, or if nothing before the signature is a file by itself.
 */
export function unsignedRevision(bytes: Uint8Array): Uint8Array | undefined {
  const document = openPdf(bytes);
  const range = document.encryption ? undefined : readSignatures(document, bytes)[0]?.range;
  if (!range) return undefined;
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, range[1]).lastIndexOf(END_OF_FILE);
  if (end === -1) return undefined;
  const before = bytes.subarray(0, end + END_OF_FILE.length);
  const earlier = opened(before, document.work);
  return earlier && !isSigned(earlier) && earlier.pages.length === document.pages.length ? before : undefined;
}

function opened(bytes: Uint8Array, meter: WorkMeter): PdfDocument | undefined {
  try {
    return openPdf(bytes, { meter });
  } catch (error) {
    if (error instanceof Failure && error.code !== "pdf_too_complex") return undefined;
    throw error;
  }
}
