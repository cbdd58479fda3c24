/** Finds the run that covers a position, in a list of consecutive runs. */
export class RunIndex<Run extends { readonly length: number }> {
  readonly #runs: readonly Run[];
  readonly #ends: number[];

  constructor(runs: readonly Run[]) {
    this.#runs = runs;
    let end = 0;
    this.#ends = runs.map(({ length }) => {
      end += length;
      return end;
    });
  }

  at(position: number): Run | undefined {
    return this.#runs[this.#indexAt(position)];
  }

  /** Positions between `start` and `end` at which one run ends and the next begins. */
  boundaries(start: number, end: number): number[] {
    const found: number[] = [];
    for (let index = this.#indexAt(start); index < this.#ends.length; index++) {
      const boundary = this.#ends[index] ?? end;
      if (boundary >= end) break;
      if (boundary > start) found.push(boundary);
    }
    return found;
  }

  /** The first run that ends after the position; the number of runs when there is none. */
  #indexAt(position: number): number {
    let low = 0;
    let high = this.#ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? 0) > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
