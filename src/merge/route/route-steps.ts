import * as z from "zod";
import { appendAll } from "../../domain/collections/long-lists.ts";
import { Failure } from "../../domain/failure.ts";
import { mapConcurrent } from "../../domain/map-concurrent.ts";
import type { RouteSteps, RouteTask } from "../../domain/run-task.ts";
import { standBack, Turns } from "../../domain/steps.ts";
import type { TemplateFields } from "../../templates/template-engine.ts";
import { queueRun } from "../accept/accept-run.ts";
import type { MergeServices } from "../context.ts";
import { leaseLost, type RenewableRun } from "../run/lease.ts";
import { type StoredBytes, storeAll } from "../run/merged-file.ts";
import { type LoadedRoute, MOST_AT_ONCE, type RuleMerge } from "./load-route.ts";
import {
  type MadeRuleResult,
  produceRuleResult,
  type RouteScope,
  type RuleResult,
  ruleSnapshot,
} from "./produce-rule-result.ts";
import type { StoredResults } from "./route-files.ts";

/** Merges of a route at once: as many as one browser has tabs. */
export const MERGES_AT_ONCE = 4;

/** What a step makes at most: by then, or after its time once it has made the least, the run goes back into the queue. */
const MOST_IN_STEP = 250;
const LEAST_IN_STEP = 20;
const STEP_MS = 10_000;
/** What it holds in memory until it writes. */
const STEP_BYTES = 24 * 1024 * 1024;
/** Parts of one combined file, which are in memory together. */
const MAX_COMBINED_BYTES = 64 * 1024 * 1024;
const READS_AT_ONCE = 4;

/** Whether a route makes more than can be made in one go, in a run that may go on later. */
export const takesSteps = ({ takesSteps: mayTake }: MergeServices, { ruleMerges }: LoadedRoute): boolean =>
  mayTake === true && ruleMerges.length > MOST_AT_ONCE;

/**
 * Makes the next files of a large route and writes them, together with what is to be known of them, in as few objects as they need; one
 * statement then gives the run back with their place. A step that dies before that has made nothing that anybody finds, and is done again.
 * @returns all that was made, once an earlier step has made the last file; undefined if the run goes on in another step
 * @throws Failure `merge_failed` if the lease was lost, as it is when the run was cancelled
 */
export async function takeRouteStep(
  scope: RouteScope,
  leased: RenewableRun,
  { task, loaded }: { task: RouteTask; loaded: LoadedRoute },
): Promise<{ results: RuleResult[]; stored: StoredResults } | undefined> {
  const { services } = scope.context;
  const { run, lease } = leased;
  const { ruleMerges, begun } = loaded;
  const steps = stepsOf(task, ruleMerges.length, begun);
  if (steps.done === steps.files) return await readSteps(scope, steps, ruleMerges);

  const made = await produceSome(scope, leased, ruleMerges.slice(steps.done));
  const written = await writeStep(scope, made);
  const next = { ...steps, done: steps.done + made.length, written: [...steps.written, written] };
  const isReleased = await services.store.runs.releaseStep(run.workspaceId, run.id, lease, next, services.now());
  if (!isReleased) throw leaseLost();
  await queueRun(services, run);
  return undefined;
}

/** @throws Failure `merge_failed` if a document was removed for good since: files that were made would be taken for those of other rules */
function stepsOf({ steps }: RouteTask, files: number, begun: Date): RouteSteps {
  if (!steps) return { at: begun.toISOString(), files, done: 0, written: [] };
  if (steps.files === files) return steps;
  throw new Failure("merge_failed", "A document of the route was removed for good while the route was merged.");
}

/** The next files, as many as a step makes. */
async function produceSome(
  scope: RouteScope,
  leased: RenewableRun,
  open: readonly RuleMerge[],
): Promise<MadeRuleResult[]> {
  const { now } = scope.context.services;
  const begun = now().getTime();
  const made: MadeRuleResult[] = [];
  let bytes = 0;
  const turns = new Turns(standBack);
  const isOver = () =>
    made.length >= MOST_IN_STEP ||
    bytes >= STEP_BYTES ||
    (made.length >= LEAST_IN_STEP && now().getTime() - begun >= STEP_MS);
  while (made.length < open.length && !isOver()) {
    // If it was cancelled meanwhile, nothing more is made.
    if (made.length > 0) await leased.renew();
    const group = open.slice(made.length, made.length + LEAST_IN_STEP);
    const results = await mapConcurrent(group, MERGES_AT_ONCE, async (ruleMerge) => {
      await turns.next();
      // They are begun in order: what was not is behind all that was.
      if (bytes >= STEP_BYTES) return undefined;
      const result = await produceRuleResult(scope, ruleMerge);
      turns.made(result.bytes.length);
      bytes += result.bytes.length;
      // The last step has time for all the rest.
      const dataSha256 = result.snapshot && scope.digests.of(result.data);
      await leased.renewLease();
      return { ...result, dataSha256 };
    });
    appendAll(
      made,
      results.filter((result) => result !== undefined),
    );
  }
  return made;
}

const storedSchema: z.ZodType<StoredBytes> = z.object({ sizeBytes: z.int(), sha256: z.string(), blobKey: z.string() });

/** What the last step needs to know of a file that an earlier one has made: its rule and data it finds again. */
const keptSchema = z.object({
  test: z.boolean(),
  name: z.string(),
  mediaType: z.string(),
  own: storedSchema,
  unsigned: storedSchema.optional(),
  dataSha256: z.string().optional(),
  beside: z.object({ extension: z.literal("xml"), stored: storedSchema }).optional(),
  timings: z.record(z.string(), z.number()),
  warnings: z.array(z.string()),
  renderer: z.enum(["pages", "browser"]).optional(),
});

const stepSchema = z.object({
  results: z.array(keptSchema),
  /** Fields of templates by the versions: their names, and where they are. */
  fields: z.record(z.string(), z.record(z.string(), z.string())),
});

/** Writes what a step has made. @returns where it is */
async function writeStep({ context, run }: RouteScope, made: readonly MadeRuleResult[]): Promise<string> {
  const { blobs } = context.services.store;
  const contents = made.flatMap(({ bytes, unsigned, beside, rule }) => [
    bytes,
    ...(unsigned && rule.combine ? [unsigned] : []),
    ...(beside ? [beside.bytes] : []),
  ]);
  const places = new Map<Uint8Array, StoredBytes>();
  for (const [index, place] of (await storeAll(blobs, run, contents)).entries()) {
    const bytes = contents[index];
    if (bytes) places.set(bytes, place);
  }
  const fields: z.infer<typeof stepSchema>["fields"] = {};
  const results = made.map((result) => {
    const { test, name, mediaType, bytes, unsigned, beside, timings, warnings, renderer } = result;
    const { rule, templateFields, dataSha256 } = result;
    if (rule.versionId !== undefined && templateFields) fields[rule.versionId] ??= placesOf(templateFields);
    return {
      ...{ test, name, mediaType, timings, warnings, renderer, dataSha256 },
      own: places.get(bytes),
      unsigned: unsigned && places.get(unsigned),
      beside: beside && { extension: beside.extension, stored: places.get(beside.bytes) },
    };
  });
  const step = stepSchema.parse({ results, fields });
  const [key = ""] = await blobs.putResults(run.workspaceId, run.id, [new TextEncoder().encode(JSON.stringify(step))]);
  return key;
}

const placesOf = (fields: TemplateFields): Record<string, string> =>
  Object.fromEntries(fields.names.map((name) => [name, fields.placeOf(name)]));

const fieldsIn = (places: Readonly<Record<string, string>>): TemplateFields => ({
  names: Object.keys(places),
  placeOf: (name) => (Object.hasOwn(places, name) ? (places[name] ?? "") : ""),
});

/** What all steps have made: where it is, and with its bytes what goes into a combined file. */
async function readSteps(
  scope: RouteScope,
  { written }: RouteSteps,
  ruleMerges: readonly RuleMerge[],
): Promise<{ results: RuleResult[]; stored: StoredResults }> {
  const steps = await mapConcurrent(written, READS_AT_ONCE, async (key) => {
    const text = new TextDecoder().decode(await read(scope, key));
    return stepSchema.parse(JSON.parse(text));
  });
  const kept = steps.flatMap(({ results, fields }) => results.map((result) => ({ ...result, fields })));
  const isCombined = ({ rule }: RuleMerge) => rule.combine || rule.combineDocx;
  const combined = kept.reduce((sum, { own }, index) => {
    const ruleMerge = ruleMerges[index];
    return sum + (ruleMerge && isCombined(ruleMerge) ? own.sizeBytes : 0);
  }, 0);
  if (combined > MAX_COMBINED_BYTES)
    throw new Failure("file_too_large", `The files that the route combines exceed ${MAX_COMBINED_BYTES} bytes.`);
  const stored = new Map<RuleResult, { own?: StoredBytes; beside?: StoredBytes }>();
  const results = await mapConcurrent([...ruleMerges.entries()], READS_AT_ONCE, async ([index, ruleMerge]) => {
    const one = kept[index];
    if (!one) throw new Error(`A step has not written the file ${index + 1} of its route`);
    const { rule, data } = ruleMerge;
    const { own, unsigned, beside, fields, ...known } = one;
    const document = scope.documentsByVersion.get(rule.versionId ?? "");
    const places = rule.versionId === undefined ? undefined : fields[rule.versionId];
    const result: RuleResult = {
      ...{ rule, data, ...known },
      snapshot: document && ruleSnapshot(document, rule, scope),
      bytes: isCombined(ruleMerge) && !unsigned ? await read(scope, own.blobKey) : undefined,
      unsigned: unsigned && (await read(scope, unsigned.blobKey)),
      beside: beside && { extension: beside.extension },
      templateFields: places && fieldsIn(places),
    };
    stored.set(result, { own, beside: beside?.stored });
    return result;
  });
  return { results, stored };
}

async function read({ context, run }: RouteScope, key: string): Promise<Uint8Array> {
  const bytes = await context.services.store.blobs.get(run.workspaceId, key);
  if (!bytes) throw new Failure("internal_error", "What an earlier step has made is no longer there.");
  return bytes;
}
