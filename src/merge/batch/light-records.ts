import { scheduleDeliveries } from "../../delivery/schedule.ts";
import { type MergeData, stringifyMergeData } from "../../domain/merge-data.ts";
import type { DocumentTask } from "../../domain/run-task.ts";
import type { MergeServices } from "../context.ts";
import { makeDocument } from "../document/execute-document.ts";
import { templateSource } from "../document/production.ts";
import { isLightMerge } from "../document/template-weight.ts";
import type { DocumentContext } from "../document-context.ts";
import type { NamedPart } from "../run/finalize-run.ts";
import { isFinal } from "../run/finalize-run.ts";
import { leaseLost, type RenewableRun } from "../run/lease.ts";
import { asRunFile } from "../run/merged-file.ts";

/** Records of a batch that are merged one by one and written together. */
export interface LightRecords {
  /** Merges a record. @returns whether it was; one that may take long, or fails for good, is to be merged under a run of its own */
  make(data: MergeData, id: string): Promise<boolean>;
  /**
   * Makes the runs of all that were merged since, their files and their deliveries, in one batch.
   * @returns whether the batch was paused meanwhile
   * @throws Failure if the lease was lost
   */
  write(): Promise<boolean>;
}

/** What a worker that dies loses is what it has not written: those records are merged again, and nobody saw anything of them. */
export function lightRecords(
  services: MergeServices,
  batch: RenewableRun,
  task: DocumentTask,
  context: DocumentContext,
): LightRecords {
  const { store, now, log } = services;
  const { run: parent, lease } = batch;
  const { workspaceId } = parent;
  const loading = Promise.resolve(context);
  let made: NamedPart[] = [];

  return {
    async make(data, id) {
      const template = templateSource(services, workspaceId, task.document);
      if (!(await isLightMerge(template, data))) return false;
      const json = stringifyMergeData(data);
      const own = { ...services, log: log.with({ run_id: id, batch_id: parent.id }) };
      try {
        const { test, byAddress, requestId, askedBy } = parent;
        const record = await makeDocument(own, { id, workspaceId, test }, { task, data, loading });
        await record.store();
        const { files, result, deliveries, timings } = record;
        made.push({
          run: { id, task, parentId: parent.id, source: "batch", byAddress, test, data: json, requestId, askedBy },
          result: { ...result, files: files.map(asRunFile), timings: timings.timings },
          deliveries,
        });
        return true;
      } catch (error) {
        // It fails again under its own run, which says why.
        if (isFinal(error)) return false;
        await this.write();
        throw error;
      }
    },

    async write() {
      const parts = made;
      made = [];
      if (parts.length === 0) return false;
      const ended = await store.runs.addParts(workspaceId, parent.id, { lease, parts, now: now() });
      if (!ended) throw leaseLost();
      for (const { run } of parts)
        log.info("run.done", { workspace_id: workspaceId, run_id: run.id, kind: "document", tries: 1 });
      const entries = parts.flatMap(({ deliveries }) => deliveries);
      await scheduleDeliveries(services, workspaceId, parent.id, entries, ended.hookCalls);
      return ended.isPaused;
    },
  };
}
