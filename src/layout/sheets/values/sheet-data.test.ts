import { describe, expect, it } from "vitest";
import { Theme } from "../../model/theme.ts";
import { SpreadsheetColors } from "../styles/spreadsheet-colors.ts";
import { scanSheetData, splitWorksheet } from "./sheet-data.ts";
import { WorkbookFormulas } from "./workbook-formulas.ts";

const colors = new SpreadsheetColors(new Theme(undefined), undefined);
const scan = (rows: string, maxCells = 1000, recalculates = false) =>
  scanSheetData(`<sheetData>${rows}</sheetData>`, {
    sharedStrings: [[{ text: "shared" }]],
    colors,
    recalculates,
    maxCells,
  });
const valueAt = (data: string, row: number, column: number) => scan(data).rows.get(row)?.cells.get(column)?.value;

describe("scanning rows and cells", () => {
  it("separates the rows from the rest of the sheet", () => {
    const { data, rest } = splitWorksheet(
      "<x:worksheet><x:sheetData a='1'><x:row/></x:sheetData><x:cols/></x:worksheet>",
    );
    expect(data).toBe("<x:sheetData a='1'><x:row/></x:sheetData>");
    expect(rest).toBe("<x:worksheet><x:sheetData a='1'></x:sheetData><x:cols/></x:worksheet>");
    expect(splitWorksheet("<worksheet><sheetData/></worksheet>").data).toBe("");
  });

  it("reads every type of cell", () => {
    const data =
      '<row r="2"><c r="B2" t="s"><v>0</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c r="F2" s="4"><v>1.5</v></c>' +
      '<c r="G2" t="inlineStr"><is><r><t>a</t></r><r><rPr><b/></rPr><t xml:space="preserve"> b</t></r></is></c>' +
      '<c r="H2" t="str"><f>A1&amp;"x"</f><v>&lt;_x000D_></v></c><c r="I2"/></row>';
    const cells = scan(data).rows.get(1)?.cells;
    expect(cells?.get(1)?.value).toEqual({ kind: "text", runs: [{ text: "shared" }] });
    expect(cells?.get(2)?.value).toEqual({ kind: "boolean", value: true });
    expect(cells?.get(3)?.value).toEqual({ kind: "error", code: "#N/A" });
    expect(cells?.get(5)).toMatchObject({ styleIndex: 4, value: { kind: "number", number: 1.5 } });
    expect(cells?.get(6)?.value).toMatchObject({ runs: [{ text: "a" }, { text: " b", font: { bold: true } }] });
    expect(cells?.get(7)?.value).toEqual({ kind: "text", runs: [{ text: "<\n>" }] });
    expect(cells?.get(8)?.value).toEqual({ kind: "blank" });
  });

  it("reads texts that say of which number they are", () => {
    const cell = (attributes: string) => `<row r="1"><c t="inlineStr"${attributes}><is><t>1,5 €</t></is></c></row>`;
    expect(valueAt(cell(' number="1.5"'), 0, 0)).toEqual({ kind: "text", runs: [{ text: "1,5 €" }], number: 1.5 });
    expect(valueAt(cell(' number="x"'), 0, 0)).toEqual({ kind: "text", runs: [{ text: "1,5 €" }] });
  });

  it("leaves out rows and columns that no sheet has", () => {
    const one = "<c><v>1</v></c>";
    const { rows } = scan(
      `<row r="99999999999">${one}</row><row r="1048577">${one}</row><row r="1"><c r="XFD1"/>${one}</row>`,
    );
    expect([...rows.keys()]).toEqual([0]);
    expect([...(rows.get(0)?.cells.keys() ?? [])]).toEqual([16_383]);
  });

  it("counts rows and cells that carry no reference", () => {
    expect(valueAt("<row><c><v>1</v></c></row><row><c/><c><v>2</v></c></row>", 1, 1)).toEqual({
      kind: "number",
      number: 2,
    });
  });

  it("reads what comes before the damage of a file that was cut off", () => {
    const rows = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v';
    const { data } = splitWorksheet(`<worksheet>${rows}`);
    const found = scanSheetData(data, { sharedStrings: [], colors, recalculates: false, maxCells: 10 }).rows;
    expect(found.get(0)?.cells.get(0)?.value).toEqual({ kind: "number", number: 1 });
    expect(found.get(1)?.cells.get(0)?.value).toEqual({ kind: "blank" });
  });

  it("reads heights and hidden rows", () => {
    const row = scan('<row r="5" ht="20.5" customHeight="1" hidden="true" s="3" customFormat="1"/>').rows.get(4);
    expect(row).toMatchObject({ heightPt: 20.5, fixedHeight: true, hidden: true, styleIndex: 3 });
  });

  it("stops at the most cells it may keep", () => {
    const scanned = scan("<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>", 2);
    expect(scanned.truncated).toBe(true);
    expect(scanned.rows.get(0)?.cells.size).toBe(2);
  });
});

describe("formulas without a value", () => {
  const filled = (data: string, other = "") => {
    const { rows } = scan(data);
    const sheets = new Map([
      ["one", rows],
      ["other sheet", scan(other).rows],
    ]);
    const rowsOf = (name: string) => sheets.get(name.toLowerCase());
    new WorkbookFormulas({ rowsOf, now: 45_000, dates: 1900 }).fill("One");
    return (row: number, column: number) => rows.get(row)?.cells.get(column)?.value;
  };

  it("calculates all of them where the workbook asks for it, shared ones where they are", () => {
    const data =
      '<row r="1"><c r="A1"><v>3</v></c><c r="B1"><f t="shared" ref="B1:B3" si="0">A1*2</f><v>0</v></c></row>' +
      '<row r="2"><c r="A2"><v>4</v></c><c r="B2"><f t="shared" si="0"/><v>0</v></c></row>' +
      '<row r="3"><c r="A3"><v>5</v></c><c r="B3"><f t="shared" si="0"></f><v>0</v></c><c r="C3"><f>SUM(B1:B3)</f><v>0</v></c></row>' +
      '<row r="4"><c r="A4"><f>NOSUCH(A1)</f><v>7</v></c><c r="B4"><f>NOSUCH(A1)</f><v>0</v></c></row>';
    const calculated = (recalculates: boolean) => {
      const { rows } = scan(data, 1000, recalculates);
      const left = new WorkbookFormulas({ rowsOf: () => rows, now: 45_000, dates: 1900 }).fill("One");
      const shown = [...rows.values()].map(({ cells }) =>
        [...cells.values()].map(({ value }) => (value.kind === "number" ? value.number : value.kind)),
      );
      return { left, shown };
    };
    expect(calculated(true)).toEqual({
      // What is not understood keeps its value; one that is not there is told of.
      left: { row: 3, column: 1 },
      shown: [
        [3, 6],
        [4, 8],
        [5, 10, 24],
        [7, 0],
      ],
    });
    expect(calculated(false).shown).toEqual([
      [3, 0],
      [4, 0],
      [5, 0, 0],
      [7, 0],
    ]);
  });

  it("calculates chains of them", () => {
    const at = filled('<row><c><v>2</v></c><c><f>C1*2</f></c><c><f>A1+1</f></c><c><f>SUM(A1:C1)&amp;"!"</f></c></row>');
    expect(at(0, 1)).toEqual({ kind: "number", number: 6 });
    expect(at(0, 3)).toEqual({ kind: "text", runs: [{ text: "11!" }] });
  });

  it("reads cells of other sheets, which may have to be calculated themselves", () => {
    const at = filled(
      "<row><c><f>SUM('Other sheet'!A1:B1)+1</f></c><c><f>Gone!A1</f></c></row>",
      "<row><c><v>2</v></c><c><f>A1*One!C1</f></c></row>",
    );
    expect(at(0, 0)).toEqual({ kind: "number", number: 3 });
    expect(at(0, 1)).toEqual({ kind: "blank" });
  });

  it("recalculates what asks for it, and keeps the stored value where it cannot", () => {
    const at = filled(
      '<row><c><f ca="1">1+2</f><v>0</v></c><c><f ca="1">FROB(1)</f><v>5</v></c><c><f ca="1">1/0</f><v>6</v></c></row>',
    );
    expect([0, 1, 2].map((column) => at(0, column))).toEqual([3, 5, 6].map((number) => ({ kind: "number", number })));
  });

  it("leaves subtotals out of subtotals", () => {
    const at = filled("<row><c><v>2</v></c><c><f>SUBTOTAL(9,A1:A1)</f></c><c><f>Subtotal(9,A1:B1)</f></c></row>");
    expect(at(0, 2)).toEqual({ kind: "number", number: 2 });
  });

  it("keeps stored values, and leaves circles and unknown functions blank", () => {
    const at = filled("<row><c><f>1+1</f><v>7</v></c><c><f>B1+1</f></c><c><f>FROB(1)</f></c><c><f>1/0</f></c></row>");
    expect(at(0, 0)).toEqual({ kind: "number", number: 7 });
    expect(at(0, 2)).toEqual({ kind: "blank" });
    expect(at(0, 3)).toEqual({ kind: "error", code: "#DIV/0!" });
  });
});
