import { combineToWord } from "../../convert/word/combine-to-word.ts";
import { Failure } from "../../domain/failure.ts";
import type { Route, Rule } from "../../domain/route.ts";
import type { Run, RunSource } from "../../domain/run.ts";
import { combinePdfs } from "../../pdf/operations/combine.ts";
import type { Delivery } from "../../store/deliveries.ts";
import type { LeasedRun } from "../../store/runs.ts";
import type { MergeData } from "../../templates/template-engine.ts";
import { mergeText, outboxEntries, renderEnvironment } from "../execute-merge.ts";
import { finishRun, type NamedPart } from "../finish-run.ts";
import type { MergeServices } from "../merge-services.ts";
import type { MergeSnapshot } from "../merge-snapshot.ts";
import { asRunFile, type MergedFile, mediaTypeOf, storeMergedFile } from "../merged-file.ts";
import { outputFileName } from "../output-name.ts";
import { runFields } from "../run-fields.ts";
import { Stopwatch } from "../stopwatch.ts";
import { inParallel } from "./in-parallel.ts";
import { type LoadedRoute, loadRoute } from "./load-route.ts";
import { produceTurn, type RouteScope, type TurnResult } from "./produce-turn.ts";

/** Turns of a route at once: as many as one browser has tabs. */
const TURNS_AT_ONCE = 4;
/** Files that are put at once. */
const PUTS_AT_ONCE = 4;
/** Sum of the files of one merge, held until all rules have succeeded. */
const MOST_BYTES = 64 * 1024 * 1024;

/** What a run keeps of its route: later changes of the route change nothing. */
export interface RouteSnapshot {
  name: string;
  outputName: string;
  rules: Rule[];
}

/** A file of a route, with the document it came from. */
export type RouteFile = MergedFile;

/** A merge of a data route as it came in. */
export interface RouteRequest {
  route: Route;
  rules: Rule[];
  data: MergeData;
  test: boolean;
  source: RunSource;
  requestId: string;
  /** The run's id, when the caller's Idempotency-Key names it. */
  runId?: string;
}

/** The run of a route, to be accepted. */
export const newRouteRun = ({ route, rules, data, test, source, requestId, runId }: RouteRequest) => ({
  id: runId,
  routeId: route.id,
  source,
  test: test || !route.active,
  options: { route: { name: route.name, outputName: route.outputName, rules } satisfies RouteSnapshot },
  data: JSON.stringify(data),
  requestId,
});

/**
 * Merges a route: every rule that fires, side by side, in order. Only when all have succeeded anything becomes visible,
 * in one batch: a run for each merged document with its own deliveries, and the route's run with all files and its
 * deliveries. A rule that fails fails the whole, and nothing is delivered.
 * @param loading the route, where the caller began to read it already
 */
export async function executeRoute(
  services: MergeServices,
  leased: LeasedRun,
  snapshot: RouteSnapshot,
  data: MergeData,
  loading?: Promise<LoadedRoute>,
): Promise<RouteFile[]> {
  const { run } = leased;
  const { workspaceId, routeId = 0 } = run;
  const stopwatch = new Stopwatch();
  const { turns, defaults, deliveries, deliveriesByDocument, documentsByVersion } = await (loading ??
    loadRoute(services, { workspaceId, routeId }, snapshot.rules, data));
  const scope: RouteScope = { services, run, defaults, documentsByVersion };
  stopwatch.lap("load");

  let total = 0;
  const results = await inParallel(turns, TURNS_AT_ONCE, async (turn) => {
    const result = await produceTurn(scope, turn);
    total += result.bytes.length;
    if (total > MOST_BYTES) throw new Failure("file_too_large", `The files of the route exceed ${MOST_BYTES} bytes.`);
    return result;
  });
  stopwatch.lap("render");

  const { files, warnings } = await storeFiles(scope, snapshot, data, results);
  const parts = await inParallel([...results.entries()], PUTS_AT_ONCE, async ([index, result]) =>
    result.snapshot
      ? await documentPart(services, run, index, result, result.snapshot, deliveriesByDocument)
      : undefined,
  );
  stopwatch.lap("store");

  const finished = await finishRun(
    services,
    leased,
    {
      files: files.map(asRunFile),
      timings: stopwatch.timings,
      fields: runFields(
        results.flatMap(({ fieldNames }) => fieldNames),
        data,
      ),
      warnings: [...results.flatMap((result) => result.warnings), ...warnings],
      keepData: false,
    },
    files.length > 0 ? outboxEntries(deliveries) : [],
    parts.filter((part) => part !== undefined),
  );
  if (!finished) throw new Failure("merge_failed", "The merge took so long that it was started again elsewhere.");
  return files;
}

/** The files in rule order; a combined one stands where its first part would. */
async function storeFiles(
  scope: RouteScope,
  snapshot: RouteSnapshot,
  data: MergeData,
  results: readonly TurnResult[],
): Promise<{ files: RouteFile[]; warnings: string[] }> {
  const { services, run } = scope;
  const warnings: string[] = [];
  const pdfParts = results.filter(({ rule }) => rule.combine);
  const wordParts = results.filter(({ rule }) => !rule.combine && rule.combineDocx);
  const isShown = (result: TurnResult) =>
    (!pdfParts.includes(result) || result === pdfParts[0]) && (!wordParts.includes(result) || result === wordParts[0]);
  const files = await inParallel(results.filter(isShown), PUTS_AT_ONCE, async (result) => {
    if (result === pdfParts[0])
      return await storeCombined(scope, snapshot, data, { bytes: combinePdfs(pdfParts) }, "pdf");
    if (result !== wordParts[0]) return await storeTurn(services, run, result);
    const combined = await combineTurnsToWord(scope, wordParts);
    warnings.push(...combined.warnings);
    return await storeCombined(scope, snapshot, data, combined, "docx");
  });
  return { files, warnings };
}

/** A combined file, under the name that the route gives it. */
async function storeCombined(
  { services, run, defaults }: RouteScope,
  snapshot: RouteSnapshot,
  data: MergeData,
  { bytes }: { bytes: Uint8Array },
  extension: "pdf" | "docx",
): Promise<RouteFile> {
  const environment = renderEnvironment(services, run, { settings: {} } as MergeSnapshot, defaults);
  const name = outputFileName(mergeText(snapshot.outputName, data, environment), snapshot.name, extension);
  return await storeMergedFile(services.store.blobs, run, { bytes }, { name, mediaType: mediaTypeOf(extension) });
}

async function combineTurnsToWord(
  { services, run, defaults }: RouteScope,
  results: readonly TurnResult[],
): Promise<{ bytes: Uint8Array; warnings: string[] }> {
  const { now, locale, timeZone } = renderEnvironment(services, run, { settings: {} } as MergeSnapshot, defaults);
  const context = { env: services.env, internalHosts: defaults.internalHosts, now, locale, timeZone };
  return await combineToWord(
    results.map(({ name, bytes }) => ({ name, read: async () => ({ name, bytes }) })),
    context,
  );
}

async function storeTurn(
  { store }: MergeServices,
  run: Pick<Run, "id" | "workspaceId">,
  { rule, snapshot, name, mediaType, bytes }: TurnResult,
): Promise<RouteFile> {
  const details = { name, mediaType, documentId: snapshot?.documentId, ruleId: rule.id };
  return await storeMergedFile(store.blobs, run, { bytes }, details);
}

/** The run of one document of a route, with the deliveries that the document has. */
async function documentPart(
  services: MergeServices,
  parent: Run,
  index: number,
  result: TurnResult,
  snapshot: MergeSnapshot,
  deliveries: ReadonlyMap<number, Delivery[]>,
): Promise<NamedPart> {
  const { workspaceId, requestId } = parent;
  const id = `${parent.id}-${String(index + 1).padStart(3, "0")}`;
  const { bytes: _, ...file } = await storeTurn(services, { workspaceId, id }, result);
  return {
    run: {
      id,
      parentId: parent.id,
      documentId: snapshot.documentId,
      versionId: snapshot.versionId,
      source: "route",
      test: result.test,
      output: snapshot.output,
      options: { snapshot },
      data: JSON.stringify(result.data),
      requestId,
    },
    result: {
      files: [file],
      timings: result.timings,
      fields: runFields(result.fieldNames, result.data),
      warnings: result.warnings,
      keepData: false,
    },
    deliveries: outboxEntries(deliveries.get(snapshot.documentId) ?? []),
  };
}
