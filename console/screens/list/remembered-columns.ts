/** How the columns of a document's last list were filled in, kept in this browser. */
export interface RememberedColumns {
  /** Heading -> field. */
  mapping: Record<string, string>;
  groupBy: string;
}

const keyOf = (owner: { kind: string; id: string }): string => `docloom.list.${owner.kind}.${owner.id}`;

export function rememberColumns(owner: { kind: string; id: string }, columns: RememberedColumns): void {
  localStorage.setItem(keyOf(owner), JSON.stringify(columns));
}

/** What is remembered of these headings; a heading that the list does not have is nobody's. */
export function rememberedColumns(
  owner: { kind: string; id: string },
  headings: readonly string[],
): RememberedColumns | undefined {
  const kept: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? "null");
  if (typeof kept !== "object" || kept === null) return undefined;
  const { mapping, groupBy } = kept as Partial<RememberedColumns>;
  const known = Object.entries(mapping ?? {}).filter(([heading]) => headings.includes(heading));
  return {
    mapping: Object.fromEntries(known),
    groupBy: groupBy !== undefined && headings.includes(groupBy) ? groupBy : "",
  };
}
