import { Failure } from "../domain/failure.ts";
import { truncatedKind } from "../image/truncated-image.ts";
import { indexOfWord } from "../pdf/byte-search.ts";
import type { PdfDocument } from "../pdf/document.ts";
import { findTruncation } from "../pdf/truncation.ts";

/** A whole PDF says within this many bytes of its end where its cross-reference is. */
export const PDF_TAIL_BYTES = 2_048;

/**
 * The warning about a PDF that ends early: what could be read of it is worked on.
 * @param tail the last bytes of the file, {@link PDF_TAIL_BYTES}: the whole file is searched only if they do not look
 * like an end
 * @throws Failure `pdf_damaged` where the content of all pages is missing
 */
export function truncationWarning(document: PdfDocument, tail: Uint8Array, name: string): string | undefined {
  const found = endsLikePdf(tail) ? undefined : findTruncation(document);
  if (!found) return undefined;
  if (!found.showsAnything) {
    const message = `The PDF "${name}" is cut off: nothing that its pages show is left. Send the whole file.`;
    throw new Failure("pdf_damaged", message);
  }
  const lost =
    found.pages < found.statedPages
      ? `only ${found.pages} of its ${found.statedPages} pages are there, and parts of these may be missing`
      : "its end is missing, and with it perhaps texts, pictures or fonts";
  return `"${name}" is cut off: ${lost}. Send the whole file.`;
}

export const endsLikePdf = (tail: Uint8Array): boolean => indexOfWord(tail, "startxref") >= 0;

/** The warning about a picture that ends early: it is drawn as far as it goes. */
export function truncatedImage(bytes: Uint8Array, name: string): string[] {
  const kind = truncatedKind(bytes);
  if (!kind) return [];
  return [`"${name}" is cut off: the end of the ${kind} is missing, and that part is not shown. Send the whole file.`];
}
