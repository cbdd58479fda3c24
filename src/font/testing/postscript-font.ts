import { readTrueType, viewOf, writeTrueType } from "../opentype/sfnt.ts";
import { testCff } from "./cff-font.ts";
import { arimo } from "./fonts.ts";

const ADVANCES = [500, 600, 700, 800];
const CHARACTERS = [0x41, 0x42, 0x43];

/**
 * An OpenType font with outlines of PostScript, 600, 700 and 800 thousandths wide: A, B and C, unless it has other
 * characters.
 *
 * @param further tables that it also has
 */
export function postScriptFont(
  characters: readonly number[] = CHARACTERS,
  further: Readonly<Record<string, Uint8Array>> = {},
): Uint8Array {
  const tables = readTrueType(arimo);
  const copy = (tag: string) => (tables?.get(tag) ?? new Uint8Array()).slice();
  const [head, hhea, maxp] = [copy("head"), copy("hhea"), Uint8Array.of(0, 0, 0x50, 0, 0, 4)];
  viewOf(head).setUint16(18, 1000);
  viewOf(hhea).setUint16(34, ADVANCES.length);
  const words = (...values: number[]) => values.flatMap((value) => [value >> 8, value & 0xff]);
  const cmap = [
    ...words(0, 1, 3, 10, 0, 12, 12, 0, 0, 16 + 12 * characters.length, 0, 0, 0, characters.length),
    ...characters.flatMap((code, index) => words(0, code, 0, code, 0, index + 1)),
  ];
  const font = writeTrueType(
    new Map([
      ["CFF ", testCff()],
      ["OS/2", copy("OS/2")],
      ["cmap", Uint8Array.from(cmap)],
      ["head", head],
      ["hhea", hhea],
      ["hmtx", Uint8Array.from(ADVANCES.flatMap((advance) => words(advance, 0)))],
      ["maxp", maxp],
      ...Object.entries(further),
    ]),
  );
  font.set(Buffer.from("OTTO"));
  return font;
}
