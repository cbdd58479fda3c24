import { scheduleDeliveries } from "../delivery/schedule.ts";
import type { AnswerOfRun, KeyClaim, StoredAnswer } from "../domain/idempotency.ts";
import type { DocumentTask } from "../domain/run-task.ts";
import { newId } from "../store/ids.ts";
import type { EndedRun, FinishedRun } from "../store/runs.ts";
import { type MergeRequest, mergeRun } from "./accept/accept-run.ts";
import type { MergeServices } from "./context.ts";
import { entriesOf, type MadeDocument, makeDocument } from "./document/execute-document.ts";
import { templateSource } from "./document/production.ts";
import { isLightMerge } from "./document/template-weight.ts";
import { type DocumentContext, loadDocumentContext } from "./document-context.ts";
import type { MergeAnswer } from "./merge-answer.ts";
import { type NamedEntry, runProblem } from "./run/finalize-run.ts";
import { asRunFile } from "./run/merged-file.ts";
import { writeAfter } from "./run/write-after.ts";
import { writeBeside } from "./run/write-beside.ts";
import { sharesThread, withSlot } from "./with-slot.ts";

/** What holds a merge that is written once against what was changed meanwhile, and what becomes of it. */
export interface MergeGuard extends Pick<FinishedRun, "targetsRevision" | "cachedKey"> {
  /** What was read for an earlier merge, at that revision. */
  context: DocumentContext | undefined;
  /** The caller's Idempotency-Key. */
  claim: KeyClaim | undefined;
  /** The answer is the file: nothing in it leads to what is stored. */
  answersFile: boolean;
  /** After a merge that was held against it: what was read may serve the next one. */
  keep(context: DocumentContext, storedBytes: number): void;
  /** After one that was refused: what was read is not as it was. */
  forget(): void;
}

/** A merge that is written: what it made, or what it was refused with, and the answer that is kept for its Idempotency-Key. */
export type WrittenMerge = MergeAnswer | { error: unknown; answer: StoredAnswer | undefined };

/**
 * Merges a document whose caller waits, and writes the run once, when it is over: with what earlier merges read, that is the one
 * round trip (docs/decisions/merging.md), as the file is stored meanwhile. If this isolate dies, nothing was made: the caller, who got no answer,
 * asks again. With `settings[log]=after` nothing is waited for where only the log depends on it.
 * @returns undefined if the merge may take long, and so is written before it begins, if its Idempotency-Key was used before, or if
 * the document or something else that it reads was changed meanwhile, or its file could not be stored: nothing was written or delivered
 * @throws Failure `rate_limited` if too many merges of the workspace wait, `overloaded` if its turn does not come: nothing was written
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
  const { cachedKey, claim } = guard;
  const begun = now();
  const record: WriteRun = (answer, end, { targetsRevision } = guard) => {
    const keyed = claim && { workspaceId, scope: claim.scope, key: claim.key, fingerprint: claim.fingerprint };
    const held = { targetsRevision, cachedKey, request: keyed && answer && { ...keyed, answer } };
    return store.runs.record(workspaceId, { run, ...held, begun, now: now(), ...end });
  };

  const context = guard.context ?? (await loadDocumentContext(services, workspaceId, task.document));
  const failed = (error: unknown) => ({ error, problem: runProblem(error) });
  const compute = (within: MergeServices) => {
    const loading = Promise.resolve(context);
    return makeDocument(within, { id, workspaceId, test }, { task, data: request.data, loading }).catch(failed);
  };
  const conclude = async (computed: Awaited<ReturnType<typeof compute>>): Promise<WrittenMerge | undefined> => {
    // What is delivered is there before anything says so.
    const isStoredFirst = !("error" in computed) && computed.deliveries.length > 0;
    const made = isStoredFirst ? await computed.store().then(() => computed, failed) : computed;
    if ("error" in made) {
      const { error, problem } = made;
      const refusal = await claim?.refusalOf(error);
      const ended = await record(refusal?.isKept ? refusal.answer : undefined, { result: NOTHING, problem });
      if (!ended) {
        guard.forget();
        return undefined;
      }
      await scheduleDeliveries(services, workspaceId, id, [], ended.hookCalls);
      return { error, answer: refusal?.answer };
    }

    const writing = { run: { id, workspaceId }, task, guard, context, made, record };
    if (services.goOn && isLoggedAfter(writing)) services.goOn(writeLater(services, writing));
    else if (!(await write(services, writing))) return undefined;
    const { files } = made;
    return { runId: id, files, isNew: true, warnings: files.flatMap((file) => file.warnings ?? []) };
  };
  // What is refused before its turn has come is no run: nothing is written of it.
  const turn = { workspaceId };
  if (sharesThread(services)) return await withSlot(services, turn, async (within) => conclude(await compute(within)));
  return await conclude(await withSlot(services, turn, compute));
}

/**
 * Writes the run of the merge; again, if that may not have happened.
 * @param answer kept for the Idempotency-Key
 * @param against the guard, unless something else is said
 */
type WriteRun = (
  answer: StoredAnswer | AnswerOfRun | undefined,
  end: Pick<FinishedRun, "result" | "problem" | "deliveries">,
  against?: Pick<FinishedRun, "targetsRevision">,
) => Promise<(EndedRun & { storedBytes: number }) | undefined>;

/** A merge that is made, and what is needed to write it. */
interface Writing {
  run: { id: string; workspaceId: string };
  task: DocumentTask;
  guard: MergeGuard;
  context: DocumentContext;
  made: MadeDocument;
  record: WriteRun;
}

/** @returns false if it was refused: nothing is written */
async function write(services: MergeServices, { run, guard, context, made, record }: Writing): Promise<boolean> {
  const recorded = () => record(FROM_RUN, endOf(made));
  const ended = await (made.deliveries.length > 0 ? recorded() : writeBeside(services, run, made, recorded));
  if (!ended) {
    guard.forget();
    return false;
  }
  guard.keep(context, ended.storedBytes);
  await sendOff(services, run, made.deliveries, ended);
  return true;
}

/** Writes a merge whose caller has its answer. What was changed meanwhile does not refuse it, but is seen from now on. */
async function writeLater(services: MergeServices, writing: Writing): Promise<void> {
  const { run, task, guard, context, made, record } = writing;
  await writeAfter(services, run, async () => {
    await made.store();
    const held = await record(undefined, endOf(made));
    if (held) {
      guard.keep(context, held.storedBytes);
      return await sendOff(services, run, made.deliveries, held);
    }
    guard.forget();
    // It was merged as it was, and goes to whatever it is to be delivered to by now.
    const { deliveries } = await loadDocumentContext(services, run.workspaceId, task.document);
    const entries = entriesOf(task, deliveries);
    const ended = await record(undefined, endOf(made, entries), WHATEVER_WAS_CHANGED);
    if (ended) await sendOff(services, run, entries, ended);
  });
}

const endOf = ({ files, result, timings, deliveries }: MadeDocument, entries = deliveries) => ({
  result: { ...result, files: files.map(asRunFile), timings: { ...timings.timings } },
  deliveries: entries,
});

async function sendOff(
  services: MergeServices,
  { id, workspaceId }: Writing["run"],
  entries: readonly NamedEntry[],
  { hookCalls }: EndedRun,
): Promise<void> {
  services.log.info("run.done", { workspace_id: workspaceId, run_id: id, kind: "document", tries: 1 });
  await scheduleDeliveries(services, workspaceId, id, entries, hookCalls);
}

/** Against which a merge is written that was answered already. */
const WHATEVER_WAS_CHANGED = { targetsRevision: undefined };

/** Whether nothing but the log depends on what is written of a merge, and the document says that this may be later. */
function isLoggedAfter({ task, guard, made }: Writing): boolean {
  const { claim, cachedKey, answersFile } = guard;
  const isAsked = task.document.settings.log === "after" && answersFile && made.deliveries.length === 0;
  // A key that was used before, or that may not merge any more, is found when it is written.
  return isAsked && !claim && !cachedKey && made.files.every(({ bytes }) => bytes);
}

const NOTHING = { files: [], timings: {}, fields: { found: [], missing: [], unused: [] }, warnings: [] };

/** What is answered again is made of the run's files: they are not kept twice. */
const FROM_RUN = { status: 201, headers: [] as [string, string][], body: undefined };
