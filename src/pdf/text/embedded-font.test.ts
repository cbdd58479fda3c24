import { expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { viewOf, writeTrueType } from "../../font/opentype/sfnt.ts";
import { emptyDocument } from "../document.ts";
import { decodeStream } from "../filters/decode-stream.ts";
import { EmbeddedFont } from "./embedded-font.ts";

/** A font whose glyphs 1 and 2 are U+0416 and U+1F600; 1000 units, advances 500, 600, 700. */
function tinyFont(): Uint8Array {
  /** A table of this length with 16-bit values at offsets. */
  const table = (length: number, values: readonly (readonly [offset: number, value: number])[]) => {
    const bytes = new Uint8Array(length);
    for (const [offset, value] of values) viewOf(bytes).setUint16(offset, value);
    return bytes;
  };
  const outline = Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 10, 0, 10, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0);
  const cmap = new Uint8Array(52);
  // one subtable of format 12 with two groups: first and last character, first glyph
  const words = [1, 0x0003000a, 12, 0x000c0000, 40, 0, 2, 0x416, 0x416, 1, 0x1f600, 0x1f600, 2];
  for (const [index, word] of words.entries()) viewOf(cmap).setUint32(4 * index, word);
  const head = table(54, [
    [18, 1000],
    [50, 1],
  ]);
  const hhea = table(36, [
    [4, 800],
    [6, 0x10000 - 200],
    [34, 3],
  ]);
  const hmtx = table(12, [
    [0, 500],
    [4, 600],
    [8, 700],
  ]);
  const loca = table(16, [
    [10, 20],
    [14, 40],
  ]);
  const glyf = Uint8Array.from([...outline, ...outline]);
  return writeTrueType(new Map(Object.entries({ head, hhea, maxp: table(6, [[4, 3]]), hmtx, loca, glyf, cmap })));
}

it("embeds the glyphs that were used, with widths and the text they stand for", () => {
  const document = emptyDocument();
  const bytes = tinyFont();
  const before = bytes.slice();
  const font = present(EmbeddedFont.open(document, Buffer.from(bytes)));
  expect(font.canShow("Ж\u{1f600}")).toBe(true);
  expect(font.canShow("ЖA")).toBe(false);
  expect(font.widthOf("Ж\u{1f600}")).toBeCloseTo(1.3);
  expect([font.ascent, font.descent]).toEqual([0.8, -0.2]);
  expect(font.encode("\u{1f600}Ж")).toBe("<00020001>");
  font.finish();
  const type0 = present(document.dict(font.ref));
  const descendant = present(document.dict(present(document.array(type0.get("DescendantFonts")))[0]));
  expect(document.array(descendant.get("W"))).toEqual([1, [600, 700]]);
  const text = (entry: Parameters<typeof document.stream>[0]) => {
    return Buffer.from(
      decodeStream(present(document.stream(entry)), (object) => document.resolve(object)).bytes,
    ).toString("latin1");
  };
  expect(text(type0.get("ToUnicode"))).toContain("<0001> <0416>\n<0002> <d83dde00>");
  const file = present(document.dict(descendant.get("FontDescriptor"))).get("FontFile2");
  expect(text(file).slice(0, 4)).toBe("\0\x01\0\0");
  // the caller's font may be used again for the next document
  expect(bytes).toEqual(before);
});

it("does not take what is not a TrueType font", () => {
  expect(EmbeddedFont.open(emptyDocument(), new Uint8Array(100))).toBeUndefined();
  expect(EmbeddedFont.open(emptyDocument(), tinyFont().subarray(0, 40))).toBeUndefined();
});
