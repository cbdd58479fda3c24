import { describe, expect, it } from "vitest";
import { escapeXmlText } from "../../office/xml-text.ts";
import { mergeWorkbook } from "./testing/merged-workbook.ts";
import { buildWorkbook, type TestSheet } from "./testing/workbook-builder.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const TABLE_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml";

/** A table in A3:C4 whose headings are tags, and cells around it. */
function withTable(
  cells: TestSheet["cells"],
  more: { tail?: string; names?: string; sheet?: string; columns?: string[] } = {},
) {
  const columns = more.columns ?? ["Item", "{$qty}", "{$net} ({$currency})"];
  const headings = Object.fromEntries(columns.map((name, index) => [`${"ABC"[index]}3`, name]));
  const formula = escapeXmlText(`Sales[[#This Row],[${columns[1]}]]*2`);
  const table = `<table xmlns="${MAIN}" id="1" name="Sales" displayName="Sales" ref="A3:C4"><autoFilter ref="A3:C4"/><tableColumns count="3">${columns.map((name, index) => `<tableColumn id="${index + 1}" name="${escapeXmlText(name)}">${index === 2 ? `<calculatedColumnFormula>${formula}</calculatedColumnFormula>` : ""}</tableColumn>`).join("")}</tableColumns></table>`;
  return buildWorkbook({
    sheets: [
      {
        name: more.sheet ?? "Data",
        cells: {
          ...headings,
          A4: "{tablerow $items as $i}{$i.n}",
          B4: "{$i.q}",
          C4: `=Sales[[#This Row],[${columns[1]}]]*2`,
          D4: "x{/tablerow}",
          ...cells,
        },
        tail: `${more.tail ?? ""}<tableParts count="1"><tablePart r:id="rId1"/></tableParts>`,
        relationships: [["rId1", "table", "../tables/table1.xml"]],
      },
    ],
    names: more.names,
    parts: { "xl/tables/table1.xml": { content: table, type: TABLE_TYPE } },
  });
}

const DATA = {
  qty: "Menge",
  net: "Netto",
  currency: "EUR",
  items: [
    { n: "a", q: 1 },
    { n: "b", q: 2 },
  ],
};

describe("references follow a heading that a tag writes", () => {
  it("in formulas, of this column, of several, with and without a row of its own", async () => {
    const merged = await mergeWorkbook(
      withTable({
        F1: "=SUM(Sales[{$qty}])",
        G1: "=SUM(Sales[{$net} ({$currency})])",
        H1: "=SUM(Sales[[{$qty}]:[{$net} ({$currency})]])",
        I1: "=Sales[[#Headers],[{$qty}]]",
        J1: "=COUNTA(Sales[Item])",
        K1: "=SUM(Sales[])",
      }),
      DATA,
    );
    expect(merged.formulas("Data")).toEqual({
      F1: "SUM(Sales[Menge])",
      G1: "SUM(Sales[[Netto (EUR)]])",
      H1: "SUM(Sales[[Menge]:[Netto (EUR)]])",
      I1: "Sales[[#Headers],[Menge]]",
      J1: "COUNTA(Sales[Item])",
      K1: "SUM(Sales[])",
      C4: "Sales[[#This Row],[Menge]]*2",
      C5: "Sales[[#This Row],[Menge]]*2",
    });
    expect(merged.values("Data")).toMatchObject({ F1: 3, G1: 6, H1: 9, I1: "Menge", J1: 2, K1: 9, C5: 4 });
    const table = merged.part("xl/tables/table1.xml");
    expect([...table.matchAll(/ name="([^"]*)"/g)].map((match) => match[1])).toEqual([
      "Sales",
      "Item",
      "Menge",
      "Netto (EUR)",
    ]);
    expect(table).toContain("<calculatedColumnFormula>Sales[[#This Row],[Menge]]*2</calculatedColumnFormula>");
  });

  it.each([
    ["Net [EUR] #1", "SUM(Sales[[Net '[EUR'] '#1]])", "Net [EUR] #1"],
    ["Bob's", "SUM(Sales[[Bob''s]])", "Bob's"],
    ["two\nlines", "SUM(Sales[[two\nlines]])", "two_x000a_lines"],
    ["Preis je Stück", "SUM(Sales[Preis je Stück])", "Preis je Stück"],
    ["item", "SUM(Sales[item2])", "item2"],
    ["2024", "SUM(Sales[2024])", "2024"],
    ["", "SUM(Sales[Column2])", "Column2"],
  ])("whatever it is: %j", async (heading, formula, name) => {
    const merged = await mergeWorkbook(withTable({ F1: "=SUM(Sales[{$qty}])" }), { ...DATA, qty: heading });
    expect(merged.sheet("Data").F1).toMatchObject({ formula, value: 3 });
    expect(merged.part("xl/tables/table1.xml")).toContain(` name="${escapeXmlText(name)}"`);
    // Excel repairs a table whose heading is a number.
    expect(merged.part("xl/worksheets/sheet1.xml")).toContain('<c r="B3" t="inlineStr">');
  });

  it("in names, rules, validations and texts that name cells", async () => {
    const indirect = escapeXmlText('INDIRECT("Sales[{$qty}]")');
    const tail = `<conditionalFormatting sqref="B4"><cfRule type="expression" priority="1"><formula>B4&gt;AVERAGE(${indirect})</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="list" sqref="F9"><formula1>${indirect}</formula1></dataValidation></dataValidations>`;
    const merged = await mergeWorkbook(
      withTable(
        {
          F1: "=SUM(Quantities)",
          G1: '=SUM(INDIRECT("Sales[{$qty}]"))',
          H1: '=SUM(INDIRECT("Sales["&B3&"]"))',
        },
        { tail, names: '<definedName name="Quantities">Sales[{$qty}]</definedName>' },
      ),
      DATA,
    );
    const sheet = merged.part("xl/worksheets/sheet1.xml");
    const written = escapeXmlText('INDIRECT("Sales[Menge]")');
    expect(sheet).toContain(`<formula>B4&gt;AVERAGE(${written})</formula>`);
    expect(sheet).toContain(`<formula1>${written}</formula1>`);
    expect(merged.part("xl/workbook.xml")).toContain(">Sales[Menge]</definedName>");
    expect(merged.values("Data")).toMatchObject({ F1: 3, G1: 3, H1: 3 });
  });

  it("in each copy of a sheet its own", async () => {
    const merged = await mergeWorkbook(
      withTable(
        { F1: "{sheet $years as $y}=", G1: "=SUM(Sales[{$y}])" },
        { sheet: "{$y}", columns: ["Item", "{$y}", "Rest"] },
      ),
      { ...DATA, qty: "unused", years: ["2023", "2024"] },
    );
    expect(merged.formulas("2023").G1).toBe("SUM(Sales[2023])");
    expect(merged.formulas("2024").G1).toBe("SUM(Sales_2[2024])");
    expect(merged.values("2024").G1).toBe(3);
  });

  it("only where the table is one of the workbook", async () => {
    const merged = await mergeWorkbook(
      withTable({ F1: '=IFERROR(SUM(Other[Item]),"none")', G1: '="Sales[Item]"' }),
      DATA,
    );
    expect(merged.formulas("Data")).toMatchObject({ F1: 'IFERROR(SUM(Other[Item]),"none")', G1: '"Sales[Item]"' });
  });
});
