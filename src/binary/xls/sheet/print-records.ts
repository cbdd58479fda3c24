/** Records of how a sheet is printed (MS-XLS 2.4). */
import type { RecordCursor } from "../biff/record-cursor.ts";
import { RecordType } from "../biff/record-type.ts";
import { longText, shortText, type TextFormat } from "../biff/text.ts";
import type { PrintSetup, SheetPrint } from "../content/sheet-content.ts";

const FIT_TO_PAGE = 0x100;
const FRT_HEADER_BYTES = 12;
const VIEW_BYTES = 16;

/** Takes up one record; false for records of other kinds. */
export function readPrintRecord(type: number, cursor: RecordCursor, print: SheetPrint, text: TextFormat): boolean {
  switch (type) {
    case RecordType.Setup:
      print.setup = readSetup(cursor);
      return true;
    case RecordType.LeftMargin:
      print.margins.left = cursor.f64();
      return true;
    case RecordType.RightMargin:
      print.margins.right = cursor.f64();
      return true;
    case RecordType.TopMargin:
      print.margins.top = cursor.f64();
      return true;
    case RecordType.BottomMargin:
      print.margins.bottom = cursor.f64();
      return true;
    case RecordType.HCenter:
      print.centerHorizontally = cursor.u16() !== 0;
      return true;
    case RecordType.VCenter:
      print.centerVertically = cursor.u16() !== 0;
      return true;
    case RecordType.PrintGrid:
      print.gridLines = (cursor.u16() & 1) !== 0;
      return true;
    case RecordType.PrintRowCol:
      print.headings = cursor.u16() !== 0;
      return true;
    case RecordType.WsBool:
      print.fitToPage = (cursor.u16() & FIT_TO_PAGE) !== 0;
      return true;
    case RecordType.HorizontalPageBreaks:
      print.rowBreaks = readBreaks(cursor, text.biff8);
      return true;
    case RecordType.VerticalPageBreaks:
      print.columnBreaks = readBreaks(cursor, text.biff8);
      return true;
    case RecordType.Header:
      print.texts.oddHeader = pageText(cursor, text);
      return true;
    case RecordType.Footer:
      print.texts.oddFooter = pageText(cursor, text);
      return true;
    case RecordType.HeaderFooter:
      readPageTexts(cursor, print, text);
      return true;
    default:
      return false;
  }
}

/** SETUP (2.4.257). */
function readSetup(cursor: RecordCursor): PrintSetup {
  const paperSize = cursor.u16();
  const scalePercent = cursor.u16();
  const firstPage = cursor.i16();
  const fitWidth = cursor.u16();
  const fitHeight = cursor.u16();
  const flags = cursor.u16();
  cursor.skip(4);
  return {
    paperSize,
    scalePercent,
    firstPage,
    fitWidth,
    fitHeight,
    overThenDown: (flags & 0x01) !== 0,
    isPortrait: (flags & 0x02) !== 0,
    isUnset: (flags & 0x04) !== 0,
    blackAndWhite: (flags & 0x08) !== 0,
    hasNoOrientation: (flags & 0x40) !== 0,
    usesFirstPage: (flags & 0x80) !== 0,
    headerInches: cursor.f64(),
    footerInches: cursor.f64(),
  };
}

/** BIFF8 adds to each break where it begins and ends. */
function readBreaks(cursor: RecordCursor, biff8: boolean): number[] {
  const breaks: number[] = [];
  for (let left = cursor.u16(); left > 0 && cursor.remaining >= (biff8 ? 6 : 2); left--) {
    breaks.push(cursor.u16());
    if (biff8) cursor.skip(4);
  }
  return breaks;
}

function pageText(cursor: RecordCursor, text: TextFormat): string {
  if (cursor.remaining === 0) return "";
  return text.biff8 ? longText(cursor, text) : shortText(cursor, text);
}

/** HeaderFooter (2.4.137) of the sheet itself, not of somebody's view of it. */
function readPageTexts(cursor: RecordCursor, print: SheetPrint, text: TextFormat): void {
  cursor.skip(FRT_HEADER_BYTES);
  if (cursor.bytes(VIEW_BYTES).some((byte) => byte !== 0)) return;
  const flags = cursor.u16();
  const lengths = [cursor.u16(), cursor.u16(), cursor.u16(), cursor.u16()];
  const [evenHeader = "", evenFooter = "", firstHeader = "", firstFooter = ""] = lengths.map((length) =>
    length > 0 ? longText(cursor, text) : "",
  );
  Object.assign(print.texts, {
    evenHeader,
    evenFooter,
    firstHeader,
    firstFooter,
    differentOddEven: (flags & 1) !== 0,
    differentFirst: (flags & 2) !== 0,
    scalesWithSheet: (flags & 4) !== 0,
    alignsWithMargins: (flags & 8) !== 0,
  });
}
