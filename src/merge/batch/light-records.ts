import { scheduleDeliveries } from "../../delivery/schedule.ts";
import { type MergeData, stringifyMergeData } from "../../domain/merge-data.ts";
import type { DocumentTask } from "../../domain/run-task.ts";
import type { MergeServices } from "../context.ts";
import { type MadeDocument, makeDocument } from "../document/execute-document.ts";
import { templateSource } from "../document/production.ts";
import { isLightMerge } from "../document/template-weight.ts";
import type { DocumentContext } from "../document-context.ts";
import type { NamedPart } from "../run/finalize-run.ts";
import { isFinal } from "../run/finalize-run.ts";
import { leaseLost, type RenewableRun } from "../run/lease.ts";
import { asRunFile, storeTogether } from "../run/merged-file.ts";

/** Files up to this size wait in memory for those of other records, to be stored with them. */
const LOOSE_BYTES = 256 * 1024;

/** A record that is merged, and in no row yet. */
interface MadeRecord {
  run: NamedPart["run"];
  made: MadeDocument;
  isStored: boolean;
}

/** Records of a batch that are merged one by one and written together. */
export interface LightRecords {
  /** Merges a record. @returns what it made; undefined for one that may take long, or fails for good: it is merged under a run of its own */
  make(data: MergeData, id: string): Promise<{ bytes: number } | undefined>;
  /**
   * Stores the files of all that were merged since, together, and makes their runs and deliveries in one batch.
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
  let records: MadeRecord[] = [];

  return {
    async make(data, id) {
      const template = templateSource(services, workspaceId, task.document);
      if (!(await isLightMerge(template, data))) return undefined;
      const json = stringifyMergeData(data);
      const own = { ...services, log: log.with({ run_id: id, batch_id: parent.id }) };
      try {
        const { test, byAddress, requestId, askedBy } = parent;
        const made = await makeDocument(own, { id, workspaceId, test }, { task, data, loading });
        const isStored = made.files.some(({ bytes }) => bytes && bytes.length > LOOSE_BYTES);
        if (isStored) await made.store();
        const run = { id, task, parentId: parent.id, source: "batch" as const, byAddress, test, data: json };
        records.push({ run: { ...run, requestId, askedBy }, made, isStored });
        return { bytes: made.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
      } catch (error) {
        // It fails again under its own run, which says why.
        if (isFinal(error)) return undefined;
        await this.write();
        throw error;
      }
    },

    async write() {
      const written = records;
      records = [];
      if (written.length === 0) return false;
      const loose = written.flatMap(({ made, isStored }) => (isStored ? [] : made.files));
      const keys = await storeTogether(store.blobs, parent, loose);
      const parts = written.map(({ run, made: { files, result, deliveries, timings } }): NamedPart => {
        const stored = files.map((file) => asRunFile({ ...file, blobKey: keys.get(file) ?? file.blobKey }));
        return { run, result: { ...result, files: stored, timings: timings.timings }, deliveries };
      });
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
