import { describe, expect, it } from "vitest";
import { mergeWorkbook } from "./testing/merged-workbook.ts";
import { buildWorkbook, type TestCell } from "./testing/workbook-builder.ts";

const cellsOf = (cells: Record<string, TestCell>) => buildWorkbook({ sheets: [{ name: "S", cells }] });

/** A table with one row for each item, whose last column is a formula of its row. */
function tableWith(formula: string): Uint8Array {
  return cellsOf({
    A1: "Name",
    B1: "Amount",
    C1: "Key",
    D1: "Result",
    A2: "{foreach $items as $i}{$i.name}",
    B2: "{$i.amount}",
    C2: "{$i.key}{/foreach}",
    D2: `=${formula}`,
  });
}

const ITEMS = Array.from({ length: 2_000 }, (_, index) => ({
  name: `Product ${index % 97}`,
  amount: index % 10,
  key: `K${index}`,
}));

const first = ITEMS.filter(({ name }) => name === "Product 0");
const third = ITEMS.filter(({ name }) => name === "Product 3");

function total(items: typeof ITEMS, of: (item: (typeof ITEMS)[number]) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

/** Far above what any of these takes on a busy machine, and far below what a step with quadratic growth takes. */
const LIMIT = { timeout: 30_000 };

describe("formulas in each row of a long table", LIMIT, () => {
  // Row 2 holds item 0.
  it.each([
    ["SUMIF($A:$A,A2,$B:$B)", total(first, ({ amount }) => amount)],
    [
      'COUNTIF($A:$A,"*t 1"&"*")',
      total(
        ITEMS.filter(({ name }) => name.includes("t 1")),
        () => 1,
      ),
    ],
    ["COUNTIF(A$2:A2,A2)", 1],
    ["VLOOKUP(C2,$C:$D,1,FALSE)", "K0"],
    ["MATCH(C2,$C:$C,0)", 2],
    ["INDEX($B:$B,MATCH(C2,$C:$C,0))", 0],
    ['COUNTIFS($A:$A,A2,$B:$B,">4")', total(first, ({ amount }) => Number(amount > 4))],
    ["RANK(B2,$B:$B)", 1_801],
    ["LARGE($B:$B,1)", 9],
    ["SUM(B$2:B2)", 0],
    ["B2-MAX($B:$B)", -9],
    ['SUMPRODUCT(($A$2:$A$99="Product 3")*($B$2:$B$99))', total(third, ({ amount }) => amount)],
  ])("%s takes seconds at most", async (formula, value) => {
    const start = process.cpuUsage();
    const merged = await mergeWorkbook(tableWith(formula), { items: ITEMS });
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1e6).toBeLessThan(8);
    expect(merged.warnings).toEqual([]);
    expect(merged.values("S").D2).toBe(value);
  });
});

describe("totals of whole columns, asked for by each of 12,000 rows", LIMIT, () => {
  const many = Array.from({ length: 12_000 }, (_, index) => ({
    name: `Product ${index % 97}`,
    amount: index % 10,
    key: `K${index}`,
  }));

  it.each([
    ["COUNTA($A:$A)", 12_001],
    ["SUBTOTAL(9,$B:$B)", 54_000],
    ['AVERAGEIF($A:$A,"<>",$B:$B)', 4.5],
    ['COUNTIF($A:$A,"<>*3*")', 1_046_223],
    ["CORREL($B:$B,$B:$B)", 1],
    ["SUMPRODUCT($B:$B,$B:$B)", 342_000],
  ])("%s is calculated once", async (formula, value) => {
    const merged = await mergeWorkbook(tableWith(formula), { items: many });
    expect(merged.warnings).toEqual([]);
    expect(merged.values("S").D2).toBe(value);
    expect(merged.values("S").D12001).toBe(value);
  });

  it("and each row has its own if the condition is the row's", async () => {
    const merged = await mergeWorkbook(tableWith('AVERAGEIF($A:$A,"<>"&A2,$B:$B)'), { items: many });
    expect(merged.warnings).toEqual([]);
    const others = many.filter(({ name }) => name !== "Product 1");
    expect(merged.values("S").D3).toBeCloseTo(others.reduce((sum, { amount }) => sum + amount, 0) / others.length, 9);
    expect(merged.values("S").D2).not.toBe(merged.values("S").D3);
  });
});

describe("formulas nested to the edge", () => {
  it.each([
    ["a long sum", Array.from({ length: 4_000 }, () => "1").join("+"), 4_000],
    ["a long text", Array.from({ length: 2_000 }, () => '"a"').join("&"), "a".repeat(2_000)],
    [
      "many arguments in functions",
      `SUM(${Array.from({ length: 60 }, () => "SUM(1,").join("")}1${")".repeat(60)})`,
      61,
    ],
  ])("calculates %s", async (_, formula, value) => {
    const merged = await mergeWorkbook(cellsOf({ A1: `=${formula}` }), {});
    expect(merged.values("S").A1).toBe(value);
  });

  it("calculates chains of cells whose formulas are deep themselves", async () => {
    const cells: Record<string, TestCell> = { A400: 1 };
    for (let row = 1; row < 400; row++) cells[`A${row}`] = `=${"ABS(".repeat(60)}A${row + 1}+1${")".repeat(60)}`;
    const merged = await mergeWorkbook(cellsOf(cells), {});
    expect(merged.values("S").A1).toBe(400);
  });

  it.each([
    ["parentheses", `${"(".repeat(20_000)}1${")".repeat(20_000)}`],
    ["functions", `${"ABS(".repeat(20_000)}1${")".repeat(20_000)}`],
    ["signs", `${"-".repeat(20_000)}1`],
    ["percents", `1${"%".repeat(20_000)}`],
    ["references", Array.from({ length: 20_000 }, () => "A2").join(":")],
    ["areas", `SUM((${Array.from({ length: 20_000 }, () => "A2").join(",")}))`],
    ["rows of an array", `SUM({${Array.from({ length: 20_000 }, () => "1").join(";")}})`],
    ["a text that doubles", "B1&B1"],
  ])("does not fall over too many %s", async (_, formula) => {
    const cells: Record<string, TestCell> = { A1: `=${formula}`, B40: "x" };
    for (let row = 1; row < 40; row++) cells[`B${row}`] = `=B${row + 1}&B${row + 1}`;
    const merged = await mergeWorkbook(cellsOf(cells), {});
    expect(merged.formulas("S").A1).toBe(formula);
  });
});

it("calculates an array's parts if its own cell is not shown and needs a long chain", async () => {
  const cells: Record<string, TestCell> = {
    A1: "{foreach $none as $each}{$each}",
    C1: "{/foreach}",
    // Keeps a blank row for the loop.
    E5: "=SUM(A1:A1)",
    B1: { xml: '><f t="array" ref="B1:B2">D2</f><v>0</v>' },
    B2: { xml: "><v>0</v>" },
    D300: 1,
  };
  for (let row = 2; row < 300; row++) cells[`D${row}`] = `=D${row + 1}+1`;
  const merged = await mergeWorkbook(cellsOf(cells), { none: [] });
  expect(merged.values("S").B2).toBe(299);
});
