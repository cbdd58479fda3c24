import type { PdfDocument } from "../document.ts";
import { signedFields } from "./read-signatures.ts";

/** True if a signature or certification covers the document (ISO 32000-2, 12.8): any change of its bytes breaks it. */
export function isSigned(document: PdfDocument): boolean {
  if (document.dict(document.catalog.get("Perms"))?.has("DocMDP")) return true;
  return signedFields(document).some(({ value }) => value.has("ByteRange"));
}

/**
 * What to say about signed files that become part of another: their signatures are valid only for the very bytes that
 * they cover.
 */
export function brokenSignatures(inputs: readonly { name: string; document: PdfDocument }[]): string[] {
  return inputs
    .filter(({ document }) => isSigned(document))
    .map(({ name }) => `${name}: The file is signed; its signatures do not hold in the combined file.`);
}
