import { Failure } from "../../domain/failure.ts";
import { type OutlineItem, readOutline, writeOutline } from "../assembly/outline.ts";
import { Destinations } from "../destinations.ts";
import type { PdfDocument } from "../document.ts";
import { name, PdfDict } from "../objects.ts";
import { decodeText, encodeText } from "../text-strings.ts";
import { writePdf } from "../writer.ts";
import { openForChange } from "./open-for-change.ts";

/** An item of the outline as viewers show it in the side bar. */
export interface Bookmark {
  title: string;
  /** 1-based; undefined for items that lead to no page of the document. */
  page: number | undefined;
  children: Bookmark[];
}

const MAX_BOOKMARK_DEPTH = 32;

/** The outline of a document that is open. */
export function readBookmarks(document: PdfDocument): Bookmark[] {
  const pageNumbers = new Map(document.pages.map((page, index) => [page.ref.number, index + 1] as const));
  const toBookmark = (item: OutlineItem): Bookmark => {
    const title = document.string(item.entries.get("Title"));
    const page = typeof item.target === "number" ? pageNumbers.get(item.target) : undefined;
    return { title: title ? decodeText(title) : "", page, children: item.children.map(toBookmark) };
  };
  return readOutline(document, new Destinations(document)).map(toBookmark);
}

/**
 * Replaces the outline.
 * @throws Failure `pdf_page_out_of_range`, and those of openPdf
 */
export function setBookmarks(
  bytes: Uint8Array,
  bookmarks: readonly Bookmark[],
  options: { password?: string | undefined } = {},
): Uint8Array {
  const document = openForChange(bytes, options);
  const toItem = (bookmark: Bookmark, depth: number): OutlineItem => {
    const entries = new PdfDict([["Title", encodeText(bookmark.title)]]);
    if (bookmark.page !== undefined) {
      const page = document.pages[bookmark.page - 1];
      if (!page) {
        const message = `Page ${bookmark.page} of the bookmark "${bookmark.title.slice(0, 60)}" is out of range: the document has ${document.pages.length} pages.`;
        throw new Failure("pdf_page_out_of_range", message);
      }
      entries.set("Dest", [page.ref, name("Fit")]);
    }
    if (depth > MAX_BOOKMARK_DEPTH) {
      throw new Failure("invalid_request", `Bookmarks are nested deeper than ${MAX_BOOKMARK_DEPTH} levels.`);
    }
    const children = bookmark.children.map((child) => toItem(child, depth + 1));
    return { entries, isOpen: depth === 0, target: undefined, children };
  };
  const outline = writeOutline(
    document,
    bookmarks.map((bookmark) => toItem(bookmark, 0)),
  );
  if (outline) document.catalog.set("Outlines", outline);
  else document.catalog.delete("Outlines");
  return writePdf(document);
}
