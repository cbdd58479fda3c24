import { describe, expect, it } from "vitest";
import { formatColorName, formatValue, isDateFormatCode, shownValue, withoutLocale } from "./number-format.ts";

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

  it("write the short names of months as Windows does", () => {
    expect(shownValue(45_356, "[$-407]ddd d. mmm yy")).toBe("Di 5. Mrz 24");
    expect(shownValue(45_356, "[$-416]d-mmm-yy")).toBe("5-mar-24");
    expect(shownValue(45_356, "[$-40C]mmm yy")).toBe("mars 24");
  });

  it("have no dates before the first and after the last", () => {
    expect(shownValue(-1, "m/d/yyyy")).toBe("######");
    expect(shownValue(2_958_466, "m/d/yyyy")).toBe("######");
    expect(shownValue(2_958_465, "m/d/yyyy")).toBe("12/31/9999");
  });

  it("name colours, and do without locales", () => {
    expect(formatColorName(-1, "0;[Red]0")).toBe("red");
    expect(formatColorName(1, "0;[Red]0")).toBeUndefined();
    expect(withoutLocale("[$€-407]0", (symbol) => `"${symbol}"`)).toBe('"€"0');
  });
});
