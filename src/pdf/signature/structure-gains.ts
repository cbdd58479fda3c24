import type { PdfDocument } from "../document.ts";
import { walkTree } from "../metered-walk.ts";
import { isName, type PdfObject } from "../objects.ts";

type Equal = (before: PdfObject, after: PdfObject) => boolean;

/**
 * Whether an element of the structure has only gained what signing adds in a tagged file: elements of annotations (ISO
 * 14289-1, 7.18.4). What it had is all there, in the same order.
 */
export function isStructureGain(
  then: PdfDocument,
  now: PdfDocument,
  before: PdfObject,
  after: PdfObject,
  equal: Equal,
): boolean {
  const old = kidsOf(then, before);
  let next = 0;
  for (const kid of kidsOf(now, after)) {
    const known = old[next];
    if (known !== undefined && equal(known, kid)) next++;
    else if (!isOfAnnotation(now, kid, 0)) return false;
  }
  return next === old.length;
}

function kidsOf(document: PdfDocument, kids: PdfObject): readonly PdfObject[] {
  return document.array(kids) ?? (kids === null ? [] : [kids]);
}

function isOfAnnotation(document: PdfDocument, kid: PdfObject, depth: number): boolean {
  document.work.charge("object");
  const element = document.dict(kid);
  if (!element || depth > 8) return false;
  if (isName(document.resolve(element.get("Type")), "OBJR"))
    return document.dict(element.get("Obj"))?.has("Rect") === true;
  const kids = kidsOf(document, element.get("K") ?? null);
  return element.has("S") && kids.length > 0 && kids.every((each) => isOfAnnotation(document, each, depth + 1));
}

/** Whether what the tree of parents said of the content of pages it still says; it may have gained entries. */
export function parentTreeKeeps(then: PdfDocument, now: PdfDocument, equal: Equal): boolean {
  const [before, after] = [then, now].map(parentsOf);
  for (const [key, value] of before ?? []) {
    const [from, to] = [then.array(value), now.array(after?.get(key))];
    if (from ? !to || !equal(from, to) : !equal(value, after?.get(key) ?? null)) return false;
  }
  return true;
}

function parentsOf(document: PdfDocument): Map<number, PdfObject> {
  const parents = new Map<number, PdfObject>();
  const root = document.dict(document.catalog.get("StructTreeRoot"))?.get("ParentTree");
  walkTree(document, root === undefined ? [] : [root], undefined, ({ entries }) => {
    const pairs = document.array(entries.get("Nums")) ?? [];
    for (let index = 0; index + 1 < pairs.length; index += 2) {
      document.work.charge("object");
      const key = document.number(pairs[index]);
      const value = pairs[index + 1];
      if (key !== undefined && value !== undefined && !parents.has(key)) parents.set(key, value);
    }
    return { kids: document.array(entries.get("Kids")) ?? [], context: undefined };
  });
  return parents;
}
