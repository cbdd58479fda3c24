import { describe, expect, it } from "vitest";
import { mergeWorkbook } from "./testing/merged-workbook.ts";
import { buildWorkbook } from "./testing/workbook-builder.ts";

/** Index of the format of a text, of `yyyy-mm-dd` and of those that a test adds. */
const [DATE, NUMBER, TEXT, ADDED] = [1, 2, 3, 5];

/** The value of a cell with this format, and the warnings. */
async function merged(value: unknown, style: number | string, extra = "") {
  const formats = typeof style === "string" ? [style] : [];
  const cell = { value: "{$v}", style: typeof style === "string" ? ADDED : style };
  const template = buildWorkbook({
    sheets: [{ name: "Data", cells: { A1: cell, B1: "end" } }],
    formats,
    workbookHead: extra,
  });
  const { sheet, warnings } = await mergeWorkbook(template, { v: value });
  return { value: sheet("Data").A1?.value, warnings };
}

describe("times in cells that show times", () => {
  it.each([
    ["08:30", "hh:mm", 8.5 / 24],
    ["8:30", "h:mm;@", 8.5 / 24],
    ["08:30:15", "h:mm:ss", (8 * 3600 + 30 * 60 + 15) / 86_400],
    ["08:30:15.250", "hh:mm:ss.000", (8 * 3600 + 30 * 60 + 15.25) / 86_400],
    ["25:15", "[h]:mm", 25.25 / 24],
    ["25:15", "hh:mm", 25.25 / 24],
    ["119:45:30", "[h]:mm:ss", (119 * 3600 + 45 * 60 + 30) / 86_400],
    ["90:00", "[mm]:ss", 90 / 1440],
    ["02:30", "mm:ss", 150 / 86_400],
    ["2:30 PM", "h:mm AM/PM", 14.5 / 24],
    ["12:05 am", "hh:mm", 5 / 1440],
    ["12 p.m.", "hh:mm", 0.5],
    ["7pm", '[$-409]h "o\'clock"', 19 / 24],
    ["2024-03-01T06:00:00", "hh:mm", 45_352.25],
    [0.75, "hh:mm", 0.75],
  ])("%s in %s is %d", async (text, format, value) => {
    const found = await merged(text, format);
    expect(found.value).toBeCloseTo(value, 9);
    expect(found.warnings).toEqual([]);
  });

  it("are no days: neither in a cell that shows days nor in one of texts or without a format", async () => {
    expect((await merged("08:30", DATE)).value).toBe("08:30");
    expect((await merged("08:30", "dd.mm.yyyy hh:mm")).value).toBe("08:30");
    expect((await merged("08:30", TEXT)).value).toBe("08:30");
    expect((await merged("08:30", 0)).value).toBe("08:30");
  });

  it("stay the same in a workbook that counts from 1904", async () => {
    const found = await merged("06:00", "hh:mm", '<workbookPr date1904="1"/>');
    expect(found.value).toBe(0.25);
  });

  it("leave what is no time a text", async () => {
    for (const text of ["8:75", "by 8:30", "12:30 or later"]) expect((await merged(text, "hh:mm")).value).toBe(text);
  });
});

describe("dates that a workbook has no number for", () => {
  it.each(["1850-05-01", "1899-12-31", "0900-01-01"])("%s stays a text", async (text) => {
    expect((await merged(text, DATE)).value).toBe(text);
    expect((await merged(text, 0)).value).toBe(text);
  });

  it("begin with 1900, or with 1904", async () => {
    expect((await merged("1900-01-01", DATE)).value).toBe(1);
    expect((await merged("01.05.1850", "dd.mm.yyyy")).value).toBe("01.05.1850");
    const of1904 = '<workbookPr date1904="1"/>';
    expect((await merged("1903-12-31", DATE, of1904)).value).toBe("1903-12-31");
    expect((await merged("1904-01-02", DATE, of1904)).value).toBe(1);
  });

  it.each(["2026-02-30", "30.02.2026", "2023-02-29", "2026-04-31 10:00"])(
    "%s does not exist: nothing, and a warning",
    async (text) => {
      expect(await merged(text, "dd.mm.yyyy")).toEqual({
        value: undefined,
        warnings: [`Data!A1: “${text}” is not a date that exists, and the cell stays empty.`],
      });
    },
  );

  it("may be the number of an order where no date is shown", async () => {
    expect(await merged("2026-02-30", 0)).toEqual({ value: "2026-02-30", warnings: [] });
    expect(await merged("2026-02-30", TEXT)).toEqual({ value: "2026-02-30", warnings: [] });
  });
});

describe("numbers beyond all that a cell holds", () => {
  it.each([
    [JSON.parse("1e400") as number, 0],
    [JSON.parse("-1e400") as number, NUMBER],
    ["1e400", NUMBER],
    ["1e999", "0.00%"],
  ])("%s is not written", async (value, format) => {
    const found = await merged(value, format);
    expect(found.value).toBeUndefined();
    expect(found.warnings).toEqual([expect.stringContaining("is larger than any number that a workbook holds")]);
  });

  it("are an error where a formula makes them", async () => {
    const template = buildWorkbook({
      sheets: [{ name: "Data", cells: { A1: "{$v}", B1: "=A1*A1", C1: "=POWER(A1,3)", D1: "=SUM(A1:A1)*1E300" } }],
    });
    const { values } = await mergeWorkbook(template, { v: 1e300 });
    expect(values("Data")).toEqual({ A1: 1e300, B1: "#NUM!", C1: "#NUM!", D1: "#NUM!" });
  });
});
