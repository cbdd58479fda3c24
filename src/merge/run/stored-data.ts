import type { Run } from "../../domain/run.ts";
import type { MergeData } from "../../templates/template-engine.ts";
import type { MergeServices } from "../context.ts";
import { isMergeData, parseMergeData } from "../merge-data.ts";

/** The data that a run was accepted with; empty if they are no longer kept. */
export async function storedData({ store }: MergeServices, { workspaceId, id }: Run): Promise<MergeData> {
  return mergeDataOf((await store.runs.data(workspaceId, id)) ?? "{}");
}

/** Data that this service has written as JSON. */
export function mergeDataOf(json: string): MergeData {
  const value = parseMergeData(json);
  if (!isMergeData(value)) throw new Error("Merge data are not an object");
  return value;
}

/** The records that a batch was accepted with. */
export async function storedRecords({ store }: MergeServices, { workspaceId, id }: Run): Promise<MergeData[]> {
  const value = parseMergeData((await store.runs.data(workspaceId, id)) ?? "[]");
  if (!Array.isArray(value) || !value.every(isMergeData))
    throw new Error(`The data of the batch ${id} are not records`);
  return value;
}
