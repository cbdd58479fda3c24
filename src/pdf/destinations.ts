import type { PdfDocument } from "./document.ts";
import { latin1 } from "./lexer.ts";
import { readNameTree } from "./name-tree.ts";
import { isName, PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from "./objects.ts";

/** The destinations of a document (ISO 32000-2, 12.3.2). */
export class Destinations {
  /** Named destinations of the name tree and of the older dictionary, by name; for equal names, the first one. */
  readonly named: ReadonlyMap<string, PdfObject>;
  readonly #document: PdfDocument;

  constructor(document: PdfDocument) {
    this.#document = document;
    const named = new Map<string, PdfObject>();
    const names = document.dict(document.catalog.get("Names"));
    for (const [key, value] of readNameTree(document, names?.get("Dests"))) if (!named.has(key)) named.set(key, value);
    for (const [key, value] of document.dict(document.catalog.get("Dests")) ?? []) {
      if (!named.has(key)) named.set(key, value);
    }
    this.named = named;
  }

  /** The object number of the page a destination leads to; undefined if it leads to none in this document. */
  pageOf(destination: PdfObject | undefined): number | undefined {
    let target = this.#document.resolve(destination);
    const name = destinationName(target);
    if (name !== undefined) target = this.#document.resolve(this.named.get(name));
    if (target instanceof PdfDict) target = this.#document.resolve(target.get("D"));
    if (!Array.isArray(target)) return undefined;
    const page = target[0];
    if (page instanceof PdfRef) return page.number;
    // a page's index belongs only in remote destinations, but occurs here
    return typeof page === "number" ? this.#document.pages[page]?.ref.number : undefined;
  }

  /**
   * Where a link or outline item leads: to a page's object number; "elsewhere" by an action that is not a jump within
   * the document; undefined if it leads nowhere.
   */
  targetOf(item: PdfDict): number | "elsewhere" | undefined {
    const destination = item.get("Dest");
    if (destination !== undefined) return this.pageOf(destination);
    const action = this.#document.dict(item.get("A"));
    if (!action) return undefined;
    return isName(this.#document.resolve(action.get("S")), "GoTo") ? this.pageOf(action.get("D")) : "elsewhere";
  }
}

/** The name by which an entry names a destination, undefined if it does not name one. */
export function destinationName(object: PdfObject): string | undefined {
  if (object instanceof PdfString) return latin1(object.bytes);
  return object instanceof PdfName ? object.value : undefined;
}
