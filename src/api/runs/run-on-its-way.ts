import type { NamedRun } from "../../domain/run.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { timeOfId } from "../../store/ids.ts";

/** How long somebody waits who asks for a run that may be on its way, and between two looks, in milliseconds. */
const WAIT_MS = 2_000;
const PAUSE_MS = 200;
/** A run that is written after its answer (`settings[log]=after`) is written within this time, or in vain. */
const ON_ITS_WAY_MS = 10_000;

/** A run by its id; one whose id was just made is waited for. */
export async function runOnItsWay(
  { store, now }: Pick<RequestContext, "store" | "now">,
  { workspaceId }: Pick<Caller, "workspaceId">,
  id: string,
): Promise<NamedRun | undefined> {
  const looks = Math.abs(now().getTime() - timeOfId(id)) < ON_ITS_WAY_MS ? WAIT_MS / PAUSE_MS : 0;
  let run = await store.runs.byId(workspaceId, id);
  for (let look = 0; !run && look < looks; look++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    run = await store.runs.byId(workspaceId, id);
  }
  return run;
}
