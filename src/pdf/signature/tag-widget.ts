import type { PdfDocument } from "../document.ts";
import { walkTree } from "../metered-walk.ts";
import { dict, name, PdfDict, type PdfObject, PdfRef } from "../objects.ts";
import type { PdfPage } from "../page-tree.ts";
import type { IncrementalUpdate } from "./incremental-update.ts";

/**
 * Puts the widget of a new field into the structure of a tagged document, as its last form (ISO 14289-1, 7.18.4).
 * A document without a structure stays without one.
 */
export function tagWidget(
  update: IncrementalUpdate,
  field: { widget: PdfDict; ref: PdfRef; page: PdfPage; description: PdfObject },
): void {
  const { document } = update;
  const rootRef = document.catalog.get("StructTreeRoot");
  const root = document.dict(rootRef);
  if (!root || !(rootRef instanceof PdfRef)) return;
  const parent = topElement(document, root) ?? { ref: rootRef, entries: root };
  const content = dict({ Type: name("OBJR"), Obj: field.ref, Pg: field.page.ref });
  const element = update.add(
    dict({
      Type: name("StructElem"),
      S: name("Form"),
      P: parent.ref,
      Pg: field.page.ref,
      Alt: field.description,
      K: content,
    }),
  );
  const kids = parent.entries.get("K");
  const listed = document.array(kids) ?? (kids === undefined ? [] : [kids]);
  parent.entries.set("K", [...listed, element]);
  update.touch(parent.ref);

  const key = nextKey(document, root);
  field.widget.set("StructParent", key);
  root.set("ParentTreeNextKey", key + 1);
  update.touch(rootRef);
  addToParentTree(update, root, key, element);
  if (!field.page.dict.has("Tabs")) field.page.dict.set("Tabs", name("S"));
  update.touch(field.page.ref);
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

function addToParentTree(update: IncrementalUpdate, root: PdfDict, key: number, element: PdfRef): void {
  const { document } = update;
  const listed = root.get("ParentTree");
  const tree = document.dict(listed) ?? new PdfDict();
  if (!document.dict(listed)) root.set("ParentTree", tree);
  if (listed instanceof PdfRef) update.touch(listed);
  const kids = document.array(tree.get("Kids"));
  if (kids) tree.set("Kids", [...kids, update.add(dict({ Nums: [key, element], Limits: [key, key] }))]);
  else tree.set("Nums", [...(document.array(tree.get("Nums")) ?? []), key, element]);
}
