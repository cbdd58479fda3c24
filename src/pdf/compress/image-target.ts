import type { ContentUsage, DrawnSize } from "../content/content-usage.ts";
import type { PdfDocument } from "../document.ts";
import { type PdfDict, PdfStream } from "../objects.ts";

/** Dots per inch. */
export interface ImageResolution {
  /** Images above the threshold are brought to the first target that keeps their look. */
  readonly targets: readonly number[];
  readonly threshold: number;
  /** Where the look is judged. */
  readonly screen: number;
  /** Images that keep their size stay as they are. */
  readonly reducesAlone: boolean;
}

const MIN_REDUCTION = 1.4;
/** The whole page on a screen. */
const SCREEN_DPI = 100;

export const SCREEN_AND_PRINT: ImageResolution = {
  targets: [150, 200, 300],
  threshold: 225,
  screen: SCREEN_DPI,
  reducesAlone: false,
};

/** A requested resolution: images that have far more are brought to it. */
export function resolutionOf(dpi: number): ImageResolution {
  return { targets: [dpi], threshold: dpi * MIN_REDUCTION, screen: Math.min(SCREEN_DPI, dpi), reducesAlone: true };
}

/** Images of fewer pixels are not worth it. */
const MIN_PIXELS = 4096;

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Where each image is drawn, soft masks at the size of the images they belong to. Keys are image dictionaries. */
export function drawnSizes(
  document: PdfDocument,
  usage: ContentUsage,
  numbers: readonly number[],
): Map<PdfDict, DrawnSize> {
  const sizes = new Map(usage.images);
  for (const number of numbers) {
    const image = document.objects.get(number);
    if (!(image instanceof PdfStream) || document.name(image.dict.get("Subtype")) !== "Image") continue;
    const size = usage.images.get(image.dict);
    for (const key of ["SMask", "Mask"]) {
      const mask = document.stream(image.dict.get(key));
      if (!mask) continue;
      const known = sizes.get(mask.dict) ?? { width: 0, height: 0, unknown: false };
      sizes.set(mask.dict, {
        width: Math.max(known.width, size?.width ?? 0),
        height: Math.max(known.height, size?.height ?? 0),
        unknown: known.unknown || !size || size.unknown,
      });
    }
  }
  return sizes;
}

/** The sizes to try for an image, smallest first, and the size at which they are judged. */
export interface ImageTargets {
  readonly sizes: readonly PixelSize[];
  readonly screen: PixelSize;
}

/** Undefined when the image should keep its size. */
export function imageTargets(
  { width, height }: PixelSize,
  drawn: DrawnSize | undefined,
  { targets, threshold, screen }: ImageResolution,
): ImageTargets | undefined {
  if (!drawn || drawn.unknown || drawn.width <= 0 || drawn.height <= 0 || width * height <= MIN_PIXELS) {
    return undefined;
  }
  const dpi = Math.min((width * 72) / drawn.width, (height * 72) / drawn.height);
  if (dpi <= threshold) return undefined;
  const sizeAt = (targetDpi: number): PixelSize => ({
    width: Math.max(1, Math.round((width * targetDpi) / dpi)),
    height: Math.max(1, Math.round((height * targetDpi) / dpi)),
  });
  const usable = targets.filter((targetDpi) => targetDpi * MIN_REDUCTION <= dpi);
  return { sizes: usable.map(sizeAt), screen: sizeAt(screen) };
}
