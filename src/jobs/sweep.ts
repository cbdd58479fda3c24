import type { MergeServices } from "../merge/context.ts";

/**
 * Removes what nobody needs any more: bytes without rows, expired data, files and sessions, forgotten answers.
 * @returns whether there may be more of it than one step takes
 */
export async function sweep({ store, now }: MergeServices): Promise<boolean> {
  const hasMore = await store.upkeep.garbage.sweep(now());
  const hasMoreCalls = await store.upkeep.hookCalls.sweep(now());
  await store.upkeep.loginSessions.sweep(now());
  await store.upkeep.invitations.sweep(now());
  await store.control.signInAttempts.sweep(now());
  await store.control.applicationRecords.sweep(now());
  return hasMore || hasMoreCalls;
}
