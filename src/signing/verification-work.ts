/** What verifying one signature with a curve of 256 bits costs is a unit: a third of a millisecond. */
const UNITS_OF_A_FILE = 6_000;

/**
 * The work that the signatures and certificates of one file may cause: of each a file may have any number, made by keys
 * that cost any amount. One such object is passed down through all that verifies for a file.
 */
export class VerificationWork {
  #left: number;
  #refused = 0;

  constructor(units = UNITS_OF_A_FILE) {
    this.#left = units;
  }

  /** Counts work. False if it is too much: then it has to be left out, and {@link exhausted} is the verdict. */
  affords(units: number): boolean {
    if (units > this.#left) {
      this.#refused++;
      return false;
    }
    this.#left -= units;
    return true;
  }

  /** How many signatures were not verified, because the work was used up. */
  get refused(): number {
    return this.#refused;
  }

  readonly exhausted = {
    unknown: "The signatures and certificates of the PDF are more than are verified in one call.",
  } as const;
}
