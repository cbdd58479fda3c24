import { MAX_PAGE_WAIT_MS, type PageStanding } from "../domain/page-wait.ts";
import { PageAnimations } from "./page-animations.ts";
import type { PageClock } from "./page-clock.ts";
import type { NativeWaits, PendingWork } from "./pending-work.ts";

const POLL_MS = 4;
/** Sizes and places are told when the browser draws, sixty times a second at most: that is not waited for at each frame. */
const FRAMES_DRAWN_AT_FIRST = 3;
const FRAMES_PER_DRAWN_FRAME = 8;
const FRAMES_PER_LOOK = 4;

/** Lets the page's time pass until nothing is left to be done. */
export class PageRest {
  readonly #clock: PageClock;
  readonly #pending: PendingWork;
  readonly #waits: NativeWaits;
  readonly #animations = new PageAnimations();
  #frames = 0;
  /** Whether what the author waits for has come: an event, or a promise that an expression gave. */
  #isReady = false;
  /** Whether a promise that the expression gave is still waited for. */
  #isAsked = false;

  constructor(clock: PageClock, pending: PendingWork, waits: NativeWaits) {
    this.#clock = clock;
    this.#pending = pending;
    this.#waits = waits;
  }

  /** What the author waits for has come. */
  ready(): void {
    this.#isReady = true;
  }

  /**
   * Goes on until the page rests, until it is ready, or for a while.
   *
   * @param untilMs page time that is not gone beyond
   * @param forMs page time that may pass in this turn
   * @param realMs time that may pass in this turn
   * @param expression asks whether the page is ready
   */
  async advance(untilMs: number, forMs: number, realMs: number, expression?: () => unknown): Promise<PageStanding> {
    const end = Math.min(untilMs, this.#clock.now + forMs);
    const realEnd = this.#waits.milliseconds() + realMs;
    for (let turn = 0; ; turn++) {
      await this.#settle(realEnd);
      if (expression) this.#ask(expression);
      if (this.#isReady) return this.#standing("ready");
      if (this.#waits.milliseconds() > realEnd) return this.#standing("slow");
      if (turn === 0 || this.#frames % FRAMES_PER_LOOK === 0) this.#animations.look(this.#clock.now);
      let due = this.#nextDue;
      if (due > untilMs) {
        await this.#draw();
        this.#animations.look(this.#clock.now);
        due = this.#nextDue;
        if (due > untilMs && this.#pending.isIdle) return this.#standing("resting", untilMs);
      }
      if (due > end) {
        this.#clock.advanceTo(end);
        return this.#standing("busy");
      }
      await this.#step(due);
    }
  }

  get #nextDue(): number {
    return Math.min(this.#clock.nextDue, this.#animations.nextDue);
  }

  async #step(due: number): Promise<void> {
    if (this.#animations.nextDue <= due) {
      this.#clock.advanceTo(due);
      if (this.#animations.finish(due)) await this.#twoFrames();
    } else if (this.#clock.step() === "frame") {
      this.#frames++;
      const isDrawn = this.#frames <= FRAMES_DRAWN_AT_FIRST || this.#frames % FRAMES_PER_DRAWN_FRAME === 0;
      if (this.#pending.observes && isDrawn) await this.#waits.frame();
    }
  }

  /** Lets everything happen that needs no time of the page. */
  async #settle(realEnd: number): Promise<void> {
    await this.#waits.turn();
    await this.#waits.turn();
    while (!this.#pending.isIdle && this.#waits.milliseconds() < realEnd) await this.#waits.after(POLL_MS);
  }

  /** Observers are told when the page is drawn, and may begin something. */
  async #draw(): Promise<void> {
    if (!this.#pending.observes) return;
    await this.#twoFrames();
    await this.#waits.turn();
  }

  async #twoFrames(): Promise<void> {
    await this.#waits.frame();
    await this.#waits.frame();
  }

  #ask(expression: () => unknown): void {
    if (this.#isAsked) return;
    let answer: unknown;
    try {
      answer = expression();
    } catch {
      // What it names is not there yet: a page that never is ready is told.
      return;
    }
    if (answer instanceof Promise) {
      this.#isAsked = true;
      const settled = (isReady: boolean) => {
        this.#isReady ||= isReady;
        this.#isAsked = false;
      };
      answer.then(
        (value) => settled(value !== false),
        () => settled(false),
      );
    } else if (answer) this.#isReady = true;
  }

  #standing(state: PageStanding["state"], untilMs = 0): PageStanding {
    const now = this.#clock.now;
    this.#animations.show(state === "resting" ? Math.min(now, untilMs) : now);
    const { frames, periodsMs, timeoutsMs } = this.#clock.upcoming(Math.max(0, MAX_PAGE_WAIT_MS - now));
    return {
      state,
      pageMs: Math.round(now),
      frames,
      periodMs: periodsMs[0],
      timeoutMs: timeoutsMs[0],
      animates: this.#animations.isEndless,
    };
  }
}
