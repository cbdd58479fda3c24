/** How much one object of the pool does at once, and who waits for it (docs/decisions/http.md, "Tools work elsewhere"). */

/**
 * Calls that one object does at once. Both have its memory and its thread between them, so more would be done no sooner.
 * A workspace has one of them: however much it asks for, another's turn comes.
 */
const MAX_CALLS = 2;
/** A call that has its place and does not come is of a caller who left. */
const RESERVED_MS = 3_000;
/** How long a call waits for its turn: longer than that, and most callers have given up. */
const LONGEST_WAIT_MS = 30_000;

/**
 * What is asked for: an object that does nothing, a turn in one that may be busy, or a place however busy it is, for what
 * has been accepted or is a part of another call.
 */
export type Room = "empty" | "turn" | "any";

/** A call that has a place; until it begins, a timer ends it. */
interface Held {
  workspaceId: string | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
}

interface Waiting {
  workspaceId: string | undefined;
  timer: ReturnType<typeof setTimeout>;
  answer(isAdmitted: boolean): void;
}

/** The places of one object. */
export class PoolRoom {
  readonly #held: Held[] = [];
  readonly #waiting: Waiting[] = [];

  /** Reserves a place for a call that comes at once; false if there is none, for a turn after half a minute. */
  async reserve(room: Room, workspaceId: string | undefined): Promise<boolean> {
    if (room === "any" || (room === "empty" ? this.#held.length === 0 : this.#hasRoomFor(workspaceId))) {
      this.#hold(workspaceId);
      return true;
    }
    if (room === "empty") return false;
    return await new Promise<boolean>((answer) => {
      const waiting: Waiting = {
        workspaceId,
        answer,
        timer: setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
          answer(false);
        }, LONGEST_WAIT_MS),
      };
      this.#waiting.push(waiting);
    });
  }

  /** A call begins, in the place that it reserved, if that is still there; the function that is returned ends it. */
  begin(workspaceId: string | undefined): () => void {
    const reserved = this.#held.find((held) => held.timer !== undefined && held.workspaceId === workspaceId);
    const held = reserved ?? this.#hold(workspaceId);
    clearTimeout(held.timer);
    held.timer = undefined;
    return () => this.#end(held);
  }

  #hasRoomFor(workspaceId: string | undefined): boolean {
    return this.#held.length < MAX_CALLS && !this.#held.some((held) => held.workspaceId === workspaceId);
  }

  #hold(workspaceId: string | undefined): Held {
    const held: Held = { workspaceId, timer: setTimeout(() => this.#end(held), RESERVED_MS) };
    this.#held.push(held);
    return held;
  }

  #end(held: Held): void {
    const index = this.#held.indexOf(held);
    if (index < 0) return;
    this.#held.splice(index, 1);
    for (const waiting of [...this.#waiting]) {
      if (!this.#hasRoomFor(waiting.workspaceId)) continue;
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      clearTimeout(waiting.timer);
      this.#hold(waiting.workspaceId);
      waiting.answer(true);
    }
  }
}
