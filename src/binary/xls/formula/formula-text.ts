/** Parsed expressions -> formula text (MS-XLS 2.5.198; MS-XLSB 2.5.97). */
import { RecordCursor, RecordEnd } from "../biff/record-cursor.ts";
import { shortText, type TextFormat, unicode } from "../biff/text.ts";
import { errorText } from "../biff/values.ts";
import { BUILT_IN_FUNCTIONS, CALL_BY_NAME } from "./function-names.ts";
import { areaText, BIFF_SIZE, type CellPlace, cellText, LARGE_SIZE } from "./reference-text.ts";

/** What expressions name by number. */
export interface FormulaNames {
  /** The prefix of a reference to another sheet, with its exclamation mark; undefined when it cannot be reached. */
  sheets(first: number, last: number): string | undefined;
  /** Sheets of an entry of the workbook's list of references (`ixti`). */
  externSheet(index: number): string | undefined;
  /** A defined name by its number, from one. */
  definedName(index: number): string | undefined;
  /** A name of another sheet, workbook or add-in. */
  externName(sheetIndex: number, index: number): string | undefined;
}

export interface FormulaSetting {
  text: TextFormat;
  names: FormulaNames;
  /** The cell from which relative places of shared formulas and conditions count. */
  base: { row: number; column: number };
  /** It is of a binary workbook of Excel 2007 or later, whose sheets are larger. */
  isLarge?: boolean;
}

class UnknownExpression extends Error {}

const OPERATORS: Readonly<Record<number, string>> = {
  0x03: "+",
  0x04: "-",
  0x05: "*",
  0x06: "/",
  0x07: "^",
  0x08: "&",
  0x09: "<",
  0x0a: "<=",
  0x0b: "=",
  0x0c: ">=",
  0x0d: ">",
  0x0e: "<>",
  0x0f: " ",
  0x10: ",",
  0x11: ":",
};
const ATTR_CHOOSE = 0x04;
const ATTR_SUM = 0x10;
const MAX_TOKENS = 4_000;
const MAX_CHARACTERS = 8_192;

/** The text of an expression without its equals sign; undefined when it holds something that has no text here. */
export function formulaText(expression: Uint8Array, setting: FormulaSetting): string | undefined {
  try {
    return new Decompiler(expression, setting).run();
  } catch (error) {
    if (error instanceof UnknownExpression || error instanceof RecordEnd) return undefined;
    throw error;
  }
}

function known(text: string | undefined): string {
  if (text === undefined) throw new UnknownExpression("a name that is not there");
  return text;
}

class Decompiler {
  readonly #cursor: RecordCursor;
  readonly #setting: FormulaSetting;
  readonly #biff8: boolean;
  readonly #isLarge: boolean;
  readonly #stack: string[] = [];

  constructor(expression: Uint8Array, setting: FormulaSetting) {
    this.#cursor = new RecordCursor([expression]);
    this.#setting = setting;
    this.#biff8 = setting.text.biff8;
    this.#isLarge = setting.isLarge === true;
  }

  run(): string {
    for (let count = 0; this.#cursor.remaining > 0; count++) {
      if (count > MAX_TOKENS) throw new UnknownExpression("the expression is too long");
      this.#token(this.#cursor.u8());
    }
    const [result] = this.#stack;
    if (this.#stack.length !== 1 || result === undefined) throw new UnknownExpression("the expression is incomplete");
    return result;
  }

  #pop(): string {
    const text = this.#stack.pop();
    if (text === undefined) throw new UnknownExpression("an operand is missing");
    return text;
  }

  #token(ptg: number): void {
    const text = ptg in OPERATORS ? this.#operation(ptg) : ptg < 0x20 ? this.#plainToken(ptg) : this.#classedToken(ptg);
    if (text === undefined) return;
    if (text.length > MAX_CHARACTERS) throw new UnknownExpression("the text is too long");
    this.#stack.push(text);
  }

  #operation(ptg: number): string {
    const right = this.#pop();
    return this.#pop() + OPERATORS[ptg] + right;
  }

  /** Undefined for tokens that only say how the expression is evaluated. */
  #plainToken(ptg: number): string | undefined {
    const cursor = this.#cursor;
    switch (ptg) {
      case 0x12:
        return `+${this.#pop()}`;
      case 0x13:
        return `-${this.#pop()}`;
      case 0x14:
        return `${this.#pop()}%`;
      case 0x15:
        return `(${this.#pop()})`;
      case 0x16:
        return "";
      case 0x17:
        return `"${this.#quoted().replaceAll('"', '""')}"`;
      case 0x19:
        return this.#attribute();
      case 0x1c:
        return errorText(cursor.u8());
      case 0x1d:
        return cursor.u8() ? "TRUE" : "FALSE";
      case 0x1e:
        return String(cursor.u16());
      case 0x1f:
        return String(cursor.f64());
      default:
        throw new UnknownExpression(`token ${ptg}`);
    }
  }

  /** Hints for evaluation and spaces; only the short form of SUM is an operation (2.5.198.6). */
  #attribute(): string | undefined {
    const kind = this.#cursor.u8();
    const data = this.#cursor.u16();
    if (kind & ATTR_CHOOSE) this.#cursor.skip((data + 1) * 2);
    return kind & ATTR_SUM ? `SUM(${this.#pop()})` : undefined;
  }

  /** Operands and functions have three classes each, which differ only in what they are used for. */
  #classedToken(ptg: number): string | undefined {
    const cursor = this.#cursor;
    const { names } = this.#setting;
    switch ((ptg & 0x1f) | 0x20) {
      case 0x21:
        return this.#fixedCall();
      case 0x22:
        return this.#variableCall();
      case 0x23: {
        const index = this.#isLarge ? cursor.u32() : cursor.u16();
        if (!this.#isLarge) cursor.skip(this.#biff8 ? 2 : 12);
        return known(names.definedName(index));
      }
      case 0x24:
        return cellText(this.#cell(false));
      case 0x25:
        return this.#area(false);
      // groups of tokens whose value is kept: what follows is the expression itself
      case 0x26:
      case 0x27:
      case 0x28:
        cursor.skip(6);
        return undefined;
      case 0x29:
        cursor.skip(2);
        return undefined;
      case 0x2a:
        return this.#brokenReference(4, 3, 6);
      case 0x2b:
        return this.#brokenReference(8, 6, 12);
      case 0x2c:
        return cellText(this.#cell(true));
      case 0x2d:
        return this.#area(true);
      case 0x39:
        return this.#externName();
      case 0x3a: {
        const prefix = this.#sheetPrefix();
        return prefix + cellText(this.#cell(false));
      }
      case 0x3b: {
        const prefix = this.#sheetPrefix();
        return prefix + this.#area(false);
      }
      case 0x3c:
        return this.#brokenReference(6, 17, 8);
      case 0x3d:
        return this.#brokenReference(10, 20, 14);
      default:
        throw new UnknownExpression(`token ${ptg}`);
    }
  }

  #brokenReference(bytes: number, bytesBefore8: number, bytesIfLarge: number): string {
    this.#cursor.skip(this.#isLarge ? bytesIfLarge : this.#biff8 ? bytes : bytesBefore8);
    return "#REF!";
  }

  #quoted(): string {
    const { text } = this.#setting;
    if (!this.#isLarge) return shortText(this.#cursor, text);
    return unicode(this.#cursor.bytes(this.#cursor.u16() * 2), true);
  }

  #fixedCall(): string {
    const called = BUILT_IN_FUNCTIONS.get(this.#cursor.u16());
    if (called?.arity === undefined) throw new UnknownExpression("a function without a known number of arguments");
    return this.#call(called.name, called.arity);
  }

  #variableCall(): string {
    const count = this.#cursor.u8() & 0x7f;
    const index = this.#cursor.u16() & 0x7fff;
    if (index !== CALL_BY_NAME) return this.#call(BUILT_IN_FUNCTIONS.get(index)?.name, count);
    const operands = this.#operands(count - 1);
    return `${this.#pop()}(${operands})`;
  }

  #call(name: string | undefined, count: number): string {
    return `${known(name)}(${this.#operands(count)})`;
  }

  #operands(count: number): string {
    const operands: string[] = [];
    for (let index = 0; index < count; index++) operands.unshift(this.#pop());
    return operands.join(",");
  }

  #externName(): string {
    const sheetIndex = this.#cursor.i16();
    if (!this.#biff8) this.#cursor.skip(8);
    const index = this.#isLarge ? this.#cursor.u32() : this.#cursor.u16();
    if (!this.#isLarge) this.#cursor.skip(this.#biff8 ? 2 : 12);
    return known(this.#setting.names.externName(sheetIndex, index));
  }

  /** Before BIFF8 the sheets are in the token itself; a list entry below zero means this workbook. */
  #sheetPrefix(): string {
    const cursor = this.#cursor;
    const { names } = this.#setting;
    if (this.#biff8) return known(names.externSheet(cursor.u16()));
    const list = cursor.i16();
    cursor.skip(8);
    const first = cursor.u16();
    const last = cursor.u16();
    return known(list < 0 ? names.sheets(first, last) : undefined);
  }

  #cell(isOffset: boolean): CellPlace {
    const row = this.#row();
    return this.#place(row, this.#biff8 ? this.#cursor.u16() : this.#cursor.u8(), isOffset);
  }

  #area(isOffset: boolean): string {
    const cursor = this.#cursor;
    const [top, bottom] = [this.#row(), this.#row()];
    const [left, right] = this.#biff8 ? [cursor.u16(), cursor.u16()] : [cursor.u8(), cursor.u8()];
    const size = this.#isLarge ? LARGE_SIZE : BIFF_SIZE;
    return areaText(this.#place(top, left, isOffset), this.#place(bottom, right, isOffset), size);
  }

  #row(): number {
    return this.#isLarge ? this.#cursor.u32() : this.#cursor.u16();
  }

  /** Two bits, next to the column in BIFF8 and next to the row before it, say what is relative (2.5.198.109). */
  #place(row: number, column: number, isOffset: boolean): CellPlace {
    const flags = this.#biff8 ? column : row;
    const place = {
      row: this.#biff8 ? row : row & 0x3fff,
      column: column & (this.#isLarge ? 0x3fff : 0xff),
      rowIsRelative: (flags & 0x8000) !== 0,
      columnIsRelative: (flags & 0x4000) !== 0,
    };
    if (!this.#biff8 && place.row === 0x3fff && !isOffset) place.row = BIFF_SIZE.rows - 1;
    if (!isOffset) return place;
    const { base } = this.#setting;
    const { rows, columns } = this.#isLarge ? LARGE_SIZE : { ...BIFF_SIZE, ...(this.#biff8 ? {} : { rows: 0x4000 }) };
    if (place.rowIsRelative) place.row = (place.row + base.row) % rows;
    if (place.columnIsRelative) place.column = (place.column + base.column) % columns;
    return place;
  }
}
