/** Merge data: a null-prototype tree of JSON values (wire "Bodies"). */
export interface MergeData {
  [name: string]: unknown;
}

/** JSON text of merge data, read as the data of a request are: without a prototype that a name in the data could reach. */
export function parseMergeData(json: string): unknown {
  return JSON.parse(json, (_, value: unknown) => (isMergeData(value) ? withoutPrototype(value) : value));
}

/** Data that this service has written as JSON. */
export function mergeDataOf(json: string): MergeData {
  const value = parseMergeData(json);
  if (!isMergeData(value)) throw new Error("Merge data are not an object");
  return value;
}

/** Merge data, or a list of such, as JSON text. */
export function stringifyMergeData(data: object): string {
  return JSON.stringify(data);
}

/** Whether a value is an object of fields. */
export function isMergeData(value: unknown): value is MergeData {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy of the topmost members; those of later objects take the place of equal ones. */
export function withoutPrototype(...objects: readonly object[]): MergeData {
  return Object.assign(Object.create(null), ...objects);
}
