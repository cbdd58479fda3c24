import type { PdfDocument } from "../document.ts";
import { readNumberTree, writeNumberTree } from "../name-tree.ts";
import { dict, name, type PdfDict, type PdfObject, PdfRef } from "../objects.ts";
import type { PdfPage } from "../page-tree.ts";
import { encodeText } from "../text-strings.ts";

/** What goes around content that belongs to an element of the structure (ISO 32000-2, 14.6). */
export interface ContentMark {
  readonly tag: string;
  readonly mcid: number;
}

const MAX_FIELD_DEPTH = 64;
const PUSH_BUTTON = 1 << 16;
/** What represents a ticked box, and one that is not, when text is read aloud or copied. */
const TICKED = "\u2611";
const EMPTY = "\u2610";

/**
 * Keeps the structure of a tagged document true while annotations become content of its pages: their elements, which
 * held the annotation, hold the content that it has become (14.7.5).
 */
export class FlattenedStructure {
  readonly #document: PdfDocument;
  readonly #root: PdfDict;
  /** Keys of pages and annotations to elements. */
  readonly #parents: Map<number, PdfObject>;
  #nextKey = 0;
  #hasChanged = false;
  /** Elements of the marks of each page. */
  readonly #elementsByKey = new Map<number, PdfObject[]>();

  constructor(document: PdfDocument, root: PdfDict) {
    this.#document = document;
    this.#root = root;
    this.#parents = new Map(readNumberTree(document, root.get("ParentTree")));
    for (const key of this.#parents.keys()) this.#nextKey = Math.max(this.#nextKey, key + 1);
  }

  /** For a tagged document; undefined for others. */
  static of(document: PdfDocument): FlattenedStructure | undefined {
    const root = document.dict(document.catalog.get("StructTreeRoot"));
    return root && new FlattenedStructure(document, root);
  }

  /** Takes an annotation out of its element. @returns the mark for what it shows; undefined if no element had it */
  take(page: PdfPage, entry: PdfObject, annotation: PdfDict, isShown: boolean): ContentMark | undefined {
    const document = this.#document;
    const key = document.number(annotation.get("StructParent"));
    const reference = key === undefined ? undefined : this.#parents.get(key);
    const element = document.dict(reference);
    if (key === undefined || !(reference instanceof PdfRef) || !element) return undefined;
    this.#parents.delete(key);
    this.#hasChanged = true;
    const kids = kidsOf(document, element);
    document.work.charge("object", kids.length);
    const place = kids.findIndex((kid) => {
      const object = document.dict(kid)?.get("Obj");
      return object instanceof PdfRef && entry instanceof PdfRef && object.number === entry.number;
    });
    if (place < 0) return undefined;
    const mark = isShown ? this.#nextMark(page, reference, annotation) : undefined;
    const content = mark && dict({ Type: name("MCR"), Pg: page.ref, MCID: mark.mcid });
    kids.splice(place, 1, ...(content ? [content] : []));
    element.set("K", kids);
    this.#describe(element, annotation, mark?.tag ?? "Span");
    return mark;
  }

  /** Writes what has changed. */
  write(): void {
    if (!this.#hasChanged) return;
    for (const [key, elements] of this.#elementsByKey) this.#parents.set(key, elements);
    const entries = [...this.#parents].sort(([left], [right]) => left - right);
    const tree = writeNumberTree(this.#document, entries);
    if (tree) this.#root.set("ParentTree", tree);
    else this.#root.delete("ParentTree");
    this.#root.set("ParentTreeNextKey", this.#nextKey);
  }

  #nextMark(page: PdfPage, element: PdfRef, annotation: PdfDict): ContentMark {
    const document = this.#document;
    let key = document.number(page.dict.get("StructParents"));
    if (key === undefined) page.dict.set("StructParents", (key = this.#nextKey++));
    let elements = this.#elementsByKey.get(key);
    if (!elements) {
      elements = [...(document.array(this.#parents.get(key)) ?? [])];
      document.work.charge("object", elements.length);
      this.#elementsByKey.set(key, elements);
    }
    return { tag: this.#isText(annotation) ? "Span" : "Figure", mcid: elements.push(element) - 1 };
  }

  /** A field is read as its content, not its name; a box as whether it is ticked. */
  #describe(element: PdfDict, annotation: PdfDict, tag: string): void {
    element.set("S", name(tag));
    if (tag === "Figure") {
      const description = this.#inherited(annotation, "TU") ?? annotation.get("Contents");
      if (!element.has("Alt") && this.#document.string(description)) element.set("Alt", description ?? null);
      return;
    }
    element.delete("Alt");
    element.delete("ActualText");
    if (this.#document.name(this.#inherited(annotation, "FT")) !== "Btn") return;
    const state = this.#document.name(annotation.get("AS")) ?? "Off";
    element.set("ActualText", encodeText(state === "Off" ? EMPTY : TICKED));
  }

  /** Fields but push buttons, which show pictures, and notes that are written on the page. */
  #isText(annotation: PdfDict): boolean {
    const document = this.#document;
    const subtype = document.name(annotation.get("Subtype"));
    if (subtype !== "Widget") return subtype === "FreeText";
    if (document.name(this.#inherited(annotation, "FT")) !== "Btn") return true;
    return ((document.number(this.#inherited(annotation, "Ff")) ?? 0) & PUSH_BUTTON) === 0;
  }

  /** An entry of the widget's field, inherited or its own. */
  #inherited(annotation: PdfDict, key: string): PdfObject | undefined {
    let field: PdfDict | undefined = annotation;
    for (let depth = 0; field && depth < MAX_FIELD_DEPTH; depth++) {
      const value = field.get(key);
      if (value !== undefined) return value;
      field = this.#document.dict(field.get("Parent"));
    }
    return undefined;
  }
}

function kidsOf(document: PdfDocument, element: PdfDict): PdfObject[] {
  const kids = element.get("K");
  return [...(document.array(kids) ?? (kids === undefined ? [] : [kids]))];
}
