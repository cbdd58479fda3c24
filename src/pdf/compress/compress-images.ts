import { Failure } from "../../domain/failure.ts";
import type { Steps } from "../../domain/steps.ts";
import { Scratch } from "../../image/scratch.ts";
import { UnsupportedImage } from "../../image/unsupported-image.ts";
import type { ContentUsage } from "../content/content-usage.ts";
import type { PdfDocument } from "../document.ts";
import { type PdfDict, PdfStream } from "../objects.ts";
import { compressBitonal } from "./compress-bitonal.ts";
import { compressJpegImage } from "./compress-jpeg-image.ts";
import { compressSamples } from "./compress-samples.ts";
import { type ImageReplacement, type ImageSource, readImage } from "./image-source.ts";
import { drawnSizes, type ImageResolution, imageTargets, SCREEN_AND_PRINT } from "./image-target.ts";
import { dropOpaqueSoftMask } from "./opaque-soft-mask.ts";

/** Whatever its size, an image is decoded, resampled and coded anew: a turn of its own. */
const WORK_OF_AN_IMAGE = 1024 * 1024;

/**
 * Brings images to a resolution that screens and office printers can show, and every image to the smallest coding of
 * its kind. Images are decoded one at a time; those that cannot be read stay as they are.
 * @returns the images that have their smallest coding already
 */
export function* compressImages(
  document: PdfDocument,
  usage: ContentUsage,
  numbers: readonly number[],
  resolution: ImageResolution = SCREEN_AND_PRINT,
): Steps<PdfStream[]> {
  const best: PdfStream[] = [];
  const scratch = new Scratch();
  const sizes = drawnSizes(document, usage, numbers);
  const softMasks = softMaskDicts(document, numbers);
  for (const number of numbers) {
    const image = document.objects.get(number);
    if (!(image instanceof PdfStream) || document.name(image.dict.get("Subtype")) !== "Image") continue;
    // a soft mask takes the place of a mask (8.9.6.1)
    if (image.dict.has("SMask") && image.dict.has("Mask")) image.dict.delete("Mask");
    dropOpaqueSoftMask(document, image.dict);
    const drawn = usage.complete ? sizes.get(image.dict) : undefined;
    const replacement = attempt(() => {
      const source = readImage(document, image, {
        isSoftMask: softMasks.has(image.dict),
        scratch,
        targets: (size) => imageTargets(size, drawn, resolution),
      });
      return resolution.reducesAlone && !source.targets ? undefined : compressImage(document, source);
    });
    scratch.release();
    yield WORK_OF_AN_IMAGE;
    if (!replacement) continue;
    const [width = 0, height = 0] = ["Width", "Height"].map((key) => document.number(image.dict.get(key)) ?? 0);
    document.work.produce("scanPixel", Math.max(0, width * height));
    if (replacement.bytes.length >= image.bytes().length) {
      best.push(image);
      continue;
    }
    for (const [key, value] of Object.entries(replacement.entries)) {
      if (value === null) image.dict.delete(key);
      else image.dict.set(key, value);
    }
    document.objects.set(number, new PdfStream(image.dict, replacement.bytes));
  }
  return best;
}

function compressImage(document: PdfDocument, source: ImageSource): ImageReplacement | undefined {
  switch (source.format?.name) {
    case undefined:
      return source.bitsPerComponent === 1 ? compressBitonal(document, source) : compressSamples(source);
    case "CCITTFaxDecode":
      return compressBitonal(document, source);
    case "DCTDecode":
      return compressJpegImage(document, source);
    default:
      return undefined;
  }
}

/** Nothing that is wrong with one image is wrong with the document. */
function attempt(work: () => ImageReplacement | undefined): ImageReplacement | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof UnsupportedImage || error instanceof Failure || error instanceof RangeError) return undefined;
    throw error;
  }
}

function softMaskDicts(document: PdfDocument, numbers: readonly number[]): Set<PdfDict> {
  const masks = new Set<PdfDict>();
  for (const number of numbers) {
    const image = document.objects.get(number);
    const mask = image instanceof PdfStream ? document.stream(image.dict.get("SMask")) : undefined;
    if (mask) masks.add(mask.dict);
  }
  return masks;
}
