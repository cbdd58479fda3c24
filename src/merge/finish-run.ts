import { scheduleDeliveries } from "../delivery/schedule.ts";
import type { NewOutboxEntry } from "../domain/outbox.ts";
import type { RunResult } from "../domain/run.ts";
import type { LeasedRun } from "../store/runs.ts";
import type { MergeServices } from "./merge-services.ts";

/**
 * Makes a run done, with its files and deliveries in one batch, then sends the deliveries on their way. False when the
 * lease was lost.
 */
export async function finishRun(
  services: MergeServices,
  { run, lease }: LeasedRun,
  result: RunResult,
  deliveries: readonly NewOutboxEntry[],
): Promise<boolean> {
  const { workspaceId, id } = run;
  const isDone = await services.store.runs.finish(workspaceId, id, lease, result, deliveries, services.now());
  if (isDone && deliveries.length > 0) await scheduleDeliveries(services, workspaceId, id);
  return isDone;
}
