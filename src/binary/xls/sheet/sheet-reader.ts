/** The substream of a worksheet (MS-XLS 2.1.7.20.5). */
import type { GridRange } from "../../../spreadsheet/grid-range.ts";
import type { RecordCursor } from "../biff/record-cursor.ts";
import { type BiffRecord, readingRecord } from "../biff/record-stream.ts";
import { RecordType } from "../biff/record-type.ts";
import type { TextFormat } from "../biff/text.ts";
import { emptySheet, type SheetContent, type SheetPrint } from "../content/sheet-content.ts";
import { DrawingRecords } from "../drawing/drawing-records.ts";
import type { WorkbookGlobals } from "../workbook/globals-reader.ts";
import { CellRecords } from "./cell-records.ts";
import { ConditionalRecords } from "./conditional-records.ts";
import { readHyperlink } from "./hyperlink.ts";
import { readPrintRecord } from "./print-records.ts";

const WIDTH_PARTS = 256;
const MAX_MERGES = 100_000;
const MAX_LINKS = 20_000;
const SHOWS_ZEROS = 0x10;
const RIGHT_TO_LEFT = 0x40;
const ROWS_ARE_HIDDEN = 2;

/** `differentials` gets the formats of the sheet's conditions. */
export function readSheetRecords(
  records: Iterable<BiffRecord>,
  globals: WorkbookGlobals,
  differentials: string[],
): SheetContent {
  const sheet = emptySheet();
  const { text } = globals;
  const cells = new CellRecords(sheet, globals, text);
  const conditions = new ConditionalRecords(text, globals.names, differentials);
  const drawings = new DrawingRecords(text.biff8);
  let inner: BiffRecord[] = [];
  let depth = 0;
  for (const record of records) {
    if (record.type === RecordType.Bof) depth++;
    else if (record.type === RecordType.Eof) {
      depth--;
      if (depth === 1) drawings.addChart(inner);
      inner = [];
    } else if (depth > 1) inner.push(record);
    else if (!drawings.read(record)) {
      const { type } = record;
      readingRecord(
        record,
        (cursor) =>
          cells.read(type, cursor) ||
          readPrintRecord(type, cursor, sheet.print, text) ||
          conditions.read(type, cursor) ||
          readSheetRecord(type, cursor, sheet, globals),
      );
    }
  }
  sheet.drawing = drawings.drawing;
  sheet.conditionalFormats = conditions.markup();
  return sheet;
}

/** How a chart sheet is printed; its cells are values that the chart keeps. */
export function readChartSheetRecords(records: Iterable<BiffRecord>, text: TextFormat): SheetPrint {
  const { print } = emptySheet();
  for (const record of records) {
    readingRecord(record, (cursor) => readPrintRecord(record.type, cursor, print, text));
  }
  return print;
}

/** What Excel adds to the default width: nearly one digit, more for smaller fonts. In 256ths of a digit. */
function paddedWidth(digits: number, fontTwips = 200): number {
  return digits * WIDTH_PARTS + Math.round(40_960 / Math.max(fontTwips - 15, 60) + 50);
}

function readSheetRecord(type: number, cursor: RecordCursor, sheet: SheetContent, globals: WorkbookGlobals): boolean {
  switch (type) {
    case RecordType.DefColWidth:
      sheet.baseColumnWidth = cursor.u16();
      sheet.defaultColumnWidth ??= paddedWidth(sheet.baseColumnWidth, globals.fonts[0]?.heightTwips);
      return true;
    case RecordType.DxGCol:
      sheet.defaultColumnWidth = cursor.u16();
      return true;
    case RecordType.DefaultRowHeight: {
      sheet.rowsHiddenByDefault = (cursor.u16() & ROWS_ARE_HIDDEN) !== 0;
      sheet.defaultRowTwips = cursor.u16();
      return true;
    }
    case RecordType.Window2: {
      const flags = cursor.u16();
      sheet.showZeros = (flags & SHOWS_ZEROS) !== 0;
      sheet.rightToLeft = (flags & RIGHT_TO_LEFT) !== 0;
      return true;
    }
    case RecordType.MergeCells:
      for (let left = cursor.u16(); left > 0 && sheet.merges.length < MAX_MERGES; left--) {
        sheet.merges.push(readRange(cursor));
      }
      return true;
    case RecordType.Hlink: {
      const link = sheet.links.length < MAX_LINKS ? readHyperlink(cursor) : undefined;
      if (link) sheet.links.push(link);
      return true;
    }
    default:
      return false;
  }
}

function readRange(cursor: RecordCursor): GridRange {
  const [top, bottom, left, right] = [cursor.u16(), cursor.u16(), cursor.u16(), cursor.u16()];
  return { top, bottom, left, right };
}
