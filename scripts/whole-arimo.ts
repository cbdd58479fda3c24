import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { present } from "../src/domain/present.ts";
import { readCmap, unicodeSubtable } from "../src/font/opentype/cmap-table.ts";
import { readTrueType } from "../src/font/opentype/sfnt.ts";

type SubsetFont = (
  font: Buffer,
  text: string,
  options: { targetFormat: "truetype"; noHinting: true },
) => Promise<Buffer>;

export interface RemainingFace {
  /** Name of the file that was written. */
  name: string;
  weight: 400 | 700;
  italic: boolean;
  codePoints: readonly number[];
}

const FACES = [
  { file: "400Regular/Arimo_400Regular.ttf", weight: 400, italic: false },
  { file: "400Regular_Italic/Arimo_400Regular_Italic.ttf", weight: 400, italic: true },
  { file: "700Bold/Arimo_700Bold.ttf", weight: 700, italic: false },
  { file: "700Bold_Italic/Arimo_700Bold_Italic.ttf", weight: 700, italic: true },
] as const;

/** Invisible characters, the font's private ones, and the placeholder for objects. */
const LEFT_OUT = /[\p{C}\p{Zl}\p{Zp}\ufffc]/u;
const LAST = 0xffff;

/** Changes when the package does. */
export function wholeArimoVersion(): string {
  return fs.readFileSync(path.join(packageFolder(), "package.json"), "utf8");
}

/**
 * Writes what Arimo has and its web slices lack: per mille, daggers, fractions, arrows, lines of boxes, marks above and
 * below letters. Arial has them, and so do the documents.
 */
export async function writeRemainingArimo(
  folder: string,
  isInSlices: (codePoint: number) => boolean,
): Promise<RemainingFace[]> {
  const subsetFont: SubsetFont = createRequire(import.meta.url)("subset-font");
  const faces: RemainingFace[] = [];
  for (const { file, weight, italic } of FACES) {
    const font = fs.readFileSync(path.join(packageFolder(), file));
    const codePoints = codePointsOf(font).filter(
      (code) => !isInSlices(code) && !LEFT_OUT.test(String.fromCodePoint(code)),
    );
    const name = `arimo-remaining-${weight}-${italic ? "italic" : "normal"}.ttf`;
    const options = { targetFormat: "truetype", noHinting: true } as const;
    fs.writeFileSync(path.join(folder, name), await subsetFont(font, String.fromCodePoint(...codePoints), options));
    faces.push({ name, weight, italic, codePoints });
  }
  return faces;
}

function codePointsOf(font: Uint8Array): number[] {
  const cmap = present(unicodeSubtable(present(readCmap(present(readTrueType(font)?.get("cmap"))))));
  return Array.from({ length: LAST }, (_, code) => code).filter((code) => cmap.glyph(code) !== 0);
}

function packageFolder(): string {
  return path.dirname(createRequire(import.meta.url).resolve("@expo-google-fonts/arimo/package.json"));
}
