import type { ByteSource } from "../byte-source.ts";
import { dropUsageRights } from "../compress/usage-rights.ts";
import { type OpenOptions, openPdf, openPdfSource, type PdfDocument } from "../document.ts";

/**
 * Opens a PDF that will be written anew. Usage rights are valid only for the very bytes of a file; viewers complain
 * about a changed file that still claims them.
 */
export function openForChange(bytes: Uint8Array, options: OpenOptions): PdfDocument {
  const document = openPdf(bytes, options);
  dropUsageRights(document);
  return document;
}

/** {@link openForChange} for a PDF that may be too large to be held; see {@link openPdfSource}. */
export async function openSourceForChange(
  source: ByteSource,
  options: OpenOptions & { wholeFileBytes?: number },
): Promise<PdfDocument> {
  const document = await openPdfSource(source, options);
  dropUsageRights(document);
  return document;
}
