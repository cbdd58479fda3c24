import { canonicalJson } from "../../domain/canonical-json.ts";
import type { DocumentSnapshot, DocumentTask } from "../../domain/run-task.ts";
import type { Delivery } from "../../store/deliveries.ts";
import { sha256Hex } from "../../store/sha256.ts";
import type { MergeData } from "../../templates/template-engine.ts";
import { type MergeServices, type WorkspaceDefaults, workspaceDefaults } from "../context.ts";
import { mergeText } from "../merge-text.ts";
import { renderEnvironment } from "../render-environment.ts";
import { dataWarnings } from "../run/data-warnings.ts";
import { finishRun } from "../run/finish-run.ts";
import type { HeldRun } from "../run/held-run.ts";
import { type MergedFile, mediaTypeOf, storeBeside, storeMergedFile } from "../run/merged-file.ts";
import { outboxEntries } from "../run/outbox-entries.ts";
import { outputFileName } from "../run/output-name.ts";
import { runFields } from "../run/run-fields.ts";
import { Stopwatch } from "../run/stopwatch.ts";
import { produceDocument } from "./produce-document.ts";
import { showWarnings } from "./show-warnings.ts";
import { templateRemarks } from "./template-remarks.ts";

/** What a merge takes beside its document. */
export interface DocumentTerms {
  defaults: WorkspaceDefaults;
  deliveries: Delivery[];
}

/** Reads all of it in parallel. */
export async function loadDocumentTerms(
  { store }: MergeServices,
  workspaceId: string,
  { documentId }: DocumentSnapshot,
): Promise<DocumentTerms> {
  const [workspace, deliveries] = await Promise.all([
    store.workspaces.byId(workspaceId),
    store.deliveries.list(workspaceId, { documentId }),
  ]);
  return { defaults: workspaceDefaults(workspace), deliveries };
}

/**
 * Merges a document: render, convert, store the bytes, then one batch that makes the run done and its deliveries due.
 * Throws `Failure`; the caller decides whether the run failed for good.
 */
export async function executeDocument(
  services: MergeServices,
  held: HeldRun,
  { document: snapshot, warnings: told = [] }: DocumentTask,
  data: MergeData,
  loading: Promise<DocumentTerms>,
): Promise<MergedFile[]> {
  const { store } = services;
  const { run } = held;
  const stopwatch = new Stopwatch();
  const { defaults, deliveries } = await loading;
  const environment = renderEnvironment(services, { defaults, settings: snapshot.settings, test: run.test });
  stopwatch.lap("load");

  const produced = await produceDocument(services, run, { snapshot, data, environment, defaults });
  const { templateFields } = produced;
  const fields = runFields(templateFields.names, data);
  const warnings = [
    ...told,
    ...produced.warnings,
    ...dataWarnings(fields, (name) => templateFields.placeOf(name)),
    ...(await templateRemarks(services, run, snapshot)),
  ];
  const isShown = run.test && snapshot.settings.show_warnings;
  const content =
    isShown && "bytes" in produced.content
      ? { bytes: showWarnings(produced.content.bytes, produced.extension, warnings) }
      : produced.content;
  stopwatch.lap("render");

  const merged = mergeText(snapshot.outputName, data, environment);
  const name = outputFileName(merged, snapshot.name, produced.extension);
  const details = { name, mediaType: mediaTypeOf(produced.extension), documentId: snapshot.documentId };
  const file = await storeMergedFile(store.blobs, run, content, details);
  const { beside } = produced;
  const files = beside ? [file, await storeBeside(store.blobs, run, beside, file)] : [file];
  stopwatch.lap("store");

  const dataSha256 = await sha256Hex(canonicalJson(data));
  const result = { files, fields, warnings, renderer: produced.renderer, dataSha256 };
  await finishRun(services, held, stopwatch, result, outboxEntries(deliveries));
  const [, ...others] = files;
  return [{ ...file, warnings, renderer: produced.renderer }, ...others];
}
