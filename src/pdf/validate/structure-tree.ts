import { walkTree } from "../metered-walk.ts";
import { readNumberTree } from "../name-tree.ts";
import type { PdfDict, PdfObject } from "../objects.ts";
import type { InspectedDocument } from "./inspected-document.ts";

/** The standard structure types (ISO 32000-1, 14.8.4). */
const STANDARD_TYPES = new Set(
  `Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody
Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure
Formula Form`.split(/\s+/),
);

/** True for a type that readers know without a role map; headings may have any level. */
export function isStandardType(type: string): boolean {
  return STANDARD_TYPES.has(type) || /^H[1-9]\d*$/.test(type);
}

/** A structure element as the tree has it. */
export interface StructureElement {
  readonly entries: PdfDict;
  /** S as written. */
  readonly type: string;
  /** S through the role map; undefined if that leads to no standard type. */
  readonly standardType: string | undefined;
  readonly parent: StructureElement | undefined;
  readonly kids: StructureElement[];
  /** Of the element or of one above it. */
  readonly language: string | undefined;
  /** It, or an element above it, has an ActualText. */
  readonly hasReplacement: boolean;
  readonly number: number | undefined;
}

const MAX_ROLE_CHAIN_LENGTH = 64;

/** The structure of a document (ISO 32000-1, 14.7). */
export class StructureTree {
  /** The StructTreeRoot; undefined without one. */
  readonly root: PdfDict | undefined;
  readonly roleMap: PdfDict | undefined;
  /** In the order of the tree. */
  readonly elements: readonly StructureElement[];
  readonly #inspected: InspectedDocument;
  readonly #byEntries = new Map<PdfDict, StructureElement>();
  #parents: Map<number, PdfObject> | undefined;

  constructor(inspected: InspectedDocument) {
    this.#inspected = inspected;
    this.root = inspected.dict(inspected.document.catalog.get("StructTreeRoot"));
    this.roleMap = inspected.dict(this.root?.get("RoleMap"));
    this.elements = this.root ? this.#readElements(this.root) : [];
  }

  /** The element of marked content. @param parents StructParents of the page or form */
  ofMarkedContent(parents: number | undefined, mcid: number): StructureElement | undefined {
    const inspected = this.#inspected;
    const list = parents === undefined ? undefined : inspected.array(this.#parentTree().get(parents));
    return this.#element(list?.[mcid]);
  }

  /** The element of an annotation or form. @param parent its StructParent */
  ofObject(parent: number | undefined): StructureElement | undefined {
    return parent === undefined ? undefined : this.#element(this.#parentTree().get(parent));
  }

  /** The standard type that a type is mapped to. */
  standardTypeOf(type: string): string | undefined {
    const inspected = this.#inspected;
    let current = type;
    for (let hops = 0; hops < MAX_ROLE_CHAIN_LENGTH; hops++) {
      if (isStandardType(current)) return current;
      const mapped = inspected.name(this.roleMap?.get(current));
      if (mapped === undefined) return undefined;
      current = mapped;
    }
    return undefined;
  }

  /** Whether the role map leads from a type back to it, or into a circle. */
  isCircular(type: string): boolean {
    const seen = new Set<string>();
    for (let current: string | undefined = type; current !== undefined; ) {
      if (seen.has(current)) return true;
      seen.add(current);
      current = this.#inspected.name(this.roleMap?.get(current));
    }
    return false;
  }

  #element(object: PdfObject | undefined): StructureElement | undefined {
    const entries = this.#inspected.dict(object);
    return entries && this.#byEntries.get(entries);
  }

  #parentTree(): Map<number, PdfObject> {
    this.#parents ??= new Map(readNumberTree(this.#inspected.document, this.root?.get("ParentTree")));
    return this.#parents;
  }

  #readElements(root: PdfDict): StructureElement[] {
    const inspected = this.#inspected;
    const elements: StructureElement[] = [];
    const kidsOf = (entries: PdfDict): PdfObject[] => {
      const kids = entries.get("K");
      return inspected.array(kids) ?? (kids === undefined ? [] : [kids]);
    };
    const context: StructureElement | undefined = undefined;
    walkTree<StructureElement | undefined>(
      inspected.document,
      kidsOf(root),
      context,
      ({ object, entries, context }) => {
        const type = inspected.name(entries.get("S"));
        const kind = inspected.name(entries.get("Type"));
        // marked content and object references are leaves
        if (type === undefined || kind === "MCR" || kind === "OBJR") return undefined;
        const element: StructureElement = {
          entries,
          type,
          standardType: this.standardTypeOf(type),
          parent: context,
          kids: [],
          language: inspected.text(entries.get("Lang")) ?? context?.language,
          hasReplacement: entries.has("ActualText") || (context?.hasReplacement ?? false),
          number: inspected.numberOf(object),
        };
        elements.push(element);
        context?.kids.push(element);
        this.#byEntries.set(entries, element);
        return { kids: kidsOf(entries), context: element };
      },
    );
    return elements;
  }
}
