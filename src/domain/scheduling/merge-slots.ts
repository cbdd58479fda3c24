/** Turns of an isolate's merges (docs/decisions/fairness.md). */
import { Failure } from "../failure.ts";
import { LIMITS } from "../limits.ts";
import { FairQueue, type QueuedCall } from "./fair-queue.ts";

/** All of an isolate computes in one thread: more at once would be done no sooner, and whoever comes next would wait for all of them. */
const PLACES = 1;
/** Many times what a merge takes that is made where it came in. */
const TURN_MS = 1_000;
/** How often whoever waits looks, besides when it is woken: how late it notices that the one before it has left. */
const LOOK_MS = 500;
const GONE_AFTER_MS = 2_000;
/**
 * Between two turns. On one machine the process looks for what has come in only when nothing is left to do, several times until a request is
 * read: without a pause whoever comes next would be seen when all that wait are done.
 */
const PAUSE_MS = 3;
/** As long as a call waits for the pool. */
const LONGEST_WAIT_MS = 30_000;
const RETRY_AFTER_S = 5;
const RETRY_OVERLOADED_AFTER_S = 10;

/** Whose work it is, and whether it was accepted: then it waits for as long as it takes. */
interface SlotOf {
  workspaceId: string;
  isTaken?: boolean;
}

/** Does something that is waited for: others have their turn meanwhile. */
export type Aside = <Result>(wait: () => Promise<Result>) => Promise<Result>;

export class MergeSlots {
  readonly #queue = new FairQueue({
    places: PLACES,
    mostWaiting: LIMITS.waitingMerges.most,
    turnMs: TURN_MS,
    goneAfterMs: GONE_AFTER_MS,
  });

  /** @throws Failure `rate_limited` if so many calls of the workspace wait that one more would be refused */
  requireRoom(workspaceId: string): void {
    if (this.#queue.isFull(workspaceId, Date.now())) throw aboveShare();
  }

  /**
   * Does work that computes when its turn has come.
   * @throws Failure those of the work; before it begins `rate_limited` if too many calls of the workspace wait, `overloaded` if its turn
   *   does not come
   */
  async withSlot<Result>(of: SlotOf, work: (aside: Aside) => Promise<Result>): Promise<Result> {
    let turn = await this.#turn(of);
    let awaited = 0;
    let isOver = false;
    const aside: Aside = async (wait) => {
      if (awaited++ === 0) turn.end();
      try {
        return await wait();
      } finally {
        // Of several things that are waited for at once, the last one.
        if (--awaited === 0 && !isOver) turn = await this.#turn({ ...of, isTaken: true }, true);
        // Work that failed does not wait for all that it has asked for.
        if (isOver) turn.end();
      }
    };
    try {
      return await work(aside);
    } finally {
      isOver = true;
      turn.end();
    }
  }

  async #turn({ workspaceId, isTaken = false }: SlotOf, isFirst = false): Promise<{ end(): void }> {
    const begun = Date.now();
    let wake: () => void = () => undefined;
    const call = this.#queue.join({ workspaceId, isTaken, isFirst, wake: () => wake() }, begun);
    if (!call) throw aboveShare();
    while (!this.#queue.begins(call, Date.now())) {
      if (!isTaken && Date.now() - begun >= LONGEST_WAIT_MS) {
        this.#end(call);
        throw overloaded();
      }
      // A request that waits for nothing but another one would be stopped by the platform; and the other one may never end.
      let timer: ReturnType<typeof setTimeout> | undefined;
      const isWoken = await new Promise<boolean>((resolve) => {
        timer = setTimeout(resolve, LOOK_MS, false);
        wake = () => resolve(true);
      });
      // Not where it is woken: timers belong to the request that set them.
      clearTimeout(timer);
      if (isWoken) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return { end: () => this.#end(call) };
  }

  #end(call: QueuedCall): void {
    this.#queue.end(call, Date.now());
  }
}

const aboveShare = (): Failure =>
  new Failure(
    "rate_limited",
    `There are ${LIMITS.waitingMerges.most} merges of this workspace waiting already: try again in ${RETRY_AFTER_S} seconds.`,
    { retryAfterSeconds: RETRY_AFTER_S },
  );

const overloaded = (): Failure =>
  new Failure("overloaded", "There is too much to do at once. Send it again in some seconds.", {
    retryAfterSeconds: RETRY_OVERLOADED_AFTER_S,
  });
