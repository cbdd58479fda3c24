import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { Face } from "../face.ts";
import { FaceStore } from "../library/face-store.ts";
import { FontLibrary } from "../library/font-library.ts";
import { arimo } from "../testing/fonts.ts";
import { clustersOf, needsShaping, shapingForm } from "./complex-text.ts";
import { stretchesOf } from "./directions.ts";

const PUBLIC = join(import.meta.dirname, "../../../public");
const SCRIPTS = ["Arabic", "Hebrew", "Devanagari", "Thai"];
const KEY = `400 |"Arial",${SCRIPTS.map((script) => `"Noto Sans ${script}"`).join(",")}`;

let fonts: FontLibrary;

beforeAll(async () => {
  const served = await FaceStore.open(async (path) => new Uint8Array(readFileSync(join(PUBLIC, path))));
  fonts = new FontLibrary(served);
  await fonts.prepare(new Map([[KEY, "aq\u0304\u0307\u0644\u05d0\u0939\u0e01"]]));
});

const glyphsOf = (text: string) =>
  fonts
    .stack(KEY)
    .set(text, false)
    .flatMap(({ glyphs }) => glyphs);
const read = (text: string) => glyphsOf(text).map(({ characters }) => characters);

describe("letters of other scripts", () => {
  it("join in Arabic, from right to left", () => {
    const [last, , first] = glyphsOf("\u0644\u0644\u0644");
    const alone = fonts.stack(KEY).glyph(0x644);
    expect(new Set([last?.id, first?.id, alone.id]).size).toBe(3);
    expect(read("\u0633\u0644\u0627\u0645").filter((characters) => characters !== "")).toEqual([
      ..."\u0645\u0627\u0644\u0633",
    ]);
  });

  it("have their marks above and below them", () => {
    const [fatha, meem] = glyphsOf("\u0645\u064e");
    expect(meem).toMatchObject({ characters: "\u0645" });
    expect(fatha).toMatchObject({ characters: "\u064e", advance: 0 });
    const tone = glyphsOf("\u0e1b\u0e35\u0e48").at(-1);
    expect(tone?.advance).toBe(0);
    expect(fonts.stack(KEY).width("\u0e1b\u0e35\u0e48", false)).toBeCloseTo(fonts.stack(KEY).width("\u0e1b", false), 5);
  });

  it("are reordered in Devanagari, and read as they were written", () => {
    const runs = fonts.stack(KEY).set("\u0939\u093f", false);
    expect(runs.flatMap(({ glyphs }) => glyphs.map(({ characters }) => characters))).toEqual(["\u093f", "\u0939"]);
    expect(runs.map(({ text }) => text)).toEqual(["\u0939\u093f"]);
    expect(glyphsOf("\u0915\u094d\u0937")).toHaveLength(1);
  });

  it("are beside others as the directions say", () => {
    expect(read("a \u05d0\u05d1 b").join("")).toBe("a \u05d1\u05d0 b");
    expect(
      fonts
        .stack(KEY)
        .set("(\u05d0)", false, "rtl")
        .flatMap(({ glyphs }) => glyphs.map(({ characters }) => characters)),
    ).toEqual(["(", "\u05d0", ")"]);
  });

  it("carry marks that no character of Unicode has with them over their middle", () => {
    const [letter, mark] = glyphsOf("q\u0307");
    expect(mark?.advance).toBe(0);
    const [left = 0, , right = 0] = (mark?.face?.glyphBox(mark.id) ?? []).map(Number);
    const [letterLeft = 0, , letterRight = 0] = (letter?.face?.glyphBox(letter.id) ?? []).map(Number);
    const middle = (letter?.advance ?? 0) + (mark?.offsetX ?? 0) + (left + right) / 2;
    expect(middle).toBeCloseTo((letterLeft + letterRight) / 2, 1);
  });
});

describe("texts", () => {
  it("need shaping by their characters", () => {
    for (const text of ["\u05d0", "\u0633", "\u0939", "\u0e01", "x\u0304"]) expect(needsShaping(text)).toBe(true);
    for (const text of ["office \u00e9", "\u4e00\u3042", "\u0416", "\u{1f600}"]) expect(needsShaping(text)).toBe(false);
  });

  it("are cut into letters with their marks", () => {
    expect(clustersOf("e\u0301a\u{1f469}\u200d\u{1f680}\u{1f1e9}\u{1f1ea}b")).toEqual([
      "e\u0301",
      "a",
      "\u{1f469}\u200d\u{1f680}",
      "\u{1f1e9}\u{1f1ea}",
      "b",
    ]);
  });

  it("have their marks in the order of fonts", () => {
    expect(shapingForm("e\u0301")).toBe("\u00e9");
    expect(shapingForm("\u0645\u064e\u0651")).toBe("\u0645\u0651\u064e");
    expect(shapingForm("\u0e19\u0e49\u0e33")).toBe("\u0e19\u0e4d\u0e49\u0e32");
  });

  it("run as the line and their letters say", () => {
    const seen = (text: string, base: "ltr" | "rtl") =>
      stretchesOf(text, base).map(({ start, end }) => text.slice(start, end));
    expect(seen("ab \u05d0\u05d1 12", "ltr")).toEqual(["ab ", "12", "\u05d0\u05d1 "]);
    expect(seen("\u05d0\u05d1 ab ", "rtl")).toEqual([" ", "ab", "\u05d0\u05d1 "]);
    expect(seen("abc", "rtl")).toEqual(["abc"]);
  });
});

it("letters are joined if the style says so, and read one by one", async () => {
  const joined = '400 |"Calibri"|liga';
  await fonts.prepare(new Map([[joined, "fit"]]));
  const glyphs = fonts
    .stack(joined)
    .set("office", false)
    .flatMap((run) => run.glyphs);
  expect(glyphs.map(({ characters }) => characters)).toEqual(["o", "ffi", "c", "e"]);
  const width = glyphs.reduce((sum, { advance }) => sum + advance, 0);
  expect(fonts.width("office", joined, false)).toBeCloseTo(width, 8);
  expect(fonts.stack('400 |"Calibri"').needsShaping("office")).toBe(false);
});

it("a face knows the box around a glyph", () => {
  const face = Face.open(arimo);
  // Arial: H reaches from the baseline to 1409 of 2048 units
  expect(face?.glyphBox(face.glyph(0x48))?.[3]).toBeCloseTo(1409 / 2048, 2);
  expect(face?.glyphBox(face.glyph(0x20))).toBeUndefined();
});

describe("emoji", () => {
  const key = '400 |"Arial","Noto Color Emoji"';
  it.each([
    ["a family", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"],
    ["a flag", "\u{1f1e9}\u{1f1ea}"],
    ["a tone of skin", "\u{1f44d}\u{1f3fd}"],
    ["a keycap", "1\ufe0f\u20e3"],
    ["a flag with a rainbow", "\u{1f3f3}\ufe0f\u200d\u{1f308}"],
  ])("of several characters are one glyph: %s", async (_, text) => {
    await fonts.prepare(new Map([[key, text]]));
    const stack = fonts.stack(key);
    let runs = stack.set(text, false);
    // Which file has all of it is known only once it is set.
    if (await fonts.fetchWanted()) runs = stack.set(text, false);
    const shown = runs.flatMap(({ glyphs }) => glyphs);
    expect(shown.map(({ characters }) => characters)).toEqual([text]);
    expect(shown[0]?.face?.postScriptName).toBe("NotoColorEmoji");
    expect(shown[0]?.advance).toBeCloseTo(1.27, 1);
  });
});
