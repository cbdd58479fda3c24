import type { PdfDocument } from "../document.ts";
import { walkTree } from "../metered-walk.ts";
import { readNumberTree, writeNumberTree } from "../name-tree.ts";
import { dict, name, PdfDict, type PdfObject, PdfRef } from "../objects.ts";
import type { PdfPage } from "../page-tree.ts";
import { encodeText } from "../text-strings.ts";

/** A document whose objects change: all of them are written, or those that were touched. */
interface ChangedDocument {
  readonly document: PdfDocument;
  add(object: PdfObject): PdfRef;
  touch(ref: PdfRef): void;
}

/** The widget of a new field. */
interface NewWidget {
  widget: PdfDict;
  ref: PdfRef;
  page: PdfPage;
  /** What the field is for. */
  description: PdfObject;
}

/**
 * Puts the widgets of new fields into the structure of a tagged document, as its last forms (ISO 14289-1, 7.18.4).
 * A document without a structure stays without one.
 */
export function tagWidgets(update: ChangedDocument, widgets: readonly NewWidget[]): void {
  const { document } = update;
  const rootRef = document.catalog.get("StructTreeRoot");
  const root = document.dict(rootRef);
  if (!root || !(rootRef instanceof PdfRef) || widgets.length === 0) return;
  const parent = topElement(document, root) ?? { ref: rootRef, entries: root };
  const elements = widgets.map(({ ref, page, description }) =>
    update.add(
      dict({
        Type: name("StructElem"),
        S: name("Form"),
        P: parent.ref,
        Pg: page.ref,
        Alt: description,
        K: dict({ Type: name("OBJR"), Obj: ref, Pg: page.ref }),
      }),
    ),
  );
  const kids = parent.entries.get("K");
  const listed = document.array(kids) ?? (kids === undefined ? [] : [kids]);
  parent.entries.set("K", [...listed, ...elements]);
  update.touch(parent.ref);

  const first = nextKey(document, root);
  const entries = elements.flatMap((element, index) => [first + index, element]);
  root.set("ParentTreeNextKey", first + elements.length);
  update.touch(rootRef);
  addToParentTree(update, root, entries);
  for (const [index, { widget, page }] of widgets.entries()) {
    widget.set("StructParent", first + index);
    if (!page.dict.has("Tabs")) page.dict.set("Tabs", name("S"));
    update.touch(page.ref);
  }
}

/** The element that holds all others, where there is one. */
function topElement(document: PdfDocument, root: PdfDict): { ref: PdfRef; entries: PdfDict } | undefined {
  const kids = root.get("K");
  const listed = document.array(kids) ?? [kids];
  const [ref] = listed;
  const entries = listed.length === 1 && ref instanceof PdfRef ? document.dict(ref) : undefined;
  return ref instanceof PdfRef && entries?.has("S") ? { ref, entries } : undefined;
}

/** A number that the parent tree does not have, above all others. */
function nextKey(document: PdfDocument, root: PdfDict): number {
  let next = Math.max(0, document.number(root.get("ParentTreeNextKey")) ?? 0);
  const tree = root.get("ParentTree");
  walkTree<undefined>(document, tree === undefined ? [] : [tree], undefined, ({ entries }) => {
    const numbers = document.array(entries.get("Nums")) ?? [];
    document.work.charge("object", numbers.length);
    for (let at = 0; at < numbers.length; at += 2) next = Math.max(next, (document.number(numbers[at]) ?? -1) + 1);
    return { kids: document.array(entries.get("Kids")) ?? [], context: undefined };
  });
  return next;
}

/** @param numbers keys, ascending, each with what it stands for */
function addToParentTree(update: ChangedDocument, root: PdfDict, numbers: PdfObject[]): void {
  const { document } = update;
  const listed = root.get("ParentTree");
  const tree = document.dict(listed) ?? new PdfDict();
  if (!document.dict(listed)) root.set("ParentTree", tree);
  if (listed instanceof PdfRef) update.touch(listed);
  const kids = document.array(tree.get("Kids"));
  const limits = [numbers[0] ?? 0, numbers.at(-2) ?? 0];
  if (kids) tree.set("Kids", [...kids, update.add(dict({ Nums: numbers, Limits: limits }))]);
  else tree.set("Nums", [...(document.array(tree.get("Nums")) ?? []), ...numbers]);
}

/** Takes widgets out of the structure of a tagged document; elements that held nothing else go with them. */
export function untagWidgets(document: PdfDocument, widgets: readonly PdfDict[]): void {
  const root = document.dict(document.catalog.get("StructTreeRoot"));
  if (!root || widgets.length === 0) return;
  const parents = new Map(readNumberTree(document, root.get("ParentTree")));
  for (const widget of widgets) {
    const key = document.number(widget.get("StructParent"));
    const element = key === undefined ? undefined : document.dict(parents.get(key));
    if (key === undefined || !element) continue;
    parents.delete(key);
    const kids = withoutKid(document, element, (kid) => document.dict(document.dict(kid)?.get("Obj")) === widget);
    const parent = document.dict(element.get("P"));
    if (kids === 0 && parent) withoutKid(document, parent, (kid) => document.dict(kid) === element);
  }
  const entries = [...parents].sort(([left], [right]) => left - right);
  const tree = writeNumberTree(document, entries);
  if (tree) root.set("ParentTree", tree);
  else root.delete("ParentTree");
}

/** @returns how many kids are left */
function withoutKid(document: PdfDocument, element: PdfDict, isGone: (kid: PdfObject) => boolean): number {
  const listed = element.get("K");
  const kids = document.array(listed) ?? (listed === undefined ? [] : [listed]);
  document.work.charge("object", kids.length);
  const rest = kids.filter((kid) => !isGone(kid));
  if (rest.length < kids.length) element.set("K", rest);
  return rest.length;
}

/** Says anew what widgets of a tagged document are for. */
export function describeWidgets(document: PdfDocument, widgets: readonly { widget: PdfDict; text: string }[]): void {
  const root = document.dict(document.catalog.get("StructTreeRoot"));
  if (!root || widgets.length === 0) return;
  const parents = new Map(readNumberTree(document, root.get("ParentTree")));
  for (const { widget, text } of widgets) {
    const element = document.dict(parents.get(document.number(widget.get("StructParent")) ?? -1));
    if (element?.has("Alt")) element.set("Alt", encodeText(text));
  }
}
