/** Lets a fixed number of tasks run at once; the others wait in the order they came. */
export class ConcurrencyGate {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      // The slot is handed over: if it were freed first, a newcomer could overtake those that wait.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
