import { Failure } from "../domain/failure.ts";
import { indexOfWord } from "./byte-search.ts";
import { isDigit, isWhitespace } from "./characters.ts";
import { type IndirectObject, readIndirectObject } from "./indirect-object.ts";
import { isName, PdfDict, type PdfObject, PdfStream, type StreamBody } from "./objects.ts";
import { Parser } from "./parser.ts";
import { XrefTable } from "./xref-table.ts";

/** What a search through the whole file found. */
export interface FoundObjects {
  /** The last place of each object. Objects within object streams are not in it yet. */
  table: XrefTable;
  /** Object streams in the order of the file; what they hold is known once they are decrypted and decoded. */
  objectStreams: number[];
  /** Entries of the trailers and cross-reference streams, the last in the file first. */
  trailer: PdfDict;
  /** The last catalog seen outside an object stream. */
  catalog: number | undefined;
  ending: FileEnding;
}

/**
 * What follows the last object of the file: its cross-reference, or its trailer; nothing more although the object is
 * whole; or not even the rest of the object.
 */
export type FileEnding = "closed" | "open" | "cut";

/**
 * Searches a file for its objects if its cross-reference is damaged (ISO 32000-2, annex I.2, leaves that to readers).
 * The work is bounded by the size of the file: unterminated objects are not parsed again and again.
 */
export function findObjects(bytes: Uint8Array, bodies?: ReadonlyMap<number, StreamBody>): FoundObjects {
  const found: FoundObjects = {
    table: new XrefTable(),
    objectStreams: [],
    trailer: new PdfDict(),
    catalog: undefined,
    ending: "closed",
  };
  const trailers: PdfDict[] = [];
  let budget = 4 * bytes.length + 1_000_000;
  let nextTrailer = indexOfWord(bytes, "trailer");
  let endOfLast: number | undefined;
  for (let at = indexOfWord(bytes, "obj"); at >= 0; at = indexOfWord(bytes, "obj", at)) {
    while (nextTrailer >= 0 && nextTrailer < at) {
      const end = collectTrailer(bytes, nextTrailer + 7, trailers);
      budget -= end - nextTrailer;
      nextTrailer = budget > 0 ? indexOfWord(bytes, "trailer", nextTrailer + 7) : -1;
    }
    const start = startOfHeader(bytes, at);
    at += 3;
    if (start < 0) continue;
    const number = new Parser(bytes, start).lexer.readNumber();
    found.table.set(number, "offset", start);
    endOfLast = undefined;
    if (budget <= 0) continue;
    const read = tryRead(bytes, start, bodies);
    if (!read) continue;
    endOfLast = read.end;
    budget -= Math.max(read.end - start, read.searchedBytes);
    if (read.object instanceof PdfStream) {
      // what looks like an object inside the stream's bytes is not one
      at = Math.max(at, read.end);
      if (isName(read.object.dict.get("Type"), "ObjStm")) found.objectStreams.push(number);
      if (isName(read.object.dict.get("Type"), "XRef")) trailers.push(read.object.dict);
    } else if (read.object instanceof PdfDict && isName(read.object.get("Type"), "Catalog")) found.catalog = number;
  }
  if (nextTrailer >= 0) collectTrailer(bytes, nextTrailer + 7, trailers);
  if (endOfLast !== undefined) found.ending = endingBehind(bytes, endOfLast);
  for (const trailer of trailers.reverse()) {
    for (const [key, value] of trailer) if (!found.trailer.has(key)) found.trailer.set(key, value);
  }
  return found;
}

/** @param end offset after the last object, or after what there is of it */
function endingBehind(bytes: Uint8Array, end: number): FileEnding {
  if (indexOfWord(bytes, "xref", end) >= 0 || indexOfWord(bytes, "trailer", end) >= 0) return "closed";
  return indexOfWord(bytes, "endobj", end) >= 0 ? "open" : "cut";
}

function tryRead(
  bytes: Uint8Array,
  start: number,
  bodies: ReadonlyMap<number, StreamBody> | undefined,
): IndirectObject | undefined {
  const lengthOf = (length: PdfObject | undefined) => (typeof length === "number" ? length : undefined);
  try {
    return readIndirectObject(bytes, start, lengthOf, bytes.length, bodies);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** The offset of `12 0` before the keyword `obj` at `keyword`, or -1. */
function startOfHeader(bytes: Uint8Array, keyword: number): number {
  let at = keyword - 1;
  for (let part = 0; part < 2; part++) {
    const blank = at;
    while (at >= 0 && isWhitespace(bytes[at])) at--;
    // "1 0obj" occurs, "10 obj" does not
    if (part === 1 && blank === at) return -1;
    const last = at;
    while (at >= 0 && isDigit(bytes[at]) && last - at < 10) at--;
    if (at === last) return -1;
  }
  return at + 1;
}

function collectTrailer(bytes: Uint8Array, position: number, trailers: PdfDict[]): number {
  const parser = new Parser(bytes, position);
  try {
    const trailer = parser.readObject();
    if (trailer instanceof PdfDict) trailers.push(trailer);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  return parser.lexer.position;
}
