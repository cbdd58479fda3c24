/**
 * Formulas of conditional formats and of cells without a stored value: operators, references and the usual functions.
 * Whatever else a formula holds makes it an error, which applies no rule and fills no cell.
 */
import { MAX_COLUMNS, MAX_ROWS, parseCell } from "./cell-reference.ts";
import { FORMULA_FUNCTIONS } from "./formula-functions.ts";

/** A value of a cell or formula; blank cells are undefined. */
export type FormulaValue = number | string | boolean | Error | undefined;

/** A whole range, row by row. */
export interface RangeValue {
  values: FormulaValue[];
  width: number;
  top: number;
  left: number;
}

export type Operand = FormulaValue | RangeValue;

export interface FormulaSource {
  value(row: number, column: number): FormulaValue;
  /** The cells of another sheet; undefined when there is none of that name. */
  otherSheet?(name: string): ((row: number, column: number) => FormulaValue) | undefined;
  /** The cell holds a subtotal, which subtotals over it leave out. */
  isSubtotal?(row: number, column: number): boolean;
  /** Serial number of the day. */
  today: number;
}

interface Position {
  row: number;
  column: number;
}

const MAX_RANGE_CELLS = 20_000;
const MAX_DEPTH = 60;
const TOKEN =
  /\s*(?:("(?:[^"]|"")*")|((?:(?:'(?:[^']|'')+'|[A-Za-z_][\w.]*)!)?(?:(?:\$?[A-Za-z]{1,3}\$?\d{1,7})(?![\w(.])(?::\$?[A-Za-z]{1,3}\$?\d{1,7})?|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}(?![\w(])))|(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z_][\w.]*)|(<>|<=|>=|[-+*/^&=<>%(),]))/y;

type Token = { kind: "text" | "reference" | "number" | "name" | "operator"; text: string };

export class FormulaError extends Error {
  override readonly name = "FormulaError";
}

export function isRange(operand: Operand): operand is RangeValue {
  return typeof operand === "object" && !(operand instanceof Error);
}

export function single(operand: Operand): FormulaValue {
  return isRange(operand) ? operand.values[0] : operand;
}

export function truth(value: FormulaValue): boolean {
  if (typeof value === "string") return value.toUpperCase() === "TRUE";
  return !(value instanceof Error) && Boolean(value);
}

export function toNumber(operand: Operand): number {
  const value = single(operand);
  if (value instanceof Error) throw new FormulaError(value.message);
  if (value === undefined || value === "") return 0;
  const number = Number(value);
  if (Number.isNaN(number)) throw new FormulaError("#VALUE!");
  return number;
}

export function toText(operand: Operand): string {
  const value = single(operand);
  if (value instanceof Error) throw new FormulaError(value.message);
  return typeof value === "boolean" ? String(value).toUpperCase() : String(value ?? "");
}

export class FormulaContext {
  readonly #source: FormulaSource;
  readonly #tokens = new Map<string, Token[] | undefined>();

  constructor(source: FormulaSource) {
    this.#source = source;
  }

  /** The formula as written for `origin`, its relative references moved to `at`. Errors are values. */
  evaluate(formula: string, origin: Position, at: Position): FormulaValue {
    let tokens = this.#tokens.get(formula);
    if (!this.#tokens.has(formula)) {
      tokens = tokenize(formula);
      this.#tokens.set(formula, tokens);
    }
    if (!tokens) return new Error("#NAME?");
    try {
      return single(new Evaluation(tokens, this.#source, origin, at).run());
    } catch (error) {
      if (error instanceof FormulaError) return new Error(error.message);
      throw error;
    }
  }
}

function tokenize(formula: string): Token[] | undefined {
  const tokens: Token[] = [];
  const source = formula.trim().replace(/^=/, "");
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const match = TOKEN.exec(source);
    if (!match) return undefined;
    const [, text, reference, number, name, operator] = match;
    if (text !== undefined) tokens.push({ kind: "text", text: text.slice(1, -1).replaceAll('""', '"') });
    else if (reference !== undefined) tokens.push({ kind: "reference", text: reference });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (name !== undefined) tokens.push({ kind: "name", text: name.toUpperCase().replace(/^_XLFN\./, "") });
    else tokens.push({ kind: "operator", text: operator ?? "" });
  }
  return tokens.length > 0 ? tokens : undefined;
}

const LEVELS: readonly (readonly string[])[] = [
  ["=", "<>", "<", ">", "<=", ">="],
  ["&"],
  ["+", "-"],
  ["*", "/"],
  ["^"],
];

class Evaluation {
  readonly #tokens: readonly Token[];
  readonly #source: FormulaSource;
  readonly #origin: Position;
  readonly #at: Position;
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], source: FormulaSource, origin: Position, at: Position) {
    this.#tokens = tokens;
    this.#source = source;
    this.#origin = origin;
    this.#at = at;
  }

  run(): Operand {
    const result = this.#binary(0);
    if (this.#next < this.#tokens.length) throw new FormulaError("#NAME?");
    return result;
  }

  #isOperator(text: string): boolean {
    const token = this.#tokens[this.#next];
    return token?.kind === "operator" && token.text === text;
  }

  #binary(level: number): Operand {
    if (++this.#depth > MAX_DEPTH * LEVELS.length) throw new FormulaError("#VALUE!");
    const operators = LEVELS[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (let found = operators.find((text) => this.#isOperator(text)); found; ) {
      this.#next++;
      left = operate(found, left, this.#binary(level + 1));
      found = operators.find((text) => this.#isOperator(text));
    }
    this.#depth--;
    return left;
  }

  #unary(): Operand {
    if (this.#isOperator("-")) {
      this.#next++;
      return -toNumber(this.#unary());
    }
    if (this.#isOperator("+")) {
      this.#next++;
      return this.#unary();
    }
    let value = this.#primary();
    while (this.#isOperator("%")) {
      this.#next++;
      value = toNumber(value) / 100;
    }
    return value;
  }

  #primary(): Operand {
    const token = this.#tokens[this.#next++];
    if (!token) throw new FormulaError("#VALUE!");
    if (token.kind === "text") return token.text;
    if (token.kind === "number") return Number(token.text);
    if (token.kind === "reference") return this.#reference(token.text);
    if (token.kind === "name") return this.#name(token.text);
    if (token.text !== "(") throw new FormulaError("#VALUE!");
    const inner = this.#binary(0);
    this.#expect(")");
    return inner;
  }

  #expect(text: string): void {
    if (!this.#isOperator(text)) throw new FormulaError("#VALUE!");
    this.#next++;
  }

  #name(name: string): Operand {
    if (name === "TRUE" || name === "FALSE") {
      if (this.#isOperator("(")) {
        this.#next++;
        this.#expect(")");
      }
      return name === "TRUE";
    }
    const implementation = FORMULA_FUNCTIONS[name];
    if (!implementation || !this.#isOperator("(")) throw new FormulaError("#NAME?");
    this.#next++;
    const operands: Operand[] = [];
    while (!this.#isOperator(")")) {
      operands.push(this.#isOperator(",") ? undefined : this.#guarded());
      if (this.#isOperator(",")) this.#next++;
      else break;
    }
    this.#expect(")");
    return implementation(operands, { at: this.#at, source: this.#source });
  }

  /** An argument whose error is a value, so that ISERROR and IFERROR can see it. */
  #guarded(): Operand {
    const start = this.#next;
    try {
      return this.#binary(0);
    } catch (error) {
      if (!(error instanceof FormulaError) || error.message === "#NAME?") throw error;
      this.#next = start;
      this.#skipArgument();
      return new Error(error.message);
    }
  }

  #skipArgument(): void {
    for (let depth = 0; this.#next < this.#tokens.length; this.#next++) {
      if (this.#isOperator("(")) depth++;
      else if (this.#isOperator(")") && depth-- === 0) return;
      else if (this.#isOperator(",") && depth === 0) return;
    }
  }

  /** How the cells are read to which a reference leads, and the reference itself. */
  #sheetOf(text: string): { value: FormulaSource["value"]; local: string } {
    const at = text.lastIndexOf("!");
    if (at < 0) return { value: (row, column) => this.#source.value(row, column), local: text };
    const quoted = text.slice(0, at);
    const name = quoted.startsWith("'") ? quoted.slice(1, -1).replaceAll("''", "'") : quoted;
    const value = this.#source.otherSheet?.(name);
    if (!value) throw new FormulaError("#NAME?");
    return { value, local: text.slice(at + 1) };
  }

  #reference(text: string): Operand {
    const { value, local } = this.#sheetOf(text);
    const [first = "", last] = local.split(":");
    const from = this.#moved(first);
    const to = last === undefined ? from : this.#moved(last);
    const top = Math.min(from.row, to.row);
    const left = Math.min(from.column, to.column);
    const width = Math.abs(to.column - from.column) + 1;
    const height = Math.abs(to.row - from.row) + 1;
    if (width * height > MAX_RANGE_CELLS) throw new FormulaError("#NUM!");
    const values: FormulaValue[] = [];
    for (let row = top; row < top + height; row++) {
      for (let column = left; column < left + width; column++) values.push(value(row, column));
    }
    return { values, width, top, left };
  }

  #moved(text: string): Position {
    const position = parseCell(text);
    if (!position) throw new FormulaError("#REF!");
    const wrap = (value: number, size: number) => ((value % size) + size) % size;
    const fixedColumn = text.startsWith("$");
    const fixedRow = text.slice(1).includes("$");
    return {
      row: fixedRow ? position.row : wrap(position.row + this.#at.row - this.#origin.row, MAX_ROWS),
      column: fixedColumn
        ? position.column
        : wrap(position.column + this.#at.column - this.#origin.column, MAX_COLUMNS),
    };
  }
}

function operate(operator: string, left: Operand, right: Operand): FormulaValue {
  switch (operator) {
    case "+":
      return toNumber(left) + toNumber(right);
    case "-":
      return toNumber(left) - toNumber(right);
    case "*":
      return toNumber(left) * toNumber(right);
    case "/": {
      const divisor = toNumber(right);
      if (divisor === 0) throw new FormulaError("#DIV/0!");
      return toNumber(left) / divisor;
    }
    case "^":
      return toNumber(left) ** toNumber(right);
    case "&":
      return toText(left) + toText(right);
    default:
      return compare(operator, single(left), single(right));
  }
}

/** Numbers before texts before truth values; a blank is zero or no text, as its partner needs. NaN beside an error. */
export function compareValues(one: FormulaValue, other: FormulaValue): number {
  if (one instanceof Error || other instanceof Error) return Number.NaN;
  const left = one ?? (typeof other === "string" ? "" : 0);
  const right = other ?? (typeof left === "string" ? "" : 0);
  const rank = (value: number | string | boolean) =>
    typeof value === "number" ? 0 : typeof value === "string" ? 1 : 2;
  if (rank(left) !== rank(right)) return rank(left) - rank(right);
  if (typeof left === "string" && typeof right === "string") {
    const [small, large] = [left.toLowerCase(), right.toLowerCase()];
    return small === large ? 0 : small < large ? -1 : 1;
  }
  return Number(left) - Number(right);
}

function compare(operator: string, left: FormulaValue, right: FormulaValue): boolean {
  if (left instanceof Error) throw new FormulaError(left.message);
  if (right instanceof Error) throw new FormulaError(right.message);
  const order = compareValues(left, right);
  switch (operator) {
    case "=":
      return order === 0;
    case "<>":
      return order !== 0;
    case "<":
      return order < 0;
    case ">":
      return order > 0;
    case "<=":
      return order <= 0;
    default:
      return order >= 0;
  }
}
