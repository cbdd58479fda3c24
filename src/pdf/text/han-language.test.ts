import { expect, it } from "vitest";
import { drawnText } from "./drawn-text.ts";
import { hanLanguageOfTag, hanLanguageOfText } from "./han-language.ts";

it.each([
  ["東京タワー", "ja"],
  ["ﾃｽﾄ", "ja"],
  ["大韓民國 만세", "ko"],
  ["注音ㄅㄆ", "zh-Hant"],
  ["北京", undefined],
  ["plain", undefined],
])("knows the language of %s by its letters", (text, language) => {
  expect(hanLanguageOfText(text)).toBe(language);
});

it.each([
  ["ja-JP", "ja"],
  ["KO", "ko"],
  ["zh", "zh-Hans"],
  ["zh-TW", "zh-Hant"],
  ["zh_Hant_HK", "zh-Hant"],
  ["zh-Hans-HK", "zh-Hans"],
  ["en-US", undefined],
  ["", undefined],
])("knows the language of the tag %j", (tag, language) => {
  expect(hanLanguageOfTag(tag)).toBe(language);
});

it("composes letters, keeps compatibility ideographs and drops selectors of variants", () => {
  expect(drawnText("e\u0301 \u1112\u1161\u11ab")).toBe("\u00e9 \ud55c");
  expect(drawnText("\ufa19\u{2f80f}")).toBe("\ufa19\u{2f80f}");
  expect(drawnText("\u845b\u{e0100}")).toBe("\u845b");
});
