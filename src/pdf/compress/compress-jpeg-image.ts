import { LIMITS } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import { coefficientCount, decodePlanes, isStreamable } from "../../image/jpeg/jpeg-decode.ts";
import { JpegEncoder } from "../../image/jpeg/jpeg-encode.ts";
import { isLumaChroma, type Jpeg, parseJpeg } from "../../image/jpeg/jpeg-header.ts";
import type { BlockScale } from "../../image/jpeg/jpeg-inverse-dct.ts";
import { estimateQuality } from "../../image/jpeg/jpeg-tables.ts";
import { transcodeJpeg } from "../../image/jpeg/jpeg-transcode.ts";
import type { Plane } from "../../image/plane.ts";
import { resample } from "../../image/scale.ts";
import type { Scratch } from "../../image/scratch.ts";
import { screenError, screenSimilarity, screenView } from "../../image/screen-similarity.ts";
import { UnsupportedImage } from "../../image/unsupported-image.ts";
import type { PdfDocument } from "../document.ts";
import { name } from "../objects.ts";
import type { ImageReplacement, ImageSource } from "./image-source.ts";
import type { ImageTargets, PixelSize } from "./image-target.ts";

/** Similarity to keep (SSIM): to the image at its new size, and to one that keeps its size. */
const SIMILARITY_RESIZED = 0.97;
const SIMILARITY_SAME_SIZE = 0.98;
const SIMILARITY_SOFT_MASK = 0.985;
const SIMILARITY_ON_SCREEN = 0.94;
const SIMILARITY_OF_GRAIN = 0.978;
const GRAIN_QUALITIES = [94, 90, 84] as const;
const LOWEST_QUALITY = 44;
const HIGHEST_QUALITY = 92;
/** Files of this IJG quality hold more than can be seen and may be coded anew. */
const GENEROUS_QUALITY = 84;
/** A lossy result has to be this much smaller than the lossless one. */
const WORTH_LOSS = 0.85;
/** Images of fewer bytes stay exact: there is nothing to gain. */
const SMALLEST_LOSS_FROM = 2000;

/** JPEG: fewer pixels where there are too many, fewer bits where quality is generous, otherwise the same exactly. */
export function compressJpegImage(document: PdfDocument, source: ImageSource): ImageReplacement | undefined {
  const jpeg = parseJpeg(source.data);
  if (!isStreamable(jpeg) && coefficientCount(jpeg) > LIMITS.progressiveCoefficients.most) {
    throw new UnsupportedImage("progressive image too large to hold");
  }
  const transform = document.number(source.format?.parameters?.get("ColorTransform"));
  const lumaChroma = isLumaChroma(jpeg, transform);
  const sameSize = jpeg.width === source.width && jpeg.height === source.height;
  const kept = { Filter: name("DCTDecode"), DecodeParms: source.format?.parameters ?? null };
  if (!source.exact && sameSize && source.targets) {
    const smaller = reduced(jpeg, source.targets, lumaChroma, source);
    if (smaller && smaller.bytes.length < 0.92 * source.data.length) {
      const { width, height } = smaller.size;
      return { bytes: smaller.bytes, entries: { ...kept, Width: width, Height: height } };
    }
  }
  source.scratch.release();
  const exact = transcodeJpeg(source.data, jpeg, source.scratch);
  const bytes = exact.length < source.data.length ? exact : source.data;
  if (source.exact || !sameSize || estimateQuality(present(jpeg.components[0]).quantization) < GENEROUS_QUALITY) {
    return { bytes, entries: kept };
  }
  source.scratch.release();
  const coarser = bytes.length > SMALLEST_LOSS_FROM ? recoded(jpeg, lumaChroma, source.scratch) : undefined;
  return { bytes: coarser && coarser.length < WORTH_LOSS * bytes.length ? coarser : bytes, entries: kept };
}

/** The smallest of the sizes at which the image keeps its look. */
function reduced(
  jpeg: Jpeg,
  { sizes, screen }: ImageTargets,
  lumaChroma: boolean,
  { isSoftMask, scratch }: ImageSource,
): { bytes: Uint8Array; size: PixelSize } | undefined {
  for (const size of sizes) {
    scratch.release();
    const { planes, isReduced } = decodeFor(jpeg, size, lumaChroma, scratch);
    const view = screenView(brightnessOf(planes, lumaChroma), size, screen, isReduced);
    const resized = planes.map((plane, index) =>
      lumaChroma && (index === 1 || index === 2) ? plane : resample(plane, size.width, size.height, scratch),
    );
    if (!keepsColors(planes, size, screen, isReduced)) continue;
    for (const { samples } of planes) {
      const isNeeded = samples === view.shown.samples || resized.some((plane) => plane.samples === samples);
      if (!isNeeded) scratch.giveBack(samples);
    }
    if (screenSimilarity(view, brightnessOf(resized, lumaChroma)) < SIMILARITY_ON_SCREEN) continue;
    const encoder = new JpegEncoder(resized, lumaChroma, scratch);
    const onScreen = (quality: number): number =>
      screenSimilarity(view, brightnessOf(encoder.reconstructed(quality), lumaChroma));
    const similarity = isSoftMask ? SIMILARITY_SOFT_MASK : SIMILARITY_RESIZED;
    let quality = encoder.lowestQuality({ lowest: LOWEST_QUALITY, highest: HIGHEST_QUALITY, similarity });
    if (quality !== undefined && onScreen(quality) < SIMILARITY_ON_SCREEN) continue;
    // grain is never alike pixel by pixel: there only the screen decides, more strictly
    if (quality === undefined && !isSoftMask) {
      const failing = GRAIN_QUALITIES.findIndex(
        (candidate) => onScreen(candidate) < SIMILARITY_OF_GRAIN || !encoder.keepsChroma(candidate),
      );
      quality = failing < 0 ? GRAIN_QUALITIES.at(-1) : GRAIN_QUALITIES[failing - 1];
    }
    if (quality !== undefined) return { bytes: encoder.encode(quality, jpeg.adobeTransform), size };
  }
  return undefined;
}

/** The most that a place of a component may differ on a screen, of 255, when an image has fewer pixels. */
const LARGEST_ERROR_ON_SCREEN = 32;

/** Whether each component shows the same with fewer pixels: two colors may have one brightness. */
function keepsColors(planes: readonly Plane[], size: PixelSize, screen: PixelSize, isReduced: boolean): boolean {
  if (planes.length < 3) return true;
  const [first] = planes;
  return planes.every((plane) => {
    // chroma may have fewer pixels already
    const share = { x: plane.width / (first?.width ?? 1), y: plane.height / (first?.height ?? 1) };
    const scaled = ({ width, height }: PixelSize): PixelSize => ({
      width: Math.max(1, Math.ceil(width * share.x)),
      height: Math.max(1, Math.ceil(height * share.y)),
    });
    const own = scaled(size);
    if (own.width >= plane.width && own.height >= plane.height) return true;
    const view = screenView(plane, own, scaled(screen), isReduced);
    return screenError(view, resample(plane, own.width, own.height)) <= LARGEST_ERROR_ON_SCREEN;
  });
}

/** Decodes at the largest reduction that still gives the pixels of this size. */
function decodeFor(
  jpeg: Jpeg,
  { width, height }: PixelSize,
  lumaChroma: boolean,
  scratch: Scratch,
): { planes: Plane[]; isReduced: boolean } {
  let scale: BlockScale = 8;
  while (scale > 1 && (jpeg.width * scale) / 16 >= width && (jpeg.height * scale) / 16 >= height) {
    scale = (scale / 2) as BlockScale;
  }
  if ((coefficientCount(jpeg) * scale * scale) / 64 > LIMITS.compressedSamples.most)
    throw new UnsupportedImage("image too large");
  return { planes: decodePlanes(jpeg, scale, halvesChroma(jpeg, lumaChroma), scratch), isReduced: scale < 8 };
}

/** The first plane, or several inks (or red, green, blue) weighted for the eye; black adds to all. */
function brightnessOf(planes: readonly Plane[], lumaChroma: boolean): Plane {
  const [first, second, third, black] = planes;
  if (!first || lumaChroma || !second || !third) return present(first);
  const { width, height, stride } = first;
  const samples = new Uint8ClampedArray(stride * height);
  for (let i = 0; i < samples.length; i++) {
    const color = 0.3 * (first.samples[i] ?? 0) + 0.59 * (second.samples[i] ?? 0) + 0.11 * (third.samples[i] ?? 0);
    samples[i] = black ? (color + (black.samples[i] ?? 0)) / 2 : color;
  }
  return { width, height, stride, samples };
}

/** Chroma is decoded at half its size only where there is no room to see what that does. */
function halvesChroma(jpeg: Jpeg, lumaChroma: boolean): boolean {
  return lumaChroma && coefficientCount(jpeg) > LIMITS.recodedCoefficients.most;
}

function recoded(jpeg: Jpeg, lumaChroma: boolean, scratch: Scratch): Uint8Array | undefined {
  if (coefficientCount(jpeg) > LIMITS.recodedCoefficients.most) return undefined;
  const planes = decodePlanes(jpeg, 8, halvesChroma(jpeg, lumaChroma), scratch);
  const full = planes.map((plane: Plane, index) =>
    lumaChroma && (index === 1 || index === 2) ? plane : resample(plane, jpeg.width, jpeg.height, scratch),
  );
  const encoder = new JpegEncoder(full, lumaChroma, scratch);
  const range = { lowest: LOWEST_QUALITY, highest: GENEROUS_QUALITY, similarity: SIMILARITY_SAME_SIZE };
  const quality = encoder.lowestQuality(range);
  return quality === undefined ? undefined : encoder.encode(quality, jpeg.adobeTransform);
}
