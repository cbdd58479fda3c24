import type { MergeServices } from "../merge/context.ts";

/** Has workspaces that operators have asked to be moved go on with it, each by its object, in case that was never told or has died. */
export async function takeUpMoves({ env, store, log }: Pick<MergeServices, "env" | "store" | "log">): Promise<void> {
  for (const workspaceId of await store.control.moves.unfinished()) {
    if (env.NEW_WORKSPACES !== "objects") {
      // Else other isolates would not look where it has gone.
      await store.control.moves.note(workspaceId, "Workspaces move only where NEW_WORKSPACES is objects.");
      continue;
    }
    try {
      await env.WORKSPACES.getByName(workspaceId).continueMove(workspaceId);
    } catch (error) {
      log.failure("move.not_taken_up", error, { workspace_id: workspaceId });
      await store.control.moves.note(workspaceId, error instanceof Error ? error.message : String(error));
    }
  }
}
