import { Failure } from "../domain/failure.ts";
import type { RunProblem, RunSource } from "../domain/run.ts";
import type { StoredDocument } from "../store/document-rows.ts";
import type { MergeData } from "../templates/template-engine.ts";
import { executeMerge } from "./execute-merge.ts";
import type { MergeServices } from "./merge-services.ts";
import { type MergeSnapshot, snapshotOf } from "./merge-snapshot.ts";
import type { MergedFile } from "./merged-file.ts";
import { executeRoute, type RouteSnapshot } from "./route/merge-route.ts";

/** A merge as it came in. */
export interface MergeRequest {
  document: StoredDocument;
  data: MergeData;
  /** Asked for by the caller; an inactive document merges in test mode anyway. */
  test: boolean;
  source: RunSource;
  requestId: string;
}

const newRun = ({ document, data, test, source, requestId }: MergeRequest) => ({
  documentId: document.id,
  versionId: document.version.id,
  source,
  test: test || !document.active,
  output: document.output,
  options: { snapshot: snapshotOf(document) },
  data: JSON.stringify(data),
  requestId,
});

/** Merges while the caller waits. A failure is the run's end: the caller knows of it and may call again. */
export async function mergeNow(
  services: MergeServices,
  request: MergeRequest,
): Promise<{ runId: string; file: MergedFile }> {
  const { document } = request;
  const leased = await services.store.runs.acceptAndStart(document.workspaceId, newRun(request), services.now());
  try {
    const file = await executeMerge(services, leased, snapshotOf(document), request.data);
    return { runId: leased.run.id, file };
  } catch (error) {
    const { workspaceId, id } = leased.run;
    await services.store.runs.fail(workspaceId, id, leased.lease, runProblem(error), services.now());
    throw error;
  }
}

/** Accepts a merge for later. Once this returns the merge is not lost: what the queue drops, the cron sends again. */
export async function mergeLater(services: MergeServices, request: MergeRequest): Promise<{ runId: string }> {
  const { workspaceId } = request.document;
  const run = await services.store.runs.accept(workspaceId, newRun(request), services.now());
  // The row is the truth and the queue only transport: a send that fails is made up for by the cron.
  await services.env.MERGES.send({ workspaceId, runId: run.id }).catch(() => {});
  return { runId: run.id };
}

/** Tries of a run that failed for reasons of ours, before it is given up. */
const MOST_TRIES = 5;

/** What became of a queued run: done with, or to be tried again after a pause. */
export type QueuedOutcome = { settled: true } | { settled: false; retryAfterSeconds: number };

/** Does a queued merge, once however often its message comes. */
export async function mergeQueued(services: MergeServices, workspaceId: string, runId: string): Promise<QueuedOutcome> {
  const { store, now } = services;
  const leased = await store.runs.start(workspaceId, runId, now());
  if (!leased) return { settled: true };
  const { snapshot, route } = leased.run.options as { snapshot: MergeSnapshot; route?: RouteSnapshot };
  if (leased.run.tries > MOST_TRIES) {
    const problem = new Failure("merge_failed", "The merge stopped without an answer too often.");
    await store.runs.fail(workspaceId, runId, leased.lease, runProblem(problem), now());
    return { settled: true };
  }
  try {
    const data = JSON.parse((await store.runs.data(workspaceId, runId)) ?? "{}", nullPrototype) as MergeData;
    if (route) await executeRoute(services, leased, route, data);
    else await executeMerge(services, leased, snapshot, data);
    return { settled: true };
  } catch (error) {
    if (isFinal(error) || leased.run.tries >= MOST_TRIES) {
      await store.runs.fail(workspaceId, runId, leased.lease, runProblem(error), now());
      return { settled: true };
    }
    const retryAfterSeconds = retryDelay(error, leased.run.tries);
    await store.runs.release(workspaceId, runId, leased.lease, new Date(now().getTime() + retryAfterSeconds * 1_000));
    return { settled: false, retryAfterSeconds };
  }
}

/** Failures that another try would meet again: everything that lies in the template, the data or the request. */
function isFinal(error: unknown): boolean {
  return error instanceof Failure && !["browser_unavailable", "internal_error", "rate_limited"].includes(error.code);
}

/** 5 s, 10 s, 20 s, ... unless the failure says when it may be tried again. */
function retryDelay(error: unknown, tries: number): number {
  const asked = error instanceof Failure ? error.retryAfterSeconds : undefined;
  return Math.min(asked ?? 5 * 2 ** (tries - 1), 600);
}

/** A failure as the run keeps it; what is not ours to tell stays in the log. */
export function runProblem(error: unknown): RunProblem {
  if (error instanceof Failure) return { code: error.code, message: error.message, errors: error.errors };
  return { code: "internal_error", message: "Something went wrong on our side.", errors: [] };
}

/** JSON.parse reviver: data from a row is read as data from a request is, without a prototype to reach. */
function nullPrototype(_: string, value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.assign(Object.create(null), value)
    : value;
}
