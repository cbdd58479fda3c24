import type { PdfDocument } from "../document.ts";
import { walkTree } from "../metered-walk.ts";
import type { PdfDict, PdfObject } from "../objects.ts";
import { untagWidgets } from "./tag-widgets.ts";

/** Takes widgets off their pages; fields and groups of which none is left go with them. */
export function removeWidgets(document: PdfDocument, widgets: readonly PdfDict[]): void {
  if (widgets.length === 0) return;
  const gone = new Set(widgets);
  for (const page of document.pages) {
    const annotations = document.array(page.dict.get("Annots"));
    if (!annotations) continue;
    document.work.charge("object", annotations.length);
    const rest = annotations.filter((entry) => !isIn(document, gone, entry));
    if (rest.length < annotations.length) page.dict.set("Annots", rest);
  }
  untagWidgets(document, widgets);
  const form = document.dict(document.catalog.get("AcroForm"));
  if (!form) return;
  const parents = parentsOf(document, form);
  for (const widget of widgets) removeNode(document, form, parents, widget, gone);
  const calculated = document.array(form.get("CO"));
  if (calculated)
    form.set(
      "CO",
      calculated.filter((entry) => !isIn(document, gone, entry)),
    );
}

function isIn(document: PdfDocument, nodes: ReadonlySet<PdfDict>, entry: PdfObject): boolean {
  const entries = document.dict(entry);
  return entries !== undefined && nodes.has(entries);
}

/** The node above each node of the tree of fields; the form above the first ones. */
export function parentsOf(document: PdfDocument, form: PdfDict): ReadonlyMap<PdfDict, PdfDict> {
  const parents = new Map<PdfDict, PdfDict>();
  walkTree(document, document.array(form.get("Fields")) ?? [], form, ({ entries, context }) => {
    parents.set(entries, context);
    return { kids: document.array(entries.get("Kids")) ?? [], context: entries };
  });
  return parents;
}

function removeNode(
  document: PdfDocument,
  form: PdfDict,
  parents: ReadonlyMap<PdfDict, PdfDict>,
  node: PdfDict,
  gone: Set<PdfDict>,
): void {
  for (let current = node; ; ) {
    gone.add(current);
    const above = parents.get(current);
    if (!above) return;
    const key = above === form ? "Fields" : "Kids";
    const kids = document.array(above.get(key)) ?? [];
    document.work.charge("object", kids.length);
    const rest = kids.filter((kid) => document.dict(kid) !== current);
    above.set(key, rest);
    if (above === form || rest.length > 0) return;
    current = above;
  }
}
