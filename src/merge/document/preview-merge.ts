import { type MergeData, stringifyMergeData } from "../../domain/merge-data.ts";
import { askPool } from "../../domain/pool/free-worker.ts";
import { receivedBytes, type SentBytes, sentBytes } from "../../domain/pool/sent-bytes.ts";
import type { DocumentSnapshot } from "../../domain/run-task.ts";
import { mergeText } from "../../language/merge-text.ts";
import type { TemplateSource } from "../../templates/template-engine.ts";
import { type MergeServices, mergeContext, workspaceDefaults } from "../context.ts";
import { nameWarning, outputFileName } from "../run/file-names.ts";
import { Timings } from "../run/finalize-run.ts";
import { type MergedContent, mediaTypeOf } from "../run/merged-file.ts";
import { withSlot } from "../with-slot.ts";
import { produceFile } from "./produce-file.ts";
import type { ProducedFile } from "./production.ts";
import { isLightMerge } from "./template-weight.ts";

/** What a merge would make, and the warnings about it. */
export interface MergePreview {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  trace: ProducedFile["trace"];
  warnings: string[];
  /** Milliseconds by stage. */
  timings: Record<string, number>;
}

/** A preview that is to be made elsewhere. */
export interface SentPreview {
  workspaceId: string;
  document: DocumentSnapshot;
  versionKey: string;
  template: SentBytes;
  /** JSON. */
  data: string;
}

/** It, made. */
export interface SentMergePreview {
  bytes: SentBytes;
  /** The other members as JSON: types of RPC know no values of any kind, as traces have them. */
  members: string;
}

/**
 * A test merge that leaves nothing behind: no run, no file, no delivery. Its file is a PDF, whatever the document's
 * output is.
 * @param source the template: stored, or as somebody is writing it
 * @throws Failure those of merges, `work_interrupted` if objects of the pool died that made it, `overloaded`
 */
export async function previewMerge(
  services: MergeServices,
  workspaceId: string,
  document: DocumentSnapshot,
  source: TemplateSource,
  data: MergeData,
): Promise<MergePreview> {
  if (services.isPool || (await isLightMerge(source, data)))
    return await withSlot(services, { workspaceId, isTaken: true }, (within) =>
      previewHere(within, workspaceId, document, source, data),
    );
  const { versionKey } = source;
  const bytes = await source.bytes();
  const made = await askPool(services.env, services.log, { workspaceId }, (worker) =>
    worker.preview({ workspaceId, document, versionKey, template: sentBytes(bytes), data: stringifyMergeData(data) }),
  );
  return { ...(JSON.parse(made.members) as Omit<MergePreview, "bytes">), bytes: await receivedBytes(made.bytes) };
}

async function previewHere(
  services: MergeServices,
  workspaceId: string,
  document: DocumentSnapshot,
  source: TemplateSource,
  data: MergeData,
): Promise<MergePreview> {
  const { blobs, workspaces } = services.store;
  const timings = new Timings();
  const snapshot: DocumentSnapshot = { ...document, output: "pdf" };
  const defaults = workspaceDefaults(await workspaces.byId(workspaceId));
  const purpose = { settings: snapshot.settings, test: true, trace: true };
  const context = mergeContext(services, workspaceId, defaults, purpose);
  timings.lap("load");

  const resultKey = blobs.resultKey(workspaceId, `preview-${crypto.randomUUID()}`);
  const produced = await produceFile({ context, snapshot, source, data, resultKey });
  const { content } = await produced.write([]);
  const bytes = await contentOf(services, workspaceId, content);
  timings.lap("render");

  const merged = mergeText(snapshot.outputName, data, context.environment);
  const name = outputFileName(merged, snapshot.name, produced.extension);
  const { extension, trace } = produced;
  const warnings = [...produced.warnings, ...[nameWarning(merged, name) ?? []].flat()];
  return { name, mediaType: mediaTypeOf(extension), bytes, trace, warnings, timings: timings.timings };
}

/** The bytes; a blob that was made for them is not kept. */
async function contentOf({ store }: MergeServices, workspaceId: string, content: MergedContent): Promise<Uint8Array> {
  if ("bytes" in content) return content.bytes;

  const bytes = await store.blobs.get(workspaceId, content.blobKey);
  await store.blobs.delete([content.blobKey]);
  if (!bytes) throw new Error(`The preview ${content.blobKey} is gone`);
  return bytes;
}
