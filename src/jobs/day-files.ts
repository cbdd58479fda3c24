import type { MergeServices } from "../merge/context.ts";

/** Moves runs that nothing needs any more to day files, some at a time. */
export async function moveOldRuns({ store, now, log }: MergeServices): Promise<void> {
  const moved = await store.upkeep.dayFiles.moveOldRuns(now());
  if (moved > 0) log.info("runs.moved", { runs: moved });
}
