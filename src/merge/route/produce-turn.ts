import { Buffer } from "node:buffer";
import { convertWholly } from "../../convert/convert-wholly.ts";
import { Failure } from "../../domain/failure.ts";
import type { Rule } from "../../domain/route.ts";
import type { Run } from "../../domain/run.ts";
import { guardedFetch } from "../../outbound/guarded-fetch.ts";
import { stampPdf } from "../../pdf/operations/stamp.ts";
import type { MergeData } from "../../templates/template-engine.ts";
import { mergeText, renderEnvironment, templateSource } from "../execute-merge.ts";
import type { MergeServices, WorkspaceDefaults } from "../merge-services.ts";
import { type MergeSnapshot, snapshotOf } from "../merge-snapshot.ts";
import { outputFileName } from "../output-name.ts";
import { produceFile } from "../produce-file.ts";

/** What one turn of a rule has made; kept in memory until all turns have succeeded. */
export interface TurnResult {
  rule: Rule;
  data: MergeData;
  /** Of a rule that names a document. */
  snapshot: MergeSnapshot | undefined;
  name: string;
  extension: "pdf" | "docx" | "xlsx" | "pptx" | "html";
  bytes: Uint8Array;
  warnings: string[];
  fieldNames: readonly string[];
}

/** Everything a turn needs that is the same for all turns of a merge. */
export interface RouteScope {
  services: MergeServices;
  run: Pick<Run, "id" | "workspaceId" | "test">;
  defaults: WorkspaceDefaults;
}

/** Runs one turn of a rule. Failures name the rule by its place in the route. */
export async function produceTurn(scope: RouteScope, rule: Rule, place: number, data: MergeData): Promise<TurnResult> {
  try {
    if (rule.combineDocx)
      throw new Failure("output_not_allowed", "its result cannot be combined to docx yet; use combine for PDF.");
    return rule.documentId === undefined
      ? await fetchFile(scope, rule, data)
      : await mergeRuleDocument(scope, rule, rule.documentId, data);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const message = `Rule ${place + 1}: ${error.message}`;
    throw new Failure(error.code, message, {
      cause: error,
      retryAfterSeconds: error.retryAfterSeconds,
      errors: error.errors.length > 0 ? error.errors : [{ pointer: `/rules/${place}`, message }],
    });
  }
}

async function mergeRuleDocument(
  { services, run, defaults }: RouteScope,
  rule: Rule,
  documentId: number,
  data: MergeData,
): Promise<TurnResult> {
  const document = await services.store.documents.byId(run.workspaceId, documentId);
  if (!document) throw new Failure("document_not_found", "its document was deleted.");
  const own = snapshotOf(document);
  // What goes into the combined PDF is a PDF, whatever the document's own output is.
  const snapshot: MergeSnapshot = rule.combine ? { ...own, output: "pdf" } : own;
  const environment = renderEnvironment(services, { test: run.test || !document.active }, snapshot, defaults);
  const resultKey = services.store.blobs.resultKey(run.workspaceId, run.id);
  const { content, extension, warnings, fieldNames } = await produceFile({
    services,
    snapshot,
    source: templateSource(services, run.workspaceId, snapshot),
    data,
    environment,
    defaults,
    resultKey,
  });
  const bytes = "bytes" in content ? content.bytes : await services.store.blobs.get(run.workspaceId, content.blobKey);
  if (!bytes) throw new Failure("internal_error", "its file is no longer there.");
  const name = outputFileName(mergeText(snapshot.outputName, data, environment), snapshot.name, extension as "pdf");
  return { rule, data, snapshot, name, extension: extension as "pdf", bytes, warnings, fieldNames };
}

/**
 * A rule that carries a file: a URL, which may hold merge fields. A file of another type than PDF is converted, so that
 * it can stand in the combined PDF.
 */
async function fetchFile({ services, run, defaults }: RouteScope, rule: Rule, data: MergeData): Promise<TurnResult> {
  const environment = renderEnvironment(services, run, { settings: {} } as MergeSnapshot, defaults);
  const url = mergeText(rule.file, data, environment).trim();
  if (url === "") throw new Failure("url_invalid", `its file "${rule.file}" names no URL with this data.`);
  const { internalHosts } = defaults;
  const { bytes: fetched, finalUrl } = await guardedFetch(url, services.outbound(internalHosts));
  const fileName = lastSegment(finalUrl);
  const { bytes, warnings } = await convertWholly(
    { name: fileName, bytes: fetched },
    {
      env: services.env,
      internalHosts,
      now: environment.now,
      locale: environment.locale,
      timeZone: environment.timeZone,
      resultKey: services.store.blobs.resultKey(run.workspaceId, run.id),
    },
  );
  const name = outputFileName(fileName.replace(/\.[A-Za-z0-9]{1,5}$/, ""), "file", "pdf");
  const marked = run.test ? stampPdf(bytes, { text: "SAMPLE" }) : new Uint8Array(Buffer.from(bytes));
  return { rule, data, snapshot: undefined, name, extension: "pdf", bytes: marked, warnings, fieldNames: [] };
}

/** The last part of a URL's path, as the file's name. */
function lastSegment(url: string): string {
  const segment = new URL(url).pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
