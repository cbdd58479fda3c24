import { combineToWord } from "../../convert/word/combine-to-word.ts";
import { bareName } from "../../domain/bare-name.ts";
import { canonicalJson } from "../../domain/canonical-json.ts";
import { Failure } from "../../domain/failure.ts";
import { inParallel } from "../../domain/map-concurrent.ts";
import { jointRenderer } from "../../domain/renderer.ts";
import type { Run } from "../../domain/run.ts";
import type { DocumentSnapshot, RouteSnapshot, RouteTask } from "../../domain/run-task.ts";
import type { Delivery } from "../../store/deliveries.ts";
import { sha256Hex } from "../../store/sha256.ts";
import type { MergeData } from "../../templates/template-engine.ts";
import { broughtFonts, type MergeServices } from "../context.ts";
import { snapshotOf } from "../merge-target.ts";
import { mergeText } from "../merge-text.ts";
import { renderEnvironment } from "../render-environment.ts";
import { dataWarnings } from "../run/data-warnings.ts";
import { finishRun, type NamedPart } from "../run/finish-run.ts";
import type { HeldRun } from "../run/held-run.ts";
import {
  asRunFile,
  type FileBeside,
  type MergedContent,
  type MergedFile,
  mediaTypeOf,
  nameBeside,
  storeBeside,
  storeMergedFile,
} from "../run/merged-file.ts";
import { numberedNames } from "../run/numbered-names.ts";
import { outboxEntries } from "../run/outbox-entries.ts";
import { outputFileName } from "../run/output-name.ts";
import { runFields } from "../run/run-fields.ts";
import { Stopwatch } from "../run/stopwatch.ts";
import type { LoadedRoute, SkippedRule } from "./load-route.ts";
import { produceTurn, type RouteScope, type TurnResult } from "./produce-turn.ts";
import { routePdf } from "./route-pdf.ts";

/** Turns of a route at once: as many as one browser has tabs. */
const TURNS_AT_ONCE = 4;
/** Files that are stored at once. */
const PUTS_AT_ONCE = 4;
/** Total size of the files of one merge, held until all rules have succeeded. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Merges a route: every rule that fires, side by side, in order. Only when all have succeeded does anything become
 * visible, in one batch: a run for each merged document with its own deliveries, and the route's run with all files and
 * its deliveries. A rule that fails fails the whole, and nothing is delivered; one whose document was deleted is skipped,
 * and has a failed run that says so.
 */
export async function executeRoute(
  services: MergeServices,
  held: HeldRun,
  { route: snapshot, warnings: told = [] }: RouteTask,
  data: MergeData,
  loading: Promise<LoadedRoute>,
): Promise<MergedFile[]> {
  const { run } = held;
  const stopwatch = new Stopwatch();
  const loaded = await loading;
  const { turns, skipped, warnings: found, defaults, deliveries, deliveriesByDocument, documentsByVersion } = loaded;
  const scope: RouteScope = { services, run, defaults, documentsByVersion, flatten: snapshot.flatten };
  stopwatch.lap("load");
  const missed = skipped.map(({ message }) => message);
  if (turns.length === 0 && missed.length > 0) throw new Failure("document_not_found", missed.join(" "));

  let total = 0;
  const results = await inParallel(turns, TURNS_AT_ONCE, async (turn) => {
    const result = await produceTurn(scope, turn);
    total += result.bytes.length;
    await held.goesOn();
    if (total > MAX_BYTES) throw new Failure("file_too_large", `The files of the route exceed ${MAX_BYTES} bytes.`);
    return result;
  });
  stopwatch.lap("render");

  const { files, warnings: combining } = await storeFiles(scope, snapshot, data, results);
  const fields = runFields(
    results.flatMap(({ templateFields }) => templateFields?.names ?? []),
    data,
  );
  const slips = dataWarnings(fields, (name) => placeAmong(results, name));
  const warnings = [
    ...told,
    ...missed,
    ...found,
    ...results.flatMap((result) => result.warnings),
    ...combining,
    ...slips,
  ];
  const parts = await inParallel([...results.entries()], PUTS_AT_ONCE, async ([index, result]) =>
    result.snapshot
      ? await documentPart(services, run, index, result, result.snapshot, deliveriesByDocument)
      : undefined,
  );
  stopwatch.lap("store");

  const renderer = jointRenderer(files.map((file) => file.renderer));
  await finishRun(
    services,
    held,
    stopwatch,
    { files, fields, warnings, renderer, dataSha256: await sha256Hex(canonicalJson(data)) },
    files.length > 0 ? outboxEntries(deliveries) : [],
    [
      ...parts.filter((part) => part !== undefined),
      ...skipped.flatMap((rule, index) => skippedPart(run, results.length + index, rule)),
    ],
  );
  return files.map((file, index) => (index === 0 ? { ...file, warnings } : file));
}

/** Where a field is: in which document, and where in it. */
function placeAmong(results: readonly TurnResult[], name: string): string {
  for (const { templateFields, snapshot } of results) {
    const place = templateFields?.placeOf(name);
    if (place) return `${place} of the document “${snapshot?.name ?? ""}”`;
  }
  return "";
}

/** The files in rule order; a combined one is where its first part would be. */
async function storeFiles(
  scope: RouteScope,
  snapshot: RouteSnapshot,
  data: MergeData,
  results: readonly TurnResult[],
): Promise<{ files: MergedFile[]; warnings: string[] }> {
  const { services, run } = scope;
  const warnings: string[] = [];
  const pdfParts = results.filter(({ rule }) => rule.combine);
  const wordParts = results.filter(({ rule }) => !rule.combine && rule.combineDocx);
  const isShown = (result: TurnResult) =>
    (!pdfParts.includes(result) || result === pdfParts[0]) && (!wordParts.includes(result) || result === wordParts[0]);
  const shown = results.filter(isShown);
  const names = numberedNames(
    shown.map((result) => {
      if (result === pdfParts[0]) return combinedName(scope, snapshot, data, "pdf");
      return result === wordParts[0] ? combinedName(scope, snapshot, data, "docx") : result.name;
    }),
  );
  const files = await inParallel([...shown.entries()], PUTS_AT_ONCE, async ([index, result]) => {
    const name = names[index] ?? result.name;
    if (result === pdfParts[0]) {
      const { content, warnings: told } = await routePdf(scope, snapshot, data, pdfParts, bareName(name));
      warnings.push(...told);
      const combined = await storeCombined(scope, content, name, "pdf");
      return { ...combined, renderer: jointRenderer(pdfParts.map((part) => part.renderer)) };
    }
    if (result !== wordParts[0]) return await storeTurn(services, run, { ...result, name });
    const combined = await combineTurnsToWord(scope, wordParts);
    warnings.push(...combined.warnings);
    return await storeCombined(scope, { bytes: combined.bytes }, name, "docx");
  });
  const ownNames = new Map(shown.map((result, index) => [result, names[index] ?? result.name]));
  const isCombined = (result: TurnResult) => pdfParts.includes(result) || wordParts.includes(result);
  const invoices = results.flatMap((result) => {
    const { beside, name } = result;
    return beside ? [{ result, beside, name: (isCombined(result) ? undefined : ownNames.get(result)) ?? name }] : [];
  });
  const taken = files.map(({ name }) => name);
  return { files: [...files, ...(await storeInvoices(scope, invoices, taken))], warnings };
}

/** An e-invoice that is a file of its own, and what the file is called that it belongs to. */
interface OwnInvoice {
  result: TurnResult;
  beside: FileBeside;
  name: string;
}

/** E-invoices under the names of their documents' files, unless another file has that name. */
async function storeInvoices(
  { services, run }: RouteScope,
  invoices: readonly OwnInvoice[],
  taken: readonly string[],
): Promise<MergedFile[]> {
  const names = numberedNames([...taken, ...invoices.map(({ name, beside }) => nameBeside(name, beside))]);
  return await inParallel([...invoices.entries()], PUTS_AT_ONCE, async ([index, { result, beside, name }]) => {
    const { rule, snapshot } = result;
    const details = { name: names[taken.length + index] ?? name, documentId: snapshot?.documentId, ruleId: rule.id };
    return await storeBeside(services.store.blobs, run, beside, details);
  });
}

/** The name that the route gives its combined file. */
function combinedName(
  { services, run, defaults }: RouteScope,
  snapshot: RouteSnapshot,
  data: MergeData,
  extension: "pdf" | "docx",
): string {
  const environment = renderEnvironment(services, { defaults, test: run.test });
  return outputFileName(mergeText(snapshot.outputName, data, environment), snapshot.name, extension);
}

async function storeCombined(
  { services, run }: RouteScope,
  content: MergedContent,
  name: string,
  extension: "pdf" | "docx",
): Promise<MergedFile> {
  return await storeMergedFile(services.store.blobs, run, content, { name, mediaType: mediaTypeOf(extension) });
}

async function combineTurnsToWord(
  { services, run, defaults }: RouteScope,
  results: readonly TurnResult[],
): Promise<{ bytes: Uint8Array; warnings: string[] }> {
  const { now, locale, timeZone } = renderEnvironment(services, { defaults, test: run.test });
  const fonts = broughtFonts(services, defaults);
  const { internalHosts } = defaults;
  const { workspaceId } = run;
  const context = { env: services.env, workspaceId, internalHosts, fonts, now, locale, timeZone };
  return await combineToWord(
    results.map(({ name, bytes }, index) => ({ name, index, read: async () => ({ name, bytes }) })),
    context,
  );
}

async function storeTurn(
  { store }: MergeServices,
  run: Pick<Run, "id" | "workspaceId">,
  { rule, snapshot, name, mediaType, bytes, renderer }: TurnResult,
): Promise<MergedFile> {
  const details = { name, mediaType, documentId: snapshot?.documentId, ruleId: rule.id };
  return { ...(await storeMergedFile(store.blobs, run, { bytes }, details)), renderer };
}

/** The failed run of a rule whose document was deleted; none once the document is removed for good. */
function skippedPart(parent: Run, index: number, { message, document, data }: SkippedRule): NamedPart[] {
  if (!document) return [];
  return [
    {
      run: {
        id: partId(parent, index),
        parentId: parent.id,
        task: { kind: "document", document: snapshotOf(document) },
        source: "route",
        byAddress: parent.byAddress,
        test: parent.test,
        data: JSON.stringify(data),
        requestId: parent.requestId,
      },
      result: { files: [], timings: {}, fields: { found: [], missing: [], unused: [] }, warnings: [] },
      problem: { code: "document_not_found", message, errors: [] },
      deliveries: [],
    },
  ];
}

const partId = ({ id }: Run, index: number): string => `${id}-${String(index + 1).padStart(3, "0")}`;

/** The run of one document of a route, with the deliveries that the document has. */
async function documentPart(
  services: MergeServices,
  parent: Run,
  index: number,
  result: TurnResult,
  snapshot: DocumentSnapshot,
  deliveries: ReadonlyMap<number, Delivery[]>,
): Promise<NamedPart> {
  const { workspaceId, requestId } = parent;
  const own = { workspaceId, id: partId(parent, index) };
  const { id } = own;
  const made = await storeTurn(services, own, result);
  const files = result.beside ? [made, await storeBeside(services.store.blobs, own, result.beside, made)] : [made];
  return {
    run: {
      id,
      parentId: parent.id,
      task: { kind: "document", document: snapshot },
      source: "route",
      byAddress: parent.byAddress,
      test: result.test,
      data: JSON.stringify(result.data),
      requestId,
    },
    result: {
      files: files.map(asRunFile),
      timings: result.timings,
      fields: runFields(result.templateFields?.names ?? [], result.data),
      warnings: result.warnings,
      renderer: result.renderer,
      dataSha256: await sha256Hex(canonicalJson(result.data)),
    },
    deliveries: outboxEntries(deliveries.get(snapshot.documentId) ?? []),
  };
}
