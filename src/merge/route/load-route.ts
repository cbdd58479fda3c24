import { Failure } from "../../domain/failure.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import type { RouteRule } from "../../domain/route.ts";
import type { RouteTask } from "../../domain/run-task.ts";
import type { Delivery } from "../../store/deliveries.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import { type MergeServices, type WorkspaceDefaults, workspaceDefaults } from "../context.ts";
import { isMergeLanguage } from "./rule-conditions.ts";
import { planRules } from "./rule-merges.ts";
import { amountWarnings, deletedDocument, listWarnings } from "./unfired-rules.ts";

/** The most files of one merge, over all rules and loops, that are made in one go. */
export const MOST_AT_ONCE = 500;
/** The same of one that takes several steps in the queue: their runs are written together at its end. */
export const MOST_IN_STEPS = 5_000;

/** One file that a route makes: a rule, its place in the route, and its data. */
export interface RuleMerge {
  rule: RouteRule;
  place: number;
  data: MergeData;
}

/** A rule that would fire, but whose document is gone. */
export interface SkippedRule {
  /** Which rule it is, what is gone, and what is missing because of it. */
  message: string;
  /** The document, as long as it can be brought back. */
  document: StoredDocument | undefined;
  data: MergeData;
}

/** What a route will do, with everything that is read from the database for it. */
export interface LoadedRoute {
  /** When its merge began: conditions go by it. */
  begun: Date;
  ruleMerges: RuleMerge[];
  skipped: SkippedRule[];
  /** About what the rules found in the data. */
  warnings: string[];
  defaults: WorkspaceDefaults;
  deliveries: Delivery[];
  deliveriesByDocument: ReadonlyMap<number, Delivery[]>;
  /** By the version that a rule pinned; documents that have since been deleted are included. */
  documentsByVersion: ReadonlyMap<string, StoredDocument>;
}

/** Reads all of it in parallel. @throws Failure `merge_failed` for too many merges */
export async function loadRoute(
  services: MergeServices,
  workspaceId: string,
  { route: { routeId, rules }, steps }: RouteTask,
  data: MergeData,
): Promise<LoadedRoute> {
  const { store, now, takesSteps } = services;
  const begun = steps ? new Date(steps.at) : now();
  const loading = store.workspaces.byId(workspaceId);
  // Conditions in the merge language need the workspace's time zone; the others need not wait for it.
  const needsTerms = rules.some(({ conditions }) =>
    conditions.some(({ field, value }) => isMergeLanguage(field) || isMergeLanguage(value)),
  );
  const context = { now: begun, ...workspaceDefaults(needsTerms ? await loading : undefined) };
  const plans = planRules(rules, data, context);
  const ruleMerges = plans.flatMap(({ rule, mergeData }, place) =>
    mergeData.map((own): RuleMerge => ({ rule, place, data: own })),
  );
  const most = takesSteps ? MOST_IN_STEPS : MOST_AT_ONCE;
  if (ruleMerges.length > most)
    throw new Failure(
      "merge_failed",
      `The route would make ${ruleMerges.length} files; ${most} are allowed${takesSteps ? "" : ` at once, and ${MOST_IN_STEPS} in a run of its own for which nobody waits`}.`,
    );

  const pinned = new Map(
    ruleMerges.flatMap(({ rule: { versionId, documentId } }) =>
      versionId !== undefined && documentId !== undefined ? [[versionId, documentId]] : [],
    ),
  );
  const [workspace, deliveries, deliveriesByDocument, documents] = await Promise.all([
    loading,
    store.deliveries.list(workspaceId, { routeId }),
    store.deliveries.ofDocuments(workspaceId, [...new Set(pinned.values())]),
    Promise.all(
      Array.from(pinned, async ([versionId, id]) => await pinnedDocument(services, workspaceId, id, versionId)),
    ),
  ]);
  const documentsByVersion = new Map(
    documents.flatMap((document) => (document ? [[document.version.id, document]] : [])),
  );
  const isSkipped = ({ rule }: RuleMerge) => rule.file === "" && !documentsByVersion.has(rule.versionId ?? "");
  const skipped = await Promise.all(
    Array.from(
      Map.groupBy(ruleMerges.filter(isSkipped), ({ place }) => place),
      ([, own]) => skippedRule(services, workspaceId, own),
    ),
  );
  return {
    begun,
    ruleMerges: ruleMerges.filter((ruleMerge) => !isSkipped(ruleMerge)),
    skipped,
    warnings: [...listWarnings(plans), ...amountWarnings(plans)],
    defaults: workspaceDefaults(workspace),
    deliveries,
    deliveriesByDocument,
    documentsByVersion,
  };
}

/** @param ruleMerges all of one rule, at least one */
async function skippedRule(
  { store }: MergeServices,
  workspaceId: string,
  ruleMerges: readonly RuleMerge[],
): Promise<SkippedRule> {
  const [{ rule, place, data }] = ruleMerges as [RuleMerge];
  const document =
    rule.documentId === undefined ? undefined : await store.documents.ofRun(workspaceId, rule.documentId);
  const named = { ...rule, deletedDocument: document?.name ?? rule.deletedDocument ?? "" };
  return { message: deletedDocument(named, place, ruleMerges.length), document, data };
}

/** A document in the version that was current when the merge was accepted. */
async function pinnedDocument(
  { store }: MergeServices,
  workspaceId: string,
  documentId: number,
  versionId: string,
): Promise<StoredDocument | undefined> {
  const document = await store.documents.ofRun(workspaceId, documentId);
  if (!document || document.version.id === versionId) return document;
  const version = await store.versions.byId(workspaceId, versionId);
  return version && { ...document, version };
}
