import { describe, expect, it } from "vitest";
import { formatNumber, ordinal, ordinalText } from "./number-format.ts";

describe("formatNumber", () => {
  it.each([
    ["decimal", 12, "12"],
    ["decimalZero", 7, "07"],
    ["decimalZero", 12, "12"],
    ["upperRoman", 1999, "MCMXCIX"],
    ["lowerRoman", 4, "iv"],
    ["upperLetter", 26, "Z"],
    ["lowerLetter", 27, "aa"],
    ["lowerLetter", 53, "aaa"],
    ["ordinal", 22, "22nd"],
    ["cardinalText", 42, "Forty-two"],
    ["ordinalText", 20, "Twentieth"],
    ["hex", 255, "FF"],
    ["chicago", 6, "††"],
    ["numberInDash", 3, "- 3 -"],
    ["decimalEnclosedCircle", 3, "③"],
    ["chineseCounting", 10, "十"],
    ["chineseCounting", 105, "一百零五"],
    ["japaneseCounting", 105, "百五"],
    ["koreanCounting", 21, "이십일"],
    ["chineseLegalSimplified", 10, "壹拾"],
    ["ideographLegalTraditional", 12, "壹拾貳"],
    ["koreanLegal", 21, "스물하나"],
    ["ideographEnclosedCircle", 3, "㊂"],
    ["ideographZodiacTraditional", 13, "丙子"],
    ["vietnameseCounting", 21, "hai mươi mốt"],
    ["vietnameseCounting", 105, "một trăm lẻ năm"],
    ["thaiCounting", 21, "ยี่สิบเอ็ด"],
    ["bahtText", 3, "สามบาทถ้วน"],
    ["dollarText", 12, "Twelve and 00/100"],
    ["hindiVowels", 3, "इ"],
    ["hindiConsonants", 2, "ख"],
    ["hindiCounting", 12, "बारह"],
    ["001, 002, 003, ...", 12, "012"],
    ["hebrew1", 15, "טו"],
    ["aiueo", 2, "ｲ"],
    ["aiueoFullWidth", 2, "イ"],
    ["iroha", 2, "ﾛ"],
    ["irohaFullWidth", 2, "ロ"],
    ["thaiNumbers", 10, "๑๐"],
    ["none", 3, ""],
    ["bullet", 3, ""],
    ["aFormatOfTheFuture", 3, "3"],
  ])("writes %s %i as %s", (format, value, expected) => {
    expect(formatNumber(value, format)).toBe(expected);
  });

  it("keeps values that a format cannot show as digits", () => {
    expect(formatNumber(0, "upperRoman")).toBe("0");
    expect(formatNumber(50_000, "lowerRoman")).toBe("50000");
    expect(formatNumber(21, "decimalEnclosedCircle")).toBe("21");
  });

  it("repeats letters only up to a bound", () => {
    expect(formatNumber(1_000_000, "lowerLetter").length).toBeLessThanOrEqual(40);
  });
});

describe("ordinals", () => {
  it("knows the teens", () => {
    expect([11, 12, 13, 21, 112].map(ordinal)).toEqual(["11th", "12th", "13th", "21st", "112th"]);
  });

  it("writes the irregular ones", () => {
    expect([1, 2, 3, 5, 8, 9, 12, 33].map(ordinalText)).toEqual([
      "first",
      "second",
      "third",
      "fifth",
      "eighth",
      "ninth",
      "twelfth",
      "thirty-third",
    ]);
  });
});
