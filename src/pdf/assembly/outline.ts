import { present } from "../../domain/present.ts";
import type { Destinations } from "../destinations.ts";
import type { PdfDocument } from "../document.ts";
import { dict, name, PdfDict, type PdfObject, type PdfRef } from "../objects.ts";

/** An item of a document outline (ISO 32000-2, 12.3.3), detached from its neighbors. */
export interface OutlineItem {
  /** Title, destination or action, color and style; without the links to other items. */
  entries: PdfDict;
  isOpen: boolean;
  /** The page it leads to, by object number; see {@link Destinations.targetOf}. */
  target: number | "elsewhere" | undefined;
  children: OutlineItem[];
}

/** Links to other items, and to the structure element of which only a part may be kept. */
const LINKS = new Set(["Parent", "Prev", "Next", "First", "Last", "Count", "SE"]);
const MAX_OUTLINE_DEPTH = 64;
const MAX_ITEMS = 200_000;

/** Reads the outline. Items that are listed twice, as damaged files do, are taken once. */
export function readOutline(document: PdfDocument, destinations: Destinations): OutlineItem[] {
  const seen = new Set<PdfDict>();
  const readLevel = (first: PdfObject | undefined, depth: number): OutlineItem[] => {
    const items: OutlineItem[] = [];
    for (let item = document.dict(first); item && !seen.has(item); item = document.dict(item.get("Next"))) {
      if (seen.size >= MAX_ITEMS) break;
      seen.add(item);
      const entries = new PdfDict();
      for (const [key, value] of item) if (!LINKS.has(key)) entries.set(key, value);
      const children = depth < MAX_OUTLINE_DEPTH ? readLevel(item.get("First"), depth + 1) : [];
      const isOpen = (document.number(item.get("Count")) ?? 0) > 0;
      items.push({ entries, isOpen, target: destinations.targetOf(item), children });
    }
    return items;
  };
  return readLevel(document.dict(document.catalog.get("Outlines"))?.get("First"), 0);
}

/** The items that lead to kept pages, or out of the document, with the items above them. */
export function pruneOutline(items: OutlineItem[], isKept: (page: number) => boolean): OutlineItem[] {
  const kept: OutlineItem[] = [];
  for (const item of items) {
    const children = pruneOutline(item.children, isKept);
    const leads = item.target === "elsewhere" || (item.target !== undefined && isKept(item.target));
    if (leads) kept.push({ ...item, children });
    else if (children.length > 0) {
      const entries = new PdfDict(item.entries);
      entries.delete("Dest");
      entries.delete("A");
      kept.push({ ...item, entries, children, target: undefined });
    }
  }
  return kept;
}

/** Adds an outline to a document; undefined when there are no items. */
export function writeOutline(document: PdfDocument, items: OutlineItem[]): PdfRef | undefined {
  if (items.length === 0) return undefined;
  const root = dict({ Type: name("Outlines") });
  const rootRef = document.add(root);
  writeLevel(document, items, root, rootRef);
  root.set("Count", visibleCount(items));
  return rootRef;
}

function writeLevel(document: PdfDocument, items: OutlineItem[], parent: PdfDict, parentRef: PdfRef): void {
  const refs = items.map((item) => document.add(item.entries));
  for (const [index, item] of items.entries()) {
    const { entries } = item;
    entries.set("Parent", parentRef);
    if (index > 0) entries.set("Prev", present(refs[index - 1]));
    if (index + 1 < items.length) entries.set("Next", present(refs[index + 1]));
    if (item.children.length === 0) continue;
    writeLevel(document, item.children, entries, present(refs[index]));
    // a closed item counts the items that opening it would show, negative (table 151)
    const count = visibleCount(item.children);
    entries.set("Count", item.isOpen ? count : -count);
  }
  parent.set("First", present(refs[0]));
  parent.set("Last", present(refs.at(-1)));
}

function visibleCount(items: OutlineItem[]): number {
  let count = 0;
  for (const item of items) count += 1 + (item.isOpen ? visibleCount(item.children) : 0);
  return count;
}
