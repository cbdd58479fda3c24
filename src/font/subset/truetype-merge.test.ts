import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { readCmap, unicodeSubtable, writeUnicodeCmap } from "../opentype/cmap-table.ts";
import { componentGlyphs, glyphOffsets } from "../opentype/glyph-data.ts";
import { readTrueType, viewOf, writeTrueType } from "../opentype/sfnt.ts";
import { mergeTrueType } from "./truetype-merge.ts";

const words = (...values: number[]) => {
  const bytes = new Uint8Array(2 * values.length);
  for (const [index, value] of values.entries()) viewOf(bytes).setInt16(2 * index, value);
  return bytes;
};

/** A glyph without contours that is recognized by its box. */
const simple = (mark: number) => words(0, mark, 0, 0, 0, 0);
/** A glyph made of one other, moved by (1, 2). */
const composite = (part: number) => words(-1, 0, 0, 0, 0, 0, part, 0x0102);

/** A font of these glyphs, the first being the one for unknown characters; advances are 100 times the glyph number. */
function font(glyphs: Uint8Array[], characters: [code: number, glyph: number][], right = 500): Uint8Array {
  const head = new Uint8Array(54);
  viewOf(head).setUint16(18, 1000);
  viewOf(head).setInt16(40, right);
  viewOf(head).setUint16(50, 1);
  const hhea = new Uint8Array(36);
  viewOf(hhea).setUint16(34, glyphs.length);
  const ends = glyphs.map((_, index) => glyphs.slice(0, index + 1).reduce((sum, { length }) => sum + length, 0));
  const loca = words(...[0, ...ends].flatMap((end) => [0, end]));
  const glyf = Uint8Array.from(glyphs.flatMap((glyph) => [...glyph]));
  const hmtx = words(...glyphs.flatMap((_, index) => [100 * index, index]));
  const maxp = words(1, 0, glyphs.length);
  return writeTrueType(
    new Map(Object.entries({ head, hhea, hmtx, maxp, glyf, loca, cmap: writeUnicodeCmap(characters) })),
  );
}

function read(bytes: Uint8Array) {
  const tables = present(readTrueType(bytes));
  const table = (tag: string) => viewOf(present(tables.get(tag)));
  const count = table("maxp").getUint16(4);
  const offsets = glyphOffsets(present(tables.get("loca")), true, count);
  const cmap = present(unicodeSubtable(present(readCmap(present(tables.get("cmap"))))));
  return {
    count,
    table,
    glyphOf: (code: number) => cmap.glyph(code),
    outline: (glyph: number) => present(tables.get("glyf")).subarray(offsets[glyph], offsets[glyph + 1]),
  };
}

describe("merging slices of a font", () => {
  const first = font(
    [simple(1), simple(2), composite(1)],
    [
      [0x4e00, 1],
      [0x4e8c, 2],
    ],
  );
  const second = font([simple(1), simple(5)], [[0x20bb7, 1]], 900);

  it("takes the glyphs for the characters, with their parts and widths", () => {
    const merged = read(present(mergeTrueType([first, second], [0x20bb7, 0x4e8c, 0x3042])));
    // unknown, U+4E8C, U+20BB7, and the part of the first
    expect(merged.count).toBe(4);
    expect([0x4e00, 0x4e8c, 0x20bb7].map(merged.glyphOf)).toEqual([0, 1, 2]);
    expect(componentGlyphs(merged.outline(1))).toEqual([3]);
    expect([...merged.outline(3)]).toEqual([...simple(2)]);
    expect([...merged.outline(2)]).toEqual([...simple(5)]);
    expect([0, 1, 2, 3].map((glyph) => merged.table("hmtx").getUint16(4 * glyph))).toEqual([0, 200, 100, 100]);
    expect(merged.table("head").getInt16(40)).toBe(900);
    expect(merged.table("hhea").getUint16(34)).toBe(4);
  });

  it("gives each character a glyph of its own, so that copied text keeps it", () => {
    const shared = font(
      [simple(1), simple(2)],
      [
        [0x2f00, 1],
        [0x4e00, 1],
      ],
    );
    const merged = read(present(mergeTrueType([shared], [0x4e00, 0x2f00])));
    expect([0x2f00, 0x4e00].map(merged.glyphOf)).toEqual([1, 2]);
  });

  it("does not join what is damaged or not a font", () => {
    expect(mergeTrueType([], [0x4e00])).toBeUndefined();
    expect(mergeTrueType([new Uint8Array(40)], [0x4e00])).toBeUndefined();
    expect(mergeTrueType([font([simple(1), words(-1, 0, 0)], [[0x4e00, 1]])], [0x4e00])).toBeDefined();
    expect(mergeTrueType([font([simple(1), words(-1, 0, 0, 0, 0, 0x20)], [[0x4e00, 1]])], [0x4e00])).toBeUndefined();
  });
});
