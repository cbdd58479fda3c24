interface Waiting {
  enter: () => void;
  timer: ReturnType<typeof setTimeout>;
}

/** Whether somebody waits for the answer, or the work comes from a queue. */
export type Urgency = "awaited" | "queued";

/**
 * The places for tabs in one browser. A place that becomes free goes to whoever waits first; what is awaited comes before
 * what is queued, which never has the last place of several, and always may have one.
 */
export class TabSlots {
  readonly #count: number;
  #free: number;
  #queued = 0;
  readonly #waiting: Readonly<Record<Urgency, Waiting[]>> = { awaited: [], queued: [] };

  constructor(count: number) {
    this.#count = count;
    this.#free = count;
  }

  /** Waits for a place, at most `gracePeriodMs`. @returns false when none became free */
  async enter(gracePeriodMs: number, urgency: Urgency = "awaited"): Promise<boolean> {
    if (this.#free > 0 && this.#mayEnter(urgency)) {
      this.#take(urgency);
      return true;
    }
    const waiting = this.#waiting[urgency];
    return await new Promise<boolean>((resolve) => {
      const entry = {
        enter: () => resolve(true),
        timer: setTimeout(() => {
          waiting.splice(waiting.indexOf(entry), 1);
          resolve(false);
        }, gracePeriodMs),
      };
      waiting.push(entry);
    });
  }

  /** Hands the place over: were it set free first, a newcomer could overtake those who wait. */
  leave(urgency: Urgency = "awaited"): void {
    this.#free++;
    if (urgency === "queued") this.#queued--;
    const next = this.#next();
    const entry = next && this.#waiting[next].shift();
    if (!entry) return;
    this.#take(next);
    clearTimeout(entry.timer);
    entry.enter();
  }

  #take(urgency: Urgency): void {
    this.#free--;
    if (urgency === "queued") this.#queued++;
  }

  /** Who gets the place that is free. */
  #next(): Urgency | undefined {
    const { awaited, queued } = this.#waiting;
    // Work of a queue goes on however many others come.
    if (queued.length > 0 && this.#queued === 0 && this.#count > 1) return "queued";
    if (awaited.length > 0) return "awaited";
    return queued.length > 0 && this.#mayEnter("queued") ? "queued" : undefined;
  }

  #mayEnter(urgency: Urgency): boolean {
    return urgency === "awaited" || this.#queued < Math.max(1, this.#count - 1);
  }
}
