import type { PdfObject } from "../objects.ts";
import type { InspectedDocument } from "./inspected-document.ts";
import type { StructureElement } from "./structure-tree.ts";

/** An attribute of a structure element, from A or through its class (ISO 32000-1, 14.7.5). */
export function attribute(
  inspected: InspectedDocument,
  { entries }: StructureElement,
  key: string,
): PdfObject | undefined {
  const root = inspected.dict(inspected.document.catalog.get("StructTreeRoot"));
  const classes = inspected.dict(root?.get("ClassMap"));
  const own = attributeIn(inspected, entries.get("A"), key);
  if (own !== undefined) return own;
  for (const name of listOf(inspected, entries.get("C"))) {
    inspected.document.work.charge("object");
    const found = attributeIn(inspected, classes?.get(inspected.name(name) ?? ""), key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function attributeIn(inspected: InspectedDocument, list: PdfObject | undefined, key: string): PdfObject | undefined {
  for (const object of listOf(inspected, list)) {
    inspected.document.work.charge("object");
    const value = inspected.anyDict(object)?.get(key);
    if (value !== undefined) return inspected.resolve(value);
  }
  return undefined;
}

function listOf(inspected: InspectedDocument, object: PdfObject | undefined): readonly PdfObject[] {
  const resolved = inspected.resolve(object);
  return Array.isArray(resolved) ? resolved : [resolved];
}
