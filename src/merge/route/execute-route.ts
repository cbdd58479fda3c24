import { Failure } from "../../domain/failure.ts";
import { mapConcurrent } from "../../domain/map-concurrent.ts";
import { type MergeData, ownData, stringifyMergeData } from "../../domain/merge-data.ts";
import { jointRenderer } from "../../domain/renderer.ts";
import type { Run } from "../../domain/run.ts";
import type { DocumentSnapshot, RouteTask } from "../../domain/run-task.ts";
import { Turns } from "../../domain/steps.ts";
import type { Delivery } from "../../store/deliveries.ts";
import { type MergeServices, mergeContext } from "../context.ts";
import { snapshotOf } from "../merge-target.ts";
import { finishRun, type NamedPart, outboxEntries, ownEntries, Timings } from "../run/finalize-run.ts";
import type { RenewableRun } from "../run/lease.ts";
import { asRunFile, type MergedFile } from "../run/merged-file.ts";
import { dataWarnings, runFields } from "../run/run-fields.ts";
import { DataDigests } from "./data-digests.ts";
import type { LoadedRoute, RuleMerge, SkippedRule } from "./load-route.ts";
import { produceRuleResult, type RouteScope, type RuleResult } from "./produce-rule-result.ts";
import { invoiceFile, resultFile, type StoredResults, storeFiles, storeResults } from "./route-files.ts";
import { MERGES_AT_ONCE, takeRouteStep, takesSteps } from "./route-steps.ts";

/** Total size of the files of one merge, held until all rules have succeeded. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A route's merge, and what is read for it meanwhile. */
export interface RouteWork {
  task: RouteTask;
  data: MergeData;
  loading: Promise<LoadedRoute>;
}

/**
 * Merges a route: every rule that fires, side by side, in order. Only when all have succeeded does anything become
 * visible, in one batch: a run for each merged document with its own deliveries, and the route's run with all files and
 * its deliveries. A rule that fails fails the whole, and nothing is delivered; one whose document was deleted is skipped,
 * and has a failed run that says so. A large one takes several steps in the queue (`route-steps.ts`): all but the last make nothing visible.
 */
export async function executeRoute(
  services: MergeServices,
  leased: RenewableRun,
  { task, data, loading }: RouteWork,
): Promise<MergedFile[]> {
  const { route: snapshot, warnings: earlierWarnings = [] } = task;
  const { run } = leased;
  const timings = new Timings();
  const loaded = task.undelivered ? withoutDeliveries(await loading) : await loading;
  const {
    begun,
    ruleMerges,
    skipped,
    warnings: found,
    defaults,
    deliveries,
    deliveriesByDocument,
    documentsByVersion,
  } = loaded;
  const context = mergeContext(services, run.workspaceId, defaults, { test: run.test, begun });
  const { flatten, autoescape } = snapshot;
  const scope: RouteScope = { context, run, documentsByVersion, flatten, autoescape, digests: new DataDigests(data) };
  timings.lap("load");
  const missed = skipped.map(({ message }) => message);
  if (ruleMerges.length === 0 && missed.length > 0) throw new Failure("document_not_found", missed.join(" "));

  const made = takesSteps(services, loaded)
    ? await takeRouteStep(scope, leased, { task, loaded })
    : await produceAtOnce(scope, leased, ruleMerges);
  // It goes on in a later step.
  if (!made) return [];
  const { results, stored } = made;
  timings.lap("render");

  const { files, warnings: combining } = await storeFiles(scope, { snapshot, data, results, stored });
  const fields = runFields(
    results.flatMap(({ templateFields }) => templateFields?.names ?? []),
    data,
  );
  const slips = dataWarnings(fields, (name) => placeAmong(results, name));
  const warnings = [
    ...earlierWarnings,
    ...missed,
    ...found,
    ...results.flatMap((result) => result.warnings),
    ...combining,
    ...slips,
  ];
  const parts: NamedPart[] = [];
  const all = { data, json: stringifyMergeData(data) };
  for (const [index, result] of results.entries()) {
    const { snapshot: own } = result;
    if (own)
      parts.push(documentPart(scope, stored, { parent: run, index, result, snapshot: own, all, deliveriesByDocument }));
  }
  timings.lap("store");

  const renderer = jointRenderer(files.map((file) => file.renderer));
  await finishRun(
    services,
    leased,
    timings,
    { files, fields, warnings, renderer, dataSha256: scope.digests.of(data) },
    files.length > 0 ? [...outboxEntries(deliveries), ...(task.undelivered ? [] : ownEntries(task))] : [],
    [...parts, ...skipped.flatMap((rule, index) => skippedPart(run, results.length + index, rule))],
  );
  return files.map((file, index) => (index === 0 ? { ...file, warnings } : file));
}

/** Makes all files of a route in one go. */
async function produceAtOnce(
  scope: RouteScope,
  leased: RenewableRun,
  ruleMerges: readonly RuleMerge[],
): Promise<{ results: RuleResult[]; stored: StoredResults }> {
  let total = 0;
  const turns = new Turns();
  const results = await mapConcurrent(ruleMerges, MERGES_AT_ONCE, async (ruleMerge) => {
    await turns.next();
    const result = await produceRuleResult(scope, ruleMerge);
    turns.made(result.bytes.length);
    total += result.bytes.length;
    await leased.renewLease();
    if (total > MAX_BYTES) throw new Failure("file_too_large", `The files of the route exceed ${MAX_BYTES} bytes.`);
    return result;
  });
  return { results, stored: await storeResults(scope, results) };
}

const withoutDeliveries = (loaded: Awaited<RouteWork["loading"]>): Awaited<RouteWork["loading"]> => ({
  ...loaded,
  deliveries: [],
  deliveriesByDocument: new Map(),
});

/** Where a field is: in which document, and where in it. */
function placeAmong(results: readonly RuleResult[], name: string): string {
  for (const { templateFields, snapshot } of results) {
    const place = templateFields?.placeOf(name);
    if (place) return `${place} of the document “${snapshot?.name ?? ""}”`;
  }
  return "";
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
        data: stringifyMergeData(data),
        requestId: parent.requestId,
        askedBy: parent.askedBy,
      },
      result: { files: [], timings: {}, fields: { found: [], missing: [], unused: [] }, warnings: [] },
      problem: { code: "document_not_found", message, errors: [] },
      deliveries: [],
    },
  ];
}

const partId = ({ id }: Run, index: number): string => `${id}-${String(index + 1).padStart(3, "0")}`;

/** A document that a route has merged. */
interface DocumentPart {
  parent: Run;
  index: number;
  result: RuleResult;
  snapshot: DocumentSnapshot;
  /** The data of the route. */
  all: { data: MergeData; json: string };
  deliveriesByDocument: ReadonlyMap<number, Delivery[]>;
}

/** The run of one document of a route, with the deliveries that the document has. */
function documentPart({ digests }: RouteScope, stored: StoredResults, part: DocumentPart): NamedPart {
  const { parent, index, result, snapshot, all, deliveriesByDocument } = part;
  const made = resultFile(stored, result);
  const { beside } = result;
  const files = beside ? [made, invoiceFile(stored, result, beside, made.name)] : [made];
  return {
    run: {
      id: partId(parent, index),
      parentId: parent.id,
      task: { kind: "document", document: snapshot },
      source: "route",
      byAddress: parent.byAddress,
      test: result.test,
      data: stringifyMergeData(ownData(result.data, all.data)),
      requestId: parent.requestId,
      askedBy: parent.askedBy,
    },
    commonData: all.json,
    result: {
      files: files.map(asRunFile),
      timings: result.timings,
      fields: runFields(result.templateFields?.names ?? [], result.data),
      warnings: result.warnings,
      renderer: result.renderer,
      dataSha256: result.dataSha256 ?? digests.of(result.data),
    },
    deliveries: outboxEntries(deliveriesByDocument.get(snapshot.documentId) ?? []),
  };
}
