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

/** The outline of a document by the pages that it leads to, so that those of one page are found without a look at all. */
export class SourceOutline {
  readonly items: readonly OutlineItem[];
  /** All items, those above others first, each with the place of the one above it. */
  readonly #listed: { item: OutlineItem; above: number }[] = [];
  /** Places of the items that lead to a page of the document. */
  readonly #byPage = new Map<number, number[]>();
  /** Places of those that lead elsewhere, and stay whatever is left out. */
  readonly #lasting: number[] = [];

  /** @param pageNumbers object numbers of the document's pages */
  constructor(items: readonly OutlineItem[], pageNumbers: ReadonlySet<number>) {
    this.items = items;
    const list = (level: readonly OutlineItem[], above: number): void => {
      for (const item of level) {
        const { target } = item;
        const place = this.#listed.push({ item, above }) - 1;
        if (typeof target === "number" && pageNumbers.has(target)) {
          const places = this.#byPage.get(target);
          if (places) places.push(place);
          else this.#byPage.set(target, [place]);
        } else if (target !== undefined) this.#lasting.push(place);
        list(item.children, place);
      }
    };
    list(items, -1);
  }

  /** The items that lead to these pages, or out of the document, with the items above them. */
  of(pageNumbers: ReadonlySet<number>): OutlineItem[] {
    const leading = new Set(this.#lasting);
    for (const page of pageNumbers) for (const place of this.#byPage.get(page) ?? []) leading.add(place);
    const kept = new Set(leading);
    for (const place of leading)
      for (let above = this.#at(place).above; above >= 0 && !kept.has(above); above = this.#at(above).above)
        kept.add(above);
    const pruned = new Map<number, OutlineItem>();
    const top: OutlineItem[] = [];
    for (const place of [...kept].sort((one, other) => one - other)) {
      const { item, above } = this.#at(place);
      const copy = leading.has(place) ? { ...item, children: [] } : withoutTarget(item);
      pruned.set(place, copy);
      (pruned.get(above)?.children ?? top).push(copy);
    }
    return top;
  }

  #at(place: number): { item: OutlineItem; above: number } {
    return present(this.#listed[place]);
  }
}

/** One that stays for those below it. */
function withoutTarget(item: OutlineItem): OutlineItem {
  const entries = new PdfDict(item.entries);
  entries.delete("Dest");
  entries.delete("A");
  return { ...item, entries, children: [], target: undefined };
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
