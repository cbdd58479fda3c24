import { describe, expect, it } from "vitest";
import { BUILT_IN_FORMATS } from "../../../spreadsheet/built-in-formats.ts";
import { NumberTexts, narrowedGeneral, plainText } from "./number-text.ts";

const numbers = new NumberTexts(1900);
const shown = (value: number | string, code: string) => plainText(numbers.format(value, code));

describe("number formats", () => {
  it.each([
    [1234.5, "#,##0.00", "1,234.50"],
    [-1234.5, "#,##0.00;(#,##0.00)", "(1,234.50)"],
    [0, '0;-0;"none"', "none"],
    [0.256, "0.0%", "25.6%"],
    [1.25, "# ?/?", "1 1/4"],
    [12345, "0.00E+00", "1.23E+04"],
    [1.5, "[h]:mm:ss", "36:00:00"],
    [44000, "[$-409]d\\-mmm\\-yy;@", "18-Jun-20"],
    [150, '[>100]"big" 0;[<=5]"small" 0;0.0', "big 150"],
    [3, '[>100]"big" 0;[<=5]"small" 0;0.0', "small 3"],
    [0.1 + 0.2, "General", "0.3"],
    ["abc", '0;0;0;"<"@">"', "<abc>"],
  ])("shows %s by %s as %s", (value, code, text) => {
    expect(shown(value, code)).toBe(text);
  });

  it("keeps English separators in currencies of other locales", () => {
    expect(shown(355232.32, "#,##0.00\\ [$€-40C]")).toBe("355,232.32 €");
  });

  it("splits accounting formats at their fill and keeps the room of skipped characters", () => {
    const text = numbers.format(12.5, BUILT_IN_FORMATS[44] ?? "");
    expect(text.lead).toEqual([{ text: "(", invisible: true }, { text: "$" }]);
    expect(text.trail).toEqual([{ text: "12.50" }, { text: ")", invisible: true }]);
    expect(text.fill).toBe(" ");
  });

  it("tells the colour of the section that applies", () => {
    expect(numbers.format(-5, "0;[Red]-0").color).toBe("#ff0000");
    expect(numbers.format(5, "0;[Red]-0").color).toBeUndefined();
  });

  it("counts dates from 1904 where the workbook does", () => {
    expect(plainText(new NumberTexts(1904).format(0, "yyyy-mm-dd"))).toBe("1904-01-01");
    expect(plainText(new NumberTexts(1904).format(5, "0.0"))).toBe("5.0");
  });

  it("survives a broken format", () => {
    expect(shown(5, '0"unclosed')).not.toBe("");
  });
});

describe("General in narrow cells", () => {
  const within = (length: number) => (text: string) => text.length <= length;

  it("drops decimals first", () => {
    expect(narrowedGeneral(1234.56789, within(6))).toBe("1234.6");
  });

  it("turns to exponents when the whole part does not fit", () => {
    expect(narrowedGeneral(123456789, within(6))).toBe("1E+08");
    expect(narrowedGeneral(123456789, within(8))).toBe("1.23E+08");
  });

  it("gives up where nothing fits", () => {
    expect(narrowedGeneral(123456789, within(2))).toBeUndefined();
  });
});
