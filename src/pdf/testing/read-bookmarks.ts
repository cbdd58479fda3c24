import { type OutlineItem, readOutline } from "../assembly/outline.ts";
import { Destinations } from "../destinations.ts";
import type { PdfDocument } from "../document.ts";
import { decodeText } from "../text-strings.ts";

/** An item of the outline as viewers show it in the side bar. */
export interface Bookmark {
  title: string;
  /** 1-based; undefined for items that lead to no page of the document. */
  page: number | undefined;
  children: Bookmark[];
}

/** The outline of an open document. */
export function readBookmarks(document: PdfDocument): Bookmark[] {
  const pageNumbers = new Map(document.pages.map((page, index) => [page.ref.number, index + 1] as const));
  const toBookmark = (item: OutlineItem): Bookmark => {
    const title = document.string(item.entries.get("Title"));
    const page = typeof item.target === "number" ? pageNumbers.get(item.target) : undefined;
    return { title: title ? decodeText(title) : "", page, children: item.children.map(toBookmark) };
  };
  return readOutline(document, new Destinations(document)).map(toBookmark);
}
