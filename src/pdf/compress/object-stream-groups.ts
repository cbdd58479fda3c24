import type { PdfDocument } from "../document.ts";
import { PdfDict, PdfStream } from "../objects.ts";

const MAX_OBJECTS_PER_STREAM = 2000;
/** Keys that show what an object looks like. */
const SHAPE_KEYS = 4;

/**
 * Object numbers in groups for object streams (ISO 32000-2, 7.5.7): objects of one shape are together, since Flate
 * finds what they share. Streams are left out.
 */
export function objectStreamGroups(document: PdfDocument, numbers: readonly number[]): number[][] {
  const shapes = new Map<string, number[]>();
  for (const number of numbers) {
    const object = document.objects.get(number);
    if (object instanceof PdfStream || object === null) continue;
    const shape = object instanceof PdfDict ? shapeOf(document, object) : Array.isArray(object) ? "array" : "other";
    const group = shapes.get(shape);
    if (group) group.push(number);
    else shapes.set(shape, [number]);
  }
  const ordered = [...shapes.values()].flat();
  const groups: number[][] = [];
  for (let at = 0; at < ordered.length; at += MAX_OBJECTS_PER_STREAM) {
    groups.push(ordered.slice(at, at + MAX_OBJECTS_PER_STREAM));
  }
  return groups;
}

function shapeOf(document: PdfDocument, entries: PdfDict): string {
  const type = document.name(entries.get("Type")) ?? "";
  const subtype = document.name(entries.get("Subtype")) ?? document.name(entries.get("S")) ?? "";
  return [type, subtype, ...[...entries.keys()].slice(0, SHAPE_KEYS)].join(" ");
}
