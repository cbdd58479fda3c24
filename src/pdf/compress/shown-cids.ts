import type { PdfDocument } from "../document.ts";
import type { FontUser } from "./font-programs.ts";

/**
 * Character identifiers that a composite font shows (ISO 32000-2, 9.7.5). Undefined for predefined CMaps other than
 * Identity, which are not at hand.
 */
export function shownCids(document: PdfDocument, { font, shown }: FontUser): ReadonlySet<number> | undefined {
  const encoding = document.name(font.get("Encoding"));
  if (encoding === "Identity-H" || encoding === "Identity-V") return shown?.pairs ?? new Set();
  return undefined;
}
