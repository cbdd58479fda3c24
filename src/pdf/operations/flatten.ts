import { allAtOnce, type Steps } from "../../domain/steps.ts";
import type { OpenOptions, PdfDocument } from "../document.ts";
import { type DrawingFonts, fillSteps } from "../form/fill-form.ts";
import { flattenAnnotationSteps } from "../form/flatten.ts";
import { writePdf } from "../writer.ts";
import { openForChange } from "./open-for-change.ts";

/** Turns form fields and annotations into plain content; fields that have a value but no picture get one. */
export function flattenPdf(bytes: Uint8Array, options: OpenOptions = {}): Uint8Array {
  const document = openForChange(bytes, options);
  allAtOnce(flattenSteps(document));
  return writePdf(document);
}

/** {@link flattenPdf} in pieces, for an open document. @returns characters of values that no font has */
export function* flattenSteps(document: PdfDocument, fonts: DrawingFonts = {}): Steps<string[]> {
  const { missingCharacters } = yield* fillSteps(document, {}, { ...fonts, flatten: false });
  yield* flattenAnnotationSteps(document);
  return missingCharacters;
}
