import { present } from "../../domain/present.ts";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import { type PdfDict, PdfStream } from "../objects.ts";

/** The streams of a page's `Contents` (ISO 32000-2, 7.7.3.3), in order. */
export function contentStreams(document: PdfDocument, page: PdfDict): PdfStream[] {
  const contents = document.resolve(page.get("Contents"));
  const parts = Array.isArray(contents) ? contents : [contents];
  return parts.map((part) => document.resolve(part)).filter((part) => part instanceof PdfStream);
}

/**
 * The decoded content of a page; streams are joined by line ends, as tokens never span two of them.
 * @throws Failure `pdf_too_complex`: one stream may be the content of all pages, many times
 */
export function pageContent(document: PdfDocument, page: PdfDict): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const stream of contentStreams(document, page)) {
    const { bytes, remaining } = decodeWithin(document, stream);
    if (remaining.length === 0) parts.push(bytes, Uint8Array.of(10));
  }
  return parts.length === 2 ? present(parts[0]) : Buffer.concat(parts);
}
