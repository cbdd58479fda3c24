import { Failure } from "../domain/failure.ts";
import { LIMITS } from "../domain/limits.ts";
import type { PdfDocument } from "./document.ts";
import { dict, isName, name, PdfDict, type PdfObject, PdfRef } from "./objects.ts";

/** A leaf of the page tree (ISO 32000-2, 7.7.3.3). */
export interface PdfPage {
  ref: PdfRef;
  dict: PdfDict;
  /** Entries inherited from the nodes above, without those that the page itself has (7.7.3.4). */
  inherited: PdfDict;
}

/** Entries that pages inherit (table 31). */
export const INHERITABLE_KEYS = ["Resources", "MediaBox", "CropBox", "Rotate"] as const;

const MAX_PAGES = LIMITS.pdfPages.most;
const MAX_PAGE_TREE_DEPTH = 256;

/** A page's own or inherited entry, resolved; null if there is none. */
export function pageEntry(document: PdfDocument, page: PdfPage, key: (typeof INHERITABLE_KEYS)[number]): PdfObject {
  return document.resolve(page.dict.get(key) ?? page.inherited.get(key));
}

/** Walks the page tree. Damaged nodes are left out; a page that is listed twice is there twice. */
export function readPages(document: PdfDocument): PdfPage[] {
  const pages: PdfPage[] = [];
  const seen = new Set<PdfDict>();
  const visit = (node: PdfObject, siblings: PdfObject[], index: number, inherited: PdfDict, depth: number) => {
    const entries = document.dict(node);
    if (!entries) return;
    const kids = document.array(entries.get("Kids"));
    if (!kids) {
      if (isName(document.resolve(entries.get("Type")), "Pages")) return;
      if (pages.length >= MAX_PAGES) {
        throw new Failure("pdf_too_complex", `The PDF has more than ${MAX_PAGES} pages.`);
      }
      const ref = node instanceof PdfRef ? node : document.add(entries);
      // a page has to be an indirect object; broken producers write it directly into Kids
      if (node !== ref) siblings[index] = ref;
      pages.push({ ref, dict: entries, inherited: withoutOwn(inherited, entries) });
      return;
    }
    if (seen.has(entries) || depth > MAX_PAGE_TREE_DEPTH) return;
    seen.add(entries);
    const inheritedEntries = inheritedBelow(inherited, entries);
    document.work.charge("object", kids.length);
    for (const [position, kid] of kids.entries()) visit(kid, kids, position, inheritedEntries, depth + 1);
  };
  visit(document.catalog.get("Pages") ?? null, [], 0, new PdfDict(), 0);
  return pages;
}

/** Makes one flat node of these pages: the document then has these and no others. */
export function writePages(document: PdfDocument, pages: readonly PdfPage[]): void {
  const parent = document.add(null);
  for (const page of pages) {
    for (const [key, value] of page.inherited) if (!page.dict.has(key)) page.dict.set(key, value);
    page.dict.set("Type", name("Page"));
    page.dict.set("Parent", parent);
  }
  const kids = pages.map((page) => page.ref);
  document.objects.set(parent.number, dict({ Type: name("Pages"), Kids: kids, Count: kids.length }));
  document.catalog.set("Pages", parent);
  document.pagesChanged();
}

function inheritedBelow(inherited: PdfDict, node: PdfDict): PdfDict {
  if (!INHERITABLE_KEYS.some((key) => node.has(key))) return inherited;
  const inheritedEntries = new PdfDict(inherited);
  for (const key of INHERITABLE_KEYS) {
    const value = node.get(key);
    if (value !== undefined) inheritedEntries.set(key, value);
  }
  return inheritedEntries;
}

function withoutOwn(inherited: PdfDict, page: PdfDict): PdfDict {
  if (!INHERITABLE_KEYS.some((key) => page.has(key) && inherited.has(key))) return inherited;
  const rest = new PdfDict(inherited);
  for (const key of INHERITABLE_KEYS) if (page.has(key)) rest.delete(key);
  return rest;
}
