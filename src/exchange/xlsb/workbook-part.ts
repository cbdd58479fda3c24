/** Sheets and what is printed of them (MS-XLSB 2.1.7.62) -> the workbook part (ECMA-376 Part 1, 18.2). */
import { element } from "../../binary/doc/xml-writer.ts";
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { columnName } from "../../spreadsheet/cell-reference.ts";
import { RECORD, RecordData, recordsOf } from "./records.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MOST_SHEETS = 1_000;
const MOST_NAMES = 10_000;
const MOST_AREAS = 200;
const LAST_ROW = 1_048_575;
const LAST_COLUMN = 16_383;
/** Of a column: two bits say whether it moves with the formula. */
const COLUMN = 0x3fff;
/** What stands in formulas of places (MS-XLSB 2.5.97.16), without the two bits of their class. */
const PTG = { union: 0x10, parentheses: 0x15, memoryFunction: 0x09, memoryArea: 0x06, cell: 0x1a, area: 0x1b };

interface Sheet {
  name: string;
  xml: string;
}

/** @throws UnreadableFile if there are no sheets */
export function workbookXml(part: Uint8Array): string {
  const sheets: Sheet[] = [];
  const names: string[] = [];
  let properties = "";
  for (const [type, data] of recordsOf(part)) {
    if (type === RECORD.workbookProperties)
      properties = element("workbookPr", { date1904: data.u32() & 1 ? 1 : undefined });
    else if (type === RECORD.sheet && sheets.length < MOST_SHEETS) sheets.push(readSheet(data));
    else if (type === RECORD.name && names.length < MOST_NAMES) names.push(nameXml(data, sheets));
  }
  if (sheets.length === 0) throw new UnreadableFile("It has no sheets.");
  const defined = names.join("");
  return element(
    "workbook",
    { xmlns: MAIN, "xmlns:r": RELATIONSHIPS },
    properties +
      element("sheets", {}, sheets.map(({ xml }) => xml).join("")) +
      (defined === "" ? "" : element("definedNames", {}, defined)),
  );
}

function readSheet(data: RecordData): Sheet {
  const [state, sheetId] = [data.u32(), data.u32()];
  const relationship = data.text();
  const name = data.text();
  const states: Readonly<Record<number, string>> = { 1: "hidden", 2: "veryHidden" };
  return { name, xml: element("sheet", { name, sheetId, state: states[state], "r:id": relationship }) };
}

/** Print areas and titles; other names are not needed to print. */
function nameXml(data: RecordData, sheets: readonly Sheet[]): string {
  data.skip(5);
  const index = data.u32();
  const name = data.text().replace(/^_xlnm\./, "");
  const sheet = sheets[index];
  if (!sheet || (name !== "Print_Area" && name !== "Print_Titles")) return "";
  const areas = areasOf(new RecordData(data.bytes(data.u32())));
  if (areas.length === 0) return "";
  const quoted = `'${sheet.name.replaceAll("'", "''")}'`;
  const text = areas.map((area) => `${quoted}!${area}`).join(",");
  return element("definedName", { name: `_xlnm.${name}`, localSheetId: index }, escapeXmlText(text));
}

/** `$A$1:$B$9`, `$1:$2`, `$A:$B`; none if the formula is of another kind. */
function areasOf(formula: RecordData): string[] {
  const areas: string[] = [];
  while (formula.left > 0 && areas.length < MOST_AREAS) {
    const token = formula.u8();
    const kind = token < 0x20 ? token : token & 0x1f;
    if (token >= 0x20 && kind === PTG.area) {
      formula.skip(2);
      const [top, bottom, left, right] = [formula.u32(), formula.u32(), formula.u16() & COLUMN, formula.u16() & COLUMN];
      areas.push(areaText(top, bottom, left, right));
    } else if (token >= 0x20 && kind === PTG.cell) {
      formula.skip(2);
      const [row, column] = [formula.u32(), formula.u16() & COLUMN];
      areas.push(areaText(row, row, column, column));
    } else if (token >= 0x20 && kind === PTG.memoryFunction) formula.skip(2);
    else if (token >= 0x20 && kind === PTG.memoryArea) formula.skip(6);
    else if (token !== PTG.union && token !== PTG.parentheses) return [];
  }
  return areas;
}

function areaText(top: number, bottom: number, left: number, right: number): string {
  const [first, last] = [Math.min(top, LAST_ROW) + 1, Math.min(bottom, LAST_ROW) + 1];
  if (left === 0 && right === LAST_COLUMN) return `$${first}:$${last}`;
  const [from, to] = [columnName(left + 1), columnName(right + 1)];
  return top === 0 && bottom >= LAST_ROW ? `$${from}:$${to}` : `$${from}$${first}:$${to}$${last}`;
}
