import { encodeJbig2 } from "../image/jbig2-encode.ts";
import { encodeJpeg } from "../image/jpeg-encode.ts";
import { bitsFor, toFewerGreyBits, toGrey, toPalette } from "../image/palette.ts";
import {
  expandPalette,
  lumaChromaPlanes,
  packSamples,
  planeOf,
  type Raster,
  resampleRaster,
  unpackSamples,
} from "../image/raster.ts";
import { UnsupportedImage } from "../image/unsupported-image.ts";
import { name, type PdfObject, PdfString } from "../objects.ts";
import { flateSamples } from "./flate-samples.ts";
import type { ImageReplacement, ImageSource } from "./image-source.ts";

/** Samples held at once, source and result together take a few times this. */
const MOST_SAMPLES = 30_000_000;
/** Similarity (SSIM) to keep when exact samples become JPEG; masks show errors at once. */
const SIMILARITY = 0.98;
const SIMILARITY_SOFT_MASK = 0.99;
/** A JPEG has to be this much smaller than the lossless coding. */
const WORTH_LOSS = 0.6;
const WORTH_LOSS_SOFT_MASK = 0.4;
const SMALLEST_JPEG_PIXELS = 2500;
const SMALLEST_JPEG_GAIN_FROM = 4000;

/** Plain samples: fewer pixels, a palette or fewer bits where that is exact, JPEG for photographs. */
export function compressSamples(source: ImageSource): ImageReplacement | undefined {
  const { width, height, bitsPerComponent: bits, colorSpace } = source;
  if (!colorSpace || ![2, 4, 8, 16].includes(bits)) throw new UnsupportedImage("colour space or depth");
  const { components } = colorSpace;
  if (source.data.length < ((width * components * bits + 7) >> 3) * height)
    throw new UnsupportedImage("data end early");
  const hasDecode = source.dict.has("Decode");
  if (source.exact || hasDecode || bits < 8 || width * height * components > MOST_SAMPLES) {
    if (source.target && bits < 8 && !source.exact && !hasDecode && colorSpace.palette) return reducePalette(source);
    return flateSamples({ data: source.data, width, height, components, bits });
  }
  if (colorSpace.palette) {
    return (source.target ? reducePalette(source) : undefined) ?? packPalette(source);
  }
  const raster = unpackSamples(source.data, width, height, components, bits);
  const { target } = source;
  if (target && colorSpace.continuous) {
    const smaller = resampleRaster(raster, target.width, target.height);
    return withSize(
      packRaster(source, smaller, source.colorSpaceObject, colorSpace.device),
      target.width,
      target.height,
    );
  }
  return packRaster(source, raster, source.colorSpaceObject, colorSpace.device);
}

/** Shrinks an image of a palette in the colours themselves. */
function reducePalette(source: ImageSource): ImageReplacement | undefined {
  const { width, height, target, bitsPerComponent: bits } = source;
  const palette = source.colorSpace?.palette;
  if (!target || !palette?.base.continuous || width * height * palette.base.components > MOST_SAMPLES) return undefined;
  const indices = unpackSamples(source.data, width, height, 1, bits);
  const expanded = expandPalette(indices, palette.colors, palette.base.components);
  const smaller = resampleRaster(expanded, target.width, target.height);
  return withSize(packRaster(source, smaller, palette.baseObject, palette.base.device), target.width, target.height);
}

/** Fewer bits per index where the indices in use allow it. */
function packPalette(source: ImageSource): ImageReplacement {
  const { width, height, bitsPerComponent: bits } = source;
  const indices = unpackSamples(source.data, width, height, 1, bits);
  const largest = indices.samples.reduce((max, index) => (index > max ? index : max), 0);
  const fewer = bitsFor(largest + 1);
  const packed = packSamples(indices, fewer);
  const candidates = [flateSamples({ data: source.data, width, height, components: 1, bits })];
  if (fewer < bits) candidates.push(flateSamples({ data: packed, width, height, components: 1, bits: fewer }));
  if (fewer === 1) candidates.push(bitonal(indices));
  return smallest(candidates);
}

function packRaster(source: ImageSource, raster: Raster, space: PdfObject, device: boolean): ImageReplacement {
  const { width, height } = raster;
  const grey = device ? toGrey(raster) : undefined;
  const used = grey ?? raster;
  const usedSpace = grey ? name("DeviceGray") : space;
  const bare = flateSamples({ data: used.samples, width, height, components: used.components, bits: 8 });
  const candidates = [withSpace(bare, usedSpace)];
  const exactGrey = used.components === 1 ? toFewerGreyBits(used) : undefined;
  if (exactGrey) {
    const data = packSamples(exactGrey.values, exactGrey.bits);
    const fewer = flateSamples({ data, width, height, components: 1, bits: exactGrey.bits });
    candidates.push(withSpace(fewer, usedSpace));
    if (exactGrey.bits === 1) candidates.push(withSpace(bitonal(exactGrey.values), usedSpace));
  }
  const hasPalette = !source.isSoftMask && used.components <= 4 && addPalette(candidates, used, usedSpace);
  const exact = smallest(candidates);
  if (exactGrey || hasPalette) return exact;
  const photograph = asJpeg(source, used, exact.bytes.length);
  return photograph ? withSpace(photograph, usedSpace) : exact;
}

function addPalette(candidates: ImageReplacement[], raster: Raster, space: PdfObject): boolean {
  const indexed = toPalette(raster, raster.components === 1 ? 16 : 256);
  if (!indexed) return false;
  const { indices, colors, bits } = indexed;
  const { width, height } = indices;
  const table: PdfObject = [name("Indexed"), space, colors.length / raster.components - 1, new PdfString(colors)];
  const data = packSamples(indices, bits);
  candidates.push(withSpace(flateSamples({ data, width, height, components: 1, bits }), table));
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
  if (width * height <= SMALLEST_JPEG_PIXELS || exactBytes <= SMALLEST_JPEG_GAIN_FROM) return undefined;
  if (width > 65_500 || height > 65_500 || (components !== 1 && components !== 3 && components !== 4)) return undefined;
  const lumaChroma = components === 3;
  const planes = lumaChroma
    ? lumaChromaPlanes(raster)
    : Array.from({ length: components }, (_, component) => planeOf(raster, component));
  const bytes = encodeJpeg(planes, {
    lowestQuality: 56,
    highestQuality: 88,
    similarity: source.isSoftMask ? SIMILARITY_SOFT_MASK : SIMILARITY,
    lumaChroma,
    adobeTransform: lumaChroma ? 1 : undefined,
  });
  const worth = source.isSoftMask ? WORTH_LOSS_SOFT_MASK : WORTH_LOSS;
  if (!bytes || bytes.length >= worth * exactBytes) return undefined;
  return { bytes, entries: { Filter: name("DCTDecode"), DecodeParms: null, BitsPerComponent: 8 } };
}

function withSpace(replacement: ImageReplacement, ColorSpace: PdfObject): ImageReplacement {
  return { ...replacement, entries: { ...replacement.entries, ColorSpace } };
}

function withSize(replacement: ImageReplacement, Width: number, Height: number): ImageReplacement {
  return { ...replacement, entries: { ...replacement.entries, Width, Height } };
}

/** The fewest bytes, a palette of the dictionary counted. */
function smallest(candidates: readonly ImageReplacement[]): ImageReplacement {
  const cost = ({ bytes, entries }: ImageReplacement): number => {
    const space = entries.ColorSpace;
    const table = Array.isArray(space) ? space[3] : undefined;
    return bytes.length + (table instanceof PdfString ? table.bytes.length : 0);
  };
  return candidates.reduce((best, candidate) => (cost(candidate) < cost(best) ? candidate : best));
}
