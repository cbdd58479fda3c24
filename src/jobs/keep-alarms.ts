import { isInObject, isJurisdiction, type Jurisdiction, jurisdictionOf } from "../domain/access/workspace-place.ts";
import { mapConcurrent } from "../domain/map-concurrent.ts";
import type { MergeServices } from "../merge/context.ts";
import { objectsIn } from "../store/object/object-database.ts";

/** How many objects one step calls: 72,000 a day. */
const STEP = 50;
const SIDE_BY_SIDE = 10;

/** Has workspaces in objects look, in turn, whether their alarms were lost: one that nobody calls would not find out. */
export async function keepAlarms({
  env,
  store,
  now,
  log,
}: Pick<MergeServices, "env" | "store" | "now" | "log">): Promise<void> {
  await mapConcurrent(await store.control.placements.nextOfRound(now(), STEP), SIDE_BY_SIDE, async (placement) => {
    try {
      await objectsIn(env.WORKSPACES, jurisdictionAt(placement)).getByName(placement.workspaceId).keepAlarm();
    } catch (error) {
      // It is asked again in the next round; the others are asked now.
      log.failure("workspace.alarm_not_kept", error, { workspace_id: placement.workspaceId });
    }
  });
}

/** @throws Error for one that this version does not know */
function jurisdictionAt({
  workspaceId,
  jurisdiction,
}: {
  workspaceId: string;
  jurisdiction: string | null;
}): Jurisdiction | undefined {
  if (isInObject(workspaceId)) return jurisdictionOf(workspaceId);
  const moved = jurisdiction || undefined;
  if (moved === undefined || isJurisdiction(moved)) return moved;
  throw new Error(`There is no jurisdiction ${moved}`);
}
