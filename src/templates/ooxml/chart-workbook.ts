import { present } from "../../domain/present.ts";
import { decodePart } from "../../office/decode-part.ts";
import { inflateNatively } from "../../office/inflate-native.ts";
import { OFFICE_LIMITS } from "../../office/limits.ts";
import { Relationships } from "../../office/relationships.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import { ZipArchive } from "../../office/zip-archive.ts";
import { ZipWriter } from "../../office/zip-writer.ts";

/** Cells of a chart's workbook by sheet and reference (`Sheet1`, `B2`). */
export type SheetCells = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Texts of the cells of the workbook that is embedded with a chart. Throws the Failures of archives and XML. */
export function readChartWorkbook(bytes: Uint8Array): SheetCells {
  const zip = ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively);
  const text = (name: string) => {
    const part = zip.read(name);
    return part && decodePart(part);
  };
  const workbook = text("xl/workbook.xml");
  if (workbook === undefined) return new Map();
  const shared = text("xl/sharedStrings.xml");
  const strings = shared === undefined ? [] : parseXml(shared).elements("si").map(stringOf);
  const relationships = Relationships.parse("xl/workbook.xml", text("xl/_rels/workbook.xml.rels") ?? "<r/>");
  const sheets = new Map<string, Map<string, string>>();
  for (const sheet of parseXml(workbook).child("sheets")?.elements("sheet") ?? []) {
    const relationship = relationships.byId(sheet.attribute("r:id") ?? "");
    const target = relationship && relationships.targetPart(relationship);
    const xml = target === undefined ? undefined : text(target);
    if (xml !== undefined) sheets.set(sheet.attribute("name") ?? "", cellsOf(parseXml(xml), strings));
  }
  return sheets;
}

function cellsOf(sheet: XmlElement, strings: readonly string[]): Map<string, string> {
  const cells = new Map<string, string>();
  for (const cell of sheet.descendants("c")) {
    const value = cell.child("v")?.text() ?? "";
    const type = cell.attribute("t");
    const text = type === "s" ? strings[Number(value)] : type === "inlineStr" ? stringOf(cell) : value;
    if (text) cells.set(cell.attribute("r") ?? "", text);
  }
  return cells;
}

const stringOf = (item: XmlElement): string => [...item.descendants("t")].map((text) => text.text()).join("");

/** A range of one sheet, as a chart's formula names it; undefined if it is not one plain range. */
export interface ChartRange {
  sheet: string;
  column: string;
  firstRow: number;
  lastColumn: string;
  lastRow: number;
}

export function parseRange(formula: string): ChartRange | undefined {
  const match = /^(?:'((?:[^']|'')+)'|([^'!:]+))!\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/.exec(
    formula.trim(),
  );
  if (!match) return undefined;
  const [, quoted, plain, column = "", row = "", lastColumn, lastRow] = match;
  return {
    sheet: quoted?.replace(/''/g, "'") ?? plain ?? "",
    column,
    firstRow: Number(row),
    lastColumn: lastColumn ?? column,
    lastRow: Number(lastRow ?? row),
  };
}

const SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** A workbook with these cells: what a merged chart shows is also what "edit data" opens. */
export function writeChartWorkbook(sheets: ReadonlyMap<string, ReadonlyMap<string, string | number>>): Uint8Array {
  const writer = new ZipWriter();
  const add = (name: string, text: string) => writer.add(name, new TextEncoder().encode(XML + text));
  const names = [...sheets.keys()];
  const overrides = names.map(
    (_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  add(
    "[Content_Types].xml",
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${overrides.join("")}</Types>`,
  );
  add(
    "_rels/.rels",
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  const listed = names.map(
    (name, index) => `<sheet name="${escapeXmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  add(
    "xl/workbook.xml",
    `<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><sheets>${listed.join("")}</sheets></workbook>`,
  );
  const related = names.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  add(
    "xl/_rels/workbook.xml.rels",
    `<Relationships xmlns="${PACKAGE}/relationships">${related.join("")}</Relationships>`,
  );
  names.forEach((name, index) => {
    add(
      `xl/worksheets/sheet${index + 1}.xml`,
      `<worksheet xmlns="${SPREADSHEET}"><sheetData>${rowsXml(present(sheets.get(name)))}</sheetData></worksheet>`,
    );
  });
  return writer.finish();
}

function rowsXml(cells: ReadonlyMap<string, string | number>): string {
  const rows = new Map<number, { column: number; xml: string }[]>();
  for (const [reference, value] of cells) {
    const [, letters = "A", digits = "1"] = /^([A-Z]+)(\d+)$/.exec(reference) ?? [];
    const xml =
      typeof value === "number"
        ? `<c r="${reference}"><v>${value}</v></c>`
        : `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeXmlText(value)}</t></is></c>`;
    const row = rows.get(Number(digits)) ?? [];
    rows.set(Number(digits), [...row, { column: columnNumber(letters), xml }]);
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(
      ([row, each]) =>
        `<row r="${row}">${each
          .sort((a, b) => a.column - b.column)
          .map(({ xml }) => xml)
          .join("")}</row>`,
    )
    .join("");
}
