import type { MergeAttached } from "../delivery/delivery-services.ts";
import type { MergeServices } from "./context.ts";
import { mergeNow } from "./merge-now.ts";
import { resolvedDocument } from "./merge-target.ts";
import { asRunFile } from "./run/merged-file.ts";

/** Merges further documents of mails; of several merges with one id the first one counts. Their own deliveries are not made. */
export const attachedMerge =
  (services: MergeServices): MergeAttached =>
  async ({ document, data, test, byAddress, parentId, runId }) => {
    const target = resolvedDocument(document);
    const askedBy = (await services.store.runs.byId(target.workspaceId, parentId))?.askedBy;
    const made = await mergeNow(services, {
      target: { ...target, task: { ...target.task, undelivered: true } },
      ...{ data: { ...data }, test, byAddress, parentId, runId, source: "route", requestId: runId, askedBy },
    });
    return { runId: made.runId, files: made.files.map(asRunFile) };
  };
