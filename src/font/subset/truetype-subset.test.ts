import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { lookUpGlyphs } from "../../pdf/text/truetype-encoding.ts";
import { readCmap, writeCmap } from "../opentype/cmap-table.ts";
import { glyphOffsets } from "../opentype/glyph-data.ts";
import { readTrueType, viewOf, writeTrueType } from "../opentype/sfnt.ts";
import { subsetTrueType } from "./truetype-subset.ts";

/** Simple glyph: one contour of one point, with three bytes of instructions. */
const simple = (mark: number) => Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 7, 7, 7, 1, mark, mark);
/** Composite of glyph 2, words as arguments, with instructions. */
const composite = Uint8Array.of(255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 2, 0, 0, 0, 0, 0, 2, 9, 9);

function font(): Uint8Array {
  const glyphs = [simple(0), simple(1), simple(2), composite, simple(4)];
  const loca = new Uint8Array(12);
  let offset = 0;
  for (const [index, glyph] of glyphs.entries()) {
    offset += glyph.length;
    viewOf(loca).setUint16(2 * index + 2, offset / 2);
  }
  const maxp = new Uint8Array(32);
  viewOf(maxp).setUint16(4, glyphs.length);
  const hhea = new Uint8Array(36);
  viewOf(hhea).setUint16(34, 5);
  const lookup = { platform: 3, encoding: 1, glyph: (code: number) => ({ 65: 1, 66: 2, 67: 3, 196: 4 })[code] ?? 0 };
  return writeTrueType(
    new Map([
      ["head", new Uint8Array(54)],
      ["maxp", maxp],
      ["hhea", hhea],
      ["hmtx", new Uint8Array(20).fill(5)],
      ["loca", loca],
      ["glyf", new Uint8Array(Buffer.concat(glyphs))],
      ["fpgm", new Uint8Array(100)],
      ["cmap", writeCmap([lookup], [[65, 66, 67, 196]])],
    ]),
  );
}

function outlines(bytes: Uint8Array): Uint8Array[] {
  const tables = present(readTrueType(bytes));
  const long = viewOf(present(tables.get("head"))).getUint16(50) !== 0;
  const offsets = glyphOffsets(present(tables.get("loca")), long, 5);
  return [0, 1, 2, 3, 4].map((glyph) => present(tables.get("glyf")).subarray(offsets[glyph], offsets[glyph + 1]));
}

describe("subsetTrueType", () => {
  it("keeps the glyphs shown, their parts and glyph 0, under their numbers", () => {
    const subset = present(
      subsetTrueType(font(), { glyphs: new Set([3]), cmap: undefined, glyphNames: false, hinting: true }),
    );
    expect(outlines(subset).map(({ length }) => length)).toEqual([20, 0, 20, 22, 0]);
    expect([...present(outlines(subset)[2])]).toEqual([...simple(2)]);
    const metrics = present(present(readTrueType(subset)).get("hmtx"));
    expect([...metrics]).toEqual([5, 5, 5, 5, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]);
    expect([...present(readTrueType(subset)).keys()]).toContain("fpgm");
    expect([...present(readTrueType(subset)).keys()]).not.toContain("cmap");
  });

  it("drops instructions of simple and composite glyphs", () => {
    const subset = present(
      subsetTrueType(font(), {
        glyphs: new Set([3]),
        cmap: undefined,
        glyphNames: false,
        hinting: false,
      }),
    );
    const [, , part, whole] = outlines(subset);
    expect([...present(part).subarray(12, 17)]).toEqual([0, 0, 1, 2, 2]);
    expect(present(whole).length).toBe(18);
    expect(viewOf(present(whole)).getUint16(10)).toBe(0x0001);
    expect(present(readTrueType(subset)).has("fpgm")).toBe(false);
  });

  it("refuses what is not TrueType, and damage", () => {
    const options = { glyphs: new Set([3]), cmap: undefined, glyphNames: false, hinting: false };
    expect(subsetTrueType(new Uint8Array(40), options)).toBeUndefined();
    const damaged = font();
    expect(subsetTrueType(damaged.subarray(0, 60), options)).toBeUndefined();
  });
});

describe("lookUpGlyphs", () => {
  const shown = (...codes: number[]) => Uint8Array.from({ length: 256 }, (_, code) => (codes.includes(code) ? 1 : 0));

  it("finds glyphs by code, by either base encoding and by name", () => {
    expect([...present(lookUpGlyphs(font(), shown(65), new Map())).glyphs]).toEqual([1]);
    // Adieresis is C4 in WinAnsiEncoding and 80 in MacRomanEncoding
    expect([...present(lookUpGlyphs(font(), shown(0x80), new Map())).glyphs]).toEqual([4]);
    expect([...present(lookUpGlyphs(font(), shown(1), new Map([[1, "B"]]))).glyphs]).toEqual([2]);
    expect([...present(lookUpGlyphs(font(), shown(1), new Map([[1, "uni0043"]]))).glyphs]).toEqual([3]);
  });

  it("gives up on names that cannot be resolved", () => {
    expect(lookUpGlyphs(font(), shown(1), new Map([[1, "weird.alt"]]))).toBeUndefined();
  });
});

describe("cmap tables", () => {
  it.each([4, 12])("yields none if a subtable of format %s ends within its header", (format) => {
    const words = [0, 1, 3, 10, 0, 12, format, 0, 0];
    expect(
      readCmap(Uint8Array.from(words.flatMap((word) => [word >> 8, word & 0xff])).subarray(0, 18)),
    ).toBeUndefined();
  });

  it("read back what they were written with", () => {
    const glyph = (code: number) => (code >= 65 && code < 91 ? code - 60 : code === 0x20ac ? 99 : 0);
    const codes = [0x20ac, 70, 66, 65, 67, 300];
    const tables = [
      { platform: 3, encoding: 1, glyph },
      { platform: 1, encoding: 0, glyph },
    ];
    const [unicode, mac] = present(readCmap(writeCmap(tables, [codes, [65, 70]])));
    expect([65, 66, 67, 68, 70, 0x20ac, 300].map((code) => present(unicode).glyph(code))).toEqual([
      5, 6, 7, 0, 10, 99, 0,
    ]);
    expect([64, 65, 66, 70, 71].map((code) => present(mac).glyph(code))).toEqual([0, 5, 0, 10, 0]);
  });
});
