/** Who computes next in an isolate, by workspace (docs/decisions/fairness.md). */

interface FairQueueLimits {
  /** Calls at work at once; one more is of a workspace that has none of them. */
  places: number;
  /** Calls of one workspace that wait; what comes above it is refused. */
  mostWaiting: number;
  /** What has its turn for longer goes on beside the others: it waits for something, or its caller has left. */
  turnMs: number;
  /** Who waits and has not looked for so long has left. */
  goneAfterMs: number;
}

interface AskedTurn {
  workspaceId: string;
  /** It is not refused. */
  isTaken?: boolean;
  /** It has had a turn, and goes on. */
  isFirst?: boolean;
  /** Called when its turn may have come. */
  wake(): void;
}

/** A call that waits or has its turn. */
export interface QueuedCall extends AskedTurn {
  seenAt: number;
}

/**
 * A few calls are at work at once. Workspaces have their turns one after the other, and calls of a workspace in the order in which they came.
 * Whoever waits has to look ({@link begins}) again and again: neither the end of a call nor that it waits no longer can be relied on, as the
 * platform stops whatever belongs to a caller who left.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** Calls that wait, by workspace, in the order of turns; a workspace at work keeps its place until its turn ends. */
  readonly #waiting = new Map<string, QueuedCall[]>();
  /** Calls at work, and since when. */
  readonly #working = new Map<QueuedCall, number>();

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** Whether there are so many calls of a workspace that one more is refused. */
  isFull(workspaceId: string, now: number): boolean {
    const { mostWaiting, goneAfterMs } = this.#limits;
    const calls = this.#waiting.get(workspaceId) ?? [];
    if (calls.length < mostWaiting) return false;
    const present = calls.filter(({ seenAt }) => now - seenAt < goneAfterMs);
    this.#waiting.set(workspaceId, present);
    return present.length >= mostWaiting;
  }

  /** @returns undefined if it is refused */
  join(asked: AskedTurn, now: number): QueuedCall | undefined {
    if (!asked.isTaken && this.isFull(asked.workspaceId, now)) return undefined;
    const call = { ...asked, seenAt: now };
    this.#line(call, asked.isFirst === true);
    return call;
  }

  /** Whether the call's turn has come; it is at work then. */
  begins(call: QueuedCall, now: number): boolean {
    call.seenAt = now;
    // It was taken for one that had left.
    if (!this.#waiting.get(call.workspaceId)?.includes(call)) this.#line(call, true);
    for (const [working, since] of this.#working) if (now - since >= this.#limits.turnMs) this.#giveUpTurn(working);
    if (this.#next(now) !== call) return false;
    this.#waiting.get(call.workspaceId)?.shift();
    this.#working.set(call, now);
    this.#next(now)?.wake();
    return true;
  }

  /** The call's turn is over, or it waits no longer. */
  end(call: QueuedCall, now: number): void {
    if (this.#working.has(call)) this.#giveUpTurn(call);
    else this.#leave(call);
    this.#next(now)?.wake();
  }

  #line(call: QueuedCall, isFirst: boolean): void {
    const others = this.#waiting.get(call.workspaceId) ?? [];
    if (isFirst) others.unshift(call);
    else others.push(call);
    this.#waiting.set(call.workspaceId, others);
  }

  /** The workspace comes after all that wait by now. */
  #giveUpTurn(call: QueuedCall): void {
    const { workspaceId } = call;
    this.#working.delete(call);
    const others = this.#waiting.get(workspaceId);
    this.#waiting.delete(workspaceId);
    if (others && others.length > 0) this.#waiting.set(workspaceId, others);
  }

  #leave(call: QueuedCall): void {
    const others = this.#waiting.get(call.workspaceId);
    const at = others?.indexOf(call) ?? -1;
    if (others && at >= 0) others.splice(at, 1);
  }

  /** Who may begin; those before it who left are forgotten. */
  #next(now: number): QueuedCall | undefined {
    const free = this.#limits.places - this.#working.size;
    if (free < 0) return undefined;
    const atWork = new Set([...this.#working.keys()].map(({ workspaceId }) => workspaceId));
    for (const [workspaceId, calls] of this.#waiting) {
      if (free === 0 && atWork.has(workspaceId)) continue;
      for (let [call] = calls; call; [call] = calls) {
        if (now - call.seenAt < this.#limits.goneAfterMs) return call;
        calls.shift();
      }
      if (!atWork.has(workspaceId)) this.#waiting.delete(workspaceId);
    }
    return undefined;
  }
}
