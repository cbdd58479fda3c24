import { Failure } from "../../domain/failure.ts";
import type { NewRun, Run } from "../../domain/run.ts";
import type { LeasedRun } from "../../store/runs.ts";
import type { MergeData } from "../../templates/template-engine.ts";
import type { MergeServices } from "../context.ts";
import { storedData } from "../run/stored-data.ts";

/**
 * A run to be merged now, or one that is done because an earlier request under the same Idempotency-Key got that far.
 */
export type BegunRun = { leased: LeasedRun; data: MergeData; isNew: boolean } | { done: Run };

/**
 * Begins a merge whose caller waits. If the run has an id of the caller's making and already exists, it is taken up
 * where it is: one that failed delivered nothing and is followed by a new one.
 * @throws Failure `idempotency_in_progress` while another request or the queue merges it
 */
export async function beginRun(
  services: MergeServices,
  workspaceId: string,
  run: NewRun,
  data: MergeData,
): Promise<BegunRun> {
  const { runs } = services.store;
  const now = services.now();
  const leased = await runs.acceptAndStartOnce(workspaceId, run, now);
  if (leased) return { leased, data, isNew: true };
  const { id = "" } = run;
  const again = await runs.start(workspaceId, id, now);
  if (again) return { leased: again, data: await storedData(services, again.run), isNew: false };

  const known = await runs.byId(workspaceId, id);
  if (known?.status === "done") return { done: known };
  if (known?.status === "failed")
    return { leased: await runs.acceptAndStart(workspaceId, { ...run, id: undefined }, now), data, isNew: true };
  throw new Failure(
    "idempotency_in_progress",
    "The merge of the first request with this Idempotency-Key is still running.",
    {
      retryAfterSeconds: 5,
    },
  );
}

/** For a run that is done and whose files have since been removed. */
export const filesExpired = (): Failure =>
  new Failure("data_expired", "The first request with this Idempotency-Key was merged; its file is no longer kept.");
