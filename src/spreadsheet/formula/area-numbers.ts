/** The numbers of a range, and what functions repeatedly compute from them. */
export class NumberList {
  #sorted: readonly number[] | undefined;
  #sum: number | undefined;
  #least: number | undefined;
  #most: number | undefined;

  readonly values: readonly number[];

  constructor(values: readonly number[]) {
    this.values = values;
  }

  /** In ascending order. */
  get sorted(): readonly number[] {
    this.#sorted ??= [...this.values].sort((a, b) => a - b);
    return this.#sorted;
  }

  /** 0 if there are none. */
  get least(): number {
    this.#least ??= this.values.reduce((a, b) => Math.min(a, b), this.values[0] ?? 0);
    return this.#least;
  }

  /** 0 if there are none. */
  get most(): number {
    this.#most ??= this.values.reduce((a, b) => Math.max(a, b), this.values[0] ?? 0);
    return this.#most;
  }

  get sum(): number {
    this.#sum ??= sumOf(this.values);
    return this.#sum;
  }
}

/** The most numbers that are kept in all. */
const MAX_NUMBERS = 2_000_000;

/**
 * Keeps the numbers of ranges that several formulas use, such as `SUM($B:$B)` in each row of a table. A range is kept
 * when it is requested for the second time: running totals, each of which has a range of its own, leave nothing behind.
 */
export class AreaNumbers {
  readonly #asked = new Set<string>();
  readonly #known = new Map<string, NumberList>();
  #count = 0;

  get(key: string): NumberList | undefined {
    return this.#known.get(key);
  }

  offer(key: string, list: NumberList): void {
    if (!this.#asked.has(key)) this.#asked.add(key);
    else if (this.#count + list.values.length <= MAX_NUMBERS) {
      this.#count += list.values.length;
      this.#known.set(key, list);
    }
  }
}

/** A sum that does not gather rounding errors (Neumaier). */
export class Sum {
  #total = 0;
  #lost = 0;

  add(value: number): void {
    const next = this.#total + value;
    this.#lost += Math.abs(this.#total) >= Math.abs(value) ? this.#total - next + value : value - next + this.#total;
    this.#total = next;
  }

  get value(): number {
    return this.#total + this.#lost;
  }
}

/** {@link Sum} of a list. */
export function sumOf(numbers: readonly number[]): number {
  const sum = new Sum();
  for (const number of numbers) sum.add(number);
  return sum.value;
}
