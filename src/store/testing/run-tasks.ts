import type { RunResult } from "../../domain/run.ts";
import type { DocumentTask, RouteTask } from "../../domain/run-task.ts";

/** For a run that has nothing to show for it. */
export const NO_RESULT: RunResult = {
  files: [],
  timings: {},
  fields: { found: [], missing: [], unused: [] },
  warnings: [],
};

/** The merge of a document that need not exist. */
export const documentTask = (documentId = 1): DocumentTask => ({
  kind: "document",
  document: {
    documentId,
    versionId: "v1",
    templateKey: "t/w/sha/v1",
    name: "Invoice",
    type: "html",
    output: "pdf",
    outputName: "",
    sizeWidth: "",
    sizeHeight: "",
    settings: {},
  },
});

/** The merge of a data route without rules. */
export const routeTask = (routeId = 1): RouteTask => ({
  kind: "route",
  route: { routeId, name: "Onboarding", outputName: "", rules: [] },
});
