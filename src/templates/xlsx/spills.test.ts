import { describe, expect, it } from "vitest";
import { mergeWorkbook } from "./testing/merged-workbook.ts";
import { buildWorkbook, type TestSheet } from "./testing/workbook-builder.ts";

/** A cell with a dynamic array formula, as Excel writes it. */
const dynamic = (formula: string, ref: string, value = "0") => ({
  xml: ` cm="1"><f t="array" ref="${ref}">${formula.replaceAll("&", "&amp;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")}</f><v>${value}</v>`,
});

const one = (cells: TestSheet["cells"], more: Partial<TestSheet> = {}, names = "") =>
  buildWorkbook({ sheets: [{ name: "Data", cells, ...more }], names });

const ITEMS = [
  { city: "Wien", sum: 30 },
  { city: "Graz", sum: 5 },
  { city: "Wien", sum: 20 },
  { city: "Linz", sum: 10 },
];
const LOOP = { A2: "{tablerow $items as $i}{$i.city}", B2: "{$i.sum}", C2: "x{/tablerow}" };

describe("dynamic array formulas", () => {
  it("fill the cells below and beside them, also in rows that the template does not have", async () => {
    const merged = await mergeWorkbook(
      one({
        ...LOOP,
        E1: dynamic("_xlfn.UNIQUE(A2:A2)", "E1"),
        G1: dynamic("_xlfn._xlws.SORT(A2:B2,2,-1)", "G1"),
        J1: dynamic('_xlfn._xlws.FILTER(A2:B2,B2:B2>15,"none")', "J1"),
        M4: dynamic("_xlfn.SEQUENCE(3)", "M4"),
      }),
      { items: ITEMS },
    );
    const { A2, A3, A4, A5, B2, B3, B4, B5, C2, C3, C4, C5, ...arrays } = merged.values("Data");
    expect(arrays).toEqual({
      ...{ E1: "Wien", E2: "Graz", E3: "Linz" },
      ...{ G1: "Wien", H1: 30, G2: "Wien", H2: 20, G3: "Linz", H3: 10, G4: "Graz", H4: 5 },
      ...{ J1: "Wien", K1: 30, J2: "Wien", K2: 20 },
      ...{ M7: 1, M8: 2, M9: 3 },
    });
    expect(merged.warnings).toEqual([]);
    const sheet = merged.part("xl/worksheets/sheet1.xml");
    expect(sheet).toContain('<c r="E1" cm="1" t="str"><f t="array" ref="E1:E3">_xlfn.UNIQUE(A2:A5)</f>');
    expect(sheet).toContain('ref="G1:H4"');
    expect([...sheet.matchAll(/<row r="(\d+)"/g)].map((match) => Number(match[1]))).toEqual([1, 2, 3, 4, 5, 7, 8, 9]);
  });

  it("are seen by formulas before and after them, by name, by their own cells and by whole columns", async () => {
    const merged = await mergeWorkbook(
      one(
        {
          D1: "=SUM(F1:F9)",
          E1: "=SUM(_xlfn.ANCHORARRAY(F1))",
          ...LOOP,
          F1: dynamic("_xlfn._xlws.SORT(B2:B2)", "F1"),
          G1: dynamic("_xlfn.ANCHORARRAY(F1)*2", "G1"),
          H1: "=COUNT(F:F)",
          I1: "=VLOOKUP(20,F:G,2,FALSE)",
          J1: "=F3",
          K1: "=SUM(Sorted)",
        },
        {},
        '<definedName name="Sorted">_xlfn.ANCHORARRAY(Data!$F$1)</definedName>',
      ),
      { items: ITEMS },
    );
    expect(merged.values("Data")).toMatchObject({
      ...{ D1: 65, E1: 65, H1: 4, I1: 40, K1: 65 },
      ...{ F1: 5, F2: 10, F3: 20, F4: 30, G4: 60 },
    });
  });

  it("lose what they filled when the template was made", async () => {
    const merged = await mergeWorkbook(
      one({
        A1: "{tablerow $items as $i}{$i.city}",
        C1: dynamic("_xlfn.UNIQUE(A1:A1)", "C1:C4", "a"),
        A2: "Total",
        C2: { xml: ' t="str" s="4"><v>old</v>' },
        C3: { xml: ' t="str"><v>older</v>' },
        C4: { xml: ' t="str"><v>oldest</v>' },
      }),
      { items: [{ city: "Rom" }] },
    );
    expect(merged.values("Data")).toEqual({ A1: "Rom", C1: "Rom", A2: "Total" });
    expect(merged.sheet("Data").C2?.style).toBe("4");
  });

  it("keep the format of the cells that they fill", async () => {
    const merged = await mergeWorkbook(
      one({ A1: "{$v}", C1: dynamic("_xlfn.SEQUENCE(1,3)", "C1"), D1: { xml: ' s="2">' }, E1: { xml: ' s="4">' } }),
      { v: 1 },
    );
    expect(merged.sheet("Data")).toMatchObject({ D1: { value: 2, style: "2" }, E1: { value: 3, style: "4" } });
  });

  it("say so where there is no room", async () => {
    const merged = await mergeWorkbook(one({ ...LOOP, E1: dynamic("_xlfn.UNIQUE(A2:A2)", "E1"), E4: "in the way" }), {
      items: ITEMS,
    });
    // Row 4 is below the loop: it moves down to row 7, out of the way. Three turns fewer, and it is hit.
    expect(merged.values("Data")).toMatchObject({ E1: "Wien", E3: "Linz", E7: "in the way" });
    const blocked = await mergeWorkbook(
      one({ A1: "{$v}", C1: dynamic("_xlfn.SEQUENCE(5)", "C1"), C4: "in the way", D1: "=C2" }),
      { v: 1 },
    );
    expect(blocked.values("Data")).toEqual({ A1: 1, C1: "#VALUE!", C4: "in the way", D1: 0 });
    expect(blocked.warnings).toEqual([
      "The result of the formula in Data!C1 fills C1:C5, and something else is there: move it away from the cells below and beside the formula.",
    ]);
    expect(blocked.part("xl/workbook.xml")).toContain('fullCalcOnLoad="1"');
  });

  it("have a copy for each turn of a loop, and of a column", async () => {
    const rows = await mergeWorkbook(
      one({ A1: "{tablerow $rows as $r}{$r.n}", B1: dynamic("TRANSPOSE(_xlfn.SEQUENCE(A1))", "B1") }),
      { rows: [{ n: 2 }, { n: 3 }] },
    );
    expect(rows.values("Data")).toEqual({ A1: 2, B1: 1, C1: 2, A2: 3, B2: 1, C2: 2, D2: 3 });
    const columns = await mergeWorkbook(
      one({ A1: "{column $rows as $r}{$r.n}{/column}", A2: dynamic("_xlfn.SEQUENCE(A1)", "A2") }),
      { rows: [{ n: 2 }, { n: 1 }] },
    );
    expect(columns.values("Data")).toEqual({ A1: 2, B1: 1, A2: 1, B2: 1, A3: 2 });
  });

  it("may be left for Excel", async () => {
    const merged = await mergeWorkbook(one({ A1: "{$v}", B1: dynamic("_xlfn.LAMBDA(_xlpm.x,_xlpm.x)(A1)", "B1:B3") }), {
      v: 1,
    });
    expect(merged.part("xl/worksheets/sheet1.xml")).toContain('<c r="B1" cm="1"><f t="array" ref="B1">');
    expect(merged.warnings).toHaveLength(1);
  });
});

describe("records of the workbook's metadata", () => {
  it("stay with the cells that have them: pictures in cells, and those of formulas", async () => {
    const image = { xml: ' t="e" vm="2"><v>#VALUE!</v>' };
    const merged = await mergeWorkbook(
      one({
        ...LOOP,
        D2: image,
        A4: image,
        B4: {
          xml: ' t="e" cm="1" vm="3"><f t="array" ref="B4">_xlfn.IMAGE(&quot;https://example.com/a.png&quot;)</f><v>#VALUE!</v>',
        },
        C4: { xml: ' t="e" vm="4"><f>A4</f><v>#VALUE!</v>' },
        D4: { xml: ' t="e" vm="5"><f>A2</f><v>#VALUE!</v>' },
      }),
      { items: ITEMS.slice(0, 2) },
    );
    const sheet = merged.part("xl/worksheets/sheet1.xml");
    const opening = (reference: string) => new RegExp(`<c r="${reference}"([^>]*)>`).exec(sheet)?.[1];
    expect(["D2", "D3", "A5", "B5", "C5"].map(opening)).toEqual([
      ' vm="2" t="e"',
      ' vm="2" t="e"',
      ' vm="2" t="e"',
      ' cm="1" vm="3" t="e"',
      ' vm="4" t="e"',
    ]);
    // Where the value has become another, its record goes.
    expect(opening("D5")).toBe(' t="str"');
  });
});

describe("what-if tables", () => {
  it("move with their rows, and their input cells with them", async () => {
    const merged = await mergeWorkbook(
      one({
        ...LOOP,
        A3: 0.05,
        A5: "=A3*100",
        A6: 0.06,
        A7: 0.07,
        B6: { xml: '><f t="dataTable" ref="B6:B7" dt2D="0" dtr="0" r1="A3"/><v>6</v>' },
        B7: 7,
      }),
      { items: ITEMS },
    );
    expect(merged.part("xl/worksheets/sheet1.xml")).toContain(
      '<c r="B9"><f t="dataTable" ref="B9:B10" dt2D="0" dtr="0" r1="A6"/><v>6</v></c>',
    );
    expect(merged.warnings).toEqual([
      "The what-if table at Data!B9 shows the values of the template until Excel opens the file and calculates it.",
    ]);
    expect(merged.part("xl/workbook.xml")).toContain('fullCalcOnLoad="1"');
  });
});
