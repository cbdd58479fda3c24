/** An object of the pool that does what takes long (docs/decisions/http.md, "Tools work elsewhere"). */
import { Failure } from "./failure.ts";
import { type FailureMessage, failureOf } from "./failure-message.ts";
import type { Log } from "./log.ts";

/** Objects that share the heavy work; each has an isolate's memory to itself as long as no more tools run at once. */
const POOL_SIZE = 32;
/** How many objects are asked for one that is free, before one that is busy takes more. */
const MAX_QUESTIONS_AT_ONCE = 4;
/** How long a request waits for a pool that starts anew, and how often it looks. */
const GRACE_PERIOD_MS = 15_000;
const PAUSE_MS = 200;
const RETRY_AFTER_S = 5;
const TRIES = 2;

/** What an object of the pool answers: failures are values, because RPC would strip an error of its code. */
export type PoolAnswer<Result> = { result: Result } | { failure: FailureMessage };

/** What is asked of each object: whether nothing is at work there. */
interface PoolWorker {
  reserve(): Promise<boolean>;
}

interface Pool<Worker extends PoolWorker> {
  getByName(name: string): Worker;
}

/** The failure of a call whose object died. */
export const interrupted = (cause: unknown): Failure =>
  new Failure("work_interrupted", "The work on this request was interrupted. Send it again.", {
    retryAfterSeconds: RETRY_AFTER_S,
    cause,
  });

/**
 * An object of the pool that has nothing to do, or, when all that were asked are busy, any that is there.
 * @throws Failure `work_interrupted` if there is none for as long as a pool takes to start anew
 */
export async function freeWorker<Worker extends PoolWorker>(
  pool: Pool<Worker>,
  { gracePeriodMs = GRACE_PERIOD_MS, pauseMs = PAUSE_MS } = {},
): Promise<Worker> {
  const giveUpAt = Date.now() + gracePeriodMs;
  for (let asked = 1; ; asked++) {
    const worker = pool.getByName(`tools-${Math.floor(Math.random() * POOL_SIZE)}`);
    try {
      if ((await worker.reserve()) || asked >= MAX_QUESTIONS_AT_ONCE) return worker;
    } catch (error) {
      if (Date.now() >= giveUpAt) throw interrupted(error);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/**
 * Has an object of the pool do something, and another one if that dies. What it answers is the answer, a failure too.
 * @param log told of deaths
 * @throws Failure those of the work, and `work_interrupted` if both objects died that did it
 */
export async function askPool<Worker extends PoolWorker, Result>(
  pool: Pool<Worker>,
  log: Log,
  ask: (worker: Worker) => Promise<PoolAnswer<Result>>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const worker = await freeWorker(pool);
    try {
      const answer = await ask(worker);
      if ("failure" in answer) throw failureOf(answer.failure);
      return answer.result;
    } catch (error) {
      if (error instanceof Failure) throw error;
      log.failure("pool.worker_failed", error, { attempt });
      if (attempt === TRIES) throw interrupted(error);
    }
  }
}
