import type { Run } from "../../domain/run.ts";
import type { DocumentSnapshot } from "../../domain/run-task.ts";
import { warningSentence } from "../../domain/template-warning.ts";
import type { MergeServices } from "../context.ts";

/** In a test merge the author is also told what the linter says about the template. */
export async function templateRemarks(
  { store }: MergeServices,
  { test, workspaceId }: Pick<Run, "test" | "workspaceId">,
  { versionId }: Pick<DocumentSnapshot, "versionId">,
): Promise<string[]> {
  if (!test) return [];
  const version = await store.versions.byId(workspaceId, versionId);
  return (version?.warnings ?? []).map(warningSentence);
}
