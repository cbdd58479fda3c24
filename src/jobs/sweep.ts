import type { MergeServices } from "../merge/context.ts";

/** Removes what nobody needs any more: bytes without rows, expired data, files and sessions, forgotten answers. */
export async function sweep({ store, now }: MergeServices): Promise<void> {
  await store.garbage.sweep(now());
  await store.hookCalls.sweep(now());
  await store.loginSessions.sweep(now());
  await store.invitations.sweep(now());
  await store.signInAttempts.sweep(now());
  await store.applicationRecords.sweep(now());
}
