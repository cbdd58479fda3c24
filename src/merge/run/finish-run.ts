import { scheduleDeliveries } from "../../delivery/schedule.ts";
import type { NewOutboxEntry } from "../../domain/delivery/outbox.ts";
import type { RunPart, RunResult } from "../../domain/run.ts";
import type { MergeServices } from "../context.ts";
import type { HeldRun } from "./held-run.ts";
import { asRunFile, type MergedFile } from "./merged-file.ts";
import type { Stopwatch } from "./stopwatch.ts";
import { leaseLost } from "./while-held.ts";

/** A delivery under the id that its message will name. */
export type NamedEntry = NewOutboxEntry & { id: string };

/** A part of a run, with its deliveries. */
export type NamedPart = RunPart & { deliveries: readonly NamedEntry[] };

/** The result of a run, with its files as they were stored. */
type MadeResult = Omit<RunResult, "files" | "timings"> & { files: readonly MergedFile[] };

/**
 * Makes a run and its parts done, with their files and deliveries in one batch, then sends the deliveries on their way.
 * @throws Failure `merge_failed` when the lease was lost: another worker has the run, and nothing was written
 */
export async function finishRun(
  services: MergeServices,
  { run, lease }: HeldRun,
  { timings }: Stopwatch,
  { files, ...made }: MadeResult,
  deliveries: readonly NamedEntry[] = [],
  parts: readonly NamedPart[] = [],
): Promise<void> {
  const { workspaceId, id } = run;
  const { store, now, log } = services;
  const result: RunResult = { ...made, files: files.map(asRunFile), timings };
  const isDone = await store.runs.finish(workspaceId, id, lease, result, deliveries, now(), parts);
  if (!isDone) throw leaseLost();
  log.info("run.done", { workspace_id: workspaceId, run_id: id, kind: run.task.kind, tries: run.tries });
  await scheduleDeliveries(services, workspaceId, id, [...deliveries, ...parts.flatMap((part) => part.deliveries)]);
}
