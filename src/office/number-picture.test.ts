import { describe, expect, it } from "vitest";
import { formatPicture, numberInText, numberOfText } from "./number-picture.ts";

const english = { decimal: "." };
const german = { decimal: "," };

describe("numeric pictures (ISO/IEC 29500-1, 17.16.4.2)", () => {
  it.each([
    ["$,0.00", 1234.5, "$1,234.50"],
    ["$#,##0.00", 1234.5, "$1,234.50"],
    ["0.00%", 1234.5, "1234.50%"],
    ["0 kg", 1234.5, "1235 kg"],
    ["000000", 1234.5, "001235"],
    ["'x'0", 1234.5, "x1235"],
    ["#,##0", 1234.5, "1,235"],
    ["#,##0", 12, "12"],
    ["#,##0", 1234567, "1,234,567"],
    ["00,000", 1234, "01,234"],
    ["#,##0.00;(#,##0.00);nil", 1234.5, "1,234.50"],
    ["#,##0.00;(#,##0.00);nil", -1234.5, "(1,234.50)"],
    ["#,##0.00;(#,##0.00);nil", 0, "nil"],
    ["#,##0.00;(#,##0.00)", -5, "(5.00)"],
    ["€ 0.00", 1234.5, "€ 1234.50"],
    ["x##", 1234.5, "235"],
    ["x##", 5, "005"],
    ["0.00x", 0.125, "0.125"],
    [".x", 0.75, ".8"],
    ["+0.0", 1234.5, "+1234.5"],
    ["+0.0", -1234.5, "-1234.5"],
    ["+0", 0, " 0"],
    ["-0.0", 1234.5, " 1234.5"],
    ["-0.0", -1234.5, "-1234.5"],
    ["0.00-", -3, "3.00-"],
    ["0.00'total'", 1234.5, "1234.50total"],
    ["0.00 'a;b'", 1, "1.00 a;b"],
    ["0.00", -1234.5, "-1234.50"],
    ["0.00", -0.001, "0.00"],
    ["0.00", 1.005, "1.01"],
    ["0.##", 1.5, "1.5"],
    ["0.##", 1, "1"],
    ["#.##", 0.5, ".5"],
    ["#.##", -0.5, "-.5"],
    ["#", 0, "0"],
    ["00000", 2134, "02134"],
    ["(000) 000-0000", 5551234567, "(555) 123-4567"],
    ["000'-'00'-'0000", 12345678, "012-34-5678"],
    ["# ##0,00", 1234567.5, "1 234 567,50"],
    ["tax: 0", 7, "tax: 7"],
    ["Fr. 0.00", 7, "Fr. 7.00"],
    ["0;;", -4, "-4"],
    ["#.##0,00", 1234.5, "1.234,50"],
    ["0", 1e21, "1000000000000000000000"],
  ])("%s of %d", (picture, value, expected) => {
    expect(formatPicture(value, picture, english)).toBe(expected);
  });

  it.each([
    ["#.##0,00", 1234.5, "1.234,50"],
    ["#.##0", 1234.5, "1.235"],
    ["0,000", 1.5, "1,500"],
    ["0,00 €", 1234.5, "1234,50 €"],
    [".0,00", 1234.5, "1.234,50"],
  ])("in the language of the document: %s of %d", (picture, value, expected) => {
    expect(formatPicture(value, picture, german)).toBe(expected);
  });

  it("count captions", () => {
    const context = { decimal: ".", sequence: (name: string) => (name === "table" ? 3 : undefined) };
    expect(formatPicture(7, "##0.00 'is the total of Table' `table`", context)).toBe("7.00 is the total of Table 3");
  });
});

describe("numbers in texts", () => {
  it.each([
    ["1,234.50", ".", 1234.5],
    ["1,234.50", ",", 1234.5],
    ["1234.5", ",", 1234.5],
    ["1.234", ",", 1234],
    ["1.234", ".", 1.234],
    ["12,345", ".", 12345],
    ["1.234.567", ".", 1234567],
    ["$ 1,250", ".", 1250],
    ["-$5", ".", -5],
    ["$-5.5", ".", -5.5],
    ["(12.00)", ".", -12],
    ["19 %", ".", 0.19],
    ["0,125", ",", 0.125],
    ["1e3", ".", 1000],
  ])("%s with %s", (text, decimal, expected) => {
    expect(numberOfText(text, decimal)).toBe(expected);
  });

  it("are not found in other texts", () => {
    expect(numberOfText("12 Main Street", ".")).toBeUndefined();
    expect(numberOfText("", ".")).toBeUndefined();
    expect(numberInText("12 apples", ".")).toBe(12);
    expect(numberInText("none", ".")).toBeUndefined();
  });
});

it("reads long texts once, whether a number stands in them or not", () => {
  const blanks = " ".repeat(300_000);
  expect(numberInText(`${blanks}x${blanks}(${blanks}5`, ".")).toBe(5);
  expect(numberInText(`${blanks}x`, ".")).toBeUndefined();
  expect(numberOfText(`${blanks}-${blanks}$5${blanks}`, ".")).toBe(-5);
  expect(numberOfText(`1${blanks}x`, ".")).toBeUndefined();
  expect(numberOfText(`${"1,".repeat(150_000)}x`, ".")).toBeUndefined();
});
