import type { DateSystem } from "../serial-date.ts";
import { nearlyEqual, textToNumber } from "./coerce.ts";
import type { Scalar } from "./formula-value.ts";

/** Rows in ascending order. */
export type Rows = readonly number[];

const NO_ROWS: Rows = [];
/** This many characters are searched in the time of one step. */
export const CHARACTERS_PER_STEP = 64;
/** The most results of conditions that are kept for each column. */
const MAX_CONDITIONS = 64;

/**
 * Where each value of a column is, for the functions that look for values: thousands of formulas that search the same
 * column go through it once. The column's values must be settled, because nothing is read again.
 */
export class ColumnIndex {
  #texts: Map<string, number[]> | undefined;
  #booleans: ReadonlyMap<boolean, Rows> | undefined;
  #numbers: SortedRows | undefined;
  #numberTexts: Map<number, number[]> | undefined;
  /** Of all distinct texts. */
  #characters = 0;
  readonly #found = new Map<string, Rows>();

  readonly values: readonly Scalar[];
  readonly #dates: DateSystem;
  /** Is told how many values are looked at. */
  readonly #charge: (steps: number) => void;

  /** @param values by row; the first has no meaning, rows are counted from 1 */
  constructor(values: readonly Scalar[], dates: DateSystem, charge: (steps: number) => void) {
    this.values = values;
    this.#dates = dates;
    this.#charge = charge;
  }

  /** Rows of the texts that equal this one, regardless of case. */
  rowsOfText(text: string): Rows {
    return this.#rowsByText().get(text.toLowerCase()) ?? NO_ROWS;
  }

  /** Rows of this truth value. */
  rowsOfBoolean(value: boolean): Rows {
    this.#booleans ??= new Map([true, false].map((each) => [each, this.#rowsWhere((other) => other === each)]));
    return this.#booleans.get(value) ?? NO_ROWS;
  }

  /** Rows of the numbers that are equal except for the noise of binary fractions. */
  rowsOfNumber(number: number): Rows {
    this.#numbers ??= new SortedRows(this.values);
    return this.#numbers.rowsOf(number);
  }

  /** {@link rowsOfNumber}, and rows of texts that arithmetic would read as this number. */
  rowsOfNumberOrText(number: number): Rows {
    this.#numberTexts ??= this.#rowsByNumberText();
    const texts = this.#numberTexts.get(number);
    const numbers = this.rowsOfNumber(number);
    return texts ? [...numbers, ...texts].sort((a, b) => a - b) : numbers;
  }

  /** Rows whose texts, in lower case, pass a test; run once for each `key`, and once for each text. */
  rowsOfTextsWhere(key: string, test: (lower: string) => boolean): Rows {
    return this.#once(`texts ${key}`, () => {
      const rows: number[] = [];
      this.#charge(this.values.length + Math.ceil(this.#characters / CHARACTERS_PER_STEP));
      for (const [lower, places] of this.#rowsByText()) if (test(lower)) for (const row of places) rows.push(row);
      return rows.sort((a, b) => a - b);
    });
  }

  /** Rows whose values pass a test; run once for each `key`. */
  rowsOfValuesWhere(key: string, test: (value: Scalar) => boolean): Rows {
    return this.#once(`values ${key}`, () => this.#rowsWhere(test));
  }

  #once(key: string, find: () => Rows): Rows {
    let rows = this.#found.get(key);
    if (!rows) {
      rows = find();
      this.#found.set(key, rows);
      // Conditions that never recur must not add up to the square of the column.
      if (this.#found.size > MAX_CONDITIONS) this.#found.delete(this.#found.keys().next().value ?? key);
    }
    return rows;
  }

  #rowsWhere(test: (value: Scalar) => boolean): Rows {
    const rows: number[] = [];
    this.#charge(this.values.length);
    for (let row = 1; row < this.values.length; row++) if (test(this.values[row] ?? null)) rows.push(row);
    return rows;
  }

  #rowsByText(): ReadonlyMap<string, number[]> {
    if (!this.#texts) {
      this.#texts = new Map();
      this.#charge(this.values.length);
      for (let row = 1; row < this.values.length; row++) {
        const value = this.values[row];
        if (typeof value !== "string") continue;
        if (append(this.#texts, value.toLowerCase(), row)) this.#characters += value.length;
      }
    }
    return this.#texts;
  }

  #rowsByNumberText(): Map<number, number[]> {
    const byNumber = new Map<number, number[]>();
    for (const [text, rows] of this.#rowsByText()) {
      const number = text.trim() === "" ? undefined : textToNumber(text, this.#dates);
      if (number !== undefined) for (const row of rows) append(byNumber, number, row);
    }
    return byNumber;
  }
}

/** The numbers of a column in order, with their rows. */
class SortedRows {
  readonly #numbers: readonly number[];
  readonly #rows: readonly Rows[];

  constructor(values: readonly Scalar[]) {
    const byNumber = new Map<number, number[]>();
    for (let row = 1; row < values.length; row++) {
      const value = values[row];
      if (typeof value === "number") append(byNumber, value, row);
    }
    const sorted = [...byNumber].sort(([a], [b]) => a - b);
    this.#numbers = sorted.map(([number]) => number);
    this.#rows = sorted.map(([, rows]) => rows);
  }

  rowsOf(number: number): Rows {
    // Only neighbors are equal except for noise; numbers far below are skipped.
    const found: Rows[] = [];
    for (let at = this.#firstNot(below(number)); at < this.#numbers.length; at++) {
      const candidate = this.#numbers[at] ?? Number.POSITIVE_INFINITY;
      if (nearlyEqual(candidate, number) || nearlyEqual(number, candidate)) found.push(this.#rows[at] ?? NO_ROWS);
      else if (candidate > number) break;
    }
    const [only = NO_ROWS] = found;
    return found.length > 1 ? found.flat().sort((a, b) => a - b) : only;
  }

  /** Place of the first number that is not below a bound. */
  #firstNot(bound: number): number {
    let [low, high] = [0, this.#numbers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#numbers[middle] ?? 0) < bound) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Below all numbers that are equal to a number except for noise. */
function below(number: number): number {
  return number - Math.abs(number) * 1e-12;
}

/** True for the first row of a key. */
function append<Key>(rows: Map<Key, number[]>, key: Key, row: number): boolean {
  const known = rows.get(key);
  if (known) known.push(row);
  else rows.set(key, [row]);
  return known === undefined;
}

/** The place of the first row in a list that is not above `row`. */
export function firstAtOrBelow(rows: Rows, row: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}
