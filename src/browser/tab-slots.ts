/** The places for tabs in one browser. A place that becomes free goes to whoever waits first. */
export class TabSlots {
  #free: number;
  readonly #waiting: { enter: () => void; timer: ReturnType<typeof setTimeout> }[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a place, at most `gracePeriodMs`. @returns false when none became free */
  async enter(gracePeriodMs: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    return await new Promise<boolean>((resolve) => {
      const entry = {
        enter: () => resolve(true),
        timer: setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(entry), 1);
          resolve(false);
        }, gracePeriodMs),
      };
      this.#waiting.push(entry);
    });
  }

  /** Hands the place over: were it set free first, a newcomer could overtake those who wait. */
  leave(): void {
    const next = this.#waiting.shift();
    if (!next) {
      this.#free++;
      return;
    }
    clearTimeout(next.timer);
    next.enter();
  }
}
