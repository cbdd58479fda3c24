/** The members of an object; none for anything else. */
export function asMembers(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** The entries of a list; a single value counts as a list of one, as it does in a merge. */
export function asEntries(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;

  return value === undefined || value === null || value === "" ? [] : [value];
}
