import fs from "node:fs";
import path from "node:path";
import type { SubstituteFace } from "../src/pdf/pdfa/substitute-fonts.ts";

const FACES = path.resolve(import.meta.dirname, "../public/faces");

/** The slices of a face that have what the encodings of simple fonts name. */
export function substituteFiles({ family, bold, italic }: SubstituteFace): Uint8Array[] {
  return ["latin", "latin-ext"].flatMap((slice) => {
    const face = `${family}-${slice}-${bold ? 700 : 400}-${italic ? "italic" : "normal"}.ttf`;
    const file = path.join(FACES, family, face);
    return fs.existsSync(file) ? [new Uint8Array(fs.readFileSync(file))] : [];
  });
}
