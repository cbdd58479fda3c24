import { expect, it } from "vitest";
import { MixedFont } from "./mixed-font.ts";
import type { TextFont } from "./text-font.ts";

const fontOf = (shown: RegExp, width: number): TextFont => ({
  ref: null as never,
  canShow: (text) => [...text].every((character) => shown.test(character)),
  widthOf: (text) => text.length * width,
  encode: (text) => `(${text})`,
  ascent: width,
  descent: -width,
});

it("cuts a text where its font changes, and as rarely as it can", () => {
  const [latin, greek] = [fontOf(/[a-z ]/, 1), fontOf(/[α-ω ]/, 2)];
  const mixed = new MixedFont([latin, greek]);
  expect(mixed.parts("ab αβ γ c!")).toEqual([
    { font: latin, text: "ab " },
    { font: greek, text: "αβ γ " },
    { font: latin, text: "c!" },
  ]);
  expect(mixed.widthOf("ab αβ")).toBe(3 + 4);
  expect(mixed.canShow("ab αβ")).toBe(true);
  expect(mixed.canShow("!")).toBe(false);
  expect([mixed.ascent, mixed.descent]).toEqual([2, -2]);
});

it("shows quotes in the font of the text they open", () => {
  const [latin, han] = [fontOf(/[a-z“”]/, 1), fontOf(/[東京“”]/, 2)];
  expect(new MixedFont([latin, han]).parts("“東京”“ab”")).toEqual([
    { font: han, text: "“東京”“" },
    { font: latin, text: "ab”" },
  ]);
});
