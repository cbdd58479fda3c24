import { describe, expect, it } from "vitest";
import { WorkMeter } from "../../domain/work-meter.ts";
import { OpcPackage } from "../../office/package.ts";
import { readSheetTables } from "./sheet-tables.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const STYLES =
  '<fonts><font><sz val="11"/></font><font><b/><i/><sz val="14"/><color rgb="FFFF0000"/></font></fonts>' +
  '<fills><fill/><fill/><fill><patternFill patternType="solid"><fgColor rgb="FFFFFF00"/></patternFill></fill></fills>' +
  '<cellXfs><xf/><xf fontId="1" fillId="2" applyAlignment="1"><alignment horizontal="center"/></xf><xf numFmtId="10"/></cellXfs>';

function tables(sheets: readonly string[], maxCells = 100) {
  const related = (entries: readonly string[]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join("")}</Relationships>`;
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATED}/${type}" Target="${target}"/>`;
  const parts: Record<string, string> = {
    "_rels/.rels": related([relation("r", "officeDocument", "xl/workbook.xml")]),
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATED}"><sheets>${sheets.map((_, index) => `<sheet name="S${index + 1}" sheetId="${index + 1}" r:id="r${index}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": related([
      ...sheets.map((_, index) => relation(`r${index}`, "worksheet", `worksheets/s${index}.xml`)),
      relation("s", "styles", "styles.xml"),
    ]),
    "xl/styles.xml": `<styleSheet xmlns="${MAIN}">${STYLES}</styleSheet>`,
  };
  for (const [index, sheet] of sheets.entries())
    parts[`xl/worksheets/s${index}.xml`] = `<worksheet xmlns="${MAIN}">${sheet}</worksheet>`;
  const encoder = new TextEncoder();
  const pack = OpcPackage.ofParts(Object.entries(parts).map(([name, xml]) => [name, encoder.encode(xml)]));
  const warnings = new Set<string>();
  return {
    tables: readSheetTables(pack, { now: new Date(0), maxCells, warnings, meter: new WorkMeter() }),
    warnings,
  };
}

const text = (place: string, value: string, style = 0) =>
  `<c r="${place}" s="${style}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (place: string, value: number, style = 0) => `<c r="${place}" s="${style}"><v>${value}</v></c>`;
const rows = (...cells: string[]) =>
  `<sheetData>${cells.map((row, index) => `<row r="${index + 1}">${row}</row>`).join("")}</sheetData>`;

describe("readSheetTables", () => {
  it("begins and ends with what is shown", () => {
    const [table] = tables([rows("", text("B2", "a") + number("C2", 1), "", text("B4", "b"))]).tables;
    expect(table?.rows.map((row) => row.map((cell) => cell.text))).toEqual([
      ["a", "1"],
      ["", ""],
      ["b", ""],
    ]);
  });

  it("has the looks of cells, and numbers as they are shown", () => {
    const [table] = tables([rows(text("A1", "Head", 1) + number("B1", 0.256, 2))]).tables;
    expect(table?.rows[0]).toEqual([
      {
        ...{ column: 0, span: 1, rows: 1, text: "Head" },
        ...{ bold: true, italic: true, color: "FF0000", fill: "FFFF00", align: "center", sizePoints: 14 },
      },
      { column: 1, span: 1, rows: 1, text: "25.60%", align: "right", sizePoints: 11 },
    ]);
  });

  it("joins merged cells over columns and rows", () => {
    const sheet = `${rows(text("A1", "wide"), text("C2", "x"))}<mergeCells><mergeCell ref="A1:B2"/></mergeCells>`;
    const [table] = tables([sheet]).tables;
    expect(
      table?.rows.map((row) => row.map(({ column, span, rows: down, text: shown }) => [column, span, down, shown])),
    ).toEqual([
      [
        [0, 2, 2, "wide"],
        [2, 1, 1, ""],
      ],
      [
        [0, 2, 0, ""],
        [2, 1, 1, "x"],
      ],
    ]);
  });

  it("leaves out hidden columns and rows", () => {
    const columns = '<cols><col min="2" max="2" width="5" hidden="1"/><col min="3" max="3" width="20"/></cols>';
    const hidden = `<sheetData><row r="1">${text("A1", "a")}${text("B1", "b")}${text("C1", "c")}</row><row r="2" hidden="1">${text("A2", "no")}</row></sheetData>`;
    const [table] = tables([columns + hidden]).tables;
    expect(table?.rows.map((row) => row.map((cell) => cell.text))).toEqual([["a", "c"]]);
    expect(table?.columns[1]).toBeCloseTo(20 * 5.25 + 3.75);
  });

  it("passes over empty sheets, and shows no zeros where none are wanted", () => {
    const zeros = `<sheetViews><sheetView showZeros="0" workbookViewId="0"/></sheetViews>${rows(number("A1", 0) + number("B1", 1))}`;
    const { tables: found } = tables([rows(), zeros]);
    expect(found.map(({ name }) => name)).toEqual(["S2"]);
    expect(found[0]?.rows[0]?.map((cell) => cell.text)).toEqual(["", "1"]);
  });

  it("says where it stops", () => {
    const many = rows(...Array.from({ length: 9 }, (_, row) => text(`A${row + 1}`, "x")));
    const { tables: found, warnings } = tables([many], 4);
    expect(found[0]?.rows).toHaveLength(4);
    expect([...warnings].join()).toMatch(/cut/);
  });
});
