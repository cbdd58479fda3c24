import type { MergeServices } from "../merge/merge-services.ts";

/** Removes what nobody needs any more: bytes without rows, expired data and files, forgotten answers. */
export async function sweep({ store, now }: MergeServices): Promise<void> {
  await store.garbage.sweep(now());
}
