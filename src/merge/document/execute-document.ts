import { canonicalJson } from "../../domain/canonical-json.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import type { Run, RunResult } from "../../domain/run.ts";
import type { DocumentTask } from "../../domain/run-task.ts";
import { mergeText } from "../../language/merge-text.ts";
import type { Delivery } from "../../store/deliveries.ts";
import { sha256Hex } from "../../store/sha256.ts";
import { type MergeServices, mergeContext } from "../context.ts";
import type { DocumentContext } from "../document-context.ts";
import { nameWarning, outputFileName } from "../run/file-names.ts";
import { finishRun, type NamedEntry, outboxEntries, ownEntries, Timings } from "../run/finalize-run.ts";
import type { RenewableRun } from "../run/lease.ts";
import { describeBeside, describeMergedFile, type MergedFile, mediaTypeOf, storeFile } from "../run/merged-file.ts";
import { dataWarnings, runFields } from "../run/run-fields.ts";
import { sharesThread, withSlot } from "../with-slot.ts";
import { produceDocument } from "./produce-file.ts";
import { templateLintWarnings } from "./show-warnings.ts";

/** A document's merge, and what is read for it meanwhile. */
export interface DocumentWork {
  task: DocumentTask;
  data: MergeData;
  loading: Promise<DocumentContext>;
}

/**
 * Merges a document: render, convert, store the bytes, then one batch that makes the run done and its deliveries due.
 * Throws `Failure`; the caller decides whether the run failed for good.
 */
export async function executeDocument(
  services: MergeServices,
  leased: RenewableRun,
  work: DocumentWork,
): Promise<MergedFile[]> {
  const { run } = leased;
  const turn = { workspaceId: run.workspaceId, isTaken: true };
  const make = (within: MergeServices) => makeDocument(within, run, work);
  const conclude = async ({ files, result, deliveries, timings, store }: MadeDocument) => {
    await store();
    await finishRun(services, leased, timings, { ...result, files }, deliveries);
    return files;
  };
  if (sharesThread(services)) return await withSlot(services, turn, async (within) => conclude(await make(within)));
  return await conclude(await withSlot(services, turn, make));
}

/** What a document's merge made: nothing says so yet. */
export interface MadeDocument {
  /** The first has the warnings and what drew it. */
  files: MergedFile[];
  result: Omit<RunResult, "files" | "timings">;
  deliveries: NamedEntry[];
  timings: Timings;
  /** Stores the files, each under the key that it has; doing so again changes nothing. */
  store(): Promise<void>;
}

/** Merges a document; its files are to be stored. @throws Failure */
export async function makeDocument(
  services: MergeServices,
  run: Pick<Run, "id" | "workspaceId" | "test">,
  { task, data, loading }: DocumentWork,
): Promise<MadeDocument> {
  const { document: snapshot, warnings: earlierWarnings = [] } = task;
  const { blobs } = services.store;
  const timings = new Timings();
  const { defaults, deliveries } = await loading;
  const context = mergeContext(services, run.workspaceId, defaults, { settings: snapshot.settings, test: run.test });
  timings.lap("load");

  const produced = await produceDocument(context, run.id, { snapshot, data });
  const { templateFields } = produced;
  const fields = runFields(templateFields.names, data);
  const merged = mergeText(snapshot.outputName, data, context.environment);
  const name = outputFileName(merged, snapshot.name, produced.extension);
  const warnings = [
    ...earlierWarnings,
    ...produced.warnings,
    ...[nameWarning(merged, name) ?? []].flat(),
    ...dataWarnings(fields, (name) => templateFields.placeOf(name)),
    ...(await templateLintWarnings(services, run, snapshot)),
  ];
  const { content } = await produced.write(run.test && snapshot.settings.show_warnings ? warnings : []);
  timings.lap("render");

  const details = { name, mediaType: mediaTypeOf(produced.extension), documentId: snapshot.documentId };
  const file = await describeMergedFile(blobs, run, content, details);
  const { beside } = produced;
  const files = beside ? [file, await describeBeside(blobs, run, beside, file)] : [file];

  const dataSha256 = await sha256Hex(canonicalJson(data));
  const [, ...others] = files;
  return {
    files: [{ ...file, warnings, renderer: produced.renderer }, ...others],
    result: { fields, warnings, renderer: produced.renderer, dataSha256 },
    deliveries: entriesOf(task, deliveries),
    timings,
    async store() {
      await Promise.all(files.map((each) => storeFile(blobs, each)));
      timings.lap("store");
    },
  };
}

/** A row for each delivery of a merge. */
export const entriesOf = (task: DocumentTask, deliveries: readonly Delivery[]): NamedEntry[] =>
  task.undelivered ? [] : [...outboxEntries(deliveries), ...ownEntries(task)];
