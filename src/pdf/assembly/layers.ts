import { appendAll } from "../../domain/collections/long-lists.ts";
import type { PdfDocument } from "../document.ts";
import { isName, PdfDict, type PdfObject, PdfRef } from "../objects.ts";

/** Lists of a configuration which can be joined end to end (ISO 32000-2, table 99). */
const CONFIGURATION_LISTS = ["ON", "OFF", "Order", "AS", "Locked", "RBGroups"];

/** Joins the optional content of documents (8.11.4); all dictionaries belong to the target already. */
export function joinLayers(target: PdfDocument, all: readonly PdfDict[]): PdfDict | undefined {
  const [first, ...others] = all;
  if (!first || others.length === 0) return first;
  const groups: PdfObject[] = [];
  const configuration = new PdfDict(target.dict(first.get("D")));
  for (const key of CONFIGURATION_LISTS) configuration.delete(key);
  configuration.delete("BaseState");
  for (const properties of all) {
    const own = target.array(properties.get("OCGs")) ?? [];
    appendAll(groups, own);
    const from = target.dict(properties.get("D")) ?? new PdfDict();
    for (const key of CONFIGURATION_LISTS) append(configuration, key, target.array(from.get(key)) ?? []);
    // the joined configuration starts with everything on, so those that start off are listed
    if (isName(target.resolve(from.get("BaseState")), "OFF")) {
      const on = new Set((target.array(from.get("ON")) ?? []).map(numberOf));
      append(
        configuration,
        "OFF",
        own.filter((group) => !on.has(numberOf(group))),
      );
    }
  }
  const joined = new PdfDict(first);
  joined.set("OCGs", groups);
  joined.set("D", configuration);
  joined.delete("Configs");
  return joined;
}

function append(configuration: PdfDict, key: string, items: PdfObject[]): void {
  if (items.length === 0) return;
  const list = configuration.get(key);
  configuration.set(key, Array.isArray(list) ? [...list, ...items] : items);
}

function numberOf(object: PdfObject): number {
  return object instanceof PdfRef ? object.number : -1;
}
