import { localName, readXml, type XmlNode } from "../office/xml-node.ts";
import { parseGridCell } from "../spreadsheet/grid-range.ts";
import { numberValue } from "./cell-value.ts";
import { type CellValue, MAX_LIST_COLUMNS } from "./list-table.ts";
import type { ListWorkbook } from "./open-workbook.ts";
import { elementsOf, textOfPart } from "./packed-text.ts";

/** A row that has something in it. */
export interface SheetRow {
  /** From 1. */
  row: number;
  /** By column from 0; those without a value are absent. */
  cells: Map<number, CellValue>;
  /** Cells whose value is not there or is an error, by column. */
  wrong: Map<number, string>;
}

/** What was met on the way through a sheet. */
export interface SheetScan {
  /** Set once it has been read to its end: ranges of merged cells as they are written, `A1:C1`. */
  merged: string[];
  /** The last row with something in it that was followed by so many empty ones that nothing after it was read. */
  endedAfter?: number;
}

/** So many empty rows one after the other are the end of a list, whatever the sheet has below. */
export const MAX_EMPTY_ROWS = 100_000;

/** The rows of a sheet that have something in them. Formulas count as the values that are stored with them. */
export async function* sheetRows(workbook: ListWorkbook, part: string, scan: SheetScan): AsyncGenerator<SheetRow> {
  let number = 0;
  let filled = 0;
  let empty = 0;
  const around = (text: string) => {
    for (const [, range = ""] of text.matchAll(/<(?:[\w.-]+:)?mergeCell\s[^>]*?ref="([^"]*)"/g))
      scan.merged.push(range);
  };
  for await (const markup of elementsOf(textOfPart(workbook.archive, part), "row", around)) {
    const stated = /^<[^>]*?\sr="(\d+)"/.exec(markup)?.[1];
    number = stated === undefined ? number + 1 : Number(stated);
    const row = /<(?:[\w.-]+:)?(?:v|is|f)[\s/>]/.test(markup) ? readRow(workbook, markup, number) : undefined;
    if (row && row.cells.size + row.wrong.size > 0) {
      filled = number;
      empty = 0;
      yield row;
    } else if (++empty >= MAX_EMPTY_ROWS) {
      scan.endedAfter = filled;
      return;
    }
  }
}

function readRow(workbook: ListWorkbook, markup: string, row: number): SheetRow {
  const cells = new Map<number, CellValue>();
  const wrong = new Map<number, string>();
  let next = 0;
  for (const cell of readXml(markup).children) {
    if (localName(cell) !== "c") continue;
    const column = (cell.attributes.r === undefined ? undefined : parseGridCell(cell.attributes.r)?.column) ?? next;
    next = column + 1;
    if (column >= MAX_LIST_COLUMNS) continue;
    const value = readCell(workbook, cell);
    if (typeof value === "object") wrong.set(column, value.wrong);
    else if (typeof value !== "string" || value.trim() !== "") cells.set(column, value);
  }
  return { row, cells, wrong };
}

function readCell(workbook: ListWorkbook, cell: XmlNode): CellValue | { wrong: string } {
  const part = (local: string) => cell.children.find((child) => localName(child) === local);
  const { t: type = "n", s: style = "0" } = cell.attributes;
  const inline = part("is");
  if (inline) return inlineText(inline);
  const stored = part("v")?.text ?? "";
  if (stored === "")
    return part("f") && type !== "str"
      ? { wrong: "The formula has no stored result: open the file in Excel, save it, and send it again." }
      : "";
  if (type === "s") return workbook.sharedTexts[Number(stored)] ?? "";
  if (type === "b") return stored === "1" || stored === "true";
  if (type === "e") return { wrong: `The cell shows the error ${stored}.` };
  if (type === "d") return stored.replace(/T00:00:00(\.0+)?Z?$/, "").replace("T", " ");
  if (type !== "n") return stored;
  const number = Number(stored);
  if (!Number.isFinite(number)) return stored;
  const { code, kind } = workbook.formats[Number(style)] ?? { code: "General", kind: "plain" };
  return numberValue(number, code, kind, workbook.dateSystem);
}

function inlineText(node: XmlNode): string {
  return node.children
    .map((child) => (localName(child) === "t" ? child.text : localName(child) === "rPh" ? "" : inlineText(child)))
    .join("");
}
