import type { MergeServices } from "../merge/context.ts";

/**
 * The most steps of one call, each of 500 runs, files or rows. With one, a service of ten merges a second would keep more and more of what
 * has had its time: 600 a minute become old there.
 */
const MOST_STEPS = 10;

/**
 * Removes what nobody needs any more: bytes without rows, expired data, files and sessions, forgotten answers.
 * @returns whether there may be more of it than one call takes
 */
export async function sweep({ store, now }: MergeServices): Promise<boolean> {
  await store.upkeep.loginSessions.sweep(now());
  await store.upkeep.invitations.sweep(now());
  await store.control.signInAttempts.sweep(now());
  await store.control.applicationRecords.sweep(now());
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const hasMore = await store.upkeep.garbage.sweep(now());
    const hasMoreCalls = await store.upkeep.hookCalls.sweep(now());
    if (!hasMore && !hasMoreCalls) return false;
  }
  return true;
}
