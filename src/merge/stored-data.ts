import type { Run } from "../domain/run.ts";
import type { MergeServices } from "./merge-services.ts";

/** The data that a run was accepted with, read as data of a request are: without a prototype to reach. */
export async function storedData({ store }: MergeServices, { workspaceId, id }: Run): Promise<unknown> {
  return JSON.parse((await store.runs.data(workspaceId, id)) ?? "{}", nullPrototype);
}

function nullPrototype(_: string, value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.assign(Object.create(null), value)
    : value;
}
