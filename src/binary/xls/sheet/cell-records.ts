/** Records of rows, columns and cells (MS-XLS 2.4). */
import type { RecordCursor } from "../biff/record-cursor.ts";
import { RecordType } from "../biff/record-type.ts";
import { type FormatRun, longText, type TextFormat } from "../biff/text.ts";
import { errorText, rkNumber } from "../biff/values.ts";
import type { CellContent, SheetContent, SheetRow } from "../content/sheet-content.ts";
import { formulaText } from "../formula/formula-text.ts";
import { BIFF_SIZE } from "../formula/reference-text.ts";
import { richTextMarkup } from "../markup/text-markup.ts";
import type { WorkbookGlobals } from "../workbook/globals-reader.ts";

/** One more than is printed, so that printing says what it leaves out. */
const MAX_CELLS = 600_001;
const BLANK: CellContent = { kind: "blank" };
const TEXT_RESULT = 0;
const BOOLEAN_RESULT = 1;
const ERROR_RESULT = 2;

interface CellAddress {
  row: number;
  column: number;
  format: number;
}

export class CellRecords {
  readonly #sheet: SheetContent;
  readonly #globals: WorkbookGlobals;
  readonly #text: TextFormat;
  /** The formula whose result is the text of the next STRING record. */
  #waiting: CellAddress | undefined;

  constructor(sheet: SheetContent, globals: WorkbookGlobals, text: TextFormat) {
    this.#sheet = sheet;
    this.#globals = globals;
    this.#text = text;
  }

  /** False for records of other kinds. */
  read(type: number, cursor: RecordCursor): boolean {
    switch (type) {
      case RecordType.Row:
        this.#readRow(cursor);
        return true;
      case RecordType.ColInfo:
        this.#readColumns(cursor);
        return true;
      case RecordType.LabelSst:
        this.#put(address(cursor), { kind: "shared", index: cursor.u32() });
        return true;
      case RecordType.Label:
      case RecordType.RString:
        this.#readLabel(cursor, type === RecordType.RString);
        return true;
      case RecordType.Number:
        this.#put(address(cursor), { kind: "number", value: cursor.f64() });
        return true;
      case RecordType.Rk:
        this.#put(address(cursor), { kind: "number", value: rkNumber(cursor.i32()) });
        return true;
      case RecordType.MulRk:
        this.#readMany(cursor, 6, () => ({ kind: "number", value: rkNumber(cursor.i32()) }));
        return true;
      case RecordType.Blank:
        this.#put(address(cursor), BLANK);
        return true;
      case RecordType.MulBlank:
        this.#readMany(cursor, 2, () => BLANK);
        return true;
      case RecordType.BoolErr:
        this.#put(address(cursor), booleanOrError(cursor.u8(), cursor.u8() !== 0));
        return true;
      case RecordType.Formula:
        this.#readFormula(cursor);
        return true;
      case RecordType.String:
        if (this.#waiting) this.#putText(this.#waiting, longText(cursor, this.#text), []);
        this.#waiting = undefined;
        return true;
      default:
        return false;
    }
  }

  #row(index: number): SheetRow {
    const known = this.#sheet.rows.get(index);
    if (known) return known;
    const made: SheetRow = {
      heightTwips: undefined,
      isFixed: false,
      isHidden: false,
      format: undefined,
      cells: new Map(),
    };
    this.#sheet.rows.set(index, made);
    return made;
  }

  #put({ row, column, format }: CellAddress, content: CellContent): void {
    if (column >= BIFF_SIZE.columns || this.#sheet.cellCount >= MAX_CELLS) return;
    this.#sheet.cellCount++;
    this.#row(row).cells.set(column, { format, content });
  }

  #putText(place: CellAddress, text: string, runs: FormatRun[]): void {
    this.#put(place, { kind: "text", text, markup: richTextMarkup({ text, runs }, this.#globals.fonts) });
  }

  /** ROW (2.4.221). */
  #readRow(cursor: RecordCursor): void {
    const row = this.#row(cursor.u16());
    cursor.skip(4);
    const height = cursor.u16();
    cursor.skip(4);
    const flags = cursor.u16();
    const format = cursor.u16();
    row.heightTwips = height & 0x8000 ? undefined : height & 0x7fff;
    row.isHidden = (flags & 0x20) !== 0;
    row.isFixed = (flags & 0x40) !== 0;
    row.format = flags & 0x80 ? format & 0x0fff : undefined;
  }

  /** COLINFO (2.4.53). */
  #readColumns(cursor: RecordCursor): void {
    const first = cursor.u16();
    const last = Math.min(BIFF_SIZE.columns - 1, cursor.u16());
    const width = cursor.u16();
    const format = cursor.u16();
    const isHidden = (cursor.u16() & 1) !== 0;
    if (first <= last) this.#sheet.columns.push({ first, last, width, format, isHidden });
  }

  #readLabel(cursor: RecordCursor, hasRuns: boolean): void {
    const place = address(cursor);
    const text = longText(cursor, this.#text);
    const runs: FormatRun[] = [];
    if (hasRuns) {
      const [count, next] = this.#text.biff8
        ? [cursor.u16(), () => ({ start: cursor.u16(), fontIndex: cursor.u16() })]
        : [cursor.u8(), () => ({ start: cursor.u8(), fontIndex: cursor.u8() })];
      for (let index = 0; index < count; index++) runs.push(next());
    }
    this.#putText(place, text, runs);
  }

  #readMany(cursor: RecordCursor, entryBytes: number, content: () => CellContent): void {
    const row = cursor.u16();
    // the last column comes after the entries
    for (let column = cursor.u16(); cursor.remaining >= entryBytes + 2; column++) {
      const format = cursor.u16();
      this.#put({ row, column, format }, content());
    }
  }

  /** FORMULA (2.4.127): its result is a number unless its last two bytes are set (2.5.133). */
  #readFormula(cursor: RecordCursor): void {
    const place = address(cursor);
    const result = cursor.bytes(8);
    this.#waiting = undefined;
    if (result[6] !== 0xff || result[7] !== 0xff) {
      const value = new DataView(result.buffer).getFloat64(0, true);
      this.#put(place, { kind: "number", value, formula: value === 0 ? this.#formula(cursor, place) : undefined });
      return;
    }
    const [kind, , value = 0] = result;
    if (kind === BOOLEAN_RESULT || kind === ERROR_RESULT) {
      this.#put(place, booleanOrError(value, kind === ERROR_RESULT));
      return;
    }
    this.#put(place, BLANK);
    if (kind === TEXT_RESULT) this.#waiting = place;
  }

  /** Programs other than Excel store zero and leave the calculation to it. */
  #formula(cursor: RecordCursor, { row, column }: CellAddress): string | undefined {
    cursor.skip(6);
    const expression = cursor.bytes(Math.min(cursor.u16(), cursor.remaining));
    const { names } = this.#globals;
    return formulaText(expression, { text: this.#text, names, base: { row, column } });
  }
}

function address(cursor: RecordCursor): CellAddress {
  return { row: cursor.u16(), column: cursor.u16(), format: cursor.u16() };
}

function booleanOrError(value: number, isError: boolean): CellContent {
  return isError ? { kind: "error", code: errorText(value) } : { kind: "boolean", value: value !== 0 };
}
