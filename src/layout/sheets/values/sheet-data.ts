/**
 * Rows and cells of a worksheet (ECMA-376 part 1, 18.3.1.80), scanned from the text of the part: a tree of a large
 * sheet would take many times its size.
 */

import { readXml } from "../../../office/xml-node.ts";
import { decodeXmlText } from "../../../office/xml-text.ts";
import { parseCell } from "../../../spreadsheet/grid-range.ts";
import { decodeEscapes, readRichText, type TextRun } from "../styles/rich-text.ts";
import type { SpreadsheetColors } from "../styles/spreadsheet-colors.ts";

export type CellValue =
  | { kind: "blank" }
  | { kind: "number"; number: number }
  | { kind: "text"; runs: readonly TextRun[] }
  | { kind: "boolean"; value: boolean }
  | { kind: "error"; code: string };

export interface Cell {
  row: number;
  column: number;
  styleIndex: number;
  value: CellValue;
  /** Formula of a cell whose value the file does not hold, or wants to have calculated anew. */
  formula?: string;
}

export interface Row {
  index: number;
  /** Undefined takes the sheet's default or fits the text. */
  heightPt: number | undefined;
  /** The height was set by hand. */
  fixedHeight: boolean;
  hidden: boolean;
  /** Format of the row's empty cells. */
  styleIndex: number | undefined;
  cells: Map<number, Cell>;
}

export interface SheetData {
  rows: Map<number, Row>;
  truncated: boolean;
}

const BLANK: CellValue = { kind: "blank" };
const TAG = /<(\/?)(?:[A-Za-z_][\w.-]*:)?(row|c|v|is|f|t)(?=[\s/>])((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

export interface SheetDataOptions {
  sharedStrings: readonly (readonly TextRun[])[];
  colors: SpreadsheetColors;
  maxCells: number;
}

/** Splits a worksheet part into the text of its rows and the rest of it, which is small enough for a tree. */
export function splitWorksheet(source: string): { data: string; rest: string } {
  const open = /<(?:[A-Za-z_][\w.-]*:)?sheetData(?:\s[^>]*)?>/.exec(source);
  if (!open || open[0].endsWith("/>")) return { data: "", rest: source };
  const start = open.index + open[0].length;
  const close = /<\/(?:[A-Za-z_][\w.-]*:)?sheetData\s*>/.exec(source.slice(start));
  const end = close ? start + close.index : source.length;
  return { data: source.slice(start, end), rest: source.slice(0, start) + source.slice(end) };
}

export function scanSheetData(data: string, options: SheetDataOptions): SheetData {
  const rows = new Map<number, Row>();
  let row: Row | undefined;
  let previousRow = -1;
  let previousColumn = -1;
  let count = 0;
  let cell: Cell | undefined;
  let type = "n";
  let isStale = false;
  TAG.lastIndex = 0;
  for (let match = TAG.exec(data); match; match = TAG.exec(data)) {
    const [, closing, name, attributeText = "", empty] = match;
    if (closing) {
      if (name === "c") cell = undefined;
      continue;
    }
    if (name === "row") {
      const attributes = readAttributes(attributeText);
      const index = attributes.r ? Number(attributes.r) - 1 : previousRow + 1;
      if (!Number.isInteger(index) || index < 0) continue;
      previousRow = index;
      previousColumn = -1;
      row = makeRow(index, attributes);
      rows.set(index, row);
    } else if (name === "c" && row) {
      if (++count > options.maxCells) return { rows, truncated: true };
      const attributes = readAttributes(attributeText);
      const column = (attributes.r ? parseCell(attributes.r)?.column : undefined) ?? previousColumn + 1;
      previousColumn = column;
      type = attributes.t ?? "n";
      isStale = false;
      cell = { row: row.index, column, styleIndex: Number(attributes.s ?? 0) || 0, value: BLANK };
      row.cells.set(column, cell);
      if (empty) cell = undefined;
    } else if (name === "v" && cell && !empty) {
      const end = data.indexOf("<", TAG.lastIndex);
      if (end < 0) break;
      cell.value = readValue(decodeXmlText(data.slice(TAG.lastIndex, end)), type, options.sharedStrings);
      TAG.lastIndex = end;
      if (!isStale) delete cell.formula;
    } else if (name === "f" && cell && !empty && cell.value.kind === "blank") {
      const end = data.indexOf("<", TAG.lastIndex);
      if (end < 0) break;
      cell.formula = decodeXmlText(data.slice(TAG.lastIndex, end));
      isStale = /(?:^|\s)ca\s*=\s*["'](?:1|true)["']/.test(attributeText);
      TAG.lastIndex = end;
    } else if (name === "is" && cell && !empty) {
      const close = /<\/(?:[A-Za-z_][\w.-]*:)?is\s*>/g;
      close.lastIndex = TAG.lastIndex;
      const end = close.exec(data);
      if (!end) break;
      const body = data.slice(match.index, close.lastIndex);
      cell.value = textValue(readRichText(readXml(body.replace(/<(\/?)[A-Za-z_][\w.-]*:/g, "<$1")), options.colors));
      TAG.lastIndex = close.lastIndex;
    }
  }
  return { rows, truncated: false };
}

function makeRow(index: number, attributes: Readonly<Record<string, string>>): Row {
  const height = Number(attributes.ht);
  return {
    index,
    heightPt: attributes.ht !== undefined && Number.isFinite(height) ? height : undefined,
    fixedHeight: attributes.customHeight === "1" || attributes.customHeight === "true",
    hidden: attributes.hidden === "1" || attributes.hidden === "true",
    styleIndex: attributes.customFormat === "1" && attributes.s !== undefined ? Number(attributes.s) : undefined,
    cells: new Map(),
  };
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const match of text.matchAll(ATTRIBUTE)) attributes[match[1] ?? ""] = match[2] ?? match[3] ?? "";
  return attributes;
}

function readValue(text: string, type: string, sharedStrings: readonly (readonly TextRun[])[]): CellValue {
  if (type === "s") return textValue(sharedStrings[Number(text)] ?? []);
  if (type === "str" || type === "inlineStr") return textValue([{ text: decodeEscapes(text) }]);
  if (type === "b") return { kind: "boolean", value: text.trim() === "1" || text.trim() === "true" };
  if (type === "e") return { kind: "error", code: text };
  if (type === "d") return dateValue(text);
  if (text.trim() === "") return BLANK;
  const number = Number(text);
  return Number.isFinite(number) ? { kind: "number", number } : textValue([{ text }]);
}

function textValue(runs: readonly TextRun[]): CellValue {
  return runs.some((run) => run.text !== "") ? { kind: "text", runs } : BLANK;
}

const SERIAL_OF_1970 = 25_569;

/** ISO 8601 dates of the strict format. */
function dateValue(text: string): CellValue {
  const time = Date.parse(/[zZ]|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? textValue([{ text }]) : { kind: "number", number: time / 86_400_000 + SERIAL_OF_1970 };
}
