import { describe, expect, it } from "vitest";
import { linesWithin } from "../flow/fragment-notes.ts";
import { type FurtherParts, layOut, paragraph, section, textOf, wordDocument } from "../testing/word-document.ts";
import { scriptChange } from "./script.ts";

/** A style sheet without a default style turns off what Word's own has for East Asian text. */
const DEFAULT_STYLE = { styles: '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"/>' };

const linesIn = (text: string, characters: number, properties = "", parts: FurtherParts = DEFAULT_STYLE) =>
  layOut(wordDocument(paragraph(text, properties) + section(10, characters), parts))
    .flatMap(({ body }) => linesWithin(body))
    .map(textOf);

describe("words of Hangul", () => {
  it("stay whole, as those of Latin letters do", () => {
    expect(linesIn("가나 다라마 abc", 5)).toEqual(["가나 ", "다라마 ", "abc"]);
  });

  it("are cut anywhere where the paragraph says so", () => {
    expect(linesIn("가나 다라마", 5, '<w:wordWrap w:val="0"/>')).toEqual(["가나 다라", "마"]);
  });

  it("are cut anywhere in a paragraph of no style if there is no default style", () => {
    const other = '<w:style w:type="paragraph" w:styleId="Other"><w:basedOn w:val="Normal"/></w:style>';
    const parts = { styles: other };
    expect(linesIn("가나 다라마", 5, "", parts)).toEqual(["가나 다라", "마"]);
    expect(linesIn("가나 다라마", 5, '<w:pStyle w:val="Other"/>', parts)).toEqual(["가나 ", "다라마"]);
  });

  it("leave Han and kana as they are", () => {
    expect(linesIn("日本 日本語", 5)).toEqual(["日本 日本", "語"]);
  });
});

describe("emoji", () => {
  it("are whole on a line, which may break between them", () => {
    const joined = "\u{1f469}\u200d\u{1f680}";
    expect(linesIn(`ab\u{1f600}${joined}`, 5)).toEqual(["ab\u{1f600}", joined]);
    const [de, fr, jp] = ["\u{1f1e9}\u{1f1ea}", "\u{1f1eb}\u{1f1f7}", "\u{1f1ef}\u{1f1f5}"];
    expect(linesIn(`${de}${fr}${jp}`, 5)).toEqual([`${de}${fr}`, jp]);
    expect(linesIn("abcd\u{1f600}cd", 5)).toEqual(["abcd\u{1f600}", "cd"]);
  });

  it("leave closing punctuation where it is", () => {
    expect(linesIn("abc \u{1f600}!", 5)).toEqual(["abc ", "\u{1f600}!"]);
  });
});

describe("room between scripts", () => {
  const widths = (text: string, properties = "") =>
    layOut(wordDocument(paragraph(text, properties) + section(10, 40), DEFAULT_STYLE))
      .flatMap(({ body }) => linesWithin(body))
      .flatMap(({ parts }) => parts.map(({ widthPt }) => widthPt));

  it("is a quarter of the em between East Asian letters and others", () => {
    expect(widths("abc가나")).toEqual([15 + 2.5, 10]);
    expect(widths("가나abc")).toEqual([10 + 2.5, 15]);
    expect(widths("7가")).toEqual([5 + 2.5, 5]);
  });

  it("is left out if the paragraph says so", () => {
    expect(widths("abc가", '<w:autoSpaceDE w:val="0"/>')).toEqual([15, 5]);
    expect(widths("7가", '<w:autoSpaceDN w:val="0"/>')).toEqual([5, 5]);
    expect(widths("7가", '<w:autoSpaceDE w:val="0"/>')).toEqual([5 + 2.5, 5]);
  });

  it("is left out in the label of a list, and in a paragraph of no style if there is no default style", () => {
    const level =
      '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="제%1조"/></w:lvl>';
    const numbering = `<w:abstractNum w:abstractNumId="0">${level}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
    const text = paragraph("7가", '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>') + section(10, 40);
    const gaps = (parts: FurtherParts) =>
      layOut(wordDocument(text, { ...parts, numbering }))
        .flatMap(({ body }) => linesWithin(body))
        .flatMap(({ parts: pieces }) => pieces.map((piece) => ("gapAfterPt" in piece ? (piece.gapAfterPt ?? 0) : 0)))
        .filter((gap) => gap > 0);
    expect(gaps(DEFAULT_STYLE)).toEqual([2.5]);
    expect(gaps({})).toEqual([]);
  });

  it("is left out beside punctuation", () => {
    expect(scriptChange(")", "가")).toBeUndefined();
    expect(scriptChange("a", "。")).toBeUndefined();
    expect(scriptChange("a", "b")).toBeUndefined();
    expect(scriptChange("가", "日")).toBeUndefined();
  });
});

it("signs of several characters are of one piece", () => {
  const pieces = (text: string) =>
    layOut(wordDocument(paragraph(text) + section(10, 40)))
      .flatMap(({ body }) => linesWithin(body))
      .flatMap(({ parts }) => parts.map((part) => (part.kind === "text" ? part.text : "")));
  for (const sign of ["\u{1f468}\u200d\u{1f469}", "\u2764\ufe0f", "1\ufe0f\u20e3", "\u{1f3f4}\u{e0067}\u{e007f}"]) {
    expect(pieces(sign)).toEqual([sign]);
  }
});

describe("scripts without spaces between words", () => {
  it("break where a word begins", () => {
    // "language", "Thai", "is", "language": four, three, four and four letters and marks
    expect(
      linesIn("\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22\u0e40\u0e1b\u0e47\u0e19\u0e20\u0e32\u0e29\u0e32", 8),
    ).toEqual(["\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22", "\u0e40\u0e1b\u0e47\u0e19\u0e20\u0e32\u0e29\u0e32"]);
  });

  it("keep what comes before a word with it unless it is one of their own letters", () => {
    expect(linesIn("a (\u0e44\u0e17\u0e22)", 4)).toEqual(["a ", "(\u0e44\u0e17\u0e22", ")"]);
  });
});
