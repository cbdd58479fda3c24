/** An object of the pool that does what takes long (docs/decisions/http.md, "Tools work elsewhere"). */
import { Failure } from "../failure.ts";
import { type FailureMessage, failureOf } from "../failure-message.ts";
import type { Log } from "../log.ts";
import type { Room } from "./pool-room.ts";

/** Objects that share the heavy work; each has an isolate's memory to itself as long as no more tools run at once. */
const POOL_SIZE = 32;
/** In a process of their own they share its thread: what many do at once, each does later. */
const POOL_SIZE_IN_ONE_PROCESS = 4;
/** How many objects are asked for one that is free, before one that is busy takes more. */
const MAX_QUESTIONS_AT_ONCE = 4;
/** How long a request waits for a pool that starts anew, and how often it looks. */
const GRACE_PERIOD_MS = 15_000;
const PAUSE_MS = 200;
const RETRY_AFTER_S = 5;
const RETRY_OVERLOADED_AFTER_S = 10;
const TRIES = 2;

/** What an object of the pool answers: failures are values, because RPC would strip an error of its code. */
export type PoolAnswer<Result> = { result: Result } | { failure: FailureMessage };

/** What is asked of each object: a place for a call. */
interface PoolWorker {
  reserve(room: Room, workspaceId: string | undefined): Promise<boolean>;
}

/** The pool, and whether it is a process. */
export interface PoolEnv<Worker extends PoolWorker> {
  TOOL_WORKERS: { getByName(name: string): Worker };
  POOL_PROCESS?: string;
}

/** What the pool has to know of a call before it takes it. */
export interface PoolCall {
  /** Whose it is. */
  workspaceId: string | undefined;
  /** It was accepted, and a queue bounds how much is done at once; or it is a part of a call that the pool has taken. */
  isTaken?: boolean;
}

/** The failure of a call whose object died. */
export const interrupted = (cause: unknown): Failure =>
  new Failure("work_interrupted", "The work on this request was interrupted. Send it again.", {
    retryAfterSeconds: RETRY_AFTER_S,
    cause,
  });

/**
 * An object of the pool that has nothing to do, or, when all that were asked are busy, one that has a place for the call.
 * @throws Failure `work_interrupted` if there is none for as long as a pool takes to start anew; `overloaded` if its turn
 *   does not come
 */
export async function freeWorker<Worker extends PoolWorker>(
  { TOOL_WORKERS, POOL_PROCESS }: PoolEnv<Worker>,
  { workspaceId, isTaken = false }: PoolCall,
  { gracePeriodMs = GRACE_PERIOD_MS, pauseMs = PAUSE_MS } = {},
): Promise<Worker> {
  const size = POOL_PROCESS === "1" ? POOL_SIZE_IN_ONE_PROCESS : POOL_SIZE;
  let giveUpAt: number | undefined;
  const otherwise = isTaken ? "any" : "turn";
  for (let asked = 1; ; asked++) {
    const worker = TOOL_WORKERS.getByName(`tools-${Math.floor(Math.random() * size)}`);
    const room = asked >= MAX_QUESTIONS_AT_ONCE ? otherwise : "empty";
    try {
      if (await worker.reserve(room, workspaceId)) return worker;
    } catch (error) {
      // It may have waited for its turn until now.
      giveUpAt ??= Date.now() + gracePeriodMs;
      if (Date.now() >= giveUpAt) throw interrupted(error);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      continue;
    }
    if (room === "turn") throw overloaded();
  }
}

const overloaded = (): Failure =>
  new Failure("overloaded", "There is too much to do at once. Send it again in some seconds.", {
    retryAfterSeconds: RETRY_OVERLOADED_AFTER_S,
  });

/**
 * Has an object of the pool do something, and another one if that dies. What it answers is the answer, a failure too.
 * @param log told of deaths
 * @throws Failure those of the work, `work_interrupted` if both objects died that did it, and `overloaded` if the pool has
 *   too much to do
 */
export async function askPool<Worker extends PoolWorker, Result>(
  pool: PoolEnv<Worker>,
  log: Log,
  call: PoolCall,
  ask: (worker: Worker) => Promise<PoolAnswer<Result>>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const worker = await freeWorker(pool, call);
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
