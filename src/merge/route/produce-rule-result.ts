import { convertWholly } from "../../convert/convert-wholly.ts";
import { fileTypeOf } from "../../convert/file-type.ts";
import { Failure } from "../../domain/failure.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import type { Renderer } from "../../domain/renderer.ts";
import type { RouteRule } from "../../domain/route.ts";
import type { Run } from "../../domain/run.ts";
import type { DocumentSnapshot } from "../../domain/run-task.ts";
import { runYielding } from "../../domain/steps.ts";
import { percentDecoded } from "../../domain/text/percent-decoded.ts";
import { mergeText } from "../../language/merge-text.ts";
import { guardedFetch } from "../../outbound/guarded-fetch.ts";
import { type FinalizeOptions, finalizeDocument } from "../../pdf/finalize/finalize-pdf.ts";
import { openForChange } from "../../pdf/operations/open-for-change.ts";
import { stampSteps } from "../../pdf/operations/stamp.ts";
import { writeSteps } from "../../pdf/writer.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import type { TemplateFields } from "../../templates/template-engine.ts";
import { type MergeContext, withSettings } from "../context.ts";
import { produceDocument } from "../document/produce-file.ts";
import { templateLintWarnings } from "../document/show-warnings.ts";
import { snapshotOf } from "../merge-target.ts";
import { SAMPLE } from "../pdf/output-pdf.ts";
import { nameWarning, outputFileName } from "../run/file-names.ts";
import { type FileBeside, mediaTypeOf } from "../run/merged-file.ts";
import type { DataDigests } from "./data-digests.ts";
import type { RuleMerge } from "./load-route.ts";

/** What one merge of a rule has made, with its bytes. */
export interface MadeRuleResult extends RuleResult {
  bytes: Uint8Array;
  beside?: FileBeside;
}

/** What one merge of a rule has made; kept until all have succeeded. */
export interface RuleResult {
  rule: RouteRule;
  data: MergeData;
  /** Of a rule that names a document. */
  snapshot: DocumentSnapshot | undefined;
  /** Whether it is marked as a sample: it is from a test merge, or its document is inactive. */
  test: boolean;
  name: string;
  mediaType: string;
  /** In memory; of an earlier step, only what goes into a combined file is. */
  bytes?: Uint8Array;
  /** Its bytes before they were signed, if they are: these go into a combined PDF. */
  unsigned?: Uint8Array;
  /** A file that goes with it. */
  beside?: Pick<FileBeside, "extension"> & Partial<FileBeside>;
  /** Of an earlier step: the digest of its data, which all of a loop's list is part of. */
  dataSha256?: string;
  timings: Record<string, number>;
  warnings: string[];
  /** What drew the pages of a PDF. */
  renderer?: Renderer;
  /** Of a rule that names a document. */
  templateFields?: TemplateFields;
}

/** Everything a turn needs that is the same for all turns of a merge. */
export interface RouteScope {
  /** Of the route's own texts: documents have their settings. */
  context: MergeContext;
  run: Pick<Run, "id" | "workspaceId" | "test">;
  documentsByVersion: ReadonlyMap<string, StoredDocument>;
  /** Of data that have those of the route in common. */
  digests: DataDigests;
  /** Flatten PDF forms, whatever the documents' settings say. */
  flatten?: boolean;
  /** Escape values for html, or not, whatever they say. */
  autoescape?: boolean;
}

/** Runs one turn of a rule. Failures name the rule by its place in the route. */
export async function produceRuleResult(scope: RouteScope, { rule, place, data }: RuleMerge): Promise<MadeRuleResult> {
  const startedAt = Date.now();
  try {
    const made =
      rule.documentId === undefined && rule.file !== ""
        ? await fetchFile(scope, rule, data)
        : await mergeRuleDocument(scope, rule, data);
    return { rule, data, ...made, timings: { render: Date.now() - startedAt } };
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

type Made = Omit<MadeRuleResult, "rule" | "data" | "timings">;

async function mergeRuleDocument(
  { context: ofRoute, run, documentsByVersion, flatten, autoescape }: RouteScope,
  { combine, combineDocx, versionId = "" }: RouteRule,
  data: MergeData,
): Promise<Made> {
  const document = documentsByVersion.get(versionId);
  if (!document) throw new Failure("document_not_found", "its document was deleted.");
  const snapshot = ruleSnapshot(document, { combine, combineDocx }, { flatten, autoescape });
  const test = run.test || !document.active;
  const context = withSettings(ofRoute, snapshot.settings, test);
  const { services, environment } = context;
  const produced = await produceDocument(context, run.id, { snapshot, data });
  const { extension, beside, templateFields, renderer } = produced;
  const merged = mergeText(snapshot.outputName, data, environment);
  const name = outputFileName(merged, snapshot.name, extension);
  const warnings = [
    ...produced.warnings,
    ...[nameWarning(merged, name) ?? []].flat(),
    ...(await templateLintWarnings(services, { ...run, test }, snapshot)),
  ];
  const { content, unsigned } = await produced.write(test && snapshot.settings.show_warnings ? warnings : []);
  const bytes = "bytes" in content ? content.bytes : await services.store.blobs.get(run.workspaceId, content.blobKey);
  if (!bytes) throw new Failure("internal_error", "its file is no longer there.");
  const file = { name, mediaType: mediaTypeOf(extension), bytes, unsigned, beside };
  return { snapshot, test, ...file, warnings, renderer, templateFields };
}

/** What a rule merges of its document. */
export function ruleSnapshot(
  document: StoredDocument,
  { combine, combineDocx }: Pick<RouteRule, "combine" | "combineDocx">,
  overrides: Pick<RouteScope, "flatten" | "autoescape">,
): DocumentSnapshot {
  const own = snapshotOf(document, overrides);
  // A file to be combined has the form that suits that best, whatever the document's own output is.
  return { ...own, output: combine ? "pdf" : combineDocx ? own.type : own.output };
}

/**
 * A rule that carries a file: a URL, which may hold merge fields. What goes into the combined PDF is converted to PDF;
 * other files stay what they are; those of the combined Word document are brought in once all are there.
 */
async function fetchFile({ context, run }: RouteScope, rule: RouteRule, data: MergeData): Promise<Made> {
  const { services, environment, conversion, outbound } = context;
  const url = mergeText(rule.file, data, environment).trim();
  if (url === "") throw new Failure("url_invalid", `its file "${rule.file}" names no URL with this data.`);
  const { bytes: fetched, finalUrl } = await guardedFetch(url, outbound);
  const fileName = lastSegment(finalUrl);
  const made = { snapshot: undefined, test: run.test };
  const stem = fileName.replace(/\.[A-Za-z0-9]{1,5}$/, "");
  if (!rule.combine) {
    const { extension, mediaType } = fileTypeOf(fetched, fileName);
    const finishing = { now: environment.now, isChange: true };
    const bytes = run.test && extension === "pdf" ? await markedPdf(fetched, finishing) : fetched;
    return { ...made, name: outputFileName(stem, "file", extension), mediaType, bytes, warnings: [] };
  }
  const resultKey = services.store.blobs.resultKey(run.workspaceId, run.id);
  const source = { name: fileName, bytes: fetched };
  const { bytes, warnings, renderer } = await convertWholly(source, { ...conversion, resultKey });
  const name = outputFileName(stem, "file", "pdf");
  const marked = run.test ? await markedPdf(bytes) : bytes;
  return { ...made, name, mediaType: mediaTypeOf("pdf"), bytes: marked, warnings, renderer };
}

/** A PDF with the mark of test merges; its own properties stay unless it is said what becomes of them. */
async function markedPdf(bytes: Uint8Array, finishing?: FinalizeOptions): Promise<Uint8Array> {
  const document = openForChange(bytes, {});
  await runYielding(stampSteps(document, { text: SAMPLE }));
  if (finishing) finalizeDocument(document, finishing);
  return await runYielding(writeSteps(document));
}

/** The last segment of a URL's path, as the file's name. */
function lastSegment(url: string): string {
  return percentDecoded(new URL(url).pathname.split("/").at(-1) ?? "");
}
