import type { PdfDocument } from "../document.ts";
import { PdfDict } from "../objects.ts";

/**
 * Removes usage rights (12.8.2.3): they are valid only for the very bytes of the file, and readers refuse to save a
 * file whose rights do not fit. Rights are not the signature of a person.
 */
export function dropUsageRights(document: PdfDocument): void {
  const permissions = document.dict(document.catalog.get("Perms"));
  if (!(permissions instanceof PdfDict)) return;
  permissions.delete("UR");
  permissions.delete("UR3");
  if (permissions.size === 0) document.catalog.delete("Perms");
}
