import type { MergeData } from "../templates/template-engine.ts";

/** JSON text of merge data, read as the data of a request are: without a reachable prototype. */
export function parseMergeData(json: string): unknown {
  return JSON.parse(json, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.assign(Object.create(null), value)
      : value,
  );
}

/** Whether a value is an object of fields. */
export function isMergeData(value: unknown): value is MergeData {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
