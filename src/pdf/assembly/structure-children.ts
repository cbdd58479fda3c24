import type { PdfDocument } from "../document.ts";
import { isName, type PdfDict, type PdfObject, PdfRef } from "../objects.ts";

/**
 * What is below an element of the structure tree (ISO 32000-2, table 355) that has many children, most of which belong to pages that are left
 * out: those that are kept are found without a look at all of them.
 */
export class StructureChildren {
  /** Places of other elements, by their object numbers. */
  readonly #elements = new Map<number, number>();
  /** Content of pages and objects, and whatever is listed once more, with their places. */
  readonly #others: (readonly [place: number, child: PdfObject])[] = [];
  readonly #list: readonly PdfObject[];

  /** @param document whose budget pays for the look at all of them */
  constructor(document: PdfDocument, list: readonly PdfObject[]) {
    document.work.charge("object", list.length);
    this.#list = list;
    for (const [place, child] of list.entries()) {
      const isElement = child instanceof PdfRef && !isContentReference(document, document.dict(child));
      if (isElement && !this.#elements.has(child.number)) this.#elements.set(child.number, place);
      else this.#others.push([place, child]);
    }
  }

  /** Those that are no elements, and of the elements those that are kept, in order. */
  *kept(elements: ReadonlySet<number>): Generator<PdfObject> {
    const placed = [...this.#others];
    const [fewer, other] =
      elements.size < this.#elements.size ? [elements, this.#elements] : [this.#elements, elements];
    for (const number of fewer.keys()) {
      const place = other.has(number) && this.#elements.get(number);
      if (typeof place === "number") placed.push([place, this.#list[place] ?? null]);
    }
    placed.sort(([one], [another]) => one - another);
    for (const [, child] of placed) yield child;
  }
}

/** Whether it stands for marked content or an object (14.7.5). */
export function isContentReference(document: PdfDocument, entries: PdfDict | undefined): entries is PdfDict {
  const type = document.resolve(entries?.get("Type"));
  return isName(type, "MCR") || isName(type, "OBJR");
}

/** What is below an element, as a list. */
export function childrenOf(document: PdfDocument, element: PdfDict): PdfObject[] {
  const children = element.get("K") ?? null;
  const list = document.array(children);
  if (list) return list;
  return children === null ? [] : [children];
}
