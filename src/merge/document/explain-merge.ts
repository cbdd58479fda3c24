import type { MergeData } from "../../domain/merge-data.ts";
import type { TemplateWarning } from "../../domain/template-warning.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import { engineFor } from "../../templates/engines.ts";
import { type MergeServices, mergeContext, workspaceDefaults } from "../context.ts";
import { snapshotOf } from "../merge-target.ts";
import { dataWarnings, neverGiven, runFields } from "../run/run-fields.ts";
import { templateSource } from "./production.ts";

/** What a merge would do with its data: nothing is stored, printed or delivered. */
export interface Explanation {
  fields: {
    found: readonly string[];
    missing: readonly string[];
    unused: readonly string[];
    /** Fields that the data spell differently, `First_Name` as `First Name`. */
    matched: readonly { field: string; data: string }[];
  };
  /** Values that were read leniently: what was given, what it was taken for, and at which tag. */
  coerced: readonly unknown[];
  /** Which branch of each condition and how many turns of each loop ran. */
  branches: readonly unknown[];
  warnings: readonly string[];
  /** What the linter says about the template itself. */
  template_warnings: readonly TemplateWarning[];
}

/** Past runs that are searched for fields that never had data. */
const PAST_RUNS = 50;

/** Renders the template with tracing on and throws the result away. */
export async function explainMerge(
  services: MergeServices,
  document: StoredDocument,
  data: MergeData,
): Promise<Explanation> {
  const snapshot = snapshotOf(document);
  const workspace = await services.store.workspaces.byId(document.workspaceId);
  const { environment } = mergeContext(services, document.workspaceId, workspaceDefaults(workspace), {
    settings: snapshot.settings,
    test: true,
    trace: true,
  });
  const source = templateSource(services, document.workspaceId, snapshot);
  const { trace, warnings, templateFields } = await engineFor(document.type).render(source, data, environment);
  const allWarnings = runFields(templateFields.names, data);
  const slips = dataWarnings(allWarnings, (name) => templateFields.placeOf(name));
  const filter = { documentId: document.id, status: "done" as const };
  const past = await services.store.runs.list(document.workspaceId, filter, { limit: PAST_RUNS, descending: true });
  return {
    fields: {
      found: trace?.found ?? [],
      missing: trace?.missing ?? [],
      unused: trace?.unused ?? [],
      matched: trace?.matched ?? [],
    },
    coerced: trace?.coerced ?? [],
    branches: trace?.branches ?? [],
    warnings: [...warnings, ...slips, ...neverGiven(allWarnings.missing, past)],
    template_warnings: document.version.warnings,
  };
}
