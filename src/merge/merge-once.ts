import { scheduleDeliveries } from "../delivery/schedule.ts";
import type { DocumentTask } from "../domain/run-task.ts";
import { newId } from "../store/ids.ts";
import { type MergeRequest, mergeRun } from "./accept/accept-run.ts";
import type { MergeServices } from "./context.ts";
import { makeDocument } from "./document/execute-document.ts";
import { loadDocumentContext } from "./document-context.ts";
import type { MergeAnswer } from "./merge-answer.ts";
import type { TargetGuard } from "./merge-target.ts";
import { runProblem } from "./run/finalize-run.ts";
import { asRunFile } from "./run/merged-file.ts";

/**
 * Merges a document whose caller waits, and writes the run once, when it is over: with what earlier merges read, that is the one
 * round trip to the database (docs/decisions/merging.md). If this isolate dies, nothing was made: the caller, who got no answer, asks again.
 * @returns undefined if the document or something that its merge reads was changed meanwhile: nothing was written or delivered
 * @throws Failure that of the merge; the run that failed is written
 */
export async function mergeOnce(
  services: MergeServices,
  request: MergeRequest,
  task: DocumentTask,
  guard: TargetGuard,
): Promise<MergeAnswer | undefined> {
  const { store, now, log } = services;
  const { workspaceId } = request.target;
  const run = { ...mergeRun(request), id: newId() };
  const { id, test } = run;
  log.note({ run_id: id });
  const [begun, { targetsRevision }] = [now(), guard];
  const record = (end: Pick<Parameters<typeof store.runs.record>[1], "result" | "problem" | "deliveries">) =>
    store.runs.record(workspaceId, { run, targetsRevision, begun, now: now(), ...end });

  const context = guard.context ?? (await loadDocumentContext(services, workspaceId, task.document));
  const making = makeDocument(
    services,
    { id, workspaceId, test },
    { task, data: request.data, loading: Promise.resolve(context) },
  );
  const made = await making.catch((error: unknown) => ({ error, problem: runProblem(error) }));
  if ("error" in made) {
    const failed = await record({ result: NOTHING, problem: made.problem });
    if (!failed) return undefined;
    await scheduleDeliveries(services, workspaceId, id, [], failed.hookCalls);
    throw made.error;
  }
  const { files, result, deliveries, timings } = made;
  const written = await record({
    result: { ...result, files: files.map(asRunFile), timings: timings.timings },
    deliveries,
  });
  if (!written) return undefined;

  guard.keep(context, written.storedBytes);
  log.info("run.done", { workspace_id: workspaceId, run_id: id, kind: "document", tries: 1 });
  await scheduleDeliveries(services, workspaceId, id, deliveries, written.hookCalls);
  return { runId: id, files, isNew: true, warnings: files.flatMap((file) => file.warnings ?? []) };
}

const NOTHING = { files: [], timings: {}, fields: { found: [], missing: [], unused: [] }, warnings: [] };
