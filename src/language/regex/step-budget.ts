import { Failure } from "../../domain/failure.ts";

/** Steps a single call may take when the caller keeps no budget of its own: some tenths of a second. */
const STEPS_PER_CALL = 10_000_000;

/**
 * Visits of instructions that regular expressions may cost. One budget can be shared by all calls of a merge, so that
 * many expensive calls are stopped like a single one.
 */
export class StepBudget {
  #left: number;

  constructor(left: number = STEPS_PER_CALL) {
    this.#left = left;
  }

  /** @throws Failure `regex_too_costly` when nothing is left */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) {
      throw new Failure(
        "regex_too_costly",
        "The regular expression needs too many steps on this text: make it simpler or the text shorter.",
      );
    }
  }
}
