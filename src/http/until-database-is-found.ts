/**
 * On one machine, where the pool is a process of its own, the local platform takes calls some moments before it has found the
 * database: they wait for it.
 */
import { interrupted } from "../domain/pool/free-worker.ts";
import type { Env } from "../env.ts";

const GRACE_PERIOD_MS = 10_000;
const PAUSE_MS = 50;

/** By this isolate: what was found once stays. */
const found = new WeakSet<D1Database>();
/** When a request looked last, and what it met. The others look less, but wait for none: what waits for a request ends with it. */
let lookedAt = 0;
let met: unknown;

/** @throws Failure `work_interrupted` if it is not there for ten seconds */
export async function untilDatabaseIsFound(
  { DB, POOL_PROCESS }: Pick<Env, "DB" | "POOL_PROCESS">,
  gracePeriodMs = GRACE_PERIOD_MS,
): Promise<void> {
  const giveUpAt = Date.now() + gracePeriodMs;
  while (POOL_PROCESS === "1" && !found.has(DB)) {
    await look(DB);
    if (found.has(DB)) return;
    if (Date.now() >= giveUpAt) throw interrupted(met);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function look(database: D1Database): Promise<void> {
  if (Date.now() - lookedAt < PAUSE_MS) return;
  lookedAt = Date.now();
  try {
    await database.prepare("SELECT 1").first();
    found.add(database);
  } catch (error) {
    met = error;
  }
}
