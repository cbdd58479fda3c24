import type { Run } from "../../domain/run.ts";
import type { MergeServices } from "../context.ts";

/** How long it waits after each failure, in milliseconds: the platform gives half a minute to what goes on after an answer. */
const PAUSES_MS = [500, 5_000] as const;

/**
 * Stores a merge's file and writes its run after its answer (`settings[log]=after`). What the caller has got is not undone: what fails is
 * tried again, and in the service's own log if it fails for good.
 * @param write may be called again after it failed, whether it did its work or not
 */
export async function writeAfter(
  { log }: MergeServices,
  { id, workspaceId }: Pick<Run, "id" | "workspaceId">,
  write: () => Promise<void>,
): Promise<void> {
  for (const pauseMs of [...PAUSES_MS, undefined]) {
    try {
      return await write();
    } catch (error) {
      log.failure("run.not_logged", error, { workspace_id: workspaceId, run_id: id, again_in_ms: pauseMs });
      if (pauseMs !== undefined) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
