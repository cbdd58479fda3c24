import { CHARACTER_CLASS, HEX_VALUE, REGULAR } from "../characters.ts";
import { PdfDict, PdfName, type PdfObject } from "../objects.ts";
import { Parser, PdfKeyword } from "../parser.ts";
import { ContentScanner, type ContentTokenKind } from "./content-scanner.ts";
import { inlineImageData } from "./inline-image.ts";

interface Operand {
  readonly kind: ContentTokenKind;
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

/** How far a rounded coordinate may be off, in points (1/72 inch): a quarter of a pixel at 3600 dpi. */
const TOLERANCE_POINTS = 0.005;
/** With the elements of their arrays. */
const MAX_OPERANDS = 100_000;
const DECIMALS_OF_COLOR = 4;
const DECIMALS_OF_KERNING = 1;
const DECIMALS_OF_FACTOR = 6;
const MIN_ROUNDED_FACTOR = 0.01;

/**
 * The same content in fewer bytes: no comments, no needless white space, hexadecimal strings as literal ones, numbers
 * in their shortest form. Coordinates lose what no device shows. Undefined if the stream is damaged.
 * @param scale largest factor by which the matrix in force enlarges the content (points per unit)
 */
export function minifyContent(bytes: Uint8Array, scale: number): Uint8Array | undefined {
  const scanner = new ContentScanner(bytes);
  const out = new ContentWriter(bytes);
  const operands: Operand[] = [];
  const scales: number[] = [];
  let current = scale;
  for (;;) {
    const kind = scanner.next();
    if (kind === "end") break;
    if (kind === "stray") return undefined;
    if (kind !== "operator") {
      if (operands.length === MAX_OPERANDS) return undefined;
      operands.push({ kind, start: scanner.start, end: scanner.end, value: kind === "number" ? numberAt(scanner) : 0 });
      continue;
    }
    const operator = scanner.text();
    if (operator === "true" || operator === "false" || operator === "null") {
      operands.push({ kind: "operator", start: scanner.start, end: scanner.end, value: 0 });
      continue;
    }
    if (operator === "BI") {
      const end = copyInlineImage(bytes, scanner, out);
      if (end === undefined) return undefined;
      scanner.end = end;
      continue;
    }
    if (operator === "q") scales.push(current);
    else if (operator === "Q") current = scales.pop() ?? current;
    else if (operator === "cm") current *= enlargement(operands);
    writeOperation(out, operator, operands, current);
    out.copy(scanner.start, scanner.end);
    operands.length = 0;
  }
  for (const operand of operands) out.copy(operand.start, operand.end);
  return out.finish();
}

/** The number, or NaN for spellings that readers interpret differently. */
function numberAt({ bytes, start, end }: ContentScanner): number {
  let text = "";
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > 57 || byte < 43) return Number.NaN;
    text += String.fromCharCode(byte);
  }
  return Number(text);
}

function enlargement(operands: readonly Operand[]): number {
  const [a, b, c, d] = operands.slice(-6).map(({ value }) => value);
  return Math.max(Math.hypot(a ?? 1, b ?? 0), Math.hypot(c ?? 0, d ?? 1)) || 1;
}

function writeOperation(out: ContentWriter, operator: string, operands: readonly Operand[], scale: number): void {
  const coordinate = coordinateDecimals(scale);
  for (const [index, { kind, start, end, value }] of operands.entries()) {
    if (kind === "hex") out.literalFromHex(start, end);
    else if (kind === "number" && !Number.isNaN(value)) {
      const isOffset = operands.length - index <= 2;
      out.number(value, decimalsFor(operator, value, isOffset, coordinate), start, end);
    } else out.copy(start, end);
  }
}

/** Decimals that a coordinate needs so that no device shows the loss. */
function coordinateDecimals(scale: number): number {
  return Math.max(0, Math.min(6, Math.ceil(Math.log10((0.5 * scale) / TOLERANCE_POINTS))));
}

/**
 * Decimals an operand needs; undefined to keep its value exactly.
 * @param isOffset it is one of the last two operands, where matrices have their translation
 */
function decimalsFor(operator: string, value: number, isOffset: boolean, coordinate: number): number | undefined {
  switch (operator) {
    case "m":
    case "l":
    case "c":
    case "v":
    case "y":
    case "re":
      return coordinate;
    case "w":
      return Math.max(3, coordinate);
    // errors of these add up, or are enlarged by what follows
    case "Td":
    case "TD":
    case "TL":
      return Math.max(4, coordinate + 2);
    case "cm":
    case "Tm":
      if (isOffset) return Math.max(4, coordinate + 2);
      return Math.abs(value) >= MIN_ROUNDED_FACTOR ? DECIMALS_OF_FACTOR : undefined;
    case "TJ":
      return DECIMALS_OF_KERNING;
    case "rg":
    case "RG":
    case "g":
    case "G":
    case "k":
    case "K":
      return DECIMALS_OF_COLOR;
    default:
      return undefined;
  }
}

/** Copies an image with its dictionary as it is. Returns the offset after `EI`. */
function copyInlineImage(bytes: Uint8Array, scanner: ContentScanner, out: ContentWriter): number | undefined {
  const parser = new Parser(bytes, scanner.end, bytes.length, false);
  const dict = new PdfDict();
  let key: string | undefined;
  for (;;) {
    const read = parser.read();
    if (read === undefined) return undefined;
    if (read instanceof PdfKeyword) {
      if (read.text === "ID") break;
      key = undefined;
    } else if (key !== undefined) {
      dict.set(key, read as PdfObject);
      key = undefined;
    } else if (read instanceof PdfName) key = read.value;
  }
  const range = inlineImageData(bytes, parser.lexer.position, dict);
  if (!range) return undefined;
  out.copy(scanner.start, range.afterEi);
  out.newline();
  return range.afterEi;
}

/** Joins tokens with a space only where two of them would run together. */
class ContentWriter {
  readonly #source: Uint8Array;
  #out: Uint8Array;
  #length = 0;
  #afterRegular = false;

  constructor(source: Uint8Array) {
    this.#source = source;
    this.#out = new Uint8Array(source.length + 256);
  }

  copy(start: number, end: number): void {
    this.#begin(this.#source[start] ?? 0, end - start);
    this.#out.set(this.#source.subarray(start, end), this.#length);
    this.#length += end - start;
    // an empty name ends with its slash, and still must not run into what follows
    this.#afterRegular = CHARACTER_CLASS[this.#out[this.#length - 1] ?? 0] === REGULAR || this.#source[start] === 47;
  }

  number(value: number, decimals: number | undefined, start: number, end: number): void {
    const text = shortest(value, decimals);
    if (text === undefined || text.length >= end - start) {
      this.copy(start, end);
      return;
    }
    this.#begin(text.charCodeAt(0), text.length);
    for (let i = 0; i < text.length; i++) this.#out[this.#length++] = text.charCodeAt(i);
    this.#afterRegular = true;
  }

  literalFromHex(start: number, end: number): void {
    this.#begin(40, end - start + 2);
    this.#out[this.#length++] = 40;
    let high = -1;
    for (let at = start + 1; at < end; at++) {
      const isEnd = at === end - 1;
      const digit = isEnd ? (high >= 0 ? 0 : -1) : (HEX_VALUE[this.#source[at] ?? 0] ?? 0);
      if (digit < 0) continue;
      if (high < 0) {
        high = digit;
        continue;
      }
      const byte = high * 16 + digit;
      high = -1;
      if (byte === 40 || byte === 41 || byte === 92) this.#out[this.#length++] = 92;
      if (byte === 13) {
        this.#out[this.#length++] = 92;
        this.#out[this.#length++] = 114;
      } else this.#out[this.#length++] = byte;
    }
    this.#out[this.#length++] = 41;
    this.#afterRegular = false;
  }

  newline(): void {
    this.#begin(40, 1);
    this.#out[this.#length++] = 10;
    this.#afterRegular = false;
  }

  finish(): Uint8Array {
    return this.#out.slice(0, this.#length);
  }

  #begin(firstByte: number, length: number): void {
    if (this.#length + length + 2 > this.#out.length) {
      const larger = new Uint8Array(2 * this.#out.length + length);
      larger.set(this.#out);
      this.#out = larger;
    }
    if (this.#afterRegular && CHARACTER_CLASS[firstByte] === REGULAR) this.#out[this.#length++] = 32;
  }
}

/** Shortest decimal text; undefined if the value would change more than the decimals allow. */
function shortest(value: number, decimals: number | undefined): string | undefined {
  if (Number.isInteger(value)) return Math.abs(value) < 1e15 ? String(value === 0 ? 0 : value) : undefined;
  let text = decimals === undefined ? String(value) : String(Number(value.toFixed(decimals)));
  if (text.includes("e")) return undefined;
  if (text === "-0") text = "0";
  return text.replace(/^(-?)0\./, "$1.");
}
