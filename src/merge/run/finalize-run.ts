import { scheduleDeliveries } from "../../delivery/schedule.ts";
import { outboxSettings } from "../../domain/delivery/delivery-secrets.ts";
import type { NewOutboxEntry } from "../../domain/delivery/outbox.ts";
import { Failure } from "../../domain/failure.ts";
import type { FailureCode } from "../../domain/failure-codes.ts";
import type { RunPart, RunProblem, RunResult } from "../../domain/run.ts";
import type { OwnDelivery } from "../../domain/run-task.ts";
import type { Delivery } from "../../store/deliveries.ts";
import { newId } from "../../store/ids.ts";
import type { MergeServices } from "../context.ts";
import { leaseLost, type RenewableRun } from "./lease.ts";
import { asRunFile, type MergedFile } from "./merged-file.ts";

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
  { run, lease }: RenewableRun,
  { timings }: Timings,
  { files, ...made }: MadeResult,
  deliveries: readonly NamedEntry[] = [],
  parts: readonly NamedPart[] = [],
): Promise<void> {
  const { workspaceId, id } = run;
  const { store, now, log } = services;
  const result: RunResult = { ...made, files: files.map(asRunFile), timings };
  const ended = await store.runs.finish(workspaceId, id, { lease, result, deliveries, now: now(), parts });
  if (!ended) throw leaseLost();
  log.info("run.done", { workspace_id: workspaceId, run_id: id, kind: run.task.kind, tries: run.tries });
  const entries = [...deliveries, ...parts.flatMap((part) => part.deliveries)];
  await scheduleDeliveries(services, workspaceId, id, entries, ended.hookCalls);
}

/** One row per active delivery. Those of test merges are rows like any other: whoever takes them up only shows them. */
export function outboxEntries(deliveries: readonly Delivery[]): NamedEntry[] {
  return deliveries
    .filter((delivery) => delivery.active)
    .map(({ id, kind, name, settings }) => ({
      id: newId(),
      deliveryId: id,
      kind,
      name,
      settings: outboxSettings(kind, settings),
      status: "pending",
    }));
}

/** The row of the delivery that belongs to one run only, if there is one. */
export function ownEntries({ delivery }: { delivery?: OwnDelivery }): NamedEntry[] {
  if (!delivery) return [];
  const { kind, settings } = delivery;
  const id = newId();
  return [{ id, deliveryId: id, kind, name: "", settings: outboxSettings(kind, settings), status: "pending" }];
}

/** Stages of a merge in milliseconds, for the run's record. */
export class Timings {
  readonly timings: Record<string, number> = {};
  #last = Date.now();

  lap(stage: string): void {
    const now = Date.now();
    this.timings[stage] = now - this.#last;
    this.#last = now;
  }
}

/** A failure as the run keeps it; what is not for the caller stays in the log. */
export function runProblem(error: unknown): RunProblem {
  if (error instanceof Failure) return { code: error.code, message: error.message, errors: error.errors };
  return { code: "internal_error", message: "Something went wrong on our side.", errors: [] };
}

/** Failures that another try may not meet. */
const OF_THE_MOMENT: ReadonlySet<FailureCode> = new Set([
  "browser_unavailable",
  "disk_full",
  "internal_error",
  "overloaded",
  "rate_limited",
  "work_interrupted",
]);

/** Failures that another try would meet again: everything caused by the template, the data or the request. */
export function isFinal(error: unknown): boolean {
  return error instanceof Failure && !OF_THE_MOMENT.has(error.code);
}

/** 5 s, 10 s, 20 s, ... unless the failure says when it may be tried again. */
export function retryDelaySeconds(error: unknown, tries: number): number {
  const asked = error instanceof Failure ? error.retryAfterSeconds : undefined;
  return Math.min(asked ?? 5 * 2 ** (tries - 1), 600);
}
