import { name, type PdfObject } from "../objects.ts";

/** Entries that every image XObject has (ISO 32000-2, table 87). */
export function imageEntries(width: number, height: number, bits: number, space: PdfObject): Record<string, PdfObject> {
  return {
    Type: name("XObject"),
    Subtype: name("Image"),
    Width: width,
    Height: height,
    BitsPerComponent: bits,
    ColorSpace: space,
  };
}
