import type { Steps } from "../../domain/steps.ts";
import { readContentUsage } from "../content/content-usage.ts";
import type { PdfDocument } from "../document.ts";
import { compressImages } from "./compress-images.ts";
import { resolutionOf } from "./image-target.ts";
import { reachableObjects } from "./reachable-objects.ts";

/**
 * Reduces pictures of far more pixels than their places have at `dpi` to that; all others stay as they are. In an
 * encrypted document all do.
 * @returns whether there were such pictures
 */
export function* reduceImages(document: PdfDocument, dpi: number): Steps<boolean> {
  if (document.encryption) return false;
  const numbers = reachableObjects(document);
  const usage = readContentUsage(document, numbers);
  yield document.objects.fileBytes;
  const before = numbers.map((number) => document.objects.get(number));
  yield* compressImages(document, usage, numbers, resolutionOf(dpi));
  return numbers.some((number, index) => document.objects.get(number) !== before[index]);
}
