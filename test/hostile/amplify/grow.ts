import { type AttackOptions, attack, type Breach } from "../attack.ts";
import type { AmplifiedCase } from "./amplified-cases.ts";

/** How many times as much the larger file may cost, which has four times as much in it. */
export const MAX_GROWTH = 6;
/** What the larger one may cost in any case. */
const FREE_SECONDS = 0.5;
/** What others may wait beside a call. */
const MAX_BESIDE_MS = 1_000;
const BESIDE_EVERY_MS = 500;
const IDLE_SECONDS = 0.1;

export interface GrowOptions extends AttackOptions {
  /** Of the service's own processes. */
  cpuSeconds: () => number;
  /** Of the browser's, which has a limit of its own. */
  browserSeconds: () => number;
  /** A small merge of somebody else. @returns whether it was served */
  beside: () => Promise<boolean>;
}

/**
 * Sends both files of each case: besides what is a breach of any request, cost that grows faster than the file is one, and
 * so is a small merge beside them that waits for more than a second.
 */
export async function grow(cases: readonly (() => AmplifiedCase)[], options: GrowOptions): Promise<Breach[]> {
  const breaches: Breach[] = [];
  const neighbor = new Neighbor(options.beside);
  for (const make of cases) {
    const { kind, name, smaller, larger } = make();
    const sent = async (request: typeof smaller) => {
      const seconds = () => options.cpuSeconds() + options.browserSeconds();
      const before = seconds();
      let status = 0;
      const done = (sentKind: string, answered: number, code: string) => {
        status = answered;
        options.done?.(sentKind, answered, code);
      };
      breaches.push(...(await attack([request], { ...options, done })));
      if (status === 202) await untilIdle(options.cpuSeconds);
      return { seconds: seconds() - before, status };
    };
    neighbor.forget();
    const large = await sent(larger);
    // Others are at work on the machine, too: what a file costs its neighbors it costs them twice.
    if ((await neighbor.worst()) !== undefined) {
      neighbor.forget();
      await sent(larger);
      const beside = await neighbor.worst();
      if (beside !== undefined) breaches.push({ kind, name, what: beside });
    }
    if (large.seconds <= FREE_SECONDS || large.status >= 400) continue;
    const small = await sent(smaller);
    if (large.seconds <= MAX_GROWTH * small.seconds) continue;
    // The first of a kind compiles the code that the second finds ready: what grows does so again.
    const again = await sent(larger);
    if (again.seconds <= MAX_GROWTH * small.seconds) continue;
    const what = `${small.seconds.toFixed(2)} s of processor time grew to ${large.seconds.toFixed(2)} s, and ${again.seconds.toFixed(2)} s`;
    breaches.push({ kind, name, what });
  }
  neighbor.stop();
  return breaches;
}

/** What is queued is done behind its answer. */
async function untilIdle(cpuSeconds: () => number): Promise<void> {
  for (let before = -1; cpuSeconds() - before > IDLE_SECONDS; ) {
    before = cpuSeconds();
    await pause(BESIDE_EVERY_MS);
  }
}

/** Somebody who merges something small every half second. */
class Neighbor {
  readonly #beside: () => Promise<boolean>;
  readonly #timer: NodeJS.Timeout;
  #waiting: Promise<void> = Promise.resolve();
  #worstMs = 0;
  #isRefused = false;

  constructor(beside: () => Promise<boolean>) {
    this.#beside = beside;
    this.#timer = setInterval(() => void this.#merge(), BESIDE_EVERY_MS);
  }

  forget(): void {
    this.#worstMs = 0;
    this.#isRefused = false;
  }

  /** What was wrong since {@link forget}, with the merge that is still under way. */
  async worst(): Promise<string | undefined> {
    await this.#waiting;
    if (this.#isRefused) return "a small merge beside it was refused";
    if (this.#worstMs <= MAX_BESIDE_MS) return undefined;
    return `a small merge beside it took ${(this.#worstMs / 1_000).toFixed(1)} s`;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #merge(): Promise<void> {
    const started = Date.now();
    this.#waiting = this.#beside().then((isServed) => {
      this.#isRefused ||= !isServed;
      this.#worstMs = Math.max(this.#worstMs, Date.now() - started);
    });
    await this.#waiting;
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
