import { indexOfWord } from "./byte-search.ts";
import { CHARACTER_CLASS, WHITESPACE } from "./characters.ts";
import { PdfDict, type PdfObject, PdfStream, type StreamBody } from "./objects.ts";
import { Parser } from "./parser.ts";

/** An object read from its place in a file (ISO 32000-2, 7.3.10). */
export interface IndirectObject {
  number: number;
  generation: number;
  object: PdfObject;
  /** Offset after what was read: after a stream's bytes, else after the object. */
  end: number;
  /** How many bytes the search for the end of a stream went through. */
  searchedBytes: number;
}

/**
 * Reads `12 0 obj ...` at an offset; undefined if no object starts there. A stream's bytes are a view of `bytes`.
 * @param lengthOf the number an indirect `Length` stands for, undefined if it cannot be determined
 * @param to no byte from here on belongs to the object
 * @param bodies streams whose bytes are elsewhere, by the offset where they would start
 */
export function readIndirectObject(
  bytes: Uint8Array,
  offset: number,
  lengthOf: (length: PdfObject | undefined) => number | undefined,
  to = bytes.length,
  bodies?: ReadonlyMap<number, StreamBody>,
): IndirectObject | undefined {
  const parser = new Parser(bytes, offset, to);
  const header = parser.readObjectHeader();
  if (!header) return undefined;
  const object = parser.readObject() ?? null;
  const { lexer } = parser;
  if (object instanceof PdfDict) {
    lexer.skipWhitespace();
    if (lexer.skipKeyword("stream")) {
      const start = startOfBody(bytes, lexer.position);
      const elsewhere = bodies?.get(start);
      if (elsewhere) return { ...header, object: new PdfStream(object, elsewhere), end: start, searchedBytes: 0 };
      const { end, searchedBytes } = endOfBody(bytes, start, lengthOf(object.get("Length")), to);
      return { ...header, object: new PdfStream(object, bytes.subarray(start, end)), end, searchedBytes };
    }
  }
  return { ...header, object, end: lexer.position, searchedBytes: 0 };
}

/** The keyword is followed by CR LF or LF (7.3.8.1); a lone CR and blanks before them occur. */
function startOfBody(bytes: Uint8Array, position: number): number {
  let at = position;
  while (bytes[at] === 32) at++;
  if (bytes[at] !== 13 && bytes[at] !== 10) return position;
  if (bytes[at] === 13) at++;
  if (bytes[at] === 10) at++;
  return at;
}

/** `Length` counts if `endstream` follows; otherwise the body goes up to that keyword. */
function endOfBody(
  bytes: Uint8Array,
  start: number,
  length: number | undefined,
  to: number,
): { end: number; searchedBytes: number } {
  if (length !== undefined && length >= 0 && start + length <= to) {
    let at = start + length;
    while (at < to && CHARACTER_CLASS[bytes[at] ?? 0] === WHITESPACE) at++;
    // some producers forget endstream and continue with endobj
    if (hasWordAt(bytes, at, "endstream") || hasWordAt(bytes, at, "endobj")) {
      return { end: start + length, searchedBytes: 0 };
    }
  }
  let end = indexOfWord(bytes, "endstream", start, to);
  const searchedBytes = (end < 0 ? to : end) - start;
  if (end < 0) end = indexOfWord(bytes, "endobj", start, to);
  if (end < 0) return { end: to, searchedBytes };
  if (end > start && bytes[end - 1] === 10) end--;
  if (end > start && bytes[end - 1] === 13) end--;
  return { end, searchedBytes };
}

function hasWordAt(bytes: Uint8Array, at: number, word: string): boolean {
  for (let index = 0; index < word.length; index++) if (bytes[at + index] !== word.charCodeAt(index)) return false;
  return true;
}
