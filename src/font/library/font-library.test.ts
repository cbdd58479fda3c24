import { describe, expect, it } from "vitest";
import type { CustomFont } from "../../domain/custom-font.ts";
import { Face } from "../face.ts";
import { PairKernings } from "../opentype/pair-kerning.ts";
import { arimo, testFonts, testStore } from "../testing/fonts.ts";
import { postScriptFont } from "../testing/postscript-font.ts";
import { smallFont } from "../testing/small-font.ts";
import { FontLibrary } from "./font-library.ts";

const ARIAL = '400 |"Arial"';

async function prepared(text: string, fontKey = ARIAL) {
  const fonts = await testFonts();
  await fonts.prepare(new Map([[fontKey, text]]));
  return fonts;
}

describe("families that are not there", () => {
  it("make no difference, so that documents may name thousands of them", async () => {
    const fonts = await testFonts();
    const arial = fonts.stack('400 |"Arial",sans-serif');
    expect(fonts.stack('400 |"Of A Stranger","Arial","Another",sans-serif')).toBe(arial);
    expect(fonts.stack('700 |"Of A Stranger","Arial",sans-serif')).not.toBe(arial);
  });
});

describe("a face", () => {
  it("has the widths of Arial in shares of the em", () => {
    const face = Face.open(arimo);
    // Arial: A 1366, i 455 of 2048 units
    expect(face?.advance(face.glyph(0x41))).toBeCloseTo(1366 / 2048, 3);
    expect(face?.advance(face.glyph(0x69))).toBeCloseTo(455 / 2048, 3);
    expect(face?.postScriptName).toBe("Arimo-Regular");
    expect(face?.mayEmbed).toBe(true);
  });

  it("may have outlines of PostScript", () => {
    const face = Face.open(postScriptFont());
    expect([0x41, 0x42, 0x44].map((code) => face?.glyph(code))).toEqual([1, 2, 0]);
    expect(face?.advance(2)).toBe(0.7);
  });

  it("draws pairs together", () => {
    const face = Face.open(arimo);
    const kern = (left: string, right: string) =>
      face?.kern(face.glyph(left.charCodeAt(0)), face.glyph(right.charCodeAt(0)), "latn") ?? 0;
    expect(kern("A", "V")).toBeLessThan(-0.05);
    expect(kern("H", "H")).toBe(0);
  });

  it("kerns nothing if it names more glyphs than fonts have", () => {
    const ranges = 10_000;
    const words = [
      ...[1, 0, 10, 30, 44],
      // The default script, with that feature.
      ...[1, 0x4446, 0x4c54, 8, 4, 0, 0, 0xffff, 1, 0],
      // One feature, `kern`, with one lookup.
      ...[1, 0x6b65, 0x726e, 8, 0, 1, 0],
      ...[1, 4],
      // Pairs one by one, for glyphs in ranges that all say the same.
      ...[2, 0, 1, 8],
      ...[1, 12, 4, 0, 1, 0],
      ...[2, ranges],
      ...Array.from({ length: ranges }, () => [0, 0xffff, 0]).flat(),
    ];
    const gpos = Uint8Array.from(words.flatMap((word) => [word >> 8, word & 0xff]));
    expect(new PairKernings(gpos).ofScript("latn")).toBeUndefined();
  });

  it("is not one if the file lies or ends too early", () => {
    expect(Face.open(new Uint8Array(40))).toBeUndefined();
    for (let length = 0; length < arimo.length; length += 9_001) Face.open(arimo.subarray(0, length));
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48271) % 0x7fffffff;
      return seed % below;
    };
    for (let round = 0; round < 300; round++) {
      const bytes = arimo.slice();
      for (let change = 0; change < 20; change++) bytes[random(4_000)] = random(256);
      const face = Face.open(bytes);
      face?.kern(face.glyph(0x41), face.glyph(0x56), "latn");
    }
  });
});

describe("a library", () => {
  it("fetches the files that characters ask for, and no others", async () => {
    const asked: string[] = [];
    const fonts = new FontLibrary(await testStore(asked));
    await fonts.prepare(new Map([[ARIAL, "Hello"]]));
    expect(asked).toEqual(["/faces/index.json", "/latin.ttf"]);
    fonts.stack(ARIAL).width("\u0416", false);
    expect(await fonts.fetchWanted()).toBe(true);
    expect(asked.at(-1)).toBe("/cyrillic.ttf");
    expect(await fonts.fetchWanted()).toBe(false);
  });

  it("measures text by its glyphs, kerned if requested", async () => {
    const fonts = await prepared("AV");
    const width = fonts.width("AV", ARIAL, false);
    expect(width).toBeCloseTo((2 * 1366) / 2048, 3);
    expect(fonts.width("AV", ARIAL, true)).toBeLessThan(width - 0.05);
  });

  it("synthesises bold and italic if no face has them", async () => {
    const key = 'italic 700 |"Arial"';
    const glyph = (await prepared("a", key)).stack(key).glyph(0x61);
    expect(glyph).toMatchObject({ madeBold: true, madeItalic: true });
  });

  it("gives marks of direction no width, and spaces that no font has their own", async () => {
    const fonts = await prepared("a");
    expect(fonts.width("a\u200b\u200e", ARIAL, false)).toBe(fonts.width("a", ARIAL, false));
    expect(fonts.width("\u2003", ARIAL, false)).toBe(1);
    expect(fonts.width("\u00a0", ARIAL, false)).toBe(fonts.width(" ", ARIAL, false));
    expect([...fonts.missing]).toEqual([]);
  });

  it("names the characters that no font has", async () => {
    const fonts = await prepared("a\u4e00");
    expect([...fonts.missing]).toEqual([0x4e00]);
    expect(fonts.stack(ARIAL).glyph(0x4e00)).toMatchObject({ id: 0 });
  });

  it("sets in the generic family what the named ones lack", async () => {
    const key = '400 |"Symbol",sans-serif';
    const fonts = await prepared("1)", key);
    expect(fonts.width("1)", key, false)).toBeCloseTo((1139 + 682) / 2048, 3);
    expect([...fonts.missing]).toEqual([]);
  });

  it("prefers the faces that a document carries", async () => {
    const face = Face.open(arimo);
    if (!face) throw new Error("Arimo cannot be read");
    const fonts = await testFonts([{ family: "House Sans", weight: 400, italic: false, face }]);
    expect(fonts.has("house sans")).toBe(true);
    expect(fonts.stack('400 |"House Sans","Arial"').glyph(0x41).face).toBe(face);
  });
});

describe("a store", () => {
  it("drops the least recently used files when its budget is used up", async () => {
    const asked: string[] = [];
    const store = await testStore(asked, 1.5 * arimo.length);
    const [latin, cyrillic] = store.family("Arial").map(({ file }) => file);
    if (!latin || !cyrillic) throw new Error("the index has two files");
    await store.load([latin]);
    await store.load([latin]);
    await store.load([cyrillic]);
    await store.load([latin]);
    expect(asked.slice(1)).toEqual(["/latin.ttf", "/cyrillic.ttf", "/latin.ttf"]);
  });
});

describe("fonts of the workspace", () => {
  const font = (more: Partial<CustomFont>): CustomFont => ({
    ...{ key: "f/w/regular", family: "Squares", styleFamily: undefined, postScriptName: "Squares", weight: 400 },
    ...{ isBold: false, isItalic: false },
    ...more,
  });
  const files: Record<string, Uint8Array> = { "f/w/regular": smallFont(), "f/w/light": smallFont({ weight: 300 }) };
  const fonts = [font({}), font({ key: "f/w/light", styleFamily: "Squares Light", weight: 300 })];

  async function opened(text: string, fontKey: string, gone = false) {
    const asked: string[] = [];
    const read = async (key: string) => {
      asked.push(key);
      return gone ? undefined : files[key];
    };
    const library = new FontLibrary(await testStore(), [], { fonts, read });
    await library.prepare(new Map([[fontKey, text]]));
    return { asked, library, stack: library.stack(fontKey) };
  }

  it("draw the families that they are named for, and are read only then", async () => {
    const { asked, library, stack } = await opened("A", '400 |"squares","Arial"');
    expect([asked, library.has("SQUARES"), stack.width("A", false)]).toEqual([["f/w/regular"], true, 0.6]);
    expect((await opened("A", ARIAL)).asked).toEqual([]);
  });

  it("are found by the name of their four styles, too", async () => {
    expect((await opened("A", '400 |"Squares Light","Arial"')).asked).toEqual(["f/w/light"]);
  });

  it("leave what they lack to the next family, and everything once they are gone", async () => {
    const { stack } = await opened("AZ", '400 |"Squares","Arial"');
    expect(stack.glyph(0x5a).face?.postScriptName).toBe("Arimo-Regular");
    const { stack: other } = await opened("A", '400 |"Squares","Arial"', true);
    expect(other.glyph(0x41).face?.postScriptName).toBe("Arimo-Regular");
  });
});
