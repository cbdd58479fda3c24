import type { PdfDocument } from "../document.ts";
import { dict, name, type PdfDict, type PdfObject, PdfRef } from "../objects.ts";
import { type Element, kidsOf } from "./structure-elements.ts";

/** What lists and tables may hold, and what may hold them (ISO 32000-1, 14.8.4.3). */
const HOLDS: Readonly<Record<string, readonly string[]>> = {
  L: ["L", "LI", "Caption"],
  LI: ["Lbl", "LBody"],
  Table: ["TR", "THead", "TBody", "TFoot", "Caption"],
  THead: ["TR"],
  TBody: ["TR"],
  TFoot: ["TR"],
  TR: ["TH", "TD"],
};
const WITHIN: Readonly<Record<string, readonly string[]>> = {
  LI: ["L"],
  LBody: ["LI"],
  TR: ["Table", "THead", "TBody", "TFoot"],
  THead: ["Table"],
  TBody: ["Table"],
  TFoot: ["Table"],
  TH: ["TR"],
  TD: ["TR"],
};
/** What is put around content that a list or table may not hold, from the outermost on. */
const WRAPPERS: Readonly<Record<string, readonly string[]>> = {
  L: ["LI", "LBody"],
  LI: ["LBody"],
  Table: ["TR", "TD"],
  THead: ["TR", "TD"],
  TBody: ["TR", "TD"],
  TFoot: ["TR", "TD"],
  TR: ["TD"],
};
/** Groups that mean nothing by themselves: browsers make one of each box. */
const GROUPS = new Set(["NonStruct", "Div", "Sect", "Part"]);

/**
 * Makes lists and tables hold only what they may, as browsers make them from boxes: groups between a table and its rows
 * dissolve, other content is put into an item or cell, and items and cells outside of any list or table become groups.
 */
export function mendContainment(document: PdfDocument, elements: readonly Element[]): void {
  const mended = new Map<PdfDict, string>();
  const typeOf = (element: Element) => mended.get(element.entries) ?? element.type;
  for (const element of elements) {
    const type = typeOf(element);
    const parent = element.parent && parentType(element, typeOf);
    const allowed = WITHIN[type];
    if (allowed && !(parent !== undefined && allowed.includes(parent))) {
      element.entries.set("S", name("Div"));
      mended.set(element.entries, "Div");
    }
  }
  for (const element of elements) {
    const allowed = HOLDS[typeOf(element)];
    if (allowed) mendKids(document, element, typeOf, allowed);
  }
}

/** The type of the element above, not counting groups that will dissolve. */
function parentType(element: Element, typeOf: (element: Element) => string): string | undefined {
  let parent = element.parent;
  while (parent && GROUPS.has(typeOf(parent)) && isInTable(parent, typeOf)) parent = parent.parent;
  return parent && typeOf(parent);
}

/** Whether a group is below a table or a part of one, directly or through other groups. */
function isInTable(group: Element, typeOf: (element: Element) => string): boolean {
  let above = group.parent;
  while (above && GROUPS.has(typeOf(above))) above = above.parent;
  return above !== undefined && /^(?:L|T(?:able|Head|Body|Foot|R))$/.test(typeOf(above));
}

function mendKids(
  document: PdfDocument,
  element: Element,
  typeOf: (element: Element) => string,
  allowed: readonly string[],
): void {
  const byEntries = new Map(element.kids.map((kid) => [kid.entries, kid]));
  const self = element.object instanceof PdfRef ? element.object : null;
  let changed = false;
  const place = (object: PdfObject, kid: Element | undefined): PdfObject[] => {
    document.work.charge("object");
    // content that is not an element stays where it is: the tree of parents leads to it
    if (!kid || allowed.includes(typeOf(kid))) return [object];
    changed = true;
    const inner = new Map(kid.kids.map((each) => [each.entries, each]));
    const objects = kidsOf(document, kid.entries);
    const dissolves =
      GROUPS.has(typeOf(kid)) &&
      objects.every((each) => {
        const found = inner.get(document.dict(each) ?? kid.entries);
        return found !== undefined && (allowed.includes(typeOf(found)) || GROUPS.has(typeOf(found)));
      });
    if (!dissolves) return [wrapped(document, object, WRAPPERS[typeOf(element)] ?? [], self)];
    return objects.flatMap((each) => {
      const found = inner.get(document.dict(each) ?? kid.entries);
      if (found && self) found.entries.set("P", self);
      return place(each, found);
    });
  };
  const kids = kidsOf(document, element.entries).flatMap((object) => {
    const entries = document.dict(object);
    return place(object, entries && byEntries.get(entries));
  });
  if (changed) element.entries.set("K", kids);
}

/** An element within new ones of the given types. */
function wrapped(document: PdfDocument, object: PdfObject, types: readonly string[], parent: PdfRef | null): PdfObject {
  const [type, ...rest] = types;
  if (type === undefined) {
    if (parent) document.dict(object)?.set("P", parent);
    return object;
  }
  const entries = dict({ S: name(type), P: parent });
  const reference = document.add(entries);
  entries.set("K", [wrapped(document, object, rest, reference)]);
  return reference;
}
