/** Stages of a merge in milliseconds, for the run's record. */
export class Stopwatch {
  readonly timings: Record<string, number> = {};
  #last = Date.now();

  lap(stage: string): void {
    const now = Date.now();
    this.timings[stage] = now - this.#last;
    this.#last = now;
  }
}
