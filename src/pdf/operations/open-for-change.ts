import { dropUsageRights } from "../compress/signatures.ts";
import { type OpenOptions, openPdf, type PdfDocument } from "../document.ts";

/**
 * Opens a PDF that will be written anew. Usage rights hold for the very bytes of a file; viewers complain about a
 * changed file that still claims them.
 */
export function openForChange(bytes: Uint8Array, options: OpenOptions): PdfDocument {
  const document = openPdf(bytes, options);
  dropUsageRights(document);
  return document;
}
