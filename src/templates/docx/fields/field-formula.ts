/** The values of names and cells of a formula. */
import { appendAll, largestOf, smallestOf } from "../../../domain/collections/long-lists.ts";

export interface FormulaScope {
  /** The number in a bookmark's text. */
  bookmark(name: string): number | undefined;
  /** Numbers of cells: `B2`, `A1:B3`, `ABOVE`, `LEFT`, ... ; undefined outside of a table. */
  cells(reference: string): number[] | undefined;
}

const TOKEN = /\s*(?:(\d+(?:\.\d+)?|\.\d+)|([A-Za-z_][\w]*(?::[A-Za-z]\w*)?)|(<=|>=|<>|[-+*/^%(),;=<>]))/y;
const MAX_TOKENS = 1_000;
const PLACES = /^(?:above|below|left|right)$/i;
const CELL = /^[a-z]{1,2}\d{1,4}(?::[a-z]{1,2}\d{1,4})?$/i;

const FUNCTIONS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  average: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  product: (values) => values.reduce((product, value) => product * value, 1),
  count: (values) => values.length,
  min: (values) => smallestOf(values),
  max: (values) => largestOf(values),
  abs: ([value = 0]) => Math.abs(value),
  int: ([value = 0]) => Math.trunc(value),
  sign: ([value = 0]) => Math.sign(value),
  round: ([value = 0, digits = 0]) => Math.round((value + Number.EPSILON) * 10 ** digits) / 10 ** digits,
  mod: ([value = 0, by = 1]) => value % by,
  not: ([value = 0]) => Number(value === 0),
  and: (values) => Number(values.every((value) => value !== 0)),
  or: (values) => Number(values.some((value) => value !== 0)),
  if: ([test = 0, then = 0, otherwise = 0]) => (test === 0 ? otherwise : then),
  true: () => 1,
  false: () => 0,
};

/** The value of a formula (ECMA-376 Part 1, 17.16.3); undefined for one that cannot be read. */
export function evaluateFormula(source: string, scope: FormulaScope): number | undefined {
  const tokens = tokensOf(source);
  if (!tokens) return undefined;
  const value = new FormulaReader(tokens, scope).whole();
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

function tokensOf(source: string): string[] | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (source.slice(TOKEN.lastIndex).trim() !== "") {
    const match = TOKEN.exec(source);
    if (!match || tokens.length >= MAX_TOKENS) return undefined;
    tokens.push(match[1] ?? match[2] ?? match[3] ?? "");
  }
  return tokens;
}

type Operation = (left: number, right: number) => number;

/** Binary operators by level, weakest first. */
const LEVELS: readonly ReadonlyMap<string, Operation>[] = [
  new Map([
    ["=", (left, right) => Number(left === right)],
    ["<>", (left, right) => Number(left !== right)],
    ["<", (left, right) => Number(left < right)],
    [">", (left, right) => Number(left > right)],
    ["<=", (left, right) => Number(left <= right)],
    [">=", (left, right) => Number(left >= right)],
  ]),
  new Map([
    ["+", (left, right) => left + right],
    ["-", (left, right) => left - right],
  ]),
  new Map([
    ["*", (left, right) => left * right],
    ["/", (left, right) => left / right],
  ]),
  new Map([["^", (left, right) => left ** right]]),
];
const MAX_DEPTH = 50;

class FormulaReader {
  #at = 0;
  #depth = 0;

  readonly #tokens: readonly string[];
  readonly #scope: FormulaScope;

  constructor(tokens: readonly string[], scope: FormulaScope) {
    this.#tokens = tokens;
    this.#scope = scope;
  }

  whole(): number | undefined {
    const value = this.#level(0);
    return this.#at === this.#tokens.length ? value : undefined;
  }

  #level(level: number): number | undefined {
    const operations = LEVELS[level];
    if (!operations) return this.#signed();
    let left = this.#level(level + 1);
    for (let run = operations.get(this.#peek()); run; run = operations.get(this.#peek())) {
      this.#at++;
      const right = this.#level(level + 1);
      if (left === undefined || right === undefined) return undefined;
      left = run(left, right);
    }
    return left;
  }

  #signed(): number | undefined {
    if (this.#peek() === "-" || this.#peek() === "+") {
      const sign = this.#tokens[this.#at++] === "-" ? -1 : 1;
      const value = this.#signed();
      return value === undefined ? undefined : sign * value;
    }
    const value = this.#operand();
    if (this.#peek() !== "%") return value;
    this.#at++;
    return value === undefined ? undefined : value / 100;
  }

  #operand(): number | undefined {
    const token = this.#tokens[this.#at++] ?? "";
    if (token === "(") {
      if (++this.#depth > MAX_DEPTH) return undefined;
      const value = this.#level(0);
      return this.#tokens[this.#at++] === ")" ? value : undefined;
    }
    if (/^[\d.]/.test(token)) return Number(token);
    const run = FUNCTIONS[token.toLowerCase()];
    if (run && this.#peek() === "(") return this.#call(run);
    if (CELL.test(token)) return this.#scope.cells(token)?.[0] ?? this.#scope.bookmark(token);
    return run && /^(?:true|false)$/i.test(token) ? run([]) : this.#scope.bookmark(token);
  }

  #call(run: (values: readonly number[]) => number): number | undefined {
    this.#at++;
    if (++this.#depth > MAX_DEPTH) return undefined;
    const values: number[] = [];
    while (this.#peek() !== ")" && this.#at < this.#tokens.length) {
      const token = this.#peek();
      const next = this.#tokens[this.#at + 1] ?? "";
      if ((PLACES.test(token) || CELL.test(token)) && /^[),;]$/.test(next)) {
        const cells = this.#scope.cells(token);
        if (!cells) return undefined;
        appendAll(values, cells);
        this.#at++;
      } else {
        const value = this.#level(0);
        if (value === undefined) return undefined;
        values.push(value);
      }
      if (this.#peek() === "," || this.#peek() === ";") this.#at++;
      else if (this.#peek() !== ")") return undefined;
    }
    return this.#tokens[this.#at++] === ")" ? run(values) : undefined;
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? "";
  }
}

/** A number without a picture: at most two decimals. */
export function plainNumber(value: number, decimal: string): string {
  return String(Math.round(value * 100) / 100).replace(".", decimal);
}
