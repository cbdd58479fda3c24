import { Failure } from "../domain/failure.ts";
import { isDigit, isRegular, isWhitespace } from "./characters.ts";
import { Lexer } from "./lexer.ts";
import { PdfDict, type PdfName, type PdfObject, PdfRef, PdfString } from "./objects.ts";

/** A keyword that is not an object: `obj`, `stream`, `R`, or an operator of a content stream. */
export class PdfKeyword {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const MAX_NESTING = 256;

/** Objects (ISO 32000-2, 7.3) from bytes: a file, a decoded object stream, or a content stream. */
export class Parser {
  readonly lexer: Lexer;
  readonly #withReferences: boolean;
  #depth = 0;

  /** @param withReferences false in content streams, where `1 0 R` is not a reference */
  constructor(bytes: Uint8Array, position = 0, end = bytes.length, withReferences = true) {
    this.lexer = new Lexer(bytes, position, end);
    this.#withReferences = withReferences;
  }

  /** The next object or keyword; undefined at the end. Damage inside an object is skipped as viewers skip it. */
  read(): PdfObject | PdfKeyword | undefined {
    const { lexer } = this;
    lexer.skipWhitespace();
    const byte = lexer.peek();
    if (byte < 0) return undefined;
    if (byte === 47) return lexer.readName();
    if (isDigit(byte) || byte === 45 || byte === 43 || byte === 46) return this.#readNumberOrReference();
    if (byte === 40) return new PdfString(lexer.readLiteralString());
    if (byte === 60) return lexer.peek(1) === 60 ? this.#readDict() : new PdfString(lexer.readHexString());
    if (byte === 91) return this.#readArray();
    const keyword = lexer.readKeyword();
    if (keyword === "true") return true;
    if (keyword === "false") return false;
    if (keyword === "null") return null;
    return new PdfKeyword(keyword);
  }

  /** The next object; undefined if a keyword or the end comes instead. */
  readObject(): PdfObject | undefined {
    const read = this.read();
    return read instanceof PdfKeyword ? undefined : read;
  }

  /** `12 0 obj` (7.3.10): the object's number and generation, or undefined with the position unchanged. */
  readObjectHeader(): { number: number; generation: number } | undefined {
    const { lexer } = this;
    const start = lexer.position;
    const number = this.#readPlainInteger();
    const generation = number === undefined ? undefined : this.#readPlainInteger();
    lexer.skipWhitespace();
    // the keyword may touch what follows, as in "1 0 obj<<" or even "1 0 obj5"
    const isHeader = number !== undefined && generation !== undefined;
    if (isHeader && lexer.peek() === 111 && lexer.peek(1) === 98 && lexer.peek(2) === 106) {
      lexer.position += 3;
      return { number, generation };
    }
    lexer.position = start;
    return undefined;
  }

  #readPlainInteger(): number | undefined {
    this.lexer.skipWhitespace();
    return isDigit(this.lexer.peek()) ? this.lexer.readNumber() : undefined;
  }

  #readNumberOrReference(): number | PdfRef {
    const { lexer } = this;
    const value = lexer.readNumber();
    if (!this.#withReferences || !lexer.wasPlainInteger) return value;
    // look ahead for "generation R" without making objects: in most arrays there is none
    const { bytes, end } = lexer;
    let at = lexer.position;
    if (!isWhitespace(bytes[at])) return value;
    while (at < end && isWhitespace(bytes[at])) at++;
    const generation = at;
    while (at < end && isDigit(bytes[at])) at++;
    if (at === generation || !isWhitespace(bytes[at])) return value;
    while (at < end && isWhitespace(bytes[at])) at++;
    if (at >= end || bytes[at] !== 82 || (at + 1 < end && isRegular(bytes[at + 1]))) return value;
    lexer.position = at + 1;
    return new PdfRef(value);
  }

  #readArray(): PdfObject[] {
    const { lexer } = this;
    lexer.position++;
    this.#enter();
    const items: PdfObject[] = [];
    for (;;) {
      lexer.skipWhitespace();
      const byte = lexer.peek();
      if (byte < 0) break;
      if (byte === 93) {
        lexer.position++;
        break;
      }
      const start = lexer.position;
      const item = this.read();
      if (item === undefined) break;
      if (!(item instanceof PdfKeyword)) items.push(item);
      else if (endsObject(item) || item.text === ">") {
        // the closing bracket is missing
        lexer.position = start;
        break;
      }
    }
    this.#depth--;
    return items;
  }

  #readDict(): PdfDict {
    const { lexer } = this;
    lexer.position += 2;
    this.#enter();
    const entries = new PdfDict();
    for (;;) {
      lexer.skipWhitespace();
      const byte = lexer.peek();
      if (byte < 0) break;
      if (byte === 62) {
        lexer.position += lexer.peek(1) === 62 ? 2 : 1;
        break;
      }
      const start = lexer.position;
      if (byte === 47) {
        if (!this.#readEntry(entries, lexer.readName())) break;
        continue;
      }
      const stray = this.read();
      if (stray === undefined) break;
      if (stray instanceof PdfKeyword && endsObject(stray)) {
        lexer.position = start;
        break;
      }
    }
    this.#depth--;
    return entries;
  }

  /** Reads a key's value; false if the dictionary ends without its `>>`. */
  #readEntry(entries: PdfDict, key: PdfName): boolean {
    const { lexer } = this;
    lexer.skipWhitespace();
    if (lexer.peek() === 62 && lexer.peek(1) === 62) return true;
    const start = lexer.position;
    const value = this.read();
    if (value === undefined) return false;
    if (!(value instanceof PdfKeyword)) {
      // null is the same as an absent entry (7.3.7)
      if (value !== null) entries.set(key.value, value);
      return true;
    }
    if (!endsObject(value)) return true;
    lexer.position = start;
    return false;
  }

  #enter(): void {
    if (++this.#depth > MAX_NESTING) {
      throw new Failure("pdf_damaged", `The PDF has objects nested deeper than ${MAX_NESTING} levels.`);
    }
  }
}

function endsObject(keyword: PdfKeyword): boolean {
  return (
    keyword.text === "endobj" || keyword.text === "stream" || keyword.text === "endstream" || keyword.text === "obj"
  );
}
