/** Links of cells (MS-XLS 2.4.140, MS-OSHARED 2.3.7). */
import type { RecordCursor } from "../biff/record-cursor.ts";
import { unicode } from "../biff/text.ts";
import type { SheetLink } from "../content/sheet-content.ts";

const HAS_MONIKER = 0x01;
const HAS_LOCATION = 0x08;
const HAS_DISPLAY_NAME = 0x10;
const HAS_FRAME = 0x80;
const MONIKER_IS_TEXT = 0x100;
/** First bytes of the class identifiers of monikers. */
const URL_MONIKER = 0xe0;
const CLASS_BYTES = 16;
const MAX_TARGET = 4_096;

/** Undefined for links within the workbook and to files, which lead nowhere in a PDF. */
export function readHyperlink(cursor: RecordCursor): SheetLink | undefined {
  const [top, bottom, left, right] = [cursor.u16(), cursor.u16(), cursor.u16(), cursor.u16()];
  cursor.skip(CLASS_BYTES + 4);
  const flags = cursor.u32();
  if (flags & HAS_DISPLAY_NAME) hyperlinkText(cursor);
  if (flags & HAS_FRAME) hyperlinkText(cursor);
  if (!(flags & HAS_MONIKER)) return undefined;
  const target = flags & MONIKER_IS_TEXT ? hyperlinkText(cursor) : urlMoniker(cursor);
  if (target === undefined || !/^(https?|mailto|ftp):/i.test(target)) return undefined;
  const location = flags & HAS_LOCATION && cursor.remaining > 4 ? `#${hyperlinkText(cursor)}` : "";
  return { range: { top, bottom, left, right }, target: (target + location).slice(0, MAX_TARGET) };
}

/** Its length counts characters, the closing zero included. */
function hyperlinkText(cursor: RecordCursor): string {
  return untilZero(unicode(cursor.bytes(cursor.u32() * 2), true));
}

function urlMoniker(cursor: RecordCursor): string | undefined {
  const [kind] = cursor.bytes(CLASS_BYTES);
  if (kind !== URL_MONIKER) return undefined;
  return untilZero(unicode(cursor.bytes(cursor.u32()), true));
}

function untilZero(text: string): string {
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}
