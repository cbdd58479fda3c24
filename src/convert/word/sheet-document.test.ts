import { expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import type { SheetCell } from "../../domain/sheet-table.ts";
import { parseXml } from "../../office/xml-tree.ts";
import { faultsOf } from "../../word/testing/package-faults.ts";
import { textsOf } from "../../word/testing/word-file.ts";
import { sheetDocument } from "./sheet-document.ts";

const cell = (column: number, text: string, more: Partial<SheetCell> = {}): SheetCell => ({
  ...{ column, text, span: 1, rows: 1 },
  ...more,
});

function bodyOf(bytes: Uint8Array) {
  expect(faultsOf(bytes)).toEqual([]);
  return present(parseXml(present(textsOf(bytes).get("word/document.xml"))).child("w:body"));
}

it("makes a table of each sheet under its name, on a page as wide as it needs", () => {
  const rows = [[cell(0, "Name", { bold: true, fill: "FFFF00" }), cell(1, "1.50", { align: "right" })]];
  const body = bodyOf(
    sheetDocument([
      { name: "Narrow & small", columns: [50, 50], rows },
      { name: "Wide", columns: [500, 500], rows },
    ]),
  );
  expect(body.elements("w:tbl")).toHaveLength(2);
  expect(present(body.elements("w:p")[0]).text()).toBe("Narrow & small");
  expect([...body.descendants("w:pgSz")].map((size) => size.attribute("w:orient"))).toEqual([undefined, "landscape"]);
  const [first, second] = [...body.descendants("w:tc")];
  expect(present(present(present(first).child("w:tcPr")).child("w:shd")).attribute("w:fill")).toBe("FFFF00");
  expect([...present(second).descendants("w:jc")].map((jc) => jc.attribute("w:val"))).toEqual(["right"]);
});

it("keeps merged cells", () => {
  const rows = [
    [cell(0, "A", { span: 2, rows: 2 }), cell(2, "B")],
    [cell(0, "", { span: 2, rows: 0 }), cell(2, "C")],
  ];
  const body = bodyOf(sheetDocument([{ name: "S", columns: [50, 50, 50], rows }]));
  const cells = [...body.descendants("w:tcPr")].map((properties) => [
    properties.child("w:gridSpan")?.attribute("w:val"),
    properties.child("w:vMerge") && (present(properties.child("w:vMerge")).attribute("w:val") ?? "covered"),
  ]);
  expect(cells).toEqual([
    ["2", "restart"],
    [undefined, undefined],
    ["2", "covered"],
    [undefined, undefined],
  ]);
});

it("cuts sheets into tables of as many columns as Word has", () => {
  const columns = Array.from({ length: 70 }, () => 20);
  const row = [cell(0, "wide", { span: 65 }), ...[65, 66, 67, 68, 69].map((column) => cell(column, `c${column}`))];
  const tables = bodyOf(sheetDocument([{ name: "S", columns, rows: [row] }])).elements("w:tbl");
  expect(tables.map((table) => present(table.child("w:tblGrid")).elements().length)).toEqual([63, 7]);
  const spans = tables.map((table) => [...table.descendants("w:gridSpan")].map((span) => span.attribute("w:val")));
  expect(spans).toEqual([["63"], ["2"]]);
});

it("makes an empty page of a workbook that shows nothing", () => {
  expect(bodyOf(sheetDocument([])).elements("w:sectPr")).toHaveLength(1);
});
