import { CHARACTER_CLASS, DELIMITER, HEX_VALUE, isDigit, REGULAR, WHITESPACE } from "./characters.ts";
import { PdfName } from "./objects.ts";

/** Powers of ten that a double holds exactly; a mantissa below 2^53 divided by one of them is rounded correctly. */
const POWERS_OF_TEN = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/** Largest magnitude of a number (ISO 32000-2, annex C). */
const MAX_NUMBER = 3.403e38;

const NAME_CACHE_SIZE = 4096;
const NAME_CACHE_LONGEST = 40;
/** Names recently read, by hash of their bytes. Bounded: a name takes the place of the one with the same hash. */
const nameCache: (PdfName | undefined)[] = new Array(NAME_CACHE_SIZE).fill(undefined);

/** Tokens of PDF syntax (ISO 32000-2, 7.2 and 7.3), read from bytes. Malformed tokens are read as viewers read them. */
export class Lexer {
  readonly bytes: Uint8Array;
  readonly end: number;
  /** Offset of the next byte. */
  position: number;
  /** Whether the last number had neither a point nor a sign. */
  wasPlainInteger = false;

  constructor(bytes: Uint8Array, position = 0, end = bytes.length) {
    this.bytes = bytes;
    this.position = position;
    this.end = Math.min(end, bytes.length);
  }

  /** The next byte, or -1 at the end. */
  peek(ahead = 0): number {
    const at = this.position + ahead;
    return at < this.end ? (this.bytes[at] ?? 0) : -1;
  }

  /** Skips white space and comments (7.2.3, 7.2.4). */
  skipWhitespace(): void {
    const { bytes, end } = this;
    let at = this.position;
    while (at < end) {
      const byte = bytes[at] ?? 0;
      if (CHARACTER_CLASS[byte] === WHITESPACE) at++;
      else if (byte === 37) {
        while (at < end && bytes[at] !== 10 && bytes[at] !== 13) at++;
      } else break;
    }
    this.position = at;
  }

  /** A number (7.3.3). Extra signs and points are tolerated; a token without digits is 0. */
  readNumber(): number {
    const { bytes, end } = this;
    let at = this.position;
    let negative = false;
    let plain = true;
    while (at < end && (bytes[at] === 45 || bytes[at] === 43)) {
      if (bytes[at] === 45) negative = true;
      plain = false;
      at++;
    }
    let mantissa = 0;
    let decimals = -1;
    for (; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte >= 48 && byte <= 57) {
        // digits beyond what a double holds only matter before the point
        if (mantissa < 9e14 && decimals < 22) {
          mantissa = mantissa * 10 + byte - 48;
          if (decimals >= 0) decimals++;
        } else if (decimals < 0) mantissa *= 10;
      } else if (byte === 46 && decimals < 0) {
        decimals = 0;
        plain = false;
      } else if (byte !== 45 && byte !== 46) break;
      else if (byte === 45) {
        // "12-34": the minus and what follows is noise of broken producers
        at++;
        while (at < end && (isDigit(bytes[at]) || bytes[at] === 45 || bytes[at] === 46)) at++;
        break;
      }
    }
    this.position = at;
    this.wasPlainInteger = plain;
    const value = decimals > 0 ? mantissa / (POWERS_OF_TEN[decimals] ?? 0) : Math.min(mantissa, MAX_NUMBER);
    return negative ? -value : value;
  }

  /** A name (7.3.5); the position is at its slash. */
  readName(): PdfName {
    const { bytes, end } = this;
    const start = this.position + 1;
    let at = start;
    let hash = 0;
    let escaped = false;
    for (; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (CHARACTER_CLASS[byte] !== REGULAR) break;
      if (byte === 35) escaped = true;
      hash = (Math.imul(hash, 31) + byte) | 0;
    }
    this.position = at;
    if (escaped) return new PdfName(decodeName(bytes, start, at));
    if (at - start > NAME_CACHE_LONGEST) return new PdfName(latin1(bytes, start, at));
    const slot = (hash ^ (hash >>> 12)) & (NAME_CACHE_SIZE - 1);
    const cached = nameCache[slot];
    if (cached !== undefined && equalsLatin1(cached.value, bytes, start, at)) return cached;
    return (nameCache[slot] = new PdfName(latin1(bytes, start, at)));
  }

  /** A literal string (7.3.4.2); the position is at its opening parenthesis. */
  readLiteralString(): Uint8Array {
    const { bytes, end } = this;
    const start = this.position + 1;
    let at = start;
    for (; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === 41) {
        this.position = at + 1;
        return bytes.slice(start, at);
      }
      if (byte === 40 || byte === 92 || byte === 13) break;
    }
    return this.#readEscapedString(start);
  }

  #readEscapedString(start: number): Uint8Array {
    const { bytes, end } = this;
    let at = start;
    let depth = 1;
    // the decoded string is never longer than its source: measure first, so that the buffer fits
    for (; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === 92) at++;
      else if (byte === 40) depth++;
      else if (byte === 41 && --depth === 0) break;
    }
    const stop = Math.min(at, end);
    this.position = Math.min(stop + 1, end);
    const out = new Uint8Array(stop - start);
    let length = 0;
    for (at = start; at < stop; ) {
      const byte = bytes[at++] ?? 0;
      if (byte === 13) {
        if (bytes[at] === 10) at++;
        out[length++] = 10;
      } else if (byte !== 92) out[length++] = byte;
      else if (at < stop) {
        const escaped = bytes[at++] ?? 0;
        if (escaped >= 48 && escaped <= 55) {
          let code = escaped - 48;
          for (let digits = 1; digits < 3 && at < stop && (bytes[at] ?? 0) >= 48 && (bytes[at] ?? 0) <= 55; digits++) {
            code = code * 8 + (bytes[at++] ?? 0) - 48;
          }
          out[length++] = code & 255;
        } else if (escaped === 13) {
          if (bytes[at] === 10) at++;
        } else if (escaped !== 10) out[length++] = ESCAPES[escaped] || escaped;
      }
    }
    return out.slice(0, length);
  }

  /** A hexadecimal string (7.3.4.3); the position is at its `<`. */
  readHexString(): Uint8Array {
    const { bytes, end } = this;
    const start = this.position + 1;
    let at = start;
    while (at < end && bytes[at] !== 62) at++;
    this.position = Math.min(at + 1, end);
    const out = new Uint8Array((at - start + 1) >> 1);
    let digits = 0;
    for (let index = start; index < at; index++) {
      const value = HEX_VALUE[bytes[index] ?? 0] ?? 0;
      if (value < 0) continue;
      out[digits >> 1] = (out[digits >> 1] ?? 0) | (digits & 1 ? value : value << 4);
      digits++;
    }
    return digits === out.length * 2 || digits === out.length * 2 - 1 ? out : out.slice(0, (digits + 1) >> 1);
  }

  /** A keyword or operator: regular characters, or one stray delimiter. */
  readKeyword(): string {
    const { bytes, end } = this;
    const start = this.position;
    let at = start;
    while (at < end && CHARACTER_CLASS[bytes[at] ?? 0] === REGULAR) at++;
    if (at === start && at < end && CHARACTER_CLASS[bytes[at] ?? 0] === DELIMITER) at++;
    this.position = at;
    // no keyword is longer; what is longer is damage, and need not become a string of megabytes
    return latin1(bytes, start, Math.min(at, start + 128));
  }

  /** True if this keyword comes next; the position then moves past it. */
  skipKeyword(keyword: string): boolean {
    const { bytes, position } = this;
    const stop = position + keyword.length;
    if (stop > this.end || !equalsLatin1(keyword, bytes, position, stop)) return false;
    if (stop < this.end && CHARACTER_CLASS[bytes[stop] ?? 0] === REGULAR) return false;
    this.position = stop;
    return true;
  }
}

/** What `\n \r \t \b \f` stand for, by the byte after the backslash. */
const ESCAPES = new Uint8Array(256);
ESCAPES[110] = 10;
ESCAPES[114] = 13;
ESCAPES[116] = 9;
ESCAPES[98] = 8;
ESCAPES[102] = 12;

/** Bytes as a string with one character for each. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = "";
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}

function equalsLatin1(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let at = start; at < end; at++) if (text.charCodeAt(at - start) !== bytes[at]) return false;
  return true;
}

function decodeName(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    const high = byte === 35 && at + 2 < end ? (HEX_VALUE[bytes[at + 1] ?? 0] ?? 0) : -1;
    const low = high >= 0 ? (HEX_VALUE[bytes[at + 2] ?? 0] ?? 0) : -1;
    if (low >= 0) {
      text += String.fromCharCode(high * 16 + low);
      at += 2;
    } else text += String.fromCharCode(byte);
  }
  return text;
}
