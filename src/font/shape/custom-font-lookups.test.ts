import { describe, expect, it } from "vitest";
import type { CustomFont } from "../../domain/custom-font.ts";
import { Face } from "../face.ts";
import { FaceStore } from "../library/face-store.ts";
import { type CustomFace, FontLibrary } from "../library/font-library.ts";
import { UnusableLayoutTables } from "../opentype/layout/layout-table.ts";
import { readLayoutTables } from "../opentype/layout/layout-tables.ts";
import { tableOf, withTables } from "../testing/font-tables.ts";
import { testStore } from "../testing/fonts.ts";
import { changed, circling, multiplied, PLACES, repeated, replaced, rulesOf } from "../testing/hostile-lookups.ts";
import { postScriptFont } from "../testing/postscript-font.ts";
import { scriptFont } from "../testing/script-font.ts";

const arabic = scriptFont("arabic");
const devanagari = scriptFont("devanagari");
const BEH = 0x628;
const HOUSE = '400 |"House","Noto"';

function faceOf(bytes: Uint8Array): Face {
  const face = Face.open(bytes);
  if (!face) throw new Error("the font cannot be read");
  return face;
}

/** A service whose family Noto is this font. */
function serving(font: Uint8Array): Promise<FaceStore> {
  const faces = [{ file: "/noto.ttf", weight: 400, italic: false, ranges: "20-ffff" }];
  const index = JSON.stringify({ families: [{ names: ["Noto"], faces }] });
  return FaceStore.open(async (path) => (path === "/noto.ttf" ? font : new TextEncoder().encode(index)));
}

const carried = (font: Uint8Array): CustomFace => ({ family: "House", weight: 400, italic: false, face: faceOf(font) });

/** What a text becomes in the fonts of a key, set anew for as long as something is fetched or given up. */
async function setIn(library: FontLibrary, text: string, fontKey = HOUSE) {
  await library.prepare(new Map([[fontKey, text]]));
  let runs = library.stack(fontKey).set(text, true);
  while (await library.fetchWanted()) runs = library.stack(fontKey).set(text, true);
  return runs;
}

type SetRuns = Awaited<ReturnType<typeof setIn>>;

/** Without the faces: two fonts may hold the same. */
const places = (runs: SetRuns) =>
  runs.map(({ glyphs, text }) => ({ text, glyphs: glyphs.map(({ face: _, ...glyph }) => glyph) }));
const faceIn = (runs: SetRuns, face: Face) =>
  runs.flatMap(({ glyphs }) => glyphs).filter((glyph) => glyph.face === face).length;
const glyphCount = (runs: SetRuns) => runs.flatMap(({ glyphs }) => glyphs).length;

describe("letters join in own fonts as in those of the service", () => {
  it.each([
    ["Arabic", arabic, "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f\u064c \u0644\u0627 \u0628\u064a\u062a"],
    ["Devanagari", devanagari, "\u0915\u094d\u0937\u0924\u094d\u0930\u093f\u092f \u0915\u0930\u094d\u092e"],
    ["Hebrew", scriptFont("hebrew"), "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd"],
    ["Thai", scriptFont("thai"), "\u0e19\u0e49\u0e33 \u0e17\u0e35\u0e48\u0e19\u0e35\u0e48"],
  ])("%s", async (_, font, text) => {
    const store = await serving(font);
    const served = await setIn(new FontLibrary(store), text, '400 |"Noto"');
    expect(served.flatMap(({ glyphs }) => glyphs).some(({ id }) => id === 0)).toBe(false);

    const own = carried(font);
    const embedded = await setIn(new FontLibrary(store, [own]), text);
    expect(faceIn(embedded, own.face)).toBe(glyphCount(embedded));
    expect(places(embedded)).toEqual(places(served));

    const styles = { weight: 400, isBold: false, isItalic: false, styleFamily: undefined };
    const sent: CustomFont = { key: "f/w/1", family: "House", postScriptName: "House", ...styles };
    const library = new FontLibrary(store, [], { fonts: [sent], read: async () => font });
    const uploaded = await setIn(library, text);
    for (const { face } of served.flatMap(({ glyphs }) => glyphs)) expect(face && faceIn(uploaded, face)).toBe(0);
    expect(places(uploaded)).toEqual(places(served));
    expect([...library.unusableLayoutTables]).toEqual([]);
  });

  it("with outlines of PostScript, too", async () => {
    const font = postScriptFont([BEH, 0x62c, 0x62d], { GSUB: rulesOf([replaced(1, 3)], "init") });
    const runs = await setIn(new FontLibrary(await testStore(), [carried(font)]), "\u0628\u062c");
    expect(runs.flatMap(({ glyphs }) => glyphs.map(({ id, characters }) => [id, characters]))).toEqual([
      [2, "\u062c"],
      [3, "\u0628"],
    ]);
  });

  it("but not where a font knows nothing of their script", async () => {
    const font = withTables(arabic, { GSUB: rulesOf([], "liga", "latn") });
    const own = carried(font);
    const library = new FontLibrary(await serving(arabic), [own]);
    expect(faceIn(await setIn(library, "\u0628\u062a"), own.face)).toBe(0);
    expect([...library.unusableLayoutTables]).toEqual([]);
  });
});

describe("a letter that a font makes of itself and a dot", () => {
  it("terminates, and spoils no others", async () => {
    const library = new FontLibrary(await serving(arabic));
    const noto = '400 |"Noto"';
    const dotted = (await setIn(library, "\u06a2", noto)).flatMap(({ glyphs }) => glyphs);
    expect(dotted.filter(({ characters }) => characters !== "").map(({ characters }) => characters)).toEqual([
      "\u06a2",
    ]);
    const [last, first] = (await setIn(library, "\u0628\u0628", noto)).flatMap(({ glyphs }) => glyphs);
    expect(last?.id).not.toBe(first?.id);
  });
});

/** This many lookups, each of which applies the next one sixty times at a letter. */
const within = (glyph: number, depth: number) => [
  ...Array.from({ length: depth }, (_, index) => repeated(glyph, index + 1, 60)),
  replaced(glyph, glyph),
];

const beh = faceOf(arabic).glyph(BEH);
const gsub = tableOf(devanagari, "GSUB");

describe("rules of strangers are not used", () => {
  it.each([
    ["apply themselves", circling(gsub), "in a circle"],
    ["apply each other", rulesOf([repeated(beh, 1, 1), repeated(beh, 0, 1)]), "in a circle"],
    ["lie deep within each other", rulesOf(within(beh, 17)), "nested in each other"],
    ["are more than they are", changed(gsub, PLACES.lookups), "65535 lookups"],
    ["have more tables than there are", changed(gsub, PLACES.subtables), ""],
    ["speak of scripts that are not there", changed(gsub, PLACES.scripts), "65535 scripts"],
    ["have features that are not there", changed(gsub, PLACES.features), "65535 features"],
    ["speak of glyphs that are not there", changed(gsub, PLACES.coverage), ""],
    ["put thousands of glyphs in the place of one", rulesOf([multiplied(beh, 5_000)]), "5000 glyphs"],
    ["say the same in all places", overlapping(), "larger than those of fonts"],
    ["end early", gsub.subarray(0, 4_000), "end too early"],
  ])("that %s", (_, substitution, because) => {
    const tables = { substitution, positioning: undefined, definition: undefined };
    let refusal: unknown;
    try {
      readLayoutTables(tables, 1_000, { left: 1_000_000 });
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(UnusableLayoutTables);
    expect(refusal instanceof UnusableLayoutTables ? refusal.because : "").toContain(because);
  });

  it.each([
    ["in a circle", rulesOf([repeated(beh, 0, 2)]), "they apply themselves in a circle"],
    ["that make more of a letter with each step", rulesOf(Array(30).fill(multiplied(beh, 60))), "comes to no end"],
    ["that apply others again and again", rulesOf(within(beh, 7)), "comes to no end"],
  ])("%s: the next font draws the letters, and the font is named", async (_, rules, because) => {
    const store = await serving(arabic);
    const own = carried(withTables(arabic, { GSUB: rules }));
    const library = new FontLibrary(store, [own]);
    const runs = await setIn(library, "\u0628\u0628");
    const served = await setIn(new FontLibrary(store), "\u0628\u0628", '400 |"Noto"');
    expect(places(runs)).toEqual(places(served));
    expect(faceIn(runs, own.face)).toBe(0);
    expect([...library.unusableLayoutTables.keys()]).toEqual(["House"]);
    expect(library.unusableLayoutTables.get("House")).toContain(because);
  });

  it("by letters that can be read one after the other", async () => {
    const own = carried(withTables(scriptFont("hebrew"), { GSUB: rulesOf([repeated(1, 0, 1)]) }));
    const runs = await setIn(new FontLibrary(await testStore(), [own]), "\u05d0\u05d1");
    expect(faceIn(runs, own.face)).toBe(2);
    expect(runs.flatMap(({ glyphs }) => glyphs.map(({ characters }) => characters))).toEqual(["\u05d1", "\u05d0"]);
  });

  it("in endless texts: they are set piece by piece", async () => {
    const own = carried(arabic);
    const library = new FontLibrary(await testStore(), [own]);
    for (const text of ["\u0628".repeat(5_000), `\u0628${"\u064e".repeat(4_999)}`]) {
      const runs = await setIn(library, text);
      expect(faceIn(runs, own.face)).toBe(glyphCount(runs));
      expect(runs.flatMap(({ glyphs }) => glyphs.map(({ characters }) => characters)).join("")).toHaveLength(5_000);
    }
    expect([...library.unusableLayoutTables]).toEqual([]);
  });
});

/** Twenty thousand lookups that share one table, with a thousand ligatures. */
function overlapping(): Uint8Array {
  const words = (...values: number[]) => values.flatMap((value) => [value >> 8, value & 0xff]);
  const tables = 20_000;
  const ligatures = 1_000;
  const set = [...words(ligatures, ...Array<number>(ligatures).fill(2 + 2 * ligatures)), ...words(1, 1)];
  const table = [...words(1, 8, 1, 14, 1, 1, 1), ...set];
  return rulesOf([[...words(4, 0, tables, ...Array<number>(tables).fill(6 + 2 * tables)), ...table]]);
}
