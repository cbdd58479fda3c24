/** A timer of the page. */
interface Timer {
  id: number;
  /** Milliseconds of page time. */
  due: number;
  run: () => void;
  /** Between two turns of one that repeats. */
  periodMs?: number;
}

/** What is still to come in the page's time. */
export interface UpcomingWork {
  frames: boolean;
  /** Periods of the timers that repeat. */
  periodsMs: number[];
  /** How long the timers that do not would still take. */
  timeoutsMs: number[];
}

const FRAME_MS = 1_000 / 60;
/** HTML 8.6: from the fifth nested timer on, none is shorter. */
const MAX_EAGER_NESTING = 5;
const MIN_NESTED_MS = 4;
const IDLE_PERIOD_MS = 50;

/**
 * The page's time: it stands still but for `step`, which jumps to the next timer or frame. So what a page draws depends on
 * what its scripts say and not on how fast a machine is, and two seconds of animation take as long as their drawing.
 *
 * It takes the place of the browser's timers, frames and clocks; what is not asked of it (promises, files, pictures that
 * are decoded) goes on by itself.
 */
export class PageClock {
  #now = 0;
  #nowDate: number;
  /** Sorted by due time; of two with the same, the one that was set first. */
  readonly #timers: Timer[] = [];
  #frames = new Map<number, FrameRequestCallback>();
  #lastId = 0;
  /** How deep the timer that runs is nested. */
  #nesting = 0;

  /** @param startMs what `Date.now()` says when the page's time begins */
  constructor(startMs: number) {
    this.#nowDate = startMs;
  }

  /** Milliseconds since the page's time began. */
  get now(): number {
    return this.#now;
  }

  /** Puts the clock in the place of the browser's own. */
  install(page: typeof globalThis): void {
    const timer = (handler: unknown, delay: unknown, args: unknown[], repeats: boolean): number => {
      const nesting = this.#nesting + 1;
      const wanted = Math.max(repeats ? 1 : 0, Number(delay) || 0);
      const ms = nesting > MAX_EAGER_NESTING ? Math.max(MIN_NESTED_MS, wanted) : wanted;
      // A text would be a script without a nonce, which the policy forbids.
      const call = typeof handler === "function" ? () => Reflect.apply(handler, page, args) : () => {};
      const run = () => {
        this.#nesting = nesting;
        call();
        this.#nesting = 0;
      };
      return this.#add(run, ms, repeats ? Math.max(MIN_NESTED_MS, wanted) : undefined);
    };
    const clear = (id: unknown) => this.#remove(Number(id));
    const replacements = {
      setTimeout: (handler: unknown, delay?: unknown, ...args: unknown[]) => timer(handler, delay, args, false),
      setInterval: (handler: unknown, delay?: unknown, ...args: unknown[]) => timer(handler, delay, args, true),
      clearTimeout: clear,
      clearInterval: clear,
      requestAnimationFrame: (callback: FrameRequestCallback) => {
        if (typeof callback !== "function") throw new TypeError("requestAnimationFrame takes a function");
        this.#frames.set(++this.#lastId, callback);
        return this.#lastId;
      },
      cancelAnimationFrame: (id: unknown) => this.#frames.delete(Number(id)),
      requestIdleCallback: (callback: IdleRequestCallback) =>
        this.#add(() => callback({ didTimeout: false, timeRemaining: () => IDLE_PERIOD_MS }), 1),
      cancelIdleCallback: clear,
    };
    for (const [name, value] of Object.entries(replacements))
      Object.defineProperty(page, name, { value, writable: true, configurable: true, enumerable: true });
    this.#installDates(page);
  }

  #installDates(page: typeof globalThis): void {
    const now = () => Math.floor(this.#nowDate);
    const Native = page.Date;
    const date = new Proxy(Native, {
      apply: () => new Native(now()).toString(),
      construct: (target, args, newTarget) =>
        Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
      get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
    });
    Native.prototype.constructor = date;
    page.Date = date;
    Object.defineProperty(page.Performance.prototype, "now", {
      value: () => this.#now,
      writable: true,
      configurable: true,
    });
  }

  /** When the next timer or frame is due; infinite if there is none. */
  get nextDue(): number {
    const frame = this.#frames.size > 0 ? this.#nextFrame : Number.POSITIVE_INFINITY;
    return Math.min(frame, this.#timers[0]?.due ?? Number.POSITIVE_INFINITY);
  }

  get #nextFrame(): number {
    return (Math.floor(this.#now / FRAME_MS + 1e-6) + 1) * FRAME_MS;
  }

  /** Goes to the next timer, or the next frame with all its callbacks, and runs it. @returns which of both */
  step(): "timer" | "frame" | undefined {
    const due = this.nextDue;
    if (due === Number.POSITIVE_INFINITY) return undefined;
    this.advanceTo(due);
    const timer = this.#timers[0];
    if (timer !== undefined && timer.due <= due) {
      this.#timers.shift();
      if (timer.periodMs !== undefined) this.#insert({ ...timer, due: due + timer.periodMs });
      guarded(timer.run);
      this.#nesting = 0;
      return "timer";
    }
    const callbacks = this.#frames;
    this.#frames = new Map();
    for (const [id, callback] of callbacks) if (callbacks.has(id)) guarded(() => callback(this.#now));
    return "frame";
  }

  /** Time passes in which nothing happens. */
  advanceTo(ms: number): void {
    if (ms <= this.#now) return;
    this.#nowDate += ms - this.#now;
    this.#now = ms;
  }

  /** What is still to come within `withinMs` from now. */
  upcoming(withinMs: number): UpcomingWork {
    const timers = this.#timers.filter(({ due }) => due <= this.#now + withinMs);
    return {
      frames: this.#frames.size > 0,
      periodsMs: timers.flatMap(({ periodMs }) => periodMs ?? []),
      timeoutsMs: timers.flatMap(({ due, periodMs }) => (periodMs === undefined ? due - this.#now : [])),
    };
  }

  #add(run: () => void, delayMs: number, periodMs?: number): number {
    const id = ++this.#lastId;
    this.#insert({ id, due: this.#now + delayMs, run, ...(periodMs === undefined ? {} : { periodMs }) });
    return id;
  }

  #insert(timer: Timer): void {
    let low = 0;
    let high = this.#timers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#timers[middle]?.due ?? 0) <= timer.due) low = middle + 1;
      else high = middle;
    }
    this.#timers.splice(low, 0, timer);
  }

  #remove(id: number): void {
    const index = this.#timers.findIndex((timer) => timer.id === id);
    if (index >= 0) this.#timers.splice(index, 1);
  }
}

/** What a callback throws goes where it would go in a browser: to the page's `error` event. */
function guarded(run: () => void): void {
  try {
    run();
  } catch (error) {
    reportError(error);
  }
}
