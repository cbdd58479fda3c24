import { describe, expect, it } from "vitest";
import { layOut, linesOf, paragraph, section, textOf, wordDocument } from "../testing/word-document.ts";
import { scriptChange } from "./script.ts";

const linesIn = (text: string, characters: number, properties = "") =>
  layOut(wordDocument(paragraph(text, properties) + section(10, characters)))
    .flatMap(({ body }) => linesOf(body))
    .map(textOf);

describe("words of Hangul", () => {
  it("stay whole, as those of Latin letters do", () => {
    expect(linesIn("가나 다라마 abc", 5)).toEqual(["가나 ", "다라마 ", "abc"]);
  });

  it("are cut anywhere where the paragraph says so", () => {
    expect(linesIn("가나 다라마", 5, '<w:wordWrap w:val="0"/>')).toEqual(["가나 다라", "마"]);
  });

  it("leave Han and kana as they are", () => {
    expect(linesIn("日本 日本語", 5)).toEqual(["日本 日本", "語"]);
  });
});

describe("room between scripts", () => {
  const widths = (text: string, properties = "") =>
    layOut(wordDocument(paragraph(text, properties) + section(10, 40)))
      .flatMap(({ body }) => linesOf(body))
      .flatMap(({ parts }) => parts.map(({ widthPt }) => widthPt));

  it("is a quarter of the em between East Asian letters and others", () => {
    expect(widths("abc가나")).toEqual([15 + 2.5, 10]);
    expect(widths("가나abc")).toEqual([10 + 2.5, 15]);
    expect(widths("7가")).toEqual([5 + 2.5, 5]);
  });

  it("is none where the paragraph says so", () => {
    expect(widths("abc가", '<w:autoSpaceDE w:val="0"/>')).toEqual([15, 5]);
    expect(widths("7가", '<w:autoSpaceDN w:val="0"/>')).toEqual([5, 5]);
    expect(widths("7가", '<w:autoSpaceDE w:val="0"/>')).toEqual([5 + 2.5, 5]);
  });

  it("is none beside punctuation", () => {
    expect(scriptChange(")", "가")).toBeUndefined();
    expect(scriptChange("a", "。")).toBeUndefined();
    expect(scriptChange("a", "b")).toBeUndefined();
    expect(scriptChange("가", "日")).toBeUndefined();
  });
});
