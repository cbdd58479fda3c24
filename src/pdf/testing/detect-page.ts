import { detectFields } from "../detect/detect-fields.ts";
import { openPdf } from "../document.ts";
import { buildFile, type FileObject } from "./build-file.ts";

/** A page of 400 x 300 points with this content; F is Helvetica, Z is ZapfDingbats, X is object 20. */
export function pageOf(content: string, page = "", objects: Record<number, FileObject> = {}): Uint8Array {
  return buildFile({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Kids[10 0 R]/Count 1/MediaBox[0 0 400 300]/Resources<</Font<</F 3 0 R/Z 4 0 R>>/XObject<</X 20 0 R>>>>>>",
    3: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    4: "<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>",
    10: `<</Type/Page/Parent 2 0 R/Contents 11 0 R${page}>>`,
    11: { entries: "", bytes: content },
    ...objects,
  });
}

export const words = (x: number, y: number, text: string, font = "F"): string =>
  `BT /${font} 10 Tf ${x} ${y} Td (${text}) Tj ET `;

export const found = (file: Uint8Array) => detectFields(openPdf(file)).fields;

/** Kind, name and box in whole points of each field. */
export const shortly = (file: Uint8Array) =>
  found(file).map(({ kind, name, box }) => [kind, name, box.map(Math.round)]);
