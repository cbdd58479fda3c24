import { Failure } from "../domain/failure.ts";
import type { Run } from "../domain/run.ts";
import { parseTemplate, renderTemplate } from "../language/template.ts";
import type { Delivery } from "../store/deliveries.ts";
import { newId } from "../store/ids.ts";
import type { LeasedRun } from "../store/runs.ts";
import type { MergeData, RenderEnvironment, TemplateSource } from "../templates/template-engine.ts";
import { finishRun, type NamedEntry } from "./finish-run.ts";
import { loadResource } from "./load-resource.ts";
import { type MergeServices, type WorkspaceDefaults, workspaceDefaults } from "./merge-services.ts";
import type { MergeSnapshot } from "./merge-snapshot.ts";
import { asRunFile, type MergedFile, mediaTypeOf, storeMergedFile } from "./merged-file.ts";
import { outputFileName } from "./output-name.ts";
import { produceFile } from "./produce-file.ts";
import { runFields } from "./run-fields.ts";
import { Stopwatch } from "./stopwatch.ts";

/**
 * Does an accepted merge: load, render, convert, store the bytes, then one batch that makes the run done and its
 * deliveries due. Throws `Failure`; the caller decides whether the run failed for good.
 * @param loading settings and deliveries, where the caller began to read them already
 */
export async function executeMerge(
  services: MergeServices,
  { run, lease }: LeasedRun,
  snapshot: MergeSnapshot,
  data: MergeData,
  loading = loadTerms(services, run.workspaceId, snapshot.documentId),
): Promise<MergedFile> {
  const { store } = services;
  const stopwatch = new Stopwatch();
  const { defaults, deliveries } = await loading;
  const environment = renderEnvironment(services, run, snapshot, defaults);
  stopwatch.lap("load");

  const produced = await produceFile({
    services,
    snapshot,
    source: templateSource(services, run.workspaceId, snapshot),
    data,
    environment,
    defaults,
    resultKey: store.blobs.resultKey(run.workspaceId, run.id),
  });
  stopwatch.lap("render");

  const merged = mergeText(snapshot.outputName, data, environment);
  const name = outputFileName(merged, snapshot.name, produced.extension);
  const details = { name, mediaType: mediaTypeOf(produced.extension), documentId: snapshot.documentId };
  const file = await storeMergedFile(store.blobs, run, produced.content, details);
  stopwatch.lap("store");

  const finished = await finishRun(
    services,
    { run, lease },
    {
      files: [asRunFile(file)],
      timings: stopwatch.timings,
      fields: runFields(produced.fieldNames, data),
      warnings: produced.warnings,
      keepData: false,
    },
    outboxEntries(deliveries),
  );
  if (!finished) throw new Failure("merge_failed", "The merge took so long that it was started again elsewhere.");
  return file;
}

/** What a merge takes beside its document. */
export async function loadTerms(
  { store }: MergeServices,
  workspaceId: string,
  documentId: number,
): Promise<{ defaults: WorkspaceDefaults; deliveries: Delivery[] }> {
  const [workspace, deliveries] = await Promise.all([
    store.workspaces.byId(workspaceId),
    store.deliveries.list(workspaceId, { documentId }),
  ]);
  return { defaults: workspaceDefaults(workspace), deliveries };
}

/** The bytes of the pinned version, read only when no compiled template is at hand. */
export function templateSource(services: MergeServices, workspaceId: string, snapshot: MergeSnapshot): TemplateSource {
  return {
    versionKey: snapshot.templateKey,
    async bytes() {
      const bytes = await services.store.blobs.get(workspaceId, snapshot.templateKey);
      if (!bytes) throw new Failure("version_not_found", "The template of this merge is no longer there.");
      return bytes;
    },
  };
}

/** What the template engine works with: the document's settings first, then the workspace's. */
export function renderEnvironment(
  services: MergeServices,
  run: Pick<Run, "test">,
  { settings }: MergeSnapshot,
  defaults: WorkspaceDefaults,
  trace = false,
): RenderEnvironment {
  const outbound = services.outbound(defaults.internalHosts);
  return {
    now: services.now(),
    locale: settings.locale ?? defaults.locale,
    timeZone: settings.timezone ?? defaults.timeZone,
    currency: settings.currency ?? defaults.currency,
    settings,
    test: run.test,
    trace,
    load: (url) => loadResource(url, outbound),
    asset: (path) => staticAsset(services, path),
  };
}

async function staticAsset({ env }: MergeServices, path: string): Promise<Uint8Array | undefined> {
  const response = await env.ASSETS.fetch(new URL(path, "https://assets.invalid"));
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}

/** A short text in the merge language, such as a file's name; unescaped. A text with errors is taken as it stands. */
export function mergeText(source: string, data: MergeData, environment: RenderEnvironment): string {
  if (!source.includes("{")) return source;
  const { template, errors } = parseTemplate(source, { mode: "text" });
  return errors.length > 0 ? source : renderTemplate(template, data, { ...environment, autoescape: false }).text;
}

/** One row per active delivery. Those of test merges are rows like others: whoever takes them up shows them only. */
export function outboxEntries(deliveries: readonly Delivery[]): NamedEntry[] {
  return deliveries
    .filter((delivery) => delivery.active)
    .map(({ id, kind, name, settings }) => ({ id: newId(), deliveryId: id, kind, name, settings, status: "pending" }));
}
