import { Failure } from "../../domain/failure.ts";
import type { Route, Rule } from "../../domain/route.ts";
import type { Run, RunFile, RunSource } from "../../domain/run.ts";
import { combinePdfs } from "../../pdf/operations/combine.ts";
import type { LeasedRun } from "../../store/runs.ts";
import type { MergeData } from "../../templates/template-engine.ts";
import { mergeText, outboxEntries, renderEnvironment } from "../execute-merge.ts";
import { finishRun } from "../finish-run.ts";
import { type MergeServices, workspaceDefaults } from "../merge-services.ts";
import type { MergeSnapshot } from "../merge-snapshot.ts";
import { type MergedFile, storeMergedFile } from "../merged-file.ts";
import { outputFileName } from "../output-name.ts";
import { runFields } from "../run-fields.ts";
import { inParallel } from "./in-parallel.ts";
import { produceTurn, type RouteScope, type TurnResult } from "./produce-turn.ts";
import { planRules } from "./rule-turns.ts";

/** Turns of a route at once: as many as one browser has tabs. */
const TURNS_AT_ONCE = 4;
/** Most turns of one merge, over all rules and loops. */
const MOST_TURNS = 500;
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
}

/** The run of a route, to be accepted. */
export const newRouteRun = ({ route, rules, data, test, source, requestId }: RouteRequest) => ({
  routeId: route.id,
  source,
  test: test || !route.active,
  options: { route: { name: route.name, outputName: route.outputName, rules } satisfies RouteSnapshot },
  data: JSON.stringify(data),
  requestId,
});

/**
 * Merges a route: every rule that fires, side by side, in order. Only when all have succeeded anything becomes visible:
 * first a run for each merged document with its own deliveries, then the route's run with all files and its deliveries.
 * A rule that fails fails the whole, and nothing is delivered.
 */
export async function executeRoute(
  services: MergeServices,
  { run, lease }: LeasedRun,
  snapshot: RouteSnapshot,
  data: MergeData,
): Promise<RouteFile[]> {
  const { store } = services;
  const defaults = workspaceDefaults(await store.workspaces.byId(run.workspaceId));
  const scope: RouteScope = { services, run, defaults };
  const turns = planRules(snapshot.rules, data).flatMap(({ rule, turns: datas }, place) =>
    datas.map((turnData) => ({ rule, place, data: turnData })),
  );
  if (turns.length > MOST_TURNS)
    throw new Failure("merge_failed", `The route would make ${turns.length} files; ${MOST_TURNS} are allowed.`);

  let total = 0;
  const results = await inParallel(turns, TURNS_AT_ONCE, async ({ rule, place, data: turnData }) => {
    const result = await produceTurn(scope, rule, place, turnData);
    total += result.bytes.length;
    if (total > MOST_BYTES) throw new Failure("file_too_large", `The files of the route exceed ${MOST_BYTES} bytes.`);
    return result;
  });

  const files = await storeFiles(scope, snapshot, data, results);
  for (const [index, result] of results.entries())
    if (result.snapshot) await recordDocumentRun(services, run, index, result, result.snapshot);
  const deliveries = await store.deliveries.list(run.workspaceId, { routeId: run.routeId! });
  const names = results.flatMap(({ fieldNames }) => fieldNames);
  const finished = await finishRun(
    services,
    { run, lease },
    {
      files: files.map(withoutBytes),
      timings: {},
      fields: runFields(names, data),
      warnings: results.flatMap(({ warnings }) => warnings),
      keepData: false,
    },
    files.length > 0 ? outboxEntries(deliveries) : [],
  );
  if (!finished) throw new Failure("merge_failed", "The merge took so long that it was started again elsewhere.");
  return files;
}

const withoutBytes = ({ bytes: _, ...file }: MergedFile): RunFile => file;

/** The files in rule order; the combined PDF stands where its first part would. */
async function storeFiles(
  { services, run, defaults }: RouteScope,
  snapshot: RouteSnapshot,
  data: MergeData,
  results: readonly TurnResult[],
): Promise<RouteFile[]> {
  const combined = results.filter(({ rule }) => rule.combine);
  const environment = renderEnvironment(services, run, { settings: {} } as MergeSnapshot, defaults);
  const files: RouteFile[] = [];
  for (const result of results) {
    if (!result.rule.combine) {
      files.push(await storeTurn(services, run, result));
      continue;
    }
    if (result !== combined[0]) continue;
    const bytes = combinePdfs(combined);
    const name = outputFileName(mergeText(snapshot.outputName, data, environment), snapshot.name, "pdf");
    files.push(await storeMergedFile(services.store.blobs, run, { bytes }, name, "pdf", undefined));
  }
  return files;
}

async function storeTurn(
  services: MergeServices,
  run: Pick<Run, "id" | "workspaceId">,
  { rule, snapshot, name, extension, bytes }: TurnResult,
): Promise<RouteFile> {
  const file = await storeMergedFile(services.store.blobs, run, { bytes }, name, extension, snapshot?.documentId);
  return { ...file, ruleId: rule.id };
}

/**
 * The run of one document of a route, with the deliveries that the document has. Its id follows from the route's run and
 * the turn's place, so that a route that is merged again after a crash does not deliver twice.
 */
async function recordDocumentRun(
  services: MergeServices,
  parent: Run,
  index: number,
  result: TurnResult,
  snapshot: MergeSnapshot,
): Promise<void> {
  const { store, now } = services;
  const { workspaceId } = parent;
  const id = `${parent.id}-${String(index + 1).padStart(3, "0")}`;
  const known = await store.runs.byId(workspaceId, id);
  if (known?.status === "done") return;
  const newRun = {
    id,
    parentId: parent.id,
    documentId: snapshot.documentId,
    versionId: snapshot.versionId,
    source: "route" as const,
    test: parent.test,
    output: snapshot.output,
    options: { snapshot },
    data: JSON.stringify(result.data),
    requestId: parent.requestId,
  };
  const leased = known
    ? await store.runs.start(workspaceId, id, now())
    : await store.runs.acceptAndStart(workspaceId, newRun, now());
  // A try before this one died while it held the run; its lease ends soon.
  if (!leased) throw new Failure("internal_error", "A merge of this route is still being finished; try again.");
  const file = await storeTurn(services, leased.run, result);
  const deliveries = await store.deliveries.list(workspaceId, { documentId: snapshot.documentId });
  await finishRun(
    services,
    leased,
    {
      files: [withoutBytes(file)],
      timings: {},
      fields: runFields(result.fieldNames, result.data),
      warnings: result.warnings,
      keepData: false,
    },
    outboxEntries(deliveries),
  );
}
