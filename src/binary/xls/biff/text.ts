/** Texts within records: Unicode in BIFF8 (MS-XLS 2.5.240, 2.5.293, 2.5.294), bytes of a code page before it. */
import type { ByteDecoder } from "../../code-page.ts";
import type { RecordCursor } from "./record-cursor.ts";

/** A change of font at a character of a text (MS-XLS 2.5.129). */
export interface FormatRun {
  /** UTF-16 code units from the beginning of the text. */
  start: number;
  /** Index as records name fonts: the fifth font does not exist. */
  fontIndex: number;
}

export interface RichText {
  text: string;
  runs: FormatRun[];
}

const HIGH_BYTES = 1;
const PHONETIC = 4;
const RICH = 8;

/** How a substream writes its texts. */
export interface TextFormat {
  biff8: boolean;
  decoder: ByteDecoder;
}

/** A text whose length is given in one byte. */
export function shortText(cursor: RecordCursor, format: TextFormat): string {
  return textOfLength(cursor, cursor.u8(), format);
}

/** A text whose length is given in two bytes. */
export function longText(cursor: RecordCursor, format: TextFormat): string {
  return textOfLength(cursor, cursor.u16(), format);
}

/** A text of a known number of characters: with its flags in BIFF8, bare bytes before. */
export function textOfLength(cursor: RecordCursor, count: number, format: TextFormat): string {
  if (!format.biff8) return format.decoder.decode(cursor.bytes(count));
  return richTextOfLength(cursor, count).text;
}

/** `XLUnicodeRichExtendedString`: flags, runs and phonetic data; the latter is passed over. */
export function richText(cursor: RecordCursor): RichText {
  return richTextOfLength(cursor, cursor.u16());
}

function richTextOfLength(cursor: RecordCursor, count: number): RichText {
  const flags = cursor.u8();
  const runCount = flags & RICH ? cursor.u16() : 0;
  const phoneticBytes = flags & PHONETIC ? cursor.u32() : 0;
  const text = characters(cursor, count, (flags & HIGH_BYTES) !== 0);
  const runs: FormatRun[] = [];
  for (let index = 0; index < runCount; index++) runs.push({ start: cursor.u16(), fontIndex: cursor.u16() });
  cursor.skip(phoneticBytes);
  return { text, runs };
}

/** Where a text goes on in a CONTINUE record it begins with its flags again, and may change its width (2.5.293). */
function characters(cursor: RecordCursor, count: number, highBytes: boolean): string {
  let wide = highBytes;
  let text = "";
  for (let left = count; left > 0; ) {
    if (cursor.pieceRemaining === 0) {
      cursor.nextPiece();
      wide = (cursor.u8() & HIGH_BYTES) !== 0;
      continue;
    }
    const width = wide ? 2 : 1;
    const fitting = Math.min(left, Math.floor(cursor.pieceRemaining / width));
    if (fitting === 0) {
      text += String.fromCharCode(cursor.u16());
      left--;
      continue;
    }
    text += unicode(cursor.bytes(fitting * width), wide);
    left -= fitting;
  }
  return text;
}

/** UTF-16, or its low bytes only. Halves of a surrogate pair are kept: the other may follow in the next piece. */
export function unicode(bytes: Uint8Array, wide: boolean): string {
  let text = "";
  if (!wide) {
    for (const byte of bytes) text += String.fromCharCode(byte);
    return text;
  }
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    text += String.fromCharCode((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8));
  }
  return text;
}
