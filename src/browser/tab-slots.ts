interface Waiting {
  enter: () => void;
  timer: ReturnType<typeof setTimeout>;
}

/** Whether somebody waits for the answer, or the work comes from a queue. */
export type Urgency = "awaited" | "queued";

/** Gives a place back. */
export type LeaveSlot = () => void;

/** Room beside the places, for what takes long. */
interface Aside {
  count: number;
  /** How long a print has a place until it takes long. */
  afterMs: number;
}

/**
 * The places for tabs in one browser. A place that becomes free goes to whoever waits first; what is awaited comes before
 * what is queued, which never has the last place of several, and always may have one. What takes long goes on beside the
 * places while there is room: four pages of minutes would have kept everybody else waiting.
 */
export class TabSlots {
  readonly #count: number;
  readonly #asideAfterMs: number;
  #free: number;
  #queued = 0;
  #roomAside: number;
  /** What takes long and still has a place: it moves aside once there is room. */
  readonly #overdue = new Set<() => void>();
  readonly #waiting: Readonly<Record<Urgency, Waiting[]>> = { awaited: [], queued: [] };

  constructor(count: number, aside: Aside) {
    this.#count = count;
    this.#free = count;
    this.#roomAside = aside.count;
    this.#asideAfterMs = aside.afterMs;
  }

  /** Waits for a place, at most `gracePeriodMs`. @returns undefined when none became free */
  async enter(gracePeriodMs: number, urgency: Urgency = "awaited"): Promise<LeaveSlot | undefined> {
    if (this.#free > 0 && this.#mayEnter(urgency)) {
      this.#take(urgency);
      return this.#held(urgency);
    }
    const waiting = this.#waiting[urgency];
    const isEntered = await new Promise<boolean>((resolve) => {
      const entry = {
        enter: () => resolve(true),
        timer: setTimeout(() => {
          waiting.splice(waiting.indexOf(entry), 1);
          resolve(false);
        }, gracePeriodMs),
      };
      waiting.push(entry);
    });
    return isEntered ? this.#held(urgency) : undefined;
  }

  #take(urgency: Urgency): void {
    this.#free--;
    if (urgency === "queued") this.#queued++;
  }

  /** A place that was taken, until it is left; what has it for long moves aside. */
  #held(urgency: Urgency): LeaveSlot {
    let isAside = false;
    const moveAside = () => {
      isAside = true;
      this.#giveBack(urgency);
    };
    const timer = setTimeout(() => {
      this.#overdue.add(moveAside);
      this.#moveAside();
    }, this.#asideAfterMs);
    return () => {
      clearTimeout(timer);
      this.#overdue.delete(moveAside);
      if (!isAside) return this.#giveBack(urgency);
      this.#roomAside++;
      this.#moveAside();
    };
  }

  #moveAside(): void {
    for (const move of this.#overdue) {
      if (this.#roomAside === 0) return;
      this.#roomAside--;
      this.#overdue.delete(move);
      move();
    }
  }

  /** Were a place set free first, a newcomer could overtake those who wait. */
  #giveBack(urgency: Urgency): void {
    this.#free++;
    if (urgency === "queued") this.#queued--;
    const next = this.#next();
    const entry = next && this.#waiting[next].shift();
    if (!entry) return;
    this.#take(next);
    clearTimeout(entry.timer);
    entry.enter();
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
