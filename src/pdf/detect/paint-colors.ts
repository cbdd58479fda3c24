import { largestOf } from "../../domain/collections/long-lists.ts";
import type { PdfDocument } from "../document.ts";
import { type PdfDict, PdfName, type PdfObject } from "../objects.ts";

/** How light the color is that numbers of an operator stand for: 0 black to 1 white (ISO 32000-2, 8.6). */
export function lightness(components: readonly number[], isTint: boolean): number {
  const [a = 0, b = 0, c = 0, d = 0] = components;
  if (isTint) return 1 - Math.min(1, largestOf(components, 0));
  if (components.length === 3) return 0.3 * a + 0.59 * b + 0.11 * c;
  if (components.length >= 4) return (1 - d) * (1 - (0.3 * a + 0.59 * b + 0.11 * c));
  return a;
}

/** Whether components of a color space say how much ink there is (Separation, DeviceN). */
export function isTintSpace(
  document: PdfDocument,
  resources: PdfDict | undefined,
  space: PdfObject | undefined,
): boolean {
  if (!(space instanceof PdfName)) return false;
  const spaces = document.dict(resources?.get("ColorSpace"));
  const family = document.name(document.array(spaces?.get(space.value))?.[0]);
  return family === "Separation" || family === "DeviceN";
}

export const numbersOf = (operands: readonly PdfObject[]): number[] =>
  operands.filter((operand) => typeof operand === "number");
