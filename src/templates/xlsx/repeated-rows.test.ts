import { describe, expect, it } from "vitest";
import { mergeWorkbook } from "./testing/merged-workbook.ts";
import { buildWorkbook, type TestSheet } from "./testing/workbook-builder.ts";

const one = (cells: TestSheet["cells"], more: Partial<TestSheet> = {}) =>
  buildWorkbook({ sheets: [{ name: "Data", cells, ...more }] });
const ITEMS = [
  { name: "Pen", qty: 10, price: 1.5 },
  { name: "Desk", qty: "2", price: 250 },
  { name: "=1+1", qty: 1, price: 99.5 },
];

describe("a block over rows", () => {
  it("repeats the row, keeps formulas with their row and widens the ranges of totals", async () => {
    const merged = await mergeWorkbook(
      one({
        A1: "Name",
        A2: "{foreach $Items as $i}{$i.name}",
        B2: "{$i.qty}",
        C2: "{$i.price}",
        D2: "=B2*C2",
        E2: "{/foreach}",
        A3: "Total",
        D3: "=SUM(D2:D2)",
        E3: "=D3*2",
      }),
      { Items: ITEMS },
    );
    expect(merged.values("Data")).toEqual({
      A1: "Name",
      A2: "Pen",
      B2: 10,
      C2: 1.5,
      D2: 15,
      A3: "Desk",
      B3: 2,
      C3: 250,
      D3: 500,
      A4: "=1+1",
      B4: 1,
      C4: 99.5,
      D4: 99.5,
      A5: "Total",
      D5: 614.5,
      E5: 1229,
    });
    expect(merged.formulas("Data")).toEqual({ D2: "B2*C2", D3: "B3*C3", D4: "B4*C4", D5: "SUM(D2:D4)", E5: "D5*2" });
  });

  it.each([
    ["in rows of their own", { A2: "{foreach $Items as $i}", A3: "{$i.name}", A4: "{/foreach}", A5: "End" }],
    ["by {tablerow}", { A2: "{tablerow from=$Items item=i}{$i.name}{/tablerow}", A3: "End" }],
    ["by {tablerow} without an end", { A2: "{tablerow from=$Items item=i}{$i.name}", A3: "End" }],
    ["by {section}", { A2: "{section name=s loop=$Items}{$Items[s].name}", B2: "{/section}", A3: "End" }],
  ])("may have its ends %s", async (_, cells) => {
    const merged = await mergeWorkbook(one(cells as TestSheet["cells"]), { Items: ITEMS });
    const values = Object.entries(merged.values("Data")).filter(([reference]) => reference.startsWith("A"));
    expect(values).toEqual([
      [expect.any(String), "Pen"],
      [expect.any(String), "Desk"],
      [expect.any(String), "=1+1"],
      [expect.any(String), "End"],
    ]);
  });

  it("nests, and totals over items leave out the subtotals between them", async () => {
    const merged = await mergeWorkbook(
      one({
        A1: "{foreach $Groups as $g}{$g.name}",
        A2: "{foreach $g.items as $i}",
        B2: "{$i}{/foreach}",
        B3: "=SUM(B2:B2)",
        C3: "{/foreach}",
        B4: "=SUM(B2:B2)",
      }),
      {
        Groups: [
          { name: "a", items: [1, 2] },
          { name: "b", items: [] },
          { name: "c", items: [3] },
        ],
      },
    );
    expect(merged.formulas("Data")).toEqual({
      B4: "SUM(B2:B3)",
      B7: "SUM(B6:B6)",
      B10: "SUM(B9:B9)",
      B11: "SUM(B2:B3,B6:B6,B9:B9)",
    });
    expect(merged.values("Data")).toMatchObject({ A1: "a", B4: 3, A5: "b", B7: 0, A8: "c", B10: 3, B11: 6 });
  });

  it("leaves one blank row where a total would have nothing to refer to", async () => {
    const cells = { A1: "{foreach $Items as $i}{$i}", B1: 5, C1: "{/foreach}", B2: "=SUM(B1:B1)", B3: "=COUNT(B1:B1)" };
    const merged = await mergeWorkbook(one(cells), { Items: [] });
    expect(merged.values("Data")).toEqual({ B2: 0, B3: 0 });
    expect(merged.formulas("Data").B2).toBe("SUM(B1:B1)");
  });

  it("leaves no row where nothing refers to it, and shows the else branch", async () => {
    const cells = {
      A1: "{foreach $Items as $i}",
      A2: "{$i}",
      A3: "{foreachelse}",
      A4: "none",
      A5: "{/foreach}",
      A6: "End",
    };
    expect((await mergeWorkbook(one(cells), { Items: [] })).values("Data")).toEqual({ A1: "none", A2: "End" });
    expect((await mergeWorkbook(one(cells), { Items: ["x"] })).values("Data")).toEqual({ A1: "x", A2: "End" });
  });

  it("drops rows whose condition does not hold", async () => {
    const cells = { A1: "{if $Paid}", A2: "Paid", A3: "{else}", A4: "Due", A5: "{/if}", B6: "=A4", C6: "=SUM(A2:A4)" };
    const merged = await mergeWorkbook(one(cells), { Paid: false });
    expect(merged.values("Data")).toEqual({ A1: "Due", B2: "Due", C2: 0 });
    expect(JSON.stringify(merged.formulas("Data"))).not.toContain("#REF!");
  });

  it("keeps running totals and running balances running", async () => {
    const merged = await mergeWorkbook(
      one({ B1: 100, A2: "{foreach $Items as $i}{$i}", B2: "=B1+A2", C2: "=SUM(A$2:A2)", D2: "{/foreach}" }),
      { Items: [1, 2, 3] },
    );
    expect(merged.formulas("Data")).toMatchObject({ B2: "B1+A2", B3: "B2+A3", B4: "B3+A4", C4: "SUM(A$2:A4)" });
    expect(merged.values("Data")).toMatchObject({ B4: 106, C4: 6 });
  });

  it("repeats gaps between its rows", async () => {
    const cells = { A1: "{foreach $Items as $i}{$i}", A4: "end{/foreach}", A6: "after" };
    const merged = await mergeWorkbook(one(cells), { Items: [1, 2] });
    expect(merged.values("Data")).toEqual({ A1: 1, A4: "end", A5: 2, A8: "end", A10: "after" });
  });
});

describe("a block over columns", () => {
  it("repeats the columns in all rows and moves what is to their right", async () => {
    const merged = await mergeWorkbook(
      one(
        {
          A1: "Name",
          B1: "{column from=$Months item=m}{$m}{/column}",
          C1: "Sum",
          A2: "{foreach $Rows as $r}{$r.name}",
          B2: "{$r.values[$m@index]}",
          C2: "=SUM(B2:B2)",
          D2: "{/foreach}",
          B3: "=SUM(B2:B2)",
        },
        { tail: '<mergeCells count="1"><mergeCell ref="B4:C4"/></mergeCells>' },
      ),
      {
        Months: ["Jan", "Feb", "Mar"],
        Rows: [
          { name: "x", values: [1, 2, 3] },
          { name: "y", values: [4, 5, 6] },
        ],
      },
    );
    expect(merged.values("Data")).toEqual({
      A1: "Name",
      B1: "Jan",
      C1: "Feb",
      D1: "Mar",
      E1: "Sum",
      A2: "x",
      B2: 1,
      C2: 2,
      D2: 3,
      E2: 6,
      A3: "y",
      B3: 4,
      C3: 5,
      D3: 6,
      E3: 15,
      B4: 5,
      C4: 7,
      D4: 9,
    });
    expect(merged.formulas("Data")).toMatchObject({ E2: "SUM(B2:D2)", D4: "SUM(D2:D3)" });
    expect(merged.part("xl/worksheets/sheet1.xml")).toContain('<mergeCell ref="B5:E5"/>');
  });
});

describe("a repeated sheet", () => {
  const template = buildWorkbook({
    sheets: [
      { name: "All", cells: { A1: "=SUM('{$d.name}'!B2)", A2: "='{$d.name}'!B2" } },
      {
        name: "{$d.name}",
        cells: {
          A1: "{sheet from=$Departments item=d}{$d.name}",
          A2: "{foreach $d.amounts as $a}",
          B2: "{$a}{/foreach}",
          B3: "=SUM(B2:B2)",
          C3: "{/sheet}",
        },
      },
    ],
    names: `<definedName name="Total">'{$d.name}'!$B$3</definedName><definedName name="_xlnm.Print_Area" localSheetId="1">'{$d.name}'!$A$1:$C$3</definedName>`,
  });

  it("has a name of its own, its own references, and totals over all copies", async () => {
    const merged = await mergeWorkbook(template, {
      Departments: [
        { name: "R&D: [a/b]", amounts: [1, 2] },
        { name: "r&d: [A/B]", amounts: [5] },
        { name: "", amounts: [] },
      ],
    });
    expect(merged.sheetNames()).toEqual(["All", "R&D a b", "r&d A B (2)", "Sheet4"]);
    expect(merged.values("R&D a b")).toMatchObject({ A1: "R&D: [a/b]", B2: 1, B3: 2, B4: 3 });
    expect(merged.values("r&d A B (2)")).toMatchObject({ B2: 5, B3: 5 });
    expect(merged.formulas("All").A1).toBe("SUM('R&D a b'!B2:B3,'r&d A B (2)'!B2,Sheet4!B2)");
    expect(merged.values("All").A1).toBe(8);
    const workbook = merged.part("xl/workbook.xml");
    expect(workbook).toContain('localSheetId="3"');
    expect(workbook).toContain("'R&amp;D a b'!$A$1:$C$4");
  });

  it("goes with everything that only it had when its list is empty", async () => {
    const merged = await mergeWorkbook(template, { Departments: [] });
    expect(merged.sheetNames()).toEqual(["All"]);
    expect(merged.values("All")).toEqual({ A1: 0, A2: 0 });
    expect(merged.part("xl/workbook.xml")).not.toContain("#REF!");
  });
});
