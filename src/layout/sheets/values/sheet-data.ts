/**
 * Rows and cells of a worksheet (ECMA-376 part 1, 18.3.1.80), scanned from the text of the part: a tree of a large
 * sheet would take many times its size.
 */

import { Failure } from "../../../domain/failure.ts";
import { booleanAttribute } from "../../../office/on-off.ts";
import { readXml } from "../../../office/xml-node.ts";
import { AttributeCursor, cdataContent, scanXml, type XmlVisitor } from "../../../office/xml-scanner.ts";
import { decodeXmlText } from "../../../office/xml-text.ts";
import { LAST_COLUMN, LAST_ROW } from "../../../spreadsheet/cell-reference.ts";
import { type GridPosition, parseGridCell } from "../../../spreadsheet/grid-range.ts";
import { decodeEscapes, readRichText, type TextRun } from "../styles/rich-text.ts";
import type { SpreadsheetColors } from "../styles/spreadsheet-colors.ts";

export type CellValue =
  | { kind: "blank" }
  | { kind: "number"; number: number }
  /** `number`: the one that the text is of, in files that hold both; formulas and conditional formats count with it. */
  | { kind: "text"; runs: readonly TextRun[]; number?: number }
  | { kind: "boolean"; value: boolean }
  | { kind: "error"; code: string };

export interface Cell {
  row: number;
  column: number;
  styleIndex: number;
  value: CellValue;
  /** 1-based number of the metadata that say what else the value is, such as a picture. */
  valueMetadata?: number;
  /** Formula of a cell whose value the file does not hold, or wants to have recalculated. */
  formula?: string;
  /** The cell that the formula is written for, if it is another one (shared formulas, 18.3.1.40). */
  formulaOrigin?: GridPosition;
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

export interface SheetDataOptions {
  sharedStrings: readonly (readonly TextRun[])[];
  colors: SpreadsheetColors;
  maxCells: number;
  /** The workbook asks for all formulas to be calculated when it is opened: the stored values are not those of Excel. */
  recalculates: boolean;
}

/** Splits a worksheet part into the element with its rows and the rest of it, which is small enough for a tree. */
export function splitWorksheet(source: string): { data: string; rest: string } {
  const open = /<(?:[A-Za-z_][\w.-]*:)?sheetData(?:\s[^>]*)?>/.exec(source);
  if (!open || open[0].endsWith("/>")) return { data: "", rest: source };
  const start = open.index + open[0].length;
  const close = /<\/(?:[A-Za-z_][\w.-]*:)?sheetData\s*>/.exec(source.slice(start));
  const end = close ? start + close.index : source.length;
  return {
    data: source.slice(open.index, close ? end + close[0].length : end),
    rest: source.slice(0, start) + source.slice(end),
  };
}

/** Reads the rows of a worksheet; if the markup is damaged, those before the damage. */
export function scanSheetData(data: string, options: SheetDataOptions): SheetData {
  const scan = new SheetDataScan(data, options);
  try {
    if (data !== "") scanXml(data, scan);
  } catch (error) {
    if (error instanceof EnoughCells) return { rows: scan.rows, truncated: true };
    if (!(error instanceof Failure && error.code === "xml_invalid")) throw error;
  }
  return { rows: scan.rows, truncated: false };
}

/** Ends a scan that has all the cells that were asked for. */
class EnoughCells extends Error {}

class SheetDataScan implements XmlVisitor {
  readonly rows = new Map<number, Row>();
  readonly #source: string;
  readonly #options: SheetDataOptions;
  #row: Row | undefined;
  #previousRow = -1;
  #previousColumn = -1;
  #count = 0;
  #cell: Cell | undefined;
  #cellDepth = 0;
  #type = "n";
  /** Not in the standard: the number that the text of the cell is of (docs/decisions/sheets.md). */
  #number: string | undefined;
  #isStale = false;
  /** The name of the shared formula that is being read, and those that were. */
  #shared: string | undefined;
  readonly #sharedFormulas = new Map<string, GridPosition & { formula: string }>();
  #depth = 0;
  /** The element whose content is being read, and where it begins. */
  #reading: { name: string; depth: number; start: number } | undefined;
  #text = "";

  constructor(source: string, options: SheetDataOptions) {
    this.#source = source;
    this.#options = options;
  }

  open(name: string, start: number, end: number, selfClosing: boolean): void {
    if (!selfClosing) this.#depth++;
    if (this.#reading) return;
    const attributes = () => readAttributes(this.#source, start + 1 + name.length, end);
    switch (name.slice(name.indexOf(":") + 1)) {
      case "row":
        this.#openRow(attributes());
        return;
      case "c":
        this.#openCell(attributes(), selfClosing);
        return;
      case "v":
        if (this.#cell && !selfClosing) this.#read("v", start);
        return;
      case "f":
        if (this.#cell && this.#cell.value.kind === "blank") this.#openFormula(this.#cell, attributes(), selfClosing);
        if (this.#cell && this.#cell.value.kind === "blank" && !selfClosing) this.#read("f", start);
        return;
      case "is":
        if (this.#cell && !selfClosing) this.#read("is", start);
    }
  }

  #openFormula(cell: Cell, { ca, t: type, si: shared }: Readonly<Record<string, string>>, selfClosing: boolean): void {
    this.#isStale = this.#options.recalculates || booleanAttribute(ca);
    this.#shared = type === "shared" ? shared : undefined;
    const first = selfClosing && this.#shared !== undefined ? this.#sharedFormulas.get(this.#shared) : undefined;
    if (first) Object.assign(cell, { formula: first.formula, formulaOrigin: first });
  }

  close(_start: number, end: number): void {
    const depth = this.#depth--;
    if (this.#reading) {
      if (depth === this.#reading.depth) this.#closeContent(this.#reading, end);
    } else if (depth === this.#cellDepth) this.#cell = undefined;
  }

  text(start: number, end: number): void {
    if (this.#reading) this.#text += decodeXmlText(this.#source.slice(start, end));
  }

  cdata(start: number, end: number): void {
    if (this.#reading) this.#text += cdataContent(this.#source, start, end);
  }

  other(): void {}

  #read(name: string, start: number): void {
    this.#reading = { name, depth: this.#depth, start };
    this.#text = "";
  }

  #openRow(attributes: Readonly<Record<string, string>>): void {
    const index = attributes.r ? Number(attributes.r) - 1 : this.#previousRow + 1;
    if (!Number.isInteger(index) || index < 0 || index >= LAST_ROW) {
      // There is no such row: its cells are left out.
      this.#row = undefined;
      return;
    }
    this.#previousRow = index;
    this.#previousColumn = -1;
    this.#row = makeRow(index, attributes);
    this.rows.set(index, this.#row);
  }

  #openCell(attributes: Readonly<Record<string, string>>, isEmpty: boolean): void {
    if (!this.#row) return;
    if (++this.#count > this.#options.maxCells) throw new EnoughCells();
    const column = (attributes.r ? parseGridCell(attributes.r)?.column : undefined) ?? this.#previousColumn + 1;
    if (column >= LAST_COLUMN) return;
    this.#previousColumn = column;
    this.#type = attributes.t ?? "n";
    this.#number = attributes.number;
    this.#isStale = false;
    const cell: Cell = { row: this.#row.index, column, styleIndex: Number(attributes.s ?? 0) || 0, value: BLANK };
    if (attributes.vm !== undefined) cell.valueMetadata = Number(attributes.vm);
    this.#row.cells.set(column, cell);
    this.#cell = isEmpty ? undefined : cell;
    this.#cellDepth = this.#depth;
  }

  #closeFormula(cell: Cell): void {
    const { row, column } = cell;
    const first = this.#shared === undefined ? undefined : this.#sharedFormulas.get(this.#shared);
    if (this.#text === "" && first) Object.assign(cell, { formula: first.formula, formulaOrigin: first });
    else cell.formula = this.#text;
    if (this.#shared !== undefined && !first)
      this.#sharedFormulas.set(this.#shared, { row, column, formula: this.#text });
  }

  #closeContent({ name, start }: { name: string; start: number }, end: number): void {
    this.#reading = undefined;
    const cell = this.#cell;
    if (!cell) return;
    if (name === "f") this.#closeFormula(cell);
    else if (name === "v") {
      cell.value = readValue(this.#text, this.#type, this.#options.sharedStrings);
      if (!this.#isStale) {
        delete cell.formula;
        delete cell.formulaOrigin;
      }
    } else {
      const body = this.#source.slice(start, end).replace(/<(\/?)[A-Za-z_][\w.-]*:/g, "<$1");
      cell.value = ofNumber(textValue(readRichText(readXml(body), this.#options.colors)), this.#number);
    }
  }
}

function makeRow(index: number, attributes: Readonly<Record<string, string>>): Row {
  const height = Number(attributes.ht);
  return {
    index,
    heightPt: attributes.ht !== undefined && Number.isFinite(height) ? height : undefined,
    fixedHeight: booleanAttribute(attributes.customHeight),
    hidden: booleanAttribute(attributes.hidden),
    styleIndex: attributes.customFormat === "1" && attributes.s !== undefined ? Number(attributes.s) : undefined,
    cells: new Map(),
  };
}

/** Attributes of a tag as they are written, `from` is the place after its name. */
function readAttributes(source: string, from: number, to: number): Record<string, string> {
  const attributes: Record<string, string> = {};
  const cursor = new AttributeCursor(source, from, to);
  while (cursor.next())
    attributes[source.slice(cursor.nameStart, cursor.nameEnd)] = source.slice(cursor.valueStart, cursor.valueEnd);
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

function ofNumber(value: CellValue, written: string | undefined): CellValue {
  const number = Number(written);
  return value.kind === "text" && written !== undefined && Number.isFinite(number) ? { ...value, number } : value;
}

/** The number of a cell, whether it is shown as Excel would write it or as a text of its own. */
export function numberOf(value: CellValue): number | undefined {
  return value.kind === "number" || value.kind === "text" ? value.number : undefined;
}

const SERIAL_OF_1970 = 25_569;

/** ISO 8601 dates of the strict format. */
function dateValue(text: string): CellValue {
  const time = Date.parse(/[zZ]|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? textValue([{ text }]) : { kind: "number", number: time / 86_400_000 + SERIAL_OF_1970 };
}
