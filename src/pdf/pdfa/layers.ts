import type { PdfDocument } from "../document.ts";
import { type PdfObject, PdfRef } from "../objects.ts";
import { decodeText, encodeText } from "../text-strings.ts";

const MAX_ORDER_DEPTH = 64;

/**
 * Gives each configuration of layers a name of its own and an order with all layers, and lets none change automatically
 * (ISO 19005-2, 6.9).
 */
export function mendLayers(document: PdfDocument): void {
  const properties = document.dict(document.catalog.get("OCProperties"));
  if (!properties) return;
  const layers = document.array(properties.get("OCGs")) ?? [];
  const taken = new Set<string>();
  for (const object of [properties.get("D"), ...(document.array(properties.get("Configs")) ?? [])]) {
    const configuration = document.dict(object);
    if (!configuration) continue;
    document.work.charge("object", layers.length);
    configuration.delete("AS");
    const named = document.string(configuration.get("Name"));
    let title = named ? decodeText(named) : "";
    if (title === "" || taken.has(title)) {
      title = `Layers ${taken.size + 1}`;
      configuration.set("Name", encodeText(title));
    }
    taken.add(title);
    const order = document.array(configuration.get("Order"));
    if (!order) continue;
    const ordered = new Set<number>();
    collect(document, order, ordered, 0);
    const missing = layers.filter((layer) => layer instanceof PdfRef && !ordered.has(layer.number));
    if (missing.length > 0) configuration.set("Order", [...order, ...missing]);
  }
}

function collect(document: PdfDocument, list: readonly PdfObject[], found: Set<number>, depth: number): void {
  for (const item of list) {
    document.work.charge("object");
    if (item instanceof PdfRef) found.add(item.number);
    const inner = document.array(item);
    if (inner && depth < MAX_ORDER_DEPTH) collect(document, inner, found, depth + 1);
  }
}
