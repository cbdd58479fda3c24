import type { PdfDocument } from "./document.ts";
import { PdfDict, type PdfObject, PdfRef, PdfStream } from "./objects.ts";

/** What is left of a file whose end is missing. */
export interface Truncation {
  pages: number;
  /** Number of pages that the file states. */
  statedPages: number;
  /** False if the content of every page was in the missing part. */
  showsAnything: boolean;
}

/**
 * Whether a document's file was cut off in transit: no cross-reference follows its last object, and that object has no
 * end, or the pages refer to objects that are not there. Undefined for other files; a cross-reference that is merely
 * missing or wrong loses nothing.
 */
export function findTruncation(document: PdfDocument): Truncation | undefined {
  const { ending } = document.objects;
  if (ending === "closed" || (ending === "open" && !lacksObjects(document))) return undefined;
  const { pages } = document;
  const stated = document.number(document.dict(document.catalog.get("Pages"))?.get("Count")) ?? 0;
  return {
    pages: pages.length,
    statedPages: Math.max(stated, pages.length),
    showsAnything: pages.some(({ dict }) => !dict.has("Contents") || hasContent(document, dict.get("Contents"))),
  };
}

function hasContent(document: PdfDocument, contents: PdfObject | undefined): boolean {
  const listed = document.array(contents) ?? [contents];
  return listed.some((content) => document.stream(content) !== undefined);
}

/** Whether something that the pages are made of is referred to but missing. */
function lacksObjects(document: PdfDocument): boolean {
  const seen = new Set<number>();
  const stack: PdfObject[] = [document.catalog.get("Pages") ?? null];
  for (let object = stack.pop(); object !== undefined; object = stack.pop()) {
    if (object instanceof PdfRef) {
      if (seen.has(object.number)) continue;
      seen.add(object.number);
      if (!document.objects.exists(object.number)) return true;
      object = document.objects.peek(object.number);
    }
    if (object instanceof PdfStream) object = object.dict;
    const parts = Array.isArray(object) ? object : object instanceof PdfDict ? object.values() : [];
    for (const part of parts) if (typeof part === "object" && part !== null) stack.push(part);
    if (!document.work.affords("object", 1)) return false;
  }
  return false;
}
