import type { MergeTask } from "../domain/run-task.ts";
import type { MergeData } from "../templates/template-engine.ts";
import type { MergeServices } from "./context.ts";
import { executeDocument, loadDocumentTerms } from "./document/execute-document.ts";
import { placeMerge } from "./place-merge.ts";
import { executeRoute } from "./route/execute-route.ts";
import { loadRoute } from "./route/load-route.ts";
import type { HeldRun } from "./run/held-run.ts";
import type { MergedFile } from "./run/merged-file.ts";

/** Does a merge for whoever holds its run. */
export type OpenedTask = (held: HeldRun) => Promise<MergedFile[]>;

/**
 * Begins to read what a merge needs, so that this goes on while its run is written; the function that it returns does
 * the merge.
 */
export function openTask(services: MergeServices, workspaceId: string, task: MergeTask, data: MergeData): OpenedTask {
  if (task.kind === "document") {
    const loading = begun(loadDocumentTerms(services, workspaceId, task.document));
    return (held) => placeMerge(services, held, task, data, () => executeDocument(services, held, task, data, loading));
  }
  const loading = begun(loadRoute(services, workspaceId, task.route, data));
  return (held) => placeMerge(services, held, task, data, () => executeRoute(services, held, task, data, loading));
}

/** A promise that somebody will wait for, but perhaps never, when the run turns out to be another's. */
function begun<Result>(loading: Promise<Result>): Promise<Result> {
  loading.catch(() => undefined);
  return loading;
}
