import type { PdfDocument } from "../document.ts";
import { type PdfDict, PdfName } from "../objects.ts";

/** Glyph names by code from the Differences of a simple font's encoding (ISO 32000-2, 9.6.5.1). */
export function differencesOf(document: PdfDocument, font: PdfDict): Map<number, string> {
  const names = new Map<number, string>();
  const differences = document.array(document.dict(font.get("Encoding"))?.get("Differences"));
  let code = 0;
  for (const entry of differences ?? []) {
    const value = document.resolve(entry);
    if (typeof value === "number") code = value;
    else if (value instanceof PdfName) names.set(code++, value.value);
  }
  return names;
}
