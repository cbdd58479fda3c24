/** How the columns of a document's last list were filled in, kept in this browser. */
export interface KeptColumns {
  /** Heading -> field. */
  mapping: Record<string, string>;
  groupBy: string;
}

const keyOf = (owner: { kind: string; id: string }): string => `docloom.list.${owner.kind}.${owner.id}`;

export function keepColumns(owner: { kind: string; id: string }, columns: KeptColumns): void {
  localStorage.setItem(keyOf(owner), JSON.stringify(columns));
}

/** What is kept for these headings; a heading that the list does not have is nobody's. */
export function keptColumns(owner: { kind: string; id: string }, headings: readonly string[]): KeptColumns | undefined {
  const kept: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? "null");
  if (typeof kept !== "object" || kept === null) return undefined;
  const { mapping = {}, groupBy = "" } = kept as Partial<KeptColumns>;
  return columnsAmong(headings, { mapping, groupBy });
}

/** What is said of columns that a list has. */
export function columnsAmong(headings: readonly string[], { mapping, groupBy }: KeptColumns): KeptColumns {
  const known = Object.entries(mapping).filter(([heading]) => headings.includes(heading));
  return { mapping: Object.fromEntries(known), groupBy: headings.includes(groupBy) ? groupBy : "" };
}
