/** Merge data: a null-prototype tree of JSON values (wire "Bodies"). */
export interface MergeData {
  [name: string]: unknown;
}

/** JSON text of merge data, read as the data of a request are: without a prototype that a name in the data could reach. */
export function parseMergeData(json: string): unknown {
  return withoutPrototypes(JSON.parse(json));
}

/** A value of JSON whose objects have lost their prototype, in place: to copy large data takes longer than to read them. */
function withoutPrototypes(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
  for (const member of Array.isArray(value) ? value : Object.values(value)) withoutPrototypes(member);
  return value;
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

/** Whether data are longer than this as JSON. Escapes are not counted, and what is left is not read once it is known. */
export function isLongerThan(data: object, characters: number): boolean {
  let left = characters;
  const fits = (value: unknown): boolean => {
    if (typeof value !== "object" || value === null) {
      left -= String(value).length + 3;
      return left >= 0;
    }
    if (Array.isArray(value)) return value.every(fits);
    for (const [name, member] of Object.entries(value)) {
      left -= name.length + 3;
      if (!fits(member)) return false;
    }
    return left >= 0;
  };
  return !fits(data);
}

/** Data as JSON text, of what several have in common and what one has of its own, if anything, which takes precedence. */
export function joinedData(common: string, own: string | null | undefined): string {
  if (!own || own === "{}") return common;
  return stringifyMergeData(withoutPrototype(mergeDataOf(common), mergeDataOf(own)));
}

/** The topmost members of data that are not those of others. */
export const ownData = (data: MergeData, common: MergeData): MergeData =>
  data === common ? {} : Object.fromEntries(Object.entries(data).filter(([name, value]) => value !== common[name]));

/** Whether a value is an object of fields. */
export function isMergeData(value: unknown): value is MergeData {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy of the topmost members; those of later objects take the place of equal ones. */
export function withoutPrototype(...objects: readonly object[]): MergeData {
  return Object.assign(Object.create(null), ...objects);
}
