import { present } from "../domain/present.ts";
import type { PdfDocument } from "./document.ts";
import { latin1 } from "./lexer.ts";
import { walkTree } from "./metered-walk.ts";
import { dict, type PdfObject, type PdfRef, PdfString } from "./objects.ts";
import { latin1String } from "./text-strings.ts";

const ENTRIES_PER_LEAF = 256;

/** Entries of a name tree (ISO 32000-2, 7.9.6): keys as characters 0-255, values as they are in the tree. */
export function readNameTree(document: PdfDocument, root: PdfObject | undefined): [key: string, value: PdfObject][] {
  const entries: [string, PdfObject][] = [];
  readLeaves(document, root, "Names", (key, value) => {
    if (key instanceof PdfString) entries.push([latin1(key.bytes), value]);
  });
  return entries;
}

/** Entries of a number tree (7.9.7), ascending. */
export function readNumberTree(document: PdfDocument, root: PdfObject | undefined): [key: number, value: PdfObject][] {
  const entries: [number, PdfObject][] = [];
  readLeaves(document, root, "Nums", (key, value) => {
    if (typeof key === "number") entries.push([key, value]);
  });
  return entries.sort(([left], [right]) => left - right);
}

/** Adds a name tree; undefined if there are no entries. The first of equal keys counts. */
export function writeNameTree(document: PdfDocument, entries: Iterable<[string, PdfObject]>): PdfRef | undefined {
  const byKey = new Map<string, PdfObject>();
  for (const [key, value] of entries) if (!byKey.has(key)) byKey.set(key, value);
  const sorted = [...byKey].sort(([left], [right]) => (left < right ? -1 : 1));
  const pairs = sorted.map(([key, value]) => [latin1String(key), value] as const);
  return writeTree(document, "Names", pairs);
}

/** Adds a number tree from ascending entries; undefined if there are none. */
export function writeNumberTree(document: PdfDocument, entries: readonly (readonly [number, PdfObject])[]) {
  return writeTree(document, "Nums", entries);
}

function writeTree(
  document: PdfDocument,
  leafKey: "Names" | "Nums",
  entries: readonly (readonly [PdfObject, PdfObject])[],
): PdfRef | undefined {
  if (entries.length === 0) return undefined;
  if (entries.length <= ENTRIES_PER_LEAF) return document.add(dict({ [leafKey]: entries.flat() as PdfObject[] }));
  const kids: PdfRef[] = [];
  for (let start = 0; start < entries.length; start += ENTRIES_PER_LEAF) {
    const leaf = entries.slice(start, start + ENTRIES_PER_LEAF);
    const limits = [present(leaf[0])[0], present(leaf.at(-1))[0]];
    kids.push(document.add(dict({ Limits: limits, [leafKey]: leaf.flat() as PdfObject[] })));
  }
  return document.add(dict({ Kids: kids }));
}

function readLeaves(
  document: PdfDocument,
  root: PdfObject | undefined,
  leafKey: "Names" | "Nums",
  visit: (key: PdfObject, value: PdfObject) => void,
): void {
  walkTree(document, root === undefined ? [] : [root], undefined, ({ entries, context }) => {
    const leaf = document.array(entries.get(leafKey)) ?? [];
    document.work.charge("object", leaf.length);
    for (let index = 0; index + 1 < leaf.length; index += 2) {
      visit(document.resolve(leaf[index]), leaf[index + 1] ?? null);
    }
    return { kids: document.array(entries.get("Kids")) ?? [], context };
  });
}
