import type { PdfObject } from "../objects.ts";
import type { InspectedDocument } from "./inspected-document.ts";

type Rectangle = readonly [left: number, bottom: number, right: number, top: number];

/** The sides in their order, however the corners are written; undefined if it is not a rectangle. */
export function readRectangle(inspected: InspectedDocument, object: PdfObject | undefined): Rectangle | undefined {
  const numbers = inspected.array(object)?.map((item) => inspected.number(item) ?? 0);
  if (!numbers || numbers.length < 4) return undefined;
  const [x = 0, y = 0, otherX = 0, otherY = 0] = numbers;
  return [Math.min(x, otherX), Math.min(y, otherY), Math.max(x, otherX), Math.max(y, otherY)];
}
