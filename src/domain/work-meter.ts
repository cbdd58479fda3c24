/**
 * What one call may cost. Files decide how often the loops of readers, layout and drawing run; isolates have no clock that moves
 * while they compute, so work is counted in units whose cost was measured on Office files that people use, on one that is warm and on one that is not.
 */
import { Failure } from "./failure.ts";

const NS_OF_A_SECOND = 1e9;
const BUDGET_S = 10;
const MOST_S = 30;

/** Nanoseconds of a core of 2026 for one, and what many of them are called in a message. */
const WORK_UNITS = {
  character: [600, "characters of text to measure"],
  line: [60_000, "lines of text"],
  block: [60_000, "paragraphs, rows and shapes"],
  comparison: [60, "comparisons of cells with the rules of conditional formats"],
  obstacle: [60, "floating objects beside lines of text"],
  segment: [1_000, "pieces of paths to draw"],
  glyph: [1_400, "glyphs to draw"],
  pictureByte: [60, "bytes of pictures to read"],
} as const satisfies Record<string, readonly [nanoseconds: number, many: string]>;

export type WorkUnit = keyof typeof WORK_UNITS;

/** What comes out of a call lets it cost more: how many of these are worth another second. */
const OUTPUT_OF_A_SECOND = { page: 20, cell: 10_000 } as const;

export type WorkOutput = keyof typeof OUTPUT_OF_A_SECOND;

/** What loops over strangers' input need of a meter. */
export interface Metered {
  /** Counts work. @throws Failure `too_complex` when the budget is used up */
  charge(unit: WorkUnit, count?: number): void;
}

export class WorkMeter implements Metered {
  readonly #spentNs = new Map<WorkUnit, number>();
  #leftNs = BUDGET_S * NS_OF_A_SECOND;
  /** By how much the budget may still grow. */
  #growthNs = (MOST_S - BUDGET_S) * NS_OF_A_SECOND;
  #place = "";

  /** Seconds of processor time that were counted so far. */
  get seconds(): number {
    let sum = 0;
    for (const ns of this.#spentNs.values()) sum += ns;
    return sum / NS_OF_A_SECOND;
  }

  charge(unit: WorkUnit, count = 1): void {
    if (!this.affords(unit, count)) throw this.#exceeded();
  }

  /** Counts work that can be left out: false if it has to be, because the budget is used up. */
  affords(unit: WorkUnit, count = 1): boolean {
    const ns = WORK_UNITS[unit][0] * count;
    this.#spentNs.set(unit, (this.#spentNs.get(unit) ?? 0) + ns);
    this.#leftNs -= ns;
    return this.#leftNs >= 0;
  }

  /** Something came out: the budget grows with it, up to 30 seconds in all. */
  produce(output: WorkOutput, count = 1): void {
    const ns = Math.min(this.#growthNs, (count / OUTPUT_OF_A_SECOND[output]) * NS_OF_A_SECOND);
    this.#growthNs -= ns;
    this.#leftNs += ns;
  }

  /** Where work goes on, as a person finds it in the file: `sheet “Data”`. */
  at(place: string): void {
    this.#place = place;
  }

  /** What there is too much of is what cost most. */
  #exceeded(): Failure {
    let most: WorkUnit = "block";
    for (const [unit, ns] of this.#spentNs) if (ns > (this.#spentNs.get(most) ?? 0)) most = unit;
    const [cost, many] = WORK_UNITS[most];
    const count = Math.round((this.#spentNs.get(most) ?? 0) / cost).toLocaleString("en-US");
    const where = this.#place && `, up to ${this.#place}`;
    return new Failure(
      "too_complex",
      `This takes more processor time than one call has: ${count} ${many}${where}. Split the file, or take out what it repeats.`,
    );
  }
}
