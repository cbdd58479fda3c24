import { LIMITS } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import { encodeJbig2 } from "../../image/jbig2/jbig2-encode.ts";
import { JpegEncoder } from "../../image/jpeg/jpeg-encode.ts";
import { bitsFor, toFewerGrayBits, toGray, toPalette } from "../../image/palette.ts";
import type { Plane } from "../../image/plane.ts";
import {
  expandPalette,
  lumaChromaPlanes,
  lumaPlane,
  packSamples,
  planeOf,
  type Raster,
  resampleRaster,
  unpackSamples,
} from "../../image/raster.ts";
import { screenError, screenSimilarity, screenView } from "../../image/screen-similarity.ts";
import { UnsupportedImage } from "../../image/unsupported-image.ts";
import { name, type PdfObject, PdfString } from "../objects.ts";
import { flateSamples } from "./flate-samples.ts";
import type { ImageReplacement, ImageSource } from "./image-source.ts";
import type { PixelSize } from "./image-target.ts";

/** Similarity (SSIM) to keep when exact samples become JPEG; masks show errors immediately. */
const SIMILARITY = 0.97;
const SIMILARITY_ON_SCREEN = 0.94;
const SIMILARITY_SOFT_MASK = 0.99;
/** A JPEG has to be this much smaller than the lossless coding. */
const WORTH_LOSS = 0.6;
const WORTH_LOSS_SOFT_MASK = 0.4;
const MIN_JPEG_PIXELS = 2500;
const SMALLEST_JPEG_GAIN_FROM = 4000;

/** Plain samples: fewer pixels, a palette or fewer bits where that is exact, JPEG for photographs. */
export function compressSamples(source: ImageSource): ImageReplacement | undefined {
  const { width, height, bitsPerComponent: bits, colorSpace } = source;
  if (!colorSpace || ![2, 4, 8, 16].includes(bits)) throw new UnsupportedImage("colour space or depth");
  const { components } = colorSpace;
  if (source.data.length < ((width * components * bits + 7) >> 3) * height)
    throw new UnsupportedImage("data end early");
  const hasDecode = source.dict.has("Decode");
  const resizable = source.targets !== undefined && !source.exact && !hasDecode;
  if (width * height * components > LIMITS.compressedSamples.most) throw new UnsupportedImage("image too large");
  if (source.exact || hasDecode || (bits < 8 && !(resizable && colorSpace.palette))) {
    return flateSamples({ data: source.data, width, height, components, bits }, source.work);
  }
  const raster = unpackSamples(source.data, width, height, components, bits);
  const { palette } = colorSpace;
  if (palette) {
    const base =
      resizable && palette.base.continuous && width * height * palette.base.components <= LIMITS.compressedSamples.most;
    const expanded = base ? expandPalette(raster, palette.colors, palette.base.components) : undefined;
    const reduced = expanded && reduce(source, expanded, palette.baseObject, palette.base.device);
    const exact = packPalette(source, raster);
    return reduced && reduced.bytes.length < exact.bytes.length ? reduced : exact;
  }
  const reduced =
    resizable && colorSpace.continuous && reduce(source, raster, source.colorSpaceObject, colorSpace.device);
  return reduced || packRaster(source, raster, source.colorSpaceObject, colorSpace.device);
}

/** The smallest of the sizes at which the image keeps its look. */
function reduce(source: ImageSource, raster: Raster, space: PdfObject, device: boolean): ImageReplacement | undefined {
  const { sizes, screen } = present(source.targets);
  const original = brightness(raster);
  for (const size of sizes) {
    const { width, height } = size;
    const smaller = resampleRaster(raster, width, height);
    if (screenSimilarity(screenView(original, size, screen, false), brightness(smaller)) < SIMILARITY_ON_SCREEN)
      continue;
    if (!keepsColors(raster, smaller, screen)) continue;
    const replacement = packRaster(source, smaller, space, device);
    return { ...replacement, entries: { ...replacement.entries, Width: width, Height: height } };
  }
  return undefined;
}

/** The most that a place of a component may differ on a screen, of 255. */
const LARGEST_ERROR_ON_SCREEN = 32;

/** Whether the components show the same with fewer pixels: two colors may have one brightness. */
function keepsColors(raster: Raster, smaller: Raster, screen: PixelSize): boolean {
  if (raster.components < 3) return true;
  const colors = (each: Raster): Plane[] =>
    each.components === 3
      ? lumaChromaPlanes(each).slice(1)
      : Array.from({ length: 4 }, (_, index) => planeOf(each, index));
  const after = colors(smaller);
  return colors(raster).every(
    (plane, index) =>
      screenError(screenView(plane, smaller, screen, false), present(after[index])) <= LARGEST_ERROR_ON_SCREEN,
  );
}

function brightness(raster: Raster): Plane {
  return raster.components === 3 ? lumaPlane(raster) : planeOf(raster, 0);
}

/** Fewer bits per index if the indices in use allow it. */
function packPalette(source: ImageSource, indices: Raster): ImageReplacement {
  const { width, height, bitsPerComponent: bits } = source;
  const largest = indices.samples.reduce((max, index) => (index > max ? index : max), 0);
  const fewer = bitsFor(largest + 1);
  const packed = packSamples(indices, fewer);
  const candidates = [flateSamples({ data: source.data, width, height, components: 1, bits }, source.work)];
  if (fewer < bits)
    candidates.push(flateSamples({ data: packed, width, height, components: 1, bits: fewer }, source.work));
  if (fewer === 1) candidates.push(bitonal(indices));
  return smallest(candidates);
}

function packRaster(source: ImageSource, raster: Raster, space: PdfObject, device: boolean): ImageReplacement {
  const { width, height } = raster;
  const gray = device ? toGray(raster) : undefined;
  const used = gray ?? raster;
  const usedSpace = gray ? name("DeviceGray") : space;
  const bare = flateSamples({ data: used.samples, width, height, components: used.components, bits: 8 }, source.work);
  const candidates = [withSpace(bare, usedSpace)];
  const exactGray = used.components === 1 ? toFewerGrayBits(used) : undefined;
  if (exactGray) {
    const data = packSamples(exactGray.values, exactGray.bits);
    const fewer = flateSamples({ data, width, height, components: 1, bits: exactGray.bits }, source.work);
    candidates.push(withSpace(fewer, usedSpace));
    if (exactGray.bits === 1) candidates.push(withSpace(bitonal(exactGray.values), usedSpace));
  }
  const hasPalette = !source.isSoftMask && used.components <= 4 && addPalette(source, candidates, used, usedSpace);
  const exact = smallest(candidates);
  if (exactGray || hasPalette) return exact;
  const photograph = asJpeg(source, used, exact.bytes.length);
  return photograph ? withSpace(photograph, usedSpace) : exact;
}

function addPalette(source: ImageSource, candidates: ImageReplacement[], raster: Raster, space: PdfObject): boolean {
  const indexed = toPalette(raster, raster.components === 1 ? 16 : 256);
  if (!indexed) return false;
  const { indices, colors, bits } = indexed;
  const { width, height } = indices;
  const table: PdfObject = [name("Indexed"), space, colors.length / raster.components - 1, new PdfString(colors)];
  const data = packSamples(indices, bits);
  candidates.push(withSpace(flateSamples({ data, width, height, components: 1, bits }, source.work), table));
  if (bits === 1) candidates.push(withSpace(bitonal(indices), table));
  return true;
}

/** Values 0 and 1 as JBIG2. */
function bitonal(values: Raster): ImageReplacement {
  const bytes = encodeJbig2(packSamples(values, 1), values.width, values.height);
  return { bytes, entries: { Filter: name("JBIG2Decode"), DecodeParms: null, BitsPerComponent: 1 } };
}

function asJpeg(source: ImageSource, raster: Raster, exactBytes: number): ImageReplacement | undefined {
  const { components, width, height } = raster;
  if (width * height <= MIN_JPEG_PIXELS || exactBytes <= SMALLEST_JPEG_GAIN_FROM) return undefined;
  if (width * height > LIMITS.newJpegPixels.most || Math.max(width, height) > 65_500) return undefined;
  if (components !== 1 && components !== 3 && components !== 4) return undefined;
  const lumaChroma = components === 3;
  const planes = lumaChroma
    ? lumaChromaPlanes(raster)
    : Array.from({ length: components }, (_, component) => planeOf(raster, component));
  const similarity = source.isSoftMask ? SIMILARITY_SOFT_MASK : SIMILARITY;
  const encoder = new JpegEncoder(planes, lumaChroma, source.scratch);
  const quality = encoder.lowestQuality({ lowest: 56, highest: 92, similarity });
  if (quality === undefined) return undefined;
  const bytes = encoder.encode(quality, lumaChroma ? 1 : undefined);
  const worth = source.isSoftMask ? WORTH_LOSS_SOFT_MASK : WORTH_LOSS;
  if (bytes.length >= worth * exactBytes) return undefined;
  return { bytes, entries: { Filter: name("DCTDecode"), DecodeParms: null, BitsPerComponent: 8 } };
}

function withSpace(replacement: ImageReplacement, ColorSpace: PdfObject): ImageReplacement {
  return { ...replacement, entries: { ...replacement.entries, ColorSpace } };
}

/** The fewest bytes, counting a palette in the dictionary. */
function smallest(candidates: readonly ImageReplacement[]): ImageReplacement {
  const cost = ({ bytes, entries }: ImageReplacement): number => {
    const space = entries.ColorSpace;
    const table = Array.isArray(space) ? space[3] : undefined;
    return bytes.length + (table instanceof PdfString ? table.bytes.length : 0);
  };
  return candidates.reduce((best, candidate) => (cost(candidate) < cost(best) ? candidate : best));
}
