import { scheduleDeliveries } from "../delivery/schedule.ts";
import type { AnswerOfRun, KeyClaim, StoredAnswer } from "../domain/idempotency.ts";
import type { DocumentTask } from "../domain/run-task.ts";
import { newId } from "../store/ids.ts";
import type { FinishedRun } from "../store/runs.ts";
import { type MergeRequest, mergeRun } from "./accept/accept-run.ts";
import type { MergeServices } from "./context.ts";
import { makeDocument } from "./document/execute-document.ts";
import { templateSource } from "./document/production.ts";
import { isLightMerge } from "./document/template-weight.ts";
import { type DocumentContext, loadDocumentContext } from "./document-context.ts";
import type { MergeAnswer } from "./merge-answer.ts";
import { runProblem } from "./run/finalize-run.ts";
import { asRunFile } from "./run/merged-file.ts";

/** What holds a merge that is written once against what was changed meanwhile, and what becomes of it. */
export interface MergeGuard extends Pick<FinishedRun, "targetsRevision" | "cachedKey"> {
  /** What was read for an earlier merge, at that revision. */
  context: DocumentContext | undefined;
  /** The caller's Idempotency-Key. */
  claim: KeyClaim | undefined;
  /** After a merge that was held against it: what was read may serve the next one. */
  keep(context: DocumentContext, storedBytes: number): void;
}

/** A merge that is written: what it made, or what it was refused with, and the answer that is kept for its Idempotency-Key. */
export type WrittenMerge = MergeAnswer | { error: unknown; answer: StoredAnswer | undefined };

/**
 * Merges a document whose caller waits, and writes the run once, when it is over: with what earlier merges read, that is the one
 * round trip to the database (docs/decisions/merging.md). If this isolate dies, nothing was made: the caller, who got no answer, asks again.
 * @returns undefined if the merge may take long, and so is written before it begins, if its Idempotency-Key was used before, or if
 * the document or something else that it reads was changed meanwhile: nothing was written or delivered
 */
export async function mergeOnce(
  services: MergeServices,
  request: MergeRequest,
  task: DocumentTask,
  guard: MergeGuard,
): Promise<WrittenMerge | undefined> {
  const { store, now, log } = services;
  const { workspaceId } = request.target;
  // What may take long, or all of the memory, is in the log before it begins.
  const template = templateSource(services, workspaceId, task.document);
  if (!(await isLightMerge(template, request.data))) return undefined;

  const run = { ...mergeRun(request), id: newId() };
  const { id, test } = run;
  log.note({ run_id: id });
  const { targetsRevision, cachedKey, claim } = guard;
  const begun = now();
  const record = (
    answer: StoredAnswer | AnswerOfRun | undefined,
    end: Pick<FinishedRun, "result" | "problem" | "deliveries">,
  ) => {
    const named = claim && { scope: claim.scope, key: claim.key, fingerprint: claim.fingerprint };
    const held = { targetsRevision, cachedKey, request: named && answer && { ...named, answer } };
    return store.runs.record(workspaceId, { run, ...held, begun, now: now(), ...end });
  };

  const context = guard.context ?? (await loadDocumentContext(services, workspaceId, task.document));
  const making = makeDocument(
    services,
    { id, workspaceId, test },
    { task, data: request.data, loading: Promise.resolve(context) },
  );
  const made = await making.catch((error: unknown) => ({ error, problem: runProblem(error) }));
  if ("error" in made) {
    const { error, problem } = made;
    const refusal = await claim?.refusalOf(error);
    const failed = await record(refusal?.isKept ? refusal.answer : undefined, { result: NOTHING, problem });
    if (!failed) return undefined;
    await scheduleDeliveries(services, workspaceId, id, [], failed.hookCalls);
    return { error, answer: refusal?.answer };
  }
  const { files, result, deliveries, timings } = made;
  const written = await record(FROM_RUN, {
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

/** What is answered again is made of the run's files: they are not kept twice. */
const FROM_RUN = { status: 201, headers: [] as [string, string][], body: undefined };
