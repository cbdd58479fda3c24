import { appendAll } from "../../domain/collections/long-lists.ts";
import type { PdfDocument } from "../document.ts";
import { readNumberTree, writeNumberTree } from "../name-tree.ts";
import { dict, name, PdfDict, type PdfObject, PdfRef } from "../objects.ts";
import type { Copier } from "./copier.ts";
import { ElementPlaces, type ParentEntry } from "./element-places.ts";
import { childrenOf, isContentReference, StructureChildren } from "./structure-children.ts";

const MAX_STRUCTURE_DEPTH = 512;
/** Children that are looked at one by one. */
const FEW_CHILDREN = 16;

/** The structure tree of a document (ISO 32000-2, 14.7), read once for all files made from it. */
export class SourceStructure {
  readonly root: PdfDict;
  /** Parent tree: page or object keys to structure elements. */
  readonly parents: ReadonlyMap<number, PdfObject>;
  /** One more than the highest key. */
  readonly nextKey: number;
  readonly #document: PdfDocument;
  readonly #children = new Map<PdfDict, StructureChildren>();
  #places: ElementPlaces | undefined;

  constructor(document: PdfDocument, root: PdfDict) {
    this.#document = document;
    this.root = root;
    this.parents = new Map(readNumberTree(document, root.get("ParentTree")));
    let nextKey = 0;
    for (const key of this.parents.keys()) nextKey = Math.max(nextKey, key + 1);
    this.nextKey = nextKey;
  }

  /**
   * Object numbers of the elements that the content of these pages and annotations belongs to, and of their ancestors.
   */
  elementsOf(pages: readonly PdfDict[], annotations: Iterable<number>): Set<number> {
    const document = this.#document;
    const kept = new Set<number>();
    const keep = (element: PdfObject | undefined) => {
      for (let depth = 0; element instanceof PdfRef && depth < MAX_STRUCTURE_DEPTH; depth++) {
        document.work.charge("object");
        if (kept.has(element.number)) return;
        const entries = document.dict(element);
        if (!entries || entries === this.root) return;
        kept.add(element.number);
        element = entries.get("P");
      }
    };
    for (const page of pages) {
      const elements = this.parents.get(document.number(page.get("StructParents")) ?? -1);
      const list = document.array(elements) ?? [];
      document.work.charge("object", list.length);
      for (const element of list) keep(element);
    }
    for (const annotation of annotations) {
      const entries = document.dict(new PdfRef(annotation));
      keep(this.parents.get(document.number(entries?.get("StructParent")) ?? -1));
    }
    return kept;
  }

  /** What is below an element or the root and may be kept: elements that are not are left out where there are many. */
  childrenOf(element: PdfDict, elements: ReadonlySet<number>): Iterable<PdfObject> {
    const known = this.#children.get(element);
    if (known) return known.kept(elements);
    const list = childrenOf(this.#document, element);
    if (list.length <= FEW_CHILDREN) return list;
    const children = new StructureChildren(this.#document, list);
    this.#children.set(element, children);
    return children.kept(elements);
  }

  /** Entries of the parent tree that name one of these elements, in the order of the tree. */
  parentsOf(elements: ReadonlySet<number>): ParentEntry[] {
    this.#places ??= new ElementPlaces(this.#document, [...this.parents]);
    return this.#places.of(elements);
  }
}

/** A structure tree that is joined from several documents. */
export class JoinedStructure {
  readonly #target: PdfDocument;
  readonly #rootRef: PdfRef;
  readonly #children: PdfObject[] = [];
  readonly #parents: (readonly [number, PdfObject])[] = [];
  readonly #maps = { RoleMap: new PdfDict(), ClassMap: new PdfDict() };
  readonly #namespaces: PdfObject[] = [];
  /** Where the keys of the next document start; see {@link CopyRules}. */
  nextKey = 0;

  constructor(target: PdfDocument) {
    this.#target = target;
    this.#rootRef = target.add(null);
  }

  /**
   * Adds a document's tree.
   * @param elements the elements to keep; undefined keeps all
   */
  add(
    source: PdfDocument,
    structure: SourceStructure,
    copier: Copier,
    elements: ReadonlySet<number> | undefined,
  ): void {
    const offset = this.nextKey;
    this.nextKey += structure.nextKey;
    const root = source.catalog.get("StructTreeRoot");
    if (root instanceof PdfRef) copier.assign(root.number, this.#rootRef);
    if (elements) this.#assignElements(source, structure, copier, elements);
    const top = elements ? structure.childrenOf(structure.root, elements) : childrenOf(source, structure.root);
    for (const child of top) {
      if (elements && !(child instanceof PdfRef && elements.has(child.number))) continue;
      const copy = copier.copy(child);
      if (copy !== null) this.#children.push(copy);
    }
    for (const [key, value] of elements ? structure.parentsOf(elements) : structure.parents) {
      const entry = elements ? keptParents(source, value, elements) : value;
      if (entry !== null) this.#parents.push([key + offset, copier.copy(entry)]);
    }
    for (const [key, map] of Object.entries(this.#maps)) {
      const copy = copier.dict(source.dict(structure.root.get(key)) ?? new PdfDict());
      for (const [from, to] of copy) if (!map.has(from)) map.set(from, to);
    }
    const namespaces = copier.copy(source.array(structure.root.get("Namespaces")) ?? []);
    appendAll(this.#namespaces, namespaces as PdfObject[]);
  }

  /** The root of the joined tree; undefined when no document was tagged. */
  write(): PdfRef | undefined {
    if (this.#children.length === 0) return undefined;
    const { RoleMap, ClassMap } = this.#maps;
    const root = dict({
      Type: name("StructTreeRoot"),
      K: this.#children,
      ParentTree: writeNumberTree(this.#target, this.#parents),
      ParentTreeNextKey: this.nextKey,
      RoleMap: RoleMap.size > 0 ? RoleMap : undefined,
      ClassMap: ClassMap.size > 0 ? ClassMap : undefined,
      Namespaces: this.#namespaces.length > 0 ? this.#namespaces : undefined,
    });
    this.#target.objects.set(this.#rootRef.number, root);
    return this.#rootRef;
  }

  #assignElements(
    source: PdfDocument,
    structure: SourceStructure,
    copier: Copier,
    elements: ReadonlySet<number>,
  ): void {
    for (const number of elements) {
      const copy = () => copyElement(source, structure, copier, source.objects.peek(number), elements);
      copier.assign(number, this.#target.objects.addCopy(copy));
    }
  }
}

/** A copy of an element without the content of pages that are left out (14.7.2). */
function copyElement(
  source: PdfDocument,
  structure: SourceStructure,
  copier: Copier,
  element: PdfObject,
  elements: ReadonlySet<number>,
): PdfObject {
  if (!(element instanceof PdfDict)) return null;
  const rest = new PdfDict(element);
  rest.delete("K");
  // references to other elements would bring in what is left out
  rest.delete("Ref");
  const copy = copier.dict(rest);
  const page = element.get("Pg");
  const isOnKeptPage = page instanceof PdfRef && copier.ref(page) !== null;
  const children: PdfObject[] = [];
  for (const child of structure.childrenOf(element, elements)) {
    if (typeof child === "number") {
      if (isOnKeptPage) children.push(child);
    } else if (child instanceof PdfRef && elements.has(child.number)) children.push(copier.ref(child));
    else {
      const content = contentReference(source, copier, child, isOnKeptPage);
      if (content) children.push(content);
    }
  }
  if (children.length > 0) copy.set("K", children.length === 1 ? (children[0] ?? null) : children);
  return copy;
}

/** A marked-content or object reference (14.7.5) whose page is kept. */
function contentReference(
  source: PdfDocument,
  copier: Copier,
  child: PdfObject,
  isOnKeptPage: boolean,
): PdfDict | undefined {
  const entries = source.dict(child);
  if (!isContentReference(source, entries)) return undefined;
  const page = entries.get("Pg");
  if (page instanceof PdfRef ? copier.ref(page) === null : !isOnKeptPage) return undefined;
  const copy = copier.dict(entries);
  return copy.has("Obj") && copy.get("Obj") === null ? undefined : copy;
}

/** An entry of the parent tree with null for elements that are left out; null when none is kept. */
function keptParents(source: PdfDocument, value: PdfObject, elements: ReadonlySet<number>): PdfObject {
  const isKept = (element: PdfObject) => element instanceof PdfRef && elements.has(element.number);
  const list = source.array(value);
  if (!list) return isKept(value) ? value : null;
  return list.some(isKept) ? list.map((element) => (isKept(element) ? element : null)) : null;
}
