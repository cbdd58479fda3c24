import { describe, expect, it } from "vitest";
import { tableToParts } from "./table-to-parts.ts";

function read(text: string): { sheet: string; warnings: string[]; cells: Map<string, string> } {
  const { parts, warnings } = tableToParts(new TextEncoder().encode(text));
  const sheet = new TextDecoder().decode(parts.get("xl/worksheets/sheet1.xml"));
  const found = sheet.matchAll(/<c r="(\w+)" s="(\d)"[^>]*><is><t[^>]*>([^<]*)</g);
  return {
    sheet,
    warnings,
    cells: new Map(Array.from(found, ([, place = "", format, value]) => [place, `${format} ${value}`])),
  };
}

describe("a table as text", () => {
  it.each([
    ["commas", 'Name,Sum\n"Bolt, M8",12'],
    ["semicolons", 'Name;Sum\r\n"Bolt, M8";12\r\n'],
    ["tabs", "Name\tSum\nBolt, M8\t12"],
    ["what its first line names", "sep=|\nName|Sum\nBolt, M8|12"],
  ])("has its values between %s", (_, text) => {
    expect([...read(text).cells]).toEqual([
      ["A1", "0 Name"],
      ["B1", "0 Sum"],
      ["A2", "0 Bolt, M8"],
      ["B2", "1 12"],
    ]);
  });

  it.each([
    ["below a title", "Sales of 2024, all\n\nDay;Sum\n1.3.;1,5\n2.3.;2,5"],
    ["below a title that has another mark", "For Smith; 2024\nDay\tSum\n1.3.\t1,5\n2.3.\t2,5"],
    ["beside commas of numbers, without a head", "1.3.;1,5\n2.3.;2,5\n3.3.;3,25"],
    ["beside other marks within quotes, over several lines", 'Day;Sum\n"a,b,\nc,d";1\n"e,f";2\n"g,h";3'],
    ["beside commas of some texts", "Day;Note\n1.3.;a, b\n2.3.;c, d\n3.3.;e"],
  ])("has its values between what most lines have: %s", (_, text) => {
    const rows = new Set([...read(text).cells.keys()].map((place) => place[0]));
    expect([...rows].sort()).toEqual(["A", "B"]);
  });

  it("has commas between its values where lines have other marks now and then", () => {
    expect([...read("a,b;c,d\ne,f,g\nh;i,j,k").cells.values()]).toHaveLength(9);
    expect([...read("just text\nand more").cells.keys()]).toEqual(["A1", "A2"]);
  });

  it("makes columns wide enough for capitals and for East Asian letters, and breaks what is too wide", () => {
    const widths = (text: string) =>
      [...read(text).sheet.matchAll(/ width="([\d.]+)"/g)].map(([, width]) => Number(width));
    const [capitals = 0, letters = 0, han = 0] = widths("WWWMMM COMPANY,wwiili company,東京都千代田区丸の内");
    expect(capitals).toBeGreaterThan(14 * 1.3);
    expect(letters).toBe(16);
    expect(han).toBeCloseTo(22);
    expect(read("東".repeat(31)).cells.get("A1")).toMatch(/^2 /);
    expect(read("a".repeat(31)).cells.get("A1")).toMatch(/^0 /);
  });

  it("shows values as they are written, numbers at the right", () => {
    const { cells } = read('007,1.50,"1.234,56",-3 %,2024-01-31,=1+1,$ 5,n/a');
    expect([...cells.values()]).toEqual([
      "1 007",
      "1 1.50",
      "1 1.234,56",
      "1 -3 %",
      "0 2024-01-31",
      "0 =1+1",
      "1 $ 5",
      "0 n/a",
    ]);
  });

  it("makes columns as wide as their values, and breaks long ones into lines", () => {
    const { sheet, cells } = read(`${"x".repeat(30)},a\n${"y ".repeat(60)},"two\nlines"`);
    expect(sheet).toContain('<col min="1" max="1" width="60" customWidth="1"/><col min="2" max="2" width="8.43"');
    expect(cells.get("A2")).toMatch(/^2 y/);
    expect(cells.get("B2")).toBe("2 two\nlines");
  });

  it("says what it leaves out", () => {
    expect(read('a,"b\nc').warnings).toEqual([expect.stringContaining("the quotes are not closed")]);
    expect(read(",".repeat(17_000)).warnings).toEqual([expect.stringContaining("more than 16,384 values")]);
  });
});

it("reads cells of blanks once, and those before the first line that says something", () => {
  const cell = `1${" ".repeat(58)}x`;
  const { cells } = read(`${" ".repeat(300_000)}\n"a;b";${cell};- $1.5 \n${`${cell};`.repeat(16_000)}`);
  expect([cells.get("A2"), cells.get("B2"), cells.get("C2")]).toEqual(["0 a;b", `0 ${cell}`, "1 - $1.5 "]);
});
