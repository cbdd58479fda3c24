// Ends a process of the pool when a file takes all of its processor or its memory, or when it stands still; the platform starts
// it anew.
import type { ProcessUsage } from "./process-usage.ts";

/** How the watcher reaches the pool. */
export interface WatchedPool {
  /** Its process now, which is another one after it was ended; undefined while there is none. */
  pid(): number | undefined;
  usage(pid: number): ProcessUsage | undefined;
  /** Resolves when its thread comes to it, as it does between two steps of any work. */
  answer(): Promise<void>;
  kill(pid: number): void;
}

/** A call may cost 30 s (src/domain/work-meter.ts), and what is compressed gives others their turn in between. */
export const MAX_CPU_SECONDS = 35;
/** Above what it takes when it has nothing to do yet. */
export const MAX_MORE_BYTES = 512 * 2 ** 20;
/**
 * So many looks one after the other at which it has not answered, and has computed nothing since the one before. What works has
 * some of the processor's time however many others want it.
 */
export const MAX_STILL_LOOKS = 32;

/** Looks at the pool as often as `look` is called. */
export class PoolWatch {
  readonly #pool: WatchedPool;
  readonly #log: (line: string) => void;
  #watched: { pid: number; idleBytes: number; cpuAtAnswer: number } | undefined;
  #isAsking = false;
  #still = { cpuSeconds: 0, looks: 0 };

  constructor(pool: WatchedPool, log: (line: string) => void) {
    this.#pool = pool;
    this.#log = log;
  }

  look(): void {
    const pid = this.#pool.pid();
    const usage = pid === undefined ? undefined : this.#pool.usage(pid);
    if (pid === undefined || !usage) {
      this.#watched = undefined;
      return;
    }
    const hasMoved = !this.#isAsking || usage.cpuSeconds !== this.#still.cpuSeconds;
    this.#still = { cpuSeconds: usage.cpuSeconds, looks: hasMoved ? 0 : this.#still.looks + 1 };
    if (this.#still.looks >= MAX_STILL_LOOKS) {
      this.#end(pid, "stands still");
      return;
    }
    this.#ask(pid);
    const watched = this.#watched;
    // One that starts takes as much as it needs until it answers for the first time.
    if (watched?.pid !== pid) return;
    const cpuSeconds = usage.cpuSeconds - watched.cpuAtAnswer;
    if (cpuSeconds > MAX_CPU_SECONDS) this.#end(pid, `has computed for ${Math.round(cpuSeconds)} s without a pause`);
    else if (usage.bytes > watched.idleBytes + MAX_MORE_BYTES)
      this.#end(pid, `takes ${Math.round(usage.bytes / 2 ** 20)} MB of memory`);
  }

  #ask(pid: number): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#pool
      .answer()
      .then(
        () => this.#answered(pid),
        // It ends or starts: it is asked again at the next look.
        () => undefined,
      )
      .finally(() => {
        this.#isAsking = false;
      });
  }

  #answered(pid: number): void {
    const usage = this.#pool.usage(pid);
    if (!usage || this.#pool.pid() !== pid) return;
    const idleBytes = this.#watched?.pid === pid ? this.#watched.idleBytes : usage.bytes;
    this.#watched = { pid, idleBytes, cpuAtAnswer: usage.cpuSeconds };
  }

  #end(pid: number, why: string): void {
    this.#watched = undefined;
    this.#still.looks = 0;
    this.#log(`The process of the pool ${why}: it is ended and started anew.`);
    this.#pool.kill(pid);
  }
}
