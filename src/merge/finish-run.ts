import { scheduleDeliveries } from "../delivery/schedule.ts";
import type { NewOutboxEntry } from "../domain/outbox.ts";
import type { RunPart, RunResult } from "../domain/run.ts";
import type { LeasedRun } from "../store/runs.ts";
import type { MergeServices } from "./merge-services.ts";

/** A delivery under the id that its message will name. */
export type NamedEntry = NewOutboxEntry & { id: string };

/** A part of a run, with its deliveries. */
export type NamedPart = RunPart & { deliveries: readonly NamedEntry[] };

/**
 * Makes a run and its parts done, with their files and deliveries in one batch, then sends the deliveries on their way.
 * False when the lease was lost.
 */
export async function finishRun(
  services: MergeServices,
  { run, lease }: LeasedRun,
  result: RunResult,
  deliveries: readonly NamedEntry[],
  parts: readonly NamedPart[] = [],
): Promise<boolean> {
  const { workspaceId, id } = run;
  const { store, env, now } = services;
  const isDone = await store.runs.finish(workspaceId, id, lease, result, deliveries, now(), parts);
  const entries = [...deliveries, ...parts.flatMap((part) => part.deliveries)];
  if (isDone) await scheduleDeliveries(env, workspaceId, id, entries);
  return isDone;
}
