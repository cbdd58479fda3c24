import { lastIndexOfWord } from "./byte-search.ts";
import { decodeStream } from "./filters/decode-stream.ts";
import { readIndirectObject } from "./indirect-object.ts";
import { PdfDict, type PdfObject, PdfStream } from "./objects.ts";
import { Parser } from "./parser.ts";
import { OBJECT_NUMBER_LIMIT, XrefTable } from "./xref-table.ts";

/** What the file's own cross-reference says. */
export interface CrossReference {
  table: XrefTable;
  /** Entries of all trailers, the newest first (ISO 32000-2, 7.5.5). */
  trailer: PdfDict;
  /** Offset of the newest section. */
  start: number;
  /** Whether the newest section is a stream. */
  isStream: boolean;
}

/** The cross-reference cannot be used; the file has to be searched for its objects. */
export class XrefDamaged extends Error {}

const MAX_SECTIONS = 4096;

/** Reads the cross-reference sections from the newest to the oldest (ISO 32000-2, 7.5.4, 7.5.6, 7.5.8). */
export function readCrossReference(bytes: Uint8Array): CrossReference {
  const table = new XrefTable();
  const trailer = new PdfDict();
  const start = startOfXref(bytes);
  const pending = [start];
  const seen = new Set<number>();
  for (let offset = pending.pop(); offset !== undefined; offset = pending.pop()) {
    if (seen.has(offset)) continue;
    seen.add(offset);
    if (seen.size > MAX_SECTIONS) throw new XrefDamaged("too many sections");
    const section = readSection(bytes, offset, table);
    for (const [key, value] of section) if (!trailer.has(key)) trailer.set(key, value);
    const previous = section.get("Prev");
    if (typeof previous === "number") pending.push(previous);
  }
  if (!trailer.has("Root")) throw new XrefDamaged("no Root");
  const { lexer } = new Parser(bytes, start);
  lexer.skipWhitespace();
  return { table, trailer, start, isStream: !lexer.skipKeyword("xref") };
}

function startOfXref(bytes: Uint8Array): number {
  const keyword = lastIndexOfWord(bytes, "startxref");
  if (keyword < 0) throw new XrefDamaged("no startxref");
  const offset = new Parser(bytes, keyword + 9).readObject();
  if (typeof offset !== "number" || !(offset >= 0 && offset < bytes.length))
    throw new XrefDamaged("startxref is wrong");
  return offset;
}

function readSection(bytes: Uint8Array, offset: number, table: XrefTable): PdfDict {
  const parser = new Parser(bytes, offset);
  parser.lexer.skipWhitespace();
  if (!parser.lexer.skipKeyword("xref")) return readXrefStream(bytes, offset, table);
  const free = readSubsections(parser, table);
  const trailer = parser.readObject();
  if (!(trailer instanceof PdfDict)) throw new XrefDamaged("no trailer");
  const hybrid = trailer.get("XRefStm");
  // in a hybrid file objects of the stream are free in the table, so the stream is asked first (7.5.8.4)
  if (typeof hybrid === "number") {
    try {
      readXrefStream(bytes, hybrid, table);
    } catch (error) {
      if (!(error instanceof XrefDamaged)) throw error;
    }
  }
  for (const number of free) table.setIfAbsent(number, "free", 0);
  return trailer;
}

/** Reads the subsections up to and including the keyword `trailer`; returns the numbers of free objects. */
function readSubsections(parser: Parser, table: XrefTable): number[] {
  const { lexer } = parser;
  const free: number[] = [];
  for (;;) {
    lexer.skipWhitespace();
    if (lexer.skipKeyword("trailer")) return free;
    let first = parser.readObject();
    const count = parser.readObject();
    if (typeof first !== "number" || typeof count !== "number" || count > OBJECT_NUMBER_LIMIT) {
      throw new XrefDamaged("subsection is wrong");
    }
    for (let index = 0; index < count; index++) {
      lexer.skipWhitespace();
      const offset = lexer.readNumber();
      lexer.skipWhitespace();
      const generation = lexer.readNumber();
      lexer.skipWhitespace();
      const type = lexer.peek();
      lexer.position++;
      if (type === 110) {
        if (offset > 0) table.setIfAbsent(first + index, "offset", offset);
      } else if (type === 102) {
        // the head of the free list is object 0, whatever the subsection says
        if (index === 0 && first === 1 && offset === 0 && generation === 65535) first = 0;
        free.push(first + index);
      } else throw new XrefDamaged("entry is wrong");
    }
  }
}

/** A cross-reference stream (7.5.8). */
function readXrefStream(bytes: Uint8Array, offset: number, table: XrefTable): PdfDict {
  const directLength = (length: PdfObject | undefined) => (typeof length === "number" ? length : undefined);
  const stream = readIndirectObject(bytes, offset, directLength)?.object;
  if (!(stream instanceof PdfStream)) throw new XrefDamaged("no section at the offset");
  const widths = numbers(stream.dict.get("W"));
  const size = stream.dict.get("Size");
  const index = numbers(stream.dict.get("Index") ?? [0, typeof size === "number" ? size : 0]);
  const [typeWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const rowBytes = typeWidth + secondWidth + thirdWidth;
  if (!(rowBytes > 0 && rowBytes <= 32) || widths.some((width) => !(width >= 0))) throw new XrefDamaged("W is wrong");
  const data = decodeStream(stream, (object) => object ?? null, rowBytes * OBJECT_NUMBER_LIMIT).bytes;
  let at = 0;
  for (let section = 0; section + 1 < index.length; section += 2) {
    const first = index[section] ?? 0;
    const end = first + (index[section + 1] ?? 0);
    for (let number = first; number < end && at + rowBytes <= data.length; number++) {
      const type = typeWidth === 0 ? 1 : integer(data, at, typeWidth);
      const second = integer(data, at + typeWidth, secondWidth);
      at += rowBytes;
      if (type === 1) table.setIfAbsent(number, "offset", second);
      else if (type === 2) table.setIfAbsent(number, "compressed", second);
      else if (type === 0) table.setIfAbsent(number, "free", 0);
    }
  }
  return stream.dict;
}

function numbers(object: PdfObject | undefined): number[] {
  return Array.isArray(object) ? object.filter((item) => typeof item === "number") : [];
}

function integer(data: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let index = at; index < at + width; index++) value = value * 256 + (data[index] ?? 0);
  return value;
}
