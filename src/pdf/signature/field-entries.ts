import type { PdfDocument } from "../document.ts";
import { isName, type PdfDict, type PdfObject } from "../objects.ts";

const MAX_LEVELS = 32;

/** An entry of a field, or of the nearest parent that has it; null if there is none. */
export function inheritedEntry(document: PdfDocument, field: PdfDict, key: string): PdfObject {
  let entries: PdfDict | undefined = field;
  for (let level = 0; entries && level < MAX_LEVELS; level++) {
    const value = entries.get(key);
    if (value !== undefined) return value;
    entries = document.dict(entries.get("Parent"));
  }
  return null;
}

/** Whether a field or its part is a signature field: the type may be that of a parent. */
export function isSignatureField(document: PdfDocument, field: PdfDict): boolean {
  return isName(document.resolve(inheritedEntry(document, field, "FT")), "Sig");
}
