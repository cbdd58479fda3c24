import type { PdfDocument } from "../document.ts";
import { fillForm } from "../form/fill-form.ts";
import { flattenAnnotations } from "../form/flatten.ts";
import { writePdf } from "../writer.ts";
import { openForChange } from "./open-for-change.ts";

/** Turns form fields and annotations into plain content; fields that have a value but no picture get one. */
export function flattenPdf(bytes: Uint8Array, options: { password?: string | undefined } = {}): Uint8Array {
  const document = openForChange(bytes, options);
  flattenDocument(document);
  return writePdf(document);
}

/** {@link flattenPdf} for a document that is open. */
export function flattenDocument(document: PdfDocument): void {
  fillForm(document, {}, { flatten: false });
  flattenAnnotations(document);
}
