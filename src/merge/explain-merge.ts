import type { StoredDocument } from "../store/document-rows.ts";
import { engineFor } from "../templates/engines.ts";
import type { MergeData } from "../templates/template-engine.ts";
import { renderEnvironment, templateSource } from "./execute-merge.ts";
import { type MergeServices, workspaceDefaults } from "./merge-services.ts";
import { snapshotOf } from "./merge-snapshot.ts";

/** What a merge would do with its data: nothing is stored, printed or delivered. */
export interface Explanation {
  fields: { found: readonly string[]; missing: readonly string[]; unused: readonly string[] };
  /** Values that were read leniently: what was given, what it was taken for, and at which tag. */
  coerced: readonly unknown[];
  /** Which branch of each condition and how many turns of each loop ran. */
  branches: readonly unknown[];
  warnings: readonly string[];
}

/** Renders the template with tracing on and throws the result away. */
export async function explainMerge(
  services: MergeServices,
  document: StoredDocument,
  data: MergeData,
): Promise<Explanation> {
  const snapshot = snapshotOf(document);
  const workspace = await services.store.workspaces.byId(document.workspaceId);
  const environment = renderEnvironment(services, { test: true }, snapshot, workspaceDefaults(workspace), true);
  const source = templateSource(services, document.workspaceId, snapshot);
  const { trace, warnings } = await engineFor(document.type).render(source, data, environment);
  return {
    fields: { found: trace?.found ?? [], missing: trace?.missing ?? [], unused: trace?.unused ?? [] },
    coerced: trace?.coerced ?? [],
    branches: trace?.branches ?? [],
    warnings,
  };
}
