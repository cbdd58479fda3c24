import { indexOfWord, lastIndexOfWord } from "../byte-search.ts";
import { isWhitespace } from "../characters.ts";
import { ContentScanner, type ContentTokenKind } from "../content/content-scanner.ts";
import { latin1 } from "../lexer.ts";
import { decodeWithin } from "../metered-walk.ts";
import { isName, PdfDict, PdfStream } from "../objects.ts";
import { Parser } from "../parser.ts";
import type { Check, Place } from "./findings.ts";
import type { InspectedDocument } from "./inspected-document.ts";

/** A token as it is written. */
interface WrittenToken {
  readonly kind: ContentTokenKind;
  /** One character for each byte. */
  readonly text: string;
}

const LARGEST_INTEGER = 2_147_483_647;
const LARGEST_REAL = 3.403e38;
const SMALLEST_REAL = 1.175e-38;
const MAX_NAME_LENGTH = 127;
const MAX_STRING_LENGTH = 32_767;

const TOKEN_CHECKS: readonly Check<WrittenToken>[] = [
  {
    pdfA: "6.1.6",
    check({ kind, text }) {
      if (kind !== "hex") return undefined;
      const digits = text.slice(1, -1).replace(/[\0\t\n\f\r ]/g, "");
      if (/[^0-9A-Fa-f]/.test(digits)) return "A hexadecimal string has characters that are not hexadecimal digits.";
      return digits.length % 2 === 0 ? undefined : `A hexadecimal string has ${digits.length} digits, an odd number.`;
    },
  },
  {
    pdfA: "6.1.13",
    check({ kind, text }) {
      if (kind !== "number") return undefined;
      const value = Number(text);
      if (!text.includes(".") && (value > LARGEST_INTEGER || value < -LARGEST_INTEGER - 1))
        return `The integer ${text} is out of range.`;
      if (Math.abs(value) > LARGEST_REAL) return `The number ${text} is out of range.`;
      return value !== 0 && Math.abs(value) < SMALLEST_REAL ? `The number ${text} is too close to zero.` : undefined;
    },
  },
  {
    pdfA: "6.1.13",
    check({ kind, text }) {
      if (kind !== "name") return undefined;
      const bytes = text.slice(1).replace(/#[0-9A-Fa-f]{2}/g, "x").length;
      return bytes > MAX_NAME_LENGTH ? `A name has ${bytes} bytes; ${MAX_NAME_LENGTH} are allowed.` : undefined;
    },
  },
  {
    pdfA: "6.1.13",
    check({ kind, text }) {
      if (kind !== "literal" && kind !== "hex") return undefined;
      if (text.length <= MAX_STRING_LENGTH) return undefined;
      const bytes =
        kind === "hex"
          ? text.replace(/[^0-9A-Fa-f]/g, "").length / 2
          : text.slice(1, -1).replace(/\\(?:[0-7]{1,3}|\r\n|[\s\S])/g, "x").length;
      return bytes > MAX_STRING_LENGTH ? `A string has ${bytes} bytes; ${MAX_STRING_LENGTH} are allowed.` : undefined;
    },
  },
];

/** Names, numbers and short strings are nearly all within the limits: those are not looked at one by one. */
function needsChecks(kind: ContentTokenKind, length: number): boolean {
  if (kind === "hex") return true;
  if (kind === "number") return length > 9;
  if (kind === "name") return length > MAX_NAME_LENGTH;
  return kind === "literal" && length > MAX_STRING_LENGTH;
}

/** Checks the tokens of a content stream or of an object up to its end. */
export function inspectTokens(inspected: InspectedDocument, bytes: Uint8Array, place: Place): void {
  inspected.document.work.charge("contentByte", bytes.length);
  scanTokens(inspected, new ContentScanner(bytes), place);
}

function scanTokens(inspected: InspectedDocument, scanner: ContentScanner, place: Place): string | undefined {
  const isPdfA = inspected.findings.pdfA !== undefined;
  // Where one image has no end, none after it has: the rest is looked through once.
  let imagesEnd = true;
  for (;;) {
    const kind = scanner.next();
    if (kind === "end") return undefined;
    if (kind === "operator") {
      if (scanner.end - scanner.start > 9) continue;
      const text = scanner.text();
      if (text === "endobj" || text === "stream") return text;
      if (text === "ID" && imagesEnd) imagesEnd = skipInlineImage(scanner);
    } else if (isPdfA && needsChecks(kind, scanner.end - scanner.start)) {
      inspected.check(TOKEN_CHECKS, { kind, text: scanner.text() }, place);
    }
  }
}

/** Data of inline images are not tokens. @returns false if the image has no end */
function skipInlineImage(scanner: ContentScanner): boolean {
  for (let at = scanner.end; at + 2 < scanner.bytes.length; at++) {
    const isEnd = scanner.bytes[at + 1] === 0x45 && scanner.bytes[at + 2] === 0x49;
    if (isEnd && isWhitespace(scanner.bytes[at]) && !((scanner.bytes[at + 3] ?? 32) > 32)) {
      scanner.end = at + 3;
      return true;
    }
  }
  return false;
}

/** An indirect object as the file has it. */
interface WrittenObject {
  readonly inspected: InspectedDocument;
  /** Offset of its number. */
  readonly start: number;
  /** After `obj`. */
  readonly bodyStart: number;
  readonly stream: WrittenStream | undefined;
  /** Offset of `endobj`; undefined if it is missing. */
  readonly end: number | undefined;
}

interface WrittenStream {
  readonly dict: PdfDict;
  /** After `stream`. */
  readonly keywordEnd: number;
  /** Where the bytes begin. */
  readonly start: number;
  readonly length: number | undefined;
  /** Offset of `endstream`. */
  readonly end: number;
}

/** Cross-reference tables that are looked at. */
const MAX_TABLES = 10_000;

const isEol = (byte: number | undefined) => byte === 10 || byte === 13;

const OBJECT_CHECKS: readonly Check<WrittenObject>[] = [
  {
    pdfA: "6.1.9",
    check({ inspected: { file }, start, bodyStart, end, stream }) {
      const header = textWithin(file, start, bodyStart);
      if (!/^\d+[\0\t\n\f\r ]\d+[\0\t\n\f\r ]obj$/.test(header))
        return "The object's number, its generation and obj are not separated by single white spaces.";
      if (start > 0 && !isEol(file[start - 1])) return "The object's number does not begin a line.";
      if (!isEol(file[bodyStart])) return "The keyword obj is not followed by the end of the line.";
      if (end === undefined) return "The object has no endobj.";
      if (!isEol(file[end - 1])) return "The keyword endobj does not begin a line.";
      const next = file[end + 6];
      if (next !== undefined && !isEol(next)) return "The keyword endobj is not followed by the end of the line.";
      return stream && end < stream.end ? "The object has no endobj." : undefined;
    },
  },
  {
    pdfA: "6.1.7.1",
    check({ inspected: { file }, stream }) {
      if (!stream) return undefined;
      const { keywordEnd, end } = stream;
      if (file[keywordEnd] !== 10 && !(file[keywordEnd] === 13 && file[keywordEnd + 1] === 10))
        return "The keyword stream is not followed by CR LF or LF.";
      return isEol(file[end - 1]) ? undefined : "The keyword endstream does not begin a line.";
    },
  },
  {
    pdfA: "6.1.7.1",
    check({ inspected: { file }, stream }) {
      if (!stream) return undefined;
      const { start, length, end } = stream;
      const gap = length === undefined ? -1 : end - start - length;
      const isRight =
        gap === 0 || (gap === 1 && isEol(file[end - 1])) || (gap === 2 && file[end - 2] === 13 && file[end - 1] === 10);
      return isRight ? undefined : `The stream's Length (${length}) is not that of its bytes (${end - start}).`;
    },
  },
  {
    pdfA: "6.1.7.1",
    check({ stream }) {
      const found = ["F", "FFilter", "FDecodeParms"].filter((key) => stream?.dict.has(key));
      return found.length > 0 ? `The stream's bytes are in another file (${found.join(", ")}).` : undefined;
    },
  },
];

const FILE_CHECKS: readonly Check<InspectedDocument>[] = [
  {
    pdfA: "6.1.2",
    check: ({ file }) =>
      /^%PDF-1\.[0-7](?:\r\n|\r|\n)/.test(textWithin(file, 0, 12))
        ? undefined
        : "The file does not begin with %PDF-1.n and the end of the line, n from 0 to 7.",
  },
  {
    pdfA: "6.1.2",
    check({ file }) {
      const comment = /^[^\r\n]*(?:\r\n|\r|\n)%/.exec(textWithin(file, 0, 64))?.[0].length;
      const isBinary = comment !== undefined && [0, 1, 2, 3].every((index) => (file[comment + index] ?? 0) > 127);
      return isBinary ? undefined : "The line after the header is not a comment of at least four bytes above 127.";
    },
  },
  {
    pdfA: "6.1.3",
    check(inspected) {
      const trailer = newestTrailer(inspected, headerOffset(inspected.file));
      const id = inspected.array(trailer.get("ID"));
      return id && id.length > 0 ? undefined : "The file's trailer has no ID.";
    },
  },
  {
    pdfA: "6.1.3",
    check: ({ document }) => (document.trailer.has("Encrypt") ? "The file is encrypted." : undefined),
  },
  {
    pdfA: "6.1.3",
    check({ file }) {
      const end = lastIndexOfWord(file, "%%EOF");
      if (end < 0) return "The file does not end with %%EOF.";
      return /^(?:\r\n|\r|\n)?$/.test(textWithin(file, end + 5, end + 9)) && file.length - end <= 7
        ? undefined
        : `${file.length - end - 5} bytes follow the end-of-file marker.`;
    },
  },
  {
    pdfA: "6.1.4",
    check({ file }) {
      let tables = 0;
      for (let at = indexOfWord(file, "xref"); at >= 0; at = indexOfWord(file, "xref", at + 4)) {
        if (!isEol(file[at - 1])) continue;
        if (++tables > MAX_TABLES) return undefined;
        if (!/^xref\s+\d+\s+\d+\s+\d{10} /.test(textWithin(file, at, at + 48))) continue;
        if (!/^xref(?:\r\n|\r|\n)\d+ \d+ ?(?:\r\n|\r|\n)/.test(textWithin(file, at, at + 48)))
          return "The keyword xref and the subsection's header are not separated as they should be.";
      }
      return undefined;
    },
  },
  {
    pdfA: "6.1.13",
    check: ({ document }) =>
      document.objects.size > 8_388_608 ? "The file has more than 8,388,607 indirect objects." : undefined,
  },
];

/** The trailer that readers begin with: in a linearized file that is the one at its start. */
function newestTrailer({ file, document }: InspectedDocument, header: number): PdfDict {
  const offset = new Parser(file, lastIndexOfWord(file, "startxref") + 9).readObject();
  if (typeof offset !== "number") return document.trailer;
  const parser = new Parser(file, offset + header);
  parser.lexer.skipWhitespace();
  if (parser.lexer.skipKeyword("xref")) parser.lexer.position = indexOfWord(file, "trailer", offset + header) + 7;
  else parser.readObjectHeader();
  const trailer = parser.readObject();
  return trailer instanceof PdfDict ? trailer : document.trailer;
}

/** Offsets count from the header, wherever it is. */
const headerOffset = (file: Uint8Array) => Math.max(0, indexOfWord(file, "%PDF-"));

/** Checks how the file is written (ISO 19005-2, 6.1). */
export function inspectSyntax(inspected: InspectedDocument): void {
  inspected.check(FILE_CHECKS, inspected);
  if (!inspected.findings.pdfA) return;
  const { document, file } = inspected;
  const header = headerOffset(file);
  for (const number of document.objects.numbers()) {
    document.work.charge("object", 4);
    const offset = document.objects.offsetOf(number);
    if (offset === undefined) continue;
    inspectObject(inspected, offset + header, number);
    const object = document.objects.peek(number);
    if (object instanceof PdfStream && isName(object.dict.get("Type"), "ObjStm")) {
      const { bytes } = decodeWithin(document, object);
      inspectTokens(inspected, bytes.subarray(document.number(object.dict.get("First")) ?? 0), { object: number });
    }
  }
}

function inspectObject(inspected: InspectedDocument, from: number, number: number): void {
  const { file, document } = inspected;
  let start = from;
  while (isWhitespace(file[start])) start++;
  const header = /^\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]*obj/.exec(textWithin(file, start, start + 64))?.[0];
  if (header === undefined) return;
  const bodyStart = start + header.length;
  const scanner = new ContentScanner(file);
  scanner.end = bodyStart;
  const word = scanTokens(inspected, scanner, { object: number });
  document.work.charge("contentByte", scanner.end - bodyStart);
  const object = document.objects.peek(number);
  const stream =
    word === "stream" && object instanceof PdfStream ? writtenStream(inspected, object, scanner.end) : undefined;
  let end: number | undefined = word === "endobj" ? scanner.start : undefined;
  if (stream) {
    let at = stream.end + "endstream".length;
    while (isWhitespace(file[at])) at++;
    end = textWithin(file, at, at + 6) === "endobj" ? at : undefined;
  }
  inspected.check(OBJECT_CHECKS, { inspected, start, bodyStart, stream, end }, { object: number });
}

function writtenStream({ file, document }: InspectedDocument, stream: PdfStream, keywordEnd: number): WrittenStream {
  let start = keywordEnd;
  if (file[start] === 13) start++;
  if (file[start] === 10) start++;
  const length = document.number(stream.dict.get("Length"));
  const stated = length === undefined ? -1 : indexOfWord(file, "endstream", start + length, start + length + 11);
  const end = stated >= 0 ? stated : indexOfWord(file, "endstream", start);
  return { dict: stream.dict, keywordEnd, start, length, end: end < 0 ? file.length : end };
}

/** What there is of it: a range may go beyond the end of the file. */
function textWithin(file: Uint8Array, from: number, to: number): string {
  return latin1(file, from, Math.min(to, file.length));
}
