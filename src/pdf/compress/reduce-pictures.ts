import type { Steps } from "../../domain/steps.ts";
import { readContentUsage } from "../content/content-usage.ts";
import { openPdf } from "../document.ts";
import { writeSteps } from "../writer.ts";
import { compressImages } from "./compress-images.ts";
import { resolutionOf } from "./image-target.ts";
import { reachableObjects } from "./reachable-objects.ts";

/**
 * The same document, with pictures of far more pixels than their places have at `dpi` reduced to that; all others stay
 * as they are. A document without such pictures stays the same, byte for byte, and so does an encrypted one.
 * @throws Failure those of `openPdf`
 */
export function* reducePictures(bytes: Uint8Array, dpi: number): Steps<Uint8Array> {
  const document = openPdf(bytes);
  if (document.encryption) return bytes;
  const numbers = reachableObjects(document);
  const usage = readContentUsage(document, numbers);
  yield bytes.length;
  const before = numbers.map((number) => document.objects.get(number));
  yield* compressImages(document, usage, numbers, resolutionOf(dpi));
  const isReduced = numbers.some((number, index) => document.objects.get(number) !== before[index]);
  return isReduced ? yield* writeSteps(document) : bytes;
}
