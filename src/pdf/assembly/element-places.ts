import { present } from "../../domain/present.ts";
import type { PdfDocument } from "../document.ts";
import { type PdfObject, PdfRef } from "../objects.ts";

/** An entry of a parent tree (ISO 32000-2, 14.7.5.4): the elements of a page, or the element of an annotation. */
export type ParentEntry = readonly [key: number, value: PdfObject];

/** In which entries of a parent tree each structure element is named. */
export class ElementPlaces {
  readonly #entries: readonly ParentEntry[];
  /** Object number of an element times the number of entries, plus the place of one, ascending: books have a million of them. */
  readonly #packed: Float64Array;

  constructor(document: PdfDocument, entries: readonly ParentEntry[]) {
    this.#entries = entries;
    const packed: number[] = [];
    for (const [place, [, value]] of entries.entries()) {
      const list = document.array(value) ?? [value];
      document.work.charge("object", list.length);
      let last = -1;
      for (const element of list) {
        // one after the other, as the parts of a paragraph are
        if (!(element instanceof PdfRef) || element.number === last) continue;
        last = element.number;
        packed.push(last * entries.length + place);
      }
    }
    this.#packed = Float64Array.from(packed).sort();
  }

  /** The entries that name one of these elements, in the order of the tree. */
  of(elements: Iterable<number>): ParentEntry[] {
    const found = new Set<number>();
    for (const element of elements) {
      const first = element * this.#entries.length;
      for (let at = this.#firstFrom(first); at < this.#packed.length; at++) {
        const place = present(this.#packed[at]) - first;
        if (place >= this.#entries.length) break;
        found.add(place);
      }
    }
    return [...found].sort((one, other) => one - other).map((place) => present(this.#entries[place]));
  }

  /** Where the first one is that is not below a value. */
  #firstFrom(value: number): number {
    let [low, high] = [0, this.#packed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (present(this.#packed[middle]) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
