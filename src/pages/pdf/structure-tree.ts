/** The document's structure (ISO 32000-2, 14.7 and 14.8): elements, and which marked content is whose. */
import type { PdfDocument } from "../../pdf/document.ts";
import { dict, name, type PdfDict, type PdfObject, type PdfRef } from "../../pdf/objects.ts";
import { encodeText } from "../../pdf/text-strings.ts";
import type { StructureElement } from "../commands/commands.ts";

type Kid =
  | { kind: "content"; page: PdfRef; number: number }
  | { kind: "annotation"; page: PdfRef; annotation: PdfRef }
  | { kind: "element"; element: StructureElement };

interface Node {
  element: StructureElement;
  ref: PdfRef;
  kids: Kid[];
}

/** Cells make up the grid of their table even where they hold nothing. */
const KEPT_EMPTY: ReadonlySet<string> = new Set(["TD", "TH"]);

export class StructureTree {
  readonly #document: PdfDocument;
  readonly #nodes = new Map<StructureElement, Node>();
  readonly #root: Node;
  /** Structure parent number -> the elements of a page's content by their numbers, or the element of an annotation. */
  readonly #parents: (Node[] | Node)[] = [];

  constructor(document: PdfDocument) {
    this.#document = document;
    this.#root = { element: { role: "Document" }, ref: document.add(null), kids: [] };
  }

  /** A number for a page's `StructParents`. */
  openPage(): number {
    return this.#parents.push([]) - 1;
  }

  /** `element` stands within `parent`, behind what is there already. */
  place(element: StructureElement, parent: StructureElement | undefined): void {
    if (this.#nodes.has(element)) return;
    this.#nodes.set(element, { element, ref: this.#document.add(null), kids: [] });
    this.#nodeOf(parent).kids.push({ kind: "element", element });
  }

  /** The number of the next piece of an element's content on a page. */
  content(element: StructureElement, page: PdfRef, parentsNumber: number): number {
    const onPage = this.#parents[parentsNumber];
    if (!Array.isArray(onPage)) return 0;
    const node = this.#nodeOf(element);
    const number = onPage.push(node) - 1;
    node.kids.push({ kind: "content", page, number });
    return number;
  }

  /** The number for an annotation's `StructParent`. */
  annotation(element: StructureElement, page: PdfRef, annotation: PdfRef): number {
    const node = this.#nodeOf(element);
    node.kids.push({ kind: "annotation", page, annotation });
    return this.#parents.push(node) - 1;
  }

  /** Writes all elements and names the tree in the catalog. */
  finish(): void {
    const { catalog } = this.#document;
    const root = this.#document.add(null);
    this.#write(this.#root, root);
    const nums = this.#parents.flatMap((entry, number): PdfObject[] => [
      number,
      Array.isArray(entry) ? this.#document.add(entry.map(({ ref }) => ref)) : entry.ref,
    ]);
    const tree = {
      Type: name("StructTreeRoot"),
      K: this.#root.ref,
      ParentTree: this.#document.add(dict({ Nums: nums })),
      ParentTreeNextKey: this.#parents.length,
    };
    this.#document.objects.set(root.number, dict(tree));
    catalog.set("StructTreeRoot", root);
    catalog.set("MarkInfo", dict({ Marked: true }));
  }

  #nodeOf(element: StructureElement | undefined): Node {
    return (element && this.#nodes.get(element)) ?? this.#root;
  }

  /** False for an element that holds nothing: it is left out. */
  #write(node: Node, parent: PdfRef): boolean {
    const { element, ref } = node;
    const page = node.kids.find((kid) => kid.kind !== "element")?.page;
    const kids = node.kids.flatMap((kid): PdfObject[] => {
      if (kid.kind === "content") {
        if (kid.page === page) return [kid.number];
        return [dict({ Type: name("MCR"), Pg: kid.page, MCID: kid.number })];
      }
      if (kid.kind === "annotation") return [dict({ Type: name("OBJR"), Pg: kid.page, Obj: kid.annotation })];
      const child = this.#nodes.get(kid.element);
      return child && this.#write(child, ref) ? [child.ref] : [];
    });
    if (kids.length === 0 && !KEPT_EMPTY.has(element.role)) return false;
    const entries = {
      S: name(element.role),
      P: parent,
      Pg: page,
      K: kids.length === 1 ? kids[0] : kids.length > 0 ? kids : undefined,
      Alt: element.alternativeText ? encodeText(element.alternativeText) : undefined,
      A: attributesOf(element),
    };
    this.#document.objects.set(ref.number, dict(entries));
    return true;
  }
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
