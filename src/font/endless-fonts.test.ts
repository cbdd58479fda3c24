import { describe, expect, it } from "vitest";
import { present } from "../domain/present.ts";
import { readCff } from "./cff/cff-font.ts";
import { type2WidthOperand } from "./cff/charstring-width.ts";
import { readCmap } from "./opentype/cmap-table.ts";
import { trueTypeOutlines } from "./opentype/outline-text.ts";
import { viewOf, writeTrueType } from "./opentype/sfnt.ts";
import { subsetTrueType } from "./subset/truetype-subset.ts";
import { testCff } from "./testing/cff-font.ts";
import { runType1 } from "./type1/type1-charstring.ts";
import { readType1, type Type1Font } from "./type1/type1-font.ts";
import { type1ToCff } from "./type1/type1-to-cff.ts";

/** Fonts of some kilobytes whose parts name each other, or the same bytes, so often that reading them would not end. */

const words = (...values: number[]) => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
const repeated = (count: number, ...values: number[]) => Array.from({ length: count }, () => values).flat();

/** The tables of a font in which each glyph is all of `glyf`. */
function overlapping(glyf: Uint8Array, glyphCount: number): Map<string, Uint8Array> {
  const loca = new Uint8Array(4 * (glyphCount + 1));
  // Where a glyph ends before it begins, readers go on to the end of the table.
  for (let index = 0; index <= glyphCount; index++)
    viewOf(loca).setUint32(4 * index, index % 2 === 0 ? 0 : glyf.length);
  const head = new Uint8Array(54);
  viewOf(head).setUint16(50, 1);
  const maxp = Uint8Array.from([...words(1, 0, glyphCount), ...new Array<number>(26).fill(0)]);
  return new Map(Object.entries({ glyf, head, loca, maxp }));
}

const WORDS = 1;
const MORE = 0x20;
const composite = (glyphs: readonly number[]) =>
  Uint8Array.from([
    ...words(0xffff, 0, 0, 0, 0),
    ...glyphs.flatMap((glyph, index) => words(WORDS | (index < glyphs.length - 1 ? MORE : 0), glyph, 0, 0)),
  ]);

describe("outlines of TrueType", () => {
  it("whose parts consist of each other are compared as they are written", () => {
    const glyf = composite(new Array<number>(40).fill(0));
    const outline = present(trueTypeOutlines(overlapping(glyf, 4)));
    expect(outline(0)).toBe(Buffer.from(glyf).toString("base64"));
  });

  it("that are each all of the table are not written into a subset", () => {
    const glyf = composite(Array.from({ length: 5_000 }, (_, index) => 2 * (index % 1_000)));
    const font = writeTrueType(overlapping(glyf, 2_000));
    const subset = { glyphs: new Set([0]), cmap: undefined, glyphNames: false, hinting: true };
    expect(subsetTrueType(font, subset)).toBeUndefined();
  });
});

describe("outlines of PostScript", () => {
  it("whose subroutines only call each other have no width of their own", () => {
    const call = (index: number) => [139 + index - 107, 10];
    const local = Array.from({ length: 10 }, (_, index) =>
      Uint8Array.from(index === 9 ? [11] : [...repeated(60, ...call(index + 1)), 11]),
    );
    expect(type2WidthOperand(Uint8Array.from([...call(0), 139, 14]), { global: [], local })).toBeUndefined();
  });

  it("with a Private DICT of all of the file are not read", () => {
    const cff = testCff();
    const long = new Uint8Array(cff.length + 20_000).fill(139, cff.length);
    long.set(cff);
    expect(readCff(long)).toBeDefined();
    const [size, operator] = [[29, 0, 0, 0, 2], 18];
    const text = Buffer.from(long).toString("latin1");
    const at = text.indexOf(String.fromCharCode(...size));
    expect(long[at + 10]).toBe(operator);
    viewOf(long).setUint32(at + 1, 19_000);
    expect(() => readCff(long)).toThrow("CFF Private DICT");
  });

  it("with thousands of stems are not converted", () => {
    const stems = Array.from({ length: 300 }, (_, index) => [28 + 4 + (index % 200), 139 + (index >> 6), 1]).flat();
    const glyph = (count: number) => Uint8Array.from([139, 139, 13, ...stems.slice(0, 3 * count), 14]);
    const font: Type1Font = {
      name: "Stems",
      charstrings: new Map(),
      subroutines: [],
      encoding: undefined,
      numbers: new Map(),
    };
    expect(runType1(font, glyph(200))?.stems).toHaveLength(200);
    expect(runType1(font, glyph(300))).toBeUndefined();
  });

  it("with an encoding of many codes find their glyphs by a map", () => {
    const names = Array.from({ length: 40_000 }, (_, index) => `glyph${index}`);
    const font: Type1Font = {
      name: "Names",
      charstrings: new Map([".notdef", ...names].map((name) => [name, Uint8Array.of(139, 139, 13, 14)])),
      subroutines: [],
      encoding: new Map(names.map((name, index) => [index, name])),
      numbers: new Map(),
    };
    expect(present(type1ToCff(font, (name) => name.length < 9)).encoding?.slice(0, 2)).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it("with lists of numbers that have no end are read once", () => {
    const head = `%!FontType1\n/FontName /Endless def /Encoding StandardEncoding def ${"/FontBBox[".repeat(100_000)} `;
    expect(readType1(new Uint8Array(Buffer.from(`${head}eexec ....`, "latin1")))).toBeUndefined();
  });
});

describe("character maps", () => {
  const table = (...subtable: number[]) => Uint8Array.from([...words(0, 1, 3, 10, 0, 12), ...subtable]);

  it("of a million groups are searched, not walked", () => {
    const groups = 300_000;
    const bytes = new Uint8Array(12 + 16 + 12 * groups);
    bytes.set(table(...words(12, 0, 0, 0, 0, 0)));
    const view = viewOf(bytes);
    view.setUint32(24, groups);
    for (let group = 0; group < groups; group++) {
      view.setUint32(28 + 12 * group, 2 * group);
      view.setUint32(32 + 12 * group, 2 * group);
      view.setUint32(36 + 12 * group, group % 1_000);
    }
    const [subtable] = present(readCmap(bytes));
    let sum = 0;
    for (let code = 500_000; code < 560_000; code++) sum += present(subtable).glyph(code);
    expect(sum).toBe(30 * (999 * 500));
  });

  it("whose segments have no order map a code by the first segment that does not end before it", () => {
    const ends = [90, 70, 0xffff];
    const starts = [80, 65, 0xffff];
    const body = [...words(...ends), ...words(0), ...words(...starts), ...words(10, 20, 1), ...words(0, 0, 0)];
    const [subtable] = present(readCmap(table(...words(4, 14 + body.length, 0, 6, 0, 0, 0), ...body)));
    expect([85, 66, 91].map((code) => present(subtable).glyph(code))).toEqual([95, 0, 0]);
  });
});
