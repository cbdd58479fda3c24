import type { PdfDocument } from "../document.ts";
import { name, PdfDict } from "../objects.ts";
import { readElements } from "./structure-elements.ts";

/** Structure types that came with PDF 2.0 (ISO 32000-2, 14.8.4), by the closest type of PDF 1.7. */
const LATER_TYPES: Readonly<Record<string, string>> = {
  Aside: "Div",
  DocumentFragment: "Div",
  Em: "Span",
  Strong: "Span",
  Sub: "Span",
  Title: "P",
};

/**
 * Maps types of PDF 2.0 to those that PDF/A-2, PDF/A-3 and PDF/UA-1 know: browsers write Em and Strong without a
 * mapping. Unknown types stay as they are: what they mean cannot be guessed.
 */
export function mapLaterTypes(document: PdfDocument): void {
  const root = document.dict(document.catalog.get("StructTreeRoot"));
  if (!root) return;
  const later = new Set(readElements(document, root).map(({ type }) => type));
  const mapped = Object.entries(LATER_TYPES).filter(([type]) => later.has(type));
  if (mapped.length === 0) return;
  const roles = document.dict(root.get("RoleMap")) ?? new PdfDict();
  // types in a circle are refused
  for (const [type, standard] of mapped) if (!roles.has(type)) roles.set(type, name(standard));
  root.set("RoleMap", roles);
}
