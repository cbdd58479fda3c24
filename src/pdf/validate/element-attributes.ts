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
  const listOf = (object: PdfObject | undefined): PdfObject[] => {
    const resolved = inspected.resolve(object);
    return Array.isArray(resolved) ? resolved : resolved === null ? [] : [resolved];
  };
  const named = listOf(entries.get("C")).flatMap((name) => listOf(classes?.get(inspected.name(name) ?? "")));
  for (const object of [...listOf(entries.get("A")), ...named]) {
    inspected.document.work.spend(1);
    const value = inspected.anyDict(object)?.get(key);
    if (value !== undefined) return inspected.resolve(value);
  }
  return undefined;
}
