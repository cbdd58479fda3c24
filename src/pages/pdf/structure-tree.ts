/** The document's structure (ISO 32000-2, 14.7 and 14.8): elements, and which marked content is whose. */
import type { PdfDocument } from "../../pdf/document.ts";
import { dict, name, type PdfDict, type PdfObject, type PdfRef } from "../../pdf/objects.ts";
import type { StreamingWriter } from "../../pdf/streaming-writer.ts";
import { encodeText } from "../../pdf/text-strings.ts";
import type { StructureElement } from "../display-list/display-item.ts";

/** Content and annotations of pages, elements that are open, and references to those that are written. */
type Kid =
  | { kind: "content"; page: PdfRef; number: number }
  | { kind: "annotation"; page: PdfRef; annotation: PdfRef }
  | { kind: "element"; node: Node }
  | { kind: "written"; ref: PdfRef };

interface Node {
  element: StructureElement;
  ref: PdfRef;
  kids: (Kid | undefined)[];
  /** The element that it is in, and its place among that element's kids. */
  parent: Node | undefined;
  place: number;
}

/** Cells make up the grid of their table even if they hold nothing. */
const KEPT_EMPTY: ReadonlySet<string> = new Set(["TD", "TH"]);

export class StructureTree {
  readonly #document: PdfDocument;
  readonly #file: StreamingWriter;
  readonly #nodes = new Map<StructureElement, Node>();
  readonly #root: Node;
  readonly #treeRoot: PdfRef;
  /** By structure parent number: the elements of a page's content by their numbers, or the element of an annotation. */
  readonly #parents: PdfRef[] = [];
  #page: { ref: PdfRef; elements: PdfRef[] } | undefined;

  constructor(document: PdfDocument, file: StreamingWriter) {
    this.#document = document;
    this.#file = file;
    this.#treeRoot = document.add(null);
    this.#root = { element: { role: "Document" }, ref: document.add(null), kids: [], parent: undefined, place: 0 };
  }

  /** A number for a page's `StructParents`. */
  openPage(): number {
    this.#endPage();
    this.#page = { ref: this.#document.add(null), elements: [] };
    return this.#parents.push(this.#page.ref) - 1;
  }

  /** `element` is within `parent`, after what is there already. */
  place(element: StructureElement, parent: StructureElement | undefined): void {
    if (this.#nodes.has(element)) return;
    const outer = this.#nodeOf(parent);
    const node: Node = { element, ref: this.#document.add(null), kids: [], parent: outer, place: outer.kids.length };
    this.#nodes.set(element, node);
    outer.kids.push({ kind: "element", node });
  }

  /** The number of the next piece of an element's content on the page. */
  content(element: StructureElement, page: PdfRef): number {
    if (!this.#page) return 0;
    const node = this.#nodeOf(element);
    const number = this.#page.elements.push(node.ref) - 1;
    node.kids.push({ kind: "content", page, number });
    return number;
  }

  /** The number for an annotation's `StructParent`. */
  annotation(element: StructureElement, page: PdfRef, annotation: PdfRef): number {
    const node = this.#nodeOf(element);
    node.kids.push({ kind: "annotation", page, annotation });
    return this.#parents.push(node.ref) - 1;
  }

  /** Writes an element to which nothing will be added, with everything in it. */
  close(element: StructureElement): void {
    const node = this.#nodes.get(element);
    if (node) this.#close(node);
  }

  /** Writes all elements and names the tree in the catalog. */
  finish(): void {
    const { catalog } = this.#document;
    this.#endPage();
    this.#close(this.#root);
    const nums = this.#parents.flatMap((entry, number): PdfObject[] => [number, entry]);
    const tree = {
      Type: name("StructTreeRoot"),
      K: this.#root.ref,
      ParentTree: this.#document.add(dict({ Nums: nums })),
      ParentTreeNextKey: this.#parents.length,
    };
    this.#document.objects.set(this.#treeRoot.number, dict(tree));
    catalog.set("StructTreeRoot", this.#treeRoot);
    catalog.set("MarkInfo", dict({ Marked: true }));
  }

  #endPage(): void {
    if (this.#page) this.#file.write(this.#page.ref, this.#page.elements);
    this.#page = undefined;
  }

  #nodeOf(element: StructureElement | undefined): Node {
    return (element && this.#nodes.get(element)) ?? this.#root;
  }

  /** An element that holds nothing is left out. */
  #close(node: Node): void {
    const { element, ref, parent, place } = node;
    for (const kid of node.kids) if (kid?.kind === "element") this.#close(kid.node);
    const kids = this.#kidsOf(node);
    const isKept = kids.length > 0 || KEPT_EMPTY.has(element.role);
    this.#nodes.delete(element);
    if (parent) parent.kids[place] = isKept ? { kind: "written", ref } : undefined;
    if (!isKept) return;
    const entries = {
      S: name(element.role),
      P: parent?.ref ?? this.#treeRoot,
      Pg: pageOf(node),
      K: kids.length === 1 ? kids[0] : kids.length > 0 ? kids : undefined,
      Alt: element.alternativeText ? encodeText(element.alternativeText) : undefined,
      A: attributesOf(element),
    };
    this.#file.write(ref, dict(entries));
  }

  #kidsOf(node: Node): PdfObject[] {
    const page = pageOf(node);
    const kids: PdfObject[] = [];
    for (const kid of node.kids) {
      if (kid?.kind === "written") kids.push(kid.ref);
      else if (kid?.kind === "annotation") kids.push(dict({ Type: name("OBJR"), Pg: kid.page, Obj: kid.annotation }));
      else if (kid?.kind === "content") {
        kids.push(kid.page === page ? kid.number : dict({ Type: name("MCR"), Pg: kid.page, MCID: kid.number }));
      }
    }
    return kids;
  }
}

/** The page that the numbers of an element's content refer to. */
function pageOf({ kids }: Node): PdfRef | undefined {
  for (const kid of kids) if (kid?.kind === "content" || kid?.kind === "annotation") return kid.page;
  return undefined;
}

function attributesOf({ role, columnSpan = 1, rowSpan = 1 }: StructureElement): PdfDict | undefined {
  if (columnSpan === 1 && rowSpan === 1 && role !== "TH") return undefined;
  return dict({
    O: name("Table"),
    ColSpan: columnSpan > 1 ? columnSpan : undefined,
    RowSpan: rowSpan > 1 ? rowSpan : undefined,
    Scope: role === "TH" ? name("Column") : undefined,
  });
}
