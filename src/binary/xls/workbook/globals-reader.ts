/** The globals substream (MS-XLS 2.1.7.20.3): what all sheets share. */
import { UnreadableFile } from "../../../domain/unreadable-file.ts";
import { codePageDecoder } from "../../code-page.ts";
import { RecordCursor } from "../biff/record-cursor.ts";
import { type BiffRecord, type RecordStream, readingRecord } from "../biff/record-stream.ts";
import { RecordType } from "../biff/record-type.ts";
import { type RichText, richText, shortText, type TextFormat } from "../biff/text.ts";
import { NameBook } from "./defined-names.ts";
import { type BiffCellFormat, type BiffFont, readCellFormat, readFont, readFormat } from "./fonts-and-formats.ts";
import { type FormatExtension, readFormatExtension, rgbHex } from "./format-extensions.ts";
import { msoChecksum } from "./shared-checksum.ts";
import { themePart } from "./theme-part.ts";

export interface BoundSheet {
  name: string;
  /** Where its substream begins in the workbook stream, in bytes. */
  offset: number;
  isVisible: boolean;
  kind: "worksheet" | "chart" | "other";
}

export interface WorkbookGlobals {
  text: TextFormat;
  date1904: boolean;
  fonts: readonly BiffFont[];
  /** Codes of number formats by their numbers. */
  formats: ReadonlyMap<number, string>;
  cellFormats: readonly BiffCellFormat[];
  extensions: ReadonlyMap<number, FormatExtension>;
  /** The 56 colors from index 8 on, six hexadecimal digits each; undefined for the usual ones. */
  palette: readonly string[] | undefined;
  sharedStrings: readonly RichText[];
  sheets: readonly BoundSheet[];
  names: NameBook;
  /** XML of the theme, if the workbook has one of its own. */
  theme: Uint8Array | undefined;
  /** Bytes of the drawing group (pictures above all), in pieces. */
  drawingGroup: readonly Uint8Array[];
}

const BIFF8_VERSION = 0x0600;
const BIFF5_VERSION = 0x0500;
const DEFAULT_CODE_PAGE = 1252;
const SHEET_KINDS: Readonly<Record<number, BoundSheet["kind"]>> = { 0: "worksheet", 2: "chart" };
const MAX_SHEETS = 4_096;

/** Throws a plain `Error` with a sentence for people when the workbook is under a password or of another version. */
export function readGlobals(stream: RecordStream): WorkbookGlobals {
  const records = [...stream.substream(0)];
  const text = readTextFormat(records);
  const of = (...types: number[]) => records.filter((record) => types.includes(record.type));
  const all = <T>(type: number, read: (cursor: RecordCursor) => T): T[] =>
    of(type)
      .map((record) => readingRecord(record, read))
      .filter((found) => found !== undefined);

  const sheets = all(RecordType.BoundSheet, (cursor) => readBoundSheet(cursor, text)).slice(0, MAX_SHEETS);
  const formatRecords = of(RecordType.Xf);
  return {
    text,
    date1904: all(RecordType.Date1904, (cursor) => cursor.u16())[0] === 1,
    fonts: all(RecordType.Font, (cursor) => readFont(cursor, text)),
    formats: new Map(all(RecordType.Format, (cursor) => readFormat(cursor, text))),
    cellFormats: formatRecords.map((record) => readCellFormat(padded(record), text.biff8)),
    extensions: extensionsAreValid(of(RecordType.XfCrc)[0], formatRecords)
      ? new Map(all(RecordType.XfExt, readFormatExtension))
      : new Map(),
    palette: all(RecordType.Palette, readPalette)[0],
    sharedStrings: of(RecordType.Sst).flatMap((record) => readSharedStrings(record)),
    sheets,
    names: readNames(records, text, sheets),
    theme: themePart(of(RecordType.Theme, RecordType.ContinueFrt12)),
    drawingGroup: of(RecordType.MsoDrawingGroup).flatMap((record) => [...record.pieces]),
  };
}

function readTextFormat(records: readonly BiffRecord[]): TextFormat {
  const [first] = records;
  const version = first?.type === RecordType.Bof ? readingRecord(first, (cursor) => cursor.u16()) : undefined;
  if (version !== BIFF8_VERSION && version !== BIFF5_VERSION) {
    throw new UnreadableFile("the workbook is damaged, or it was saved by a version of Excel before 5.0");
  }
  const isEncrypted = records.some((record) => record.type === RecordType.FilePass);
  if (isEncrypted) throw new UnreadableFile("the workbook is password-protected");
  const codePage = records.find((record) => record.type === RecordType.CodePage);
  const page = codePage && readingRecord(codePage, (cursor) => cursor.u16());
  return { biff8: version === BIFF8_VERSION, decoder: codePageDecoder(page ?? DEFAULT_CODE_PAGE) };
}

/** Formats are known by their number: one that ends early must not shift the others. */
function padded(record: BiffRecord): RecordCursor {
  return new RecordCursor([...record.pieces, new Uint8Array(20)]);
}

function readBoundSheet(cursor: RecordCursor, text: TextFormat): BoundSheet {
  const offset = cursor.u32();
  const isVisible = (cursor.u8() & 3) === 0;
  const kind = SHEET_KINDS[cursor.u8()] ?? "other";
  return { offset, isVisible, kind, name: shortText(cursor, text) };
}

function readPalette(cursor: RecordCursor): string[] {
  return Array.from({ length: Math.min(56, cursor.u16()) }, () => rgbHex(cursor.u32()));
}

/** As many of the strings as can be read (MS-XLS 2.4.265). */
function readSharedStrings(record: BiffRecord): RichText[] {
  const strings: RichText[] = [];
  readingRecord(record, (cursor) => {
    cursor.skip(4);
    for (let left = cursor.u32(); left > 0; left--) strings.push(richText(cursor));
  });
  return strings;
}

/** Extensions count only if no program that does not know them has changed the formats (2.4.354). */
function extensionsAreValid(record: BiffRecord | undefined, formats: readonly BiffRecord[]): boolean {
  if (!record) return false;
  const sum = readingRecord(record, (cursor) => {
    cursor.skip(16);
    return cursor.u32();
  });
  return sum === msoChecksum(formats.flatMap((format) => format.pieces));
}

function readNames(records: readonly BiffRecord[], text: TextFormat, sheets: readonly BoundSheet[]): NameBook {
  const names = new NameBook(
    text,
    sheets.map((sheet) => sheet.name),
  );
  for (const record of records) {
    const read = (reader: (cursor: RecordCursor) => void) =>
      readingRecord(record, (cursor) => {
        reader(cursor);
        return true;
      });
    if (record.type === RecordType.SupBook) read((cursor) => names.readSupportingBook(cursor));
    else if (record.type === RecordType.ExternSheet) read((cursor) => names.readExternSheets(cursor));
    else if (record.type === RecordType.ExternName) read((cursor) => names.readExternName(cursor));
    else if (record.type === RecordType.Lbl && !read((cursor) => names.readName(cursor))) names.readBrokenName();
  }
  return names;
}
