import type { PdfDocument } from "../document.ts";
import { PdfDict, type PdfObject, PdfRef, PdfStream } from "../objects.ts";

const MAX_DEPTH = 16;

/** Visits every dictionary of the document, including those of streams and nested ones. */
export function everyDictionary(
  document: PdfDocument,
  visit: (entries: PdfDict, object: PdfRef | undefined) => void,
): void {
  const go = (object: PdfObject, reference: PdfRef | undefined, depth: number): void => {
    document.work.charge("object");
    if (depth > MAX_DEPTH) return;
    const entries = object instanceof PdfStream ? object.dict : object;
    if (entries instanceof PdfDict) {
      visit(entries, reference);
      for (const value of entries.values()) go(value, undefined, depth + 1);
    } else if (Array.isArray(entries)) for (const item of entries) go(item, undefined, depth + 1);
  };
  for (const number of document.objects.numbers()) go(document.objects.get(number), new PdfRef(number), 0);
}
