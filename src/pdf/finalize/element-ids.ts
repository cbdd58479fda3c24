import type { PdfDocument } from "../document.ts";
import { latin1 } from "../lexer.ts";
import { walkTree } from "../metered-walk.ts";
import { readNameTree, writeNameTree } from "../name-tree.ts";
import { PdfDict, type PdfObject, type PdfString } from "../objects.ts";
import { latin1String } from "../text-strings.ts";

/** How a browser names the elements of a page: it counts on from one page to the next. */
const COUNTED = /^node\d+$/;

/** Renumbers the elements of a browser's structure tree, from one, in the order of the tree (ISO 32000-2, 14.7.2). */
export function numberElementIds(document: PdfDocument): void {
  const root = document.dict(document.catalog.get("StructTreeRoot"));
  if (!root?.has("IDTree")) return;
  const named = readNameTree(document, root.get("IDTree"));
  if (named.length === 0 || !named.every(([id]) => COUNTED.test(id))) return;
  const numbers = new Map<string, string>();
  const numbered = (id: PdfString): PdfString => {
    const written = latin1(id.bytes);
    let made = numbers.get(written);
    if (made === undefined) numbers.set(written, (made = `e${String(numbers.size + 1).padStart(8, "0")}`));
    return latin1String(made);
  };
  const kidsOf = (entries: PdfDict): readonly PdfObject[] => {
    const kids = entries.get("K");
    return document.array(kids) ?? (kids === undefined ? [] : [kids]);
  };
  const elements: PdfDict[] = [];
  walkTree(document, kidsOf(root), undefined, ({ entries, context }) => {
    elements.push(entries);
    const id = document.string(entries.get("ID"));
    if (id) entries.set("ID", numbered(id));
    return { kids: kidsOf(entries), context };
  });
  for (const entries of elements) {
    for (const attributes of attributesOf(document, entries)) {
      const headers = document.array(attributes.get("Headers"));
      const renamed = headers?.map((header) => {
        const id = document.string(header);
        return id ? numbered(id) : header;
      });
      if (renamed) attributes.set("Headers", renamed);
    }
  }
  const tree = named.map(([id, element]): [string, PdfObject] => [latin1(numbered(latin1String(id)).bytes), element]);
  const written = writeNameTree(document, tree);
  if (written) root.set("IDTree", written);
}

/** An element's attributes: one dictionary, or several among revision numbers. */
function attributesOf(document: PdfDocument, entries: PdfDict): PdfDict[] {
  const attributes = document.resolve(entries.get("A"));
  const list = Array.isArray(attributes) ? attributes : [attributes];
  document.work.charge("object", list.length);
  return list.map((object) => document.resolve(object)).filter((object) => object instanceof PdfDict);
}
