import { describe, expect, it } from "vitest";
import { mergeWorkbook } from "./testing/merged-workbook.ts";
import { buildWorkbook, type TestCell } from "./testing/workbook-builder.ts";

const LOOP = { A1: "{tablerow $rows as $r}{$r.n}", C1: "{/tablerow}" };

/** The warnings of a sheet whose rows have `price` in B. */
async function warningsOf(prices: readonly unknown[], cells: Readonly<Record<string, TestCell>>) {
  const template = buildWorkbook({ sheets: [{ name: "S", cells: { ...LOOP, B1: "{$r.price}", ...cells } }] });
  const rows = prices.map((price) => ({ n: "x", price }));
  return (await mergeWorkbook(template, { rows })).warnings;
}

describe("amounts that are texts, in a column that is added up", () => {
  it("are warned of by their cells", async () => {
    expect(await warningsOf([1, "1,234.50", "$2", 3], { B2: "=SUM(B1:B1)" })).toEqual([
      '"1,234.50" (S!B2, and 1 more) is a text, which SUM in S!B5 leaves out: send a number, or give the cell a number format.',
    ]);
    expect(await warningsOf(["1.234,50"], { D2: "=ROUND(2*SUBTOTAL(9,B1:B1),2)" })).toEqual([
      expect.stringContaining("which SUBTOTAL in S!D2 leaves out"),
    ]);
    expect(await warningsOf(["1,5"], { D2: '=SUMIF(A1:A1,"x",B1:B1)' })).toEqual([
      expect.stringContaining("SUMIF in S!D2"),
    ]);
  });

  it.each<[string, unknown, Record<string, TestCell>]>([
    ["numbers, and texts that become numbers", "1234.50", { B2: "=SUM(B1:B1)" }],
    ["texts that are no number", "on request", { B2: "=SUM(B1:B1)" }],
    ["dates and codes", "12 rue 5", { B2: "=SUM(B1:B1)" }],
    ["cells that no formula adds up", "1,234.50", { B2: "=SUM(A1:A1)", D2: "=B1" }],
    ["counts and searches", "1,234.50", { B2: "=COUNTA(B1:B1)", D2: "=SUBTOTAL(3,B1:B1)", E2: '=COUNTIF(B1:B1,"x")' }],
    ["conditions on them", "1,234.50", { D2: "=SUMIF(B1:B1,5,C1:C1)" }],
    ["cells with a number format", "1,234.50", { B1: { value: "{$r.price}", style: 2 }, B2: "=SUM(B1:B1)" }],
    ["cells whose format is text", "1,234.50", { B1: { value: "{$r.price}", style: 3 }, B2: "=SUM(B1:B1)" }],
  ])("do not matter: %s", async (_, price, cells) => expect(await warningsOf([price], cells)).toEqual([]));

  it("are found where columns are repeated, and named by the cells of the result", async () => {
    const template = buildWorkbook({
      sheets: [{ name: "S", cells: { A1: "{column $rows as $r}{$r}{/column}", B1: "x", A2: "=SUM(A1:A1)" } }],
    });
    const { warnings } = await mergeWorkbook(template, { rows: [1, "2,50"] });
    expect(warnings).toEqual([expect.stringContaining('"2,50" (S!B1) is a text, which SUM in S!B2')]);
  });
});
