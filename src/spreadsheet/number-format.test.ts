import { describe, expect, it } from "vitest";
import {
  formatColorName,
  formatValue,
  isDateFormatCode,
  shownValue,
  withoutLocale,
  withoutSystemFormat,
} from "./number-format.ts";

describe("number formats", () => {
  it.each([
    ["d-mmm-yy", true],
    ["[h]:mm", true],
    ['0 "days"', false],
    ["[Red]0", false],
    ["General", false],
    ['"', false],
  ])("%s shows dates: %s", (code, expected) => {
    expect(isDateFormatCode(code)).toBe(expected);
  });

  it("show values", () => {
    expect(formatValue(1234.5, "#,##0.00")).toBe("1,234.50");
    expect(formatValue(45_366, "yyyy-mm-dd")).toBe("2024-03-15");
    expect(() => formatValue(1, '"')).toThrow();
    expect(shownValue(5, "_(0_)*x", { fill: "\u0001", skip: "\u0002" })).toBe("\u0002(5\u0002)\u0001x");
  });

  it("name colours, and do without locales", () => {
    expect(formatColorName(-1, "0;[Red]0")).toBe("red");
    expect(formatColorName(1, "0;[Red]0")).toBeUndefined();
    expect(withoutSystemFormat("[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy")).toBe("dddd, mmmm d, yyyy");
    expect(withoutSystemFormat("[$-f400]h:mm:ss\\ AM/PM")).toBe("h:mm:ss AM/PM");
    expect(withoutSystemFormat("[$-409]d-mmm-yy")).toBe("[$-409]d-mmm-yy");
    expect(withoutLocale("[$€-407]0", (symbol) => `"${symbol}"`)).toBe('"€"0');
  });
});
