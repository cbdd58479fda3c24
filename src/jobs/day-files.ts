import type { MergeServices } from "../merge/context.ts";

/** Moves runs that nothing needs any more to day files, some at a time. @returns whether there were any: there may be more */
export async function moveOldRuns({ store, now, log }: MergeServices): Promise<boolean> {
  const moved = await store.upkeep.dayFiles.moveOldRuns(now());
  if (moved > 0) log.info("runs.moved", { runs: moved });
  return moved > 0;
}
