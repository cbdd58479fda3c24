import type { PdfDocument } from "../document.ts";
import { isName, type PdfDict, type PdfObject } from "../objects.ts";
import { decodeText } from "../text-strings.ts";

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

/** A field, or a part of one, and what is above it, from itself on. */
export function levelsOf(
  document: PdfDocument,
  object: PdfObject,
  field: PdfDict,
): { object: PdfObject; entries: PdfDict }[] {
  const levels: { object: PdfObject; entries: PdfDict }[] = [];
  let next: { object: PdfObject; entries: PdfDict } | undefined = { object, entries: field };
  while (next && levels.length < MAX_LEVELS) {
    levels.push(next);
    const parent: PdfObject = next.entries.get("Parent") ?? null;
    const above = document.dict(parent);
    next = above && { object: parent, entries: above };
  }
  return levels;
}

/** Whether an annotation of a page shows a signature field, whether or not the form lists it. */
export function isSignatureWidget(document: PdfDocument, annotation: PdfDict): boolean {
  return isName(document.resolve(annotation.get("Subtype")), "Widget") && isSignatureField(document, annotation);
}

/** Whether a field or its part is a signature field: the type may be that of a parent. */
export function isSignatureField(document: PdfDocument, field: PdfDict): boolean {
  return isName(document.resolve(inheritedEntry(document, field, "FT")), "Sig");
}

/** The name of a field below others (ISO 32000-2, 12.7.4.2); parts without a name of their own have that above. */
export function nameBelow(document: PdfDocument, above: string, entries: PdfDict): string {
  const title = document.string(entries.get("T"));
  const part = title && decodeText(title);
  return part === undefined ? above : above === "" ? part : `${above}.${part}`;
}
