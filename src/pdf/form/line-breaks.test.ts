import { expect, it } from "vitest";
import type { TextFont } from "../text/text-font.ts";
import { LineBreaker } from "./line-breaks.ts";

/** One unit for a full-width character, half of one for others. */
const font: TextFont = {
  ref: null as never,
  canShow: () => true,
  widthOf: (text) => Array.from(text).reduce((sum, character) => sum + (character > "\u1100" ? 1 : 0.5), 0),
  encode: (text) => text,
  ascent: 1,
  descent: 0,
};

const broken = (text: string, width: number) => new LineBreaker(text.split("\n"), font).lines(width);

it("breaks after blanks, and inside words that are wider than a line", () => {
  expect(broken("one two three", 4)).toEqual(["one two", "three"]);
  expect(broken("abcdefghij kl", 2)).toEqual(["abcd", "efgh", "ij", "kl"]);
  expect(broken("a\n\nb ", 4)).toEqual(["a", "", "b"]);
});

it("breaks between ideographs, and between them and Latin words", () => {
  expect(broken("東京都港区", 3)).toEqual(["東京都", "港区"]);
  expect(broken("東京ABC大阪", 3)).toEqual(["東京", "ABC大", "阪"]);
  expect(broken("𠮷野家𠮷野家", 4)).toEqual(["𠮷野家𠮷", "野家"]);
});

it("begins no line with closing punctuation or small kana, and ends none with opening punctuation", () => {
  expect(broken("東京都。大阪", 3)).toEqual(["東京", "都。大", "阪"]);
  expect(broken("あキャッチ", 2)).toEqual(["あ", "キャ", "ッチ"]);
  expect(broken("東京「大阪」", 3)).toEqual(["東京", "「大", "阪」"]);
  expect(broken("東京都——大阪", 4)).toEqual(["東京都", "——大阪"]);
  expect(broken("東京——大阪", 3)).toEqual(["東京", "——大", "阪"]);
});

it("keeps words of hangul together", () => {
  expect(broken("모든 인간은 자유", 4)).toEqual(["모든", "인간은", "자유"]);
});

it("breaks a long text without blanks once for each line", () => {
  const lines = broken("x".repeat(100_000), 10);
  expect(lines).toHaveLength(5_000);
  expect(lines.join("")).toHaveLength(100_000);
});
