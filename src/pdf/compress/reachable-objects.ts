import type { PdfDocument } from "../document.ts";
import { PdfDict, type PdfObject, PdfRef, PdfStream } from "../objects.ts";

/**
 * Numbers of all objects reachable from the trailer, in the order in which they are met.
 * @param visit called once for each dictionary, direct ones and those of streams included, before its values
 */
export function reachableObjects(
  document: PdfDocument,
  visit?: (entries: PdfDict, isStream: boolean) => void,
): number[] {
  const seen = new Set<number>();
  const stack: PdfObject[] = [document.trailer.get("Info") ?? null, document.trailer.get("Root") ?? null];
  const push = (values: Iterable<PdfObject>): void => {
    for (const value of values) if (typeof value === "object" && value !== null) stack.push(value);
  };
  while (stack.length > 0) {
    const object = stack.pop() ?? null;
    if (object instanceof PdfRef) {
      if (seen.has(object.number) || !document.objects.exists(object.number)) continue;
      const target = document.objects.get(object.number);
      if (target === null) continue;
      seen.add(object.number);
      stack.push(target);
    } else if (Array.isArray(object)) push(object);
    else if (object instanceof PdfDict) {
      visit?.(object, false);
      push(object.values());
    } else if (object instanceof PdfStream) {
      object.dict.delete("Length"); // the writer sets it; as a reference it would keep a number alive
      visit?.(object.dict, true);
      push(object.dict.values());
    }
  }
  return [...seen];
}
