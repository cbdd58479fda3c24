import { isJurisdiction, JURISDICTIONS, type Jurisdiction } from "../domain/access/workspace-place.ts";
import { mapConcurrent } from "../domain/map-concurrent.ts";
import { newJurisdiction } from "../domain/new-workspaces.ts";
import type { MergeServices } from "../merge/context.ts";
import { objectsIn } from "../store/object/object-database.ts";

/** Objects that are asked side by side: each answers when it has made a part of its move, for which it takes twenty seconds. */
const ASKED_AT_ONCE = 50;

/** Has workspaces that operators have asked to be moved go on with it, each by its object, in case that was never told or has died. */
export async function takeUpMoves({ env, store, log }: Pick<MergeServices, "env" | "store" | "log">): Promise<void> {
  const { moves } = store.control;
  if (env.NEW_WORKSPACES !== "objects") {
    // Else other isolates would not look where it has gone.
    await moves.noteAll("Workspaces move only where NEW_WORKSPACES is objects.");
    return;
  }
  const unfinished = await moves.takeUp(newJurisdiction(env));
  await mapConcurrent(unfinished, ASKED_AT_ONCE, async ({ workspaceId, token, jurisdiction }) => {
    try {
      await objectsIn(env.WORKSPACES, known(jurisdiction)).getByName(workspaceId).continueMove(workspaceId, token);
    } catch (error) {
      log.failure("move.not_taken_up", error, { workspace_id: workspaceId });
      await moves.note(workspaceId, error instanceof Error ? error.message : String(error));
    }
  });
}

/** @throws Error, which is the operator's to read */
function known(jurisdiction: string | undefined): Jurisdiction | undefined {
  if (jurisdiction === undefined || isJurisdiction(jurisdiction)) return jurisdiction;
  throw new Error(
    `There is no jurisdiction ${jurisdiction}: only ${JURISDICTIONS.join(", ")}. Give the move up, and ask anew.`,
  );
}
