import type { PdfDocument } from "../document.ts";
import { PdfDict, type PdfObject } from "../objects.ts";

const DEEPEST_FIELD = 32;

/** True when a signature or certification covers the document (ISO 32000-2, 12.8): any change of its bytes breaks it. */
export function isSigned(document: PdfDocument): boolean {
  if (document.dict(document.catalog.get("Perms"))?.has("DocMDP")) return true;
  const form = document.dict(document.catalog.get("AcroForm"));
  const seen = new Set<PdfDict>();
  const signed = (field: PdfObject, inheritedType: string | undefined, depth: number): boolean => {
    const entries = document.dict(field);
    if (!entries || seen.has(entries) || depth > DEEPEST_FIELD) return false;
    seen.add(entries);
    const type = document.name(entries.get("FT")) ?? inheritedType;
    if (type === "Sig" && document.dict(entries.get("V"))?.has("ByteRange")) return true;
    return (document.array(entries.get("Kids")) ?? []).some((kid) => signed(kid, type, depth + 1));
  };
  return (document.array(form?.get("Fields")) ?? []).some((field) => signed(field, undefined, 0));
}

/**
 * Takes usage rights away (12.8.2.3): they hold for the very bytes of the file, and readers refuse to save a file
 * whose rights do not fit. Rights are no signature of a person.
 */
export function dropUsageRights(document: PdfDocument): void {
  const permissions = document.dict(document.catalog.get("Perms"));
  if (!(permissions instanceof PdfDict)) return;
  permissions.delete("UR");
  permissions.delete("UR3");
  if (permissions.size === 0) document.catalog.delete("Perms");
}
