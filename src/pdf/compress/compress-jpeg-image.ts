import type { PdfDocument } from "../document.ts";
import { coefficientCount, decodePlanes, isStreamable, type Plane } from "../image/jpeg-decode.ts";
import { encodeJpeg } from "../image/jpeg-encode.ts";
import { isLumaChroma, type Jpeg, parseJpeg } from "../image/jpeg-header.ts";
import type { BlockScale } from "../image/jpeg-inverse-dct.ts";
import { estimateQuality } from "../image/jpeg-tables.ts";
import { transcodeJpeg } from "../image/jpeg-transcode.ts";
import { resample } from "../image/resample.ts";
import { UnsupportedImage } from "../image/unsupported-image.ts";
import { name } from "../objects.ts";
import type { ImageReplacement, ImageSource } from "./image-source.ts";
import type { PixelSize } from "./image-target.ts";

/** Similarity to keep (SSIM): to the image at its new size, and to one that keeps its size. */
const SIMILARITY_RESIZED = 0.97;
const SIMILARITY_SAME_SIZE = 0.98;
const LOWEST_QUALITY = 44;
const HIGHEST_QUALITY = 92;
/** Files of this IJG quality hold more than can be seen and may be coded anew. */
const GENEROUS_QUALITY = 84;
/** A lossy result has to be this much smaller than the lossless one. */
const WORTH_LOSS = 0.85;
/** Coefficients of a progressive file take two bytes each; samples one. */
const MOST_COEFFICIENTS = 20_000_000;
const MOST_SAMPLES = 30_000_000;

/** JPEG: fewer pixels where there are too many, fewer bits where quality is generous, otherwise the same exactly. */
export function compressJpegImage(document: PdfDocument, source: ImageSource): ImageReplacement | undefined {
  const jpeg = parseJpeg(source.data);
  if (!isStreamable(jpeg) && coefficientCount(jpeg) > MOST_COEFFICIENTS) {
    throw new UnsupportedImage("progressive image too large to hold");
  }
  const transform = document.number(source.format?.parameters?.get("ColorTransform"));
  const lumaChroma = isLumaChroma(jpeg, transform);
  const sameSize = jpeg.width === source.width && jpeg.height === source.height;
  const kept = { Filter: name("DCTDecode"), DecodeParms: source.format?.parameters ?? null };
  if (!source.exact && sameSize && source.target) {
    const bytes = reduced(jpeg, source.target, lumaChroma, source.isSoftMask);
    const { width, height } = source.target;
    if (bytes && bytes.length < 0.92 * source.data.length) {
      return { bytes, entries: { ...kept, Width: width, Height: height } };
    }
  }
  const exact = transcodeJpeg(source.data, jpeg);
  const bytes = exact.length < source.data.length ? exact : source.data;
  if (source.exact || !sameSize || estimateQuality(jpeg.components[0]!.quantization) < GENEROUS_QUALITY) {
    return { bytes, entries: kept };
  }
  const coarser = recoded(jpeg, lumaChroma);
  return { bytes: coarser && coarser.length < WORTH_LOSS * bytes.length ? coarser : bytes, entries: kept };
}

/** Decodes at the largest reduction that still gives the target's pixels, then resamples. */
function reduced(jpeg: Jpeg, target: PixelSize, lumaChroma: boolean, isSoftMask: boolean): Uint8Array | undefined {
  let scale: BlockScale = 8;
  while (scale > 1 && (jpeg.width * scale) / 16 >= target.width && (jpeg.height * scale) / 16 >= target.height) {
    scale = (scale / 2) as BlockScale;
  }
  if ((coefficientCount(jpeg) * scale * scale) / 64 > MOST_SAMPLES) throw new UnsupportedImage("image too large");
  const planes = decodePlanes(jpeg, scale);
  const resized = planes.map((plane, index) =>
    lumaChroma && (index === 1 || index === 2) ? plane : resample(plane, target.width, target.height),
  );
  return encodeJpeg(resized, {
    lowestQuality: LOWEST_QUALITY,
    highestQuality: HIGHEST_QUALITY,
    similarity: isSoftMask ? 0.985 : SIMILARITY_RESIZED,
    lumaChroma,
    adobeTransform: jpeg.adobeTransform,
  });
}

function recoded(jpeg: Jpeg, lumaChroma: boolean): Uint8Array | undefined {
  if (coefficientCount(jpeg) > MOST_SAMPLES) return undefined;
  const planes = decodePlanes(jpeg, 8);
  const full = planes.map((plane: Plane, index) =>
    lumaChroma && (index === 1 || index === 2) ? plane : resample(plane, jpeg.width, jpeg.height),
  );
  return encodeJpeg(full, {
    lowestQuality: LOWEST_QUALITY,
    highestQuality: GENEROUS_QUALITY,
    similarity: SIMILARITY_SAME_SIZE,
    lumaChroma,
    adobeTransform: jpeg.adobeTransform,
  });
}
