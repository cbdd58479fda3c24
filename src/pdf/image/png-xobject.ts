import { undoPrediction } from "../../image/compression/predictor.ts";
import { PNG_COLOR, type PngImage, pngRows, pngSamples } from "../../image/png/png-image.ts";
import type { PdfDocument } from "../document.ts";
import { dict, name, type PdfObject, type PdfRef, PdfStream, PdfString } from "../objects.ts";
import { imageEntries } from "./image-entries.ts";
import { type FilteredRows, type PackingAllowance, packRows } from "./pack-rows.ts";

/**
 * Adds a PNG as an image XObject. Compressed rows are what FlateDecode with a PNG predictor reads; they are taken apart
 * only if alpha is between the colors, rows are interlaced or cut off, or there is a shorter way to say the same. 16
 * bits stay 16 bits.
 */
export function addPngImage(document: PdfDocument, image: PngImage, allowance: PackingAllowance): PdfRef {
  const { colorType, transparency } = image;
  const space = colorSpace(document, image);
  const add = (rows: FilteredRows, entries: Record<string, PdfObject | undefined>) => {
    const { widthPixels, heightPixels, bitsPerSample } = rows;
    const { bytes, entries: own } = packRows(rows, allowance);
    const base = imageEntries(widthPixels, heightPixels, bitsPerSample, rows.space);
    return document.add(new PdfStream(dict({ ...base, ...own, ...entries }), bytes));
  };
  const { color, alpha } = planesOf(image, space);
  const isPaletteAlpha = colorType === PNG_COLOR.palette && transparency !== undefined;
  const mask = isPaletteAlpha ? alphaOfIndices(pngSamples(image), image, transparency) : alpha;
  if (mask) return add(color, { SMask: add(mask, {}) });
  const key = isPaletteAlpha ? undefined : colorKey(image);
  return add({ ...color, mayBeIndexed: !key }, { Mask: key });
}

/** The rows of the colors, and those of the alpha if any of it is translucent. */
function planesOf(image: PngImage, space: PdfObject): { color: FilteredRows; alpha?: FilteredRows } {
  const { widthPixels, heightPixels, channels, bitsPerSample, colorType, isInterlaced, compressed } = image;
  const size = { widthPixels, heightPixels, bitsPerSample };
  const hasAlpha = colorType === PNG_COLOR.grayAlpha || colorType === PNG_COLOR.rgbAlpha;
  if (!hasAlpha && !isInterlaced && image.hasEnd) {
    return { color: { ...size, rows: { compressed }, channels, space, mayBeIndexed: true } };
  }
  const inflated = isInterlaced ? unfiltered(pngSamples(image), heightPixels) : pngRows(image);
  if (!hasAlpha) return { color: { ...size, rows: { inflated }, channels, space, mayBeIndexed: true } };
  const sampleBytes = bitsPerSample / 8;
  const [colors, alphas] = splitAlpha(inflated, heightPixels, channels, sampleBytes);
  const color = { ...size, rows: { inflated: colors }, channels: channels - 1, space, mayBeIndexed: true };
  const alpha = undoPrediction(alphas, {
    predictor: 15,
    colors: 1,
    bitsPerComponent: bitsPerSample,
    columns: widthPixels,
  });
  if (alpha.every((value) => value === 255)) return { color };
  const gray = { channels: 1, space: name("DeviceGray"), mayBeIndexed: false };
  return { color, alpha: { ...size, ...gray, rows: { inflated: alphas } } };
}

/** Rows that say they have no filter. */
function unfiltered(samples: Uint8Array, count: number): Uint8Array {
  const rowBytes = samples.length / count;
  const rows = new Uint8Array((rowBytes + 1) * count);
  for (let row = 0; row < count; row++) {
    rows.set(samples.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
  }
  return rows;
}

function colorSpace(document: PdfDocument, { colorType, palette, compressedProfile }: PngImage): PdfObject {
  const isGray = colorType === PNG_COLOR.gray || colorType === PNG_COLOR.grayAlpha;
  const device = name(isGray ? "DeviceGray" : "DeviceRGB");
  let base: PdfObject = device;
  if (compressedProfile) {
    const entries = dict({ N: isGray ? 1 : 3, Alternate: device, Filter: name("FlateDecode") });
    base = [name("ICCBased"), document.add(new PdfStream(entries, compressedProfile))];
  }
  if (colorType !== PNG_COLOR.palette || !palette) return base;

  return [name("Indexed"), base, palette.length / 3 - 1, new PdfString(palette)];
}

/** The one transparent color of a picture without alpha, as a color key mask (ISO 32000-2, 8.9.6.4). */
function colorKey({ colorType, transparency, bitsPerSample, channels }: PngImage): PdfObject | undefined {
  if (!transparency || colorType === PNG_COLOR.palette || transparency.length < 2 * channels) return undefined;
  const most = 2 ** bitsPerSample - 1;
  return Array.from({ length: channels }, (_, index) =>
    Math.min(most, ((transparency[2 * index] ?? 0) << 8) | (transparency[2 * index + 1] ?? 0)),
  ).flatMap((value) => [value, value]);
}

/**
 * Filtered rows of 8 or 16 bits as rows of their colors and rows of their alpha: filters of PNG look only at the same
 * byte of neighboring pixels, and so work for each of the two as they are.
 */
function splitAlpha(
  rows: Uint8Array,
  count: number,
  channels: number,
  sampleBytes: number,
): [colors: Uint8Array, alphas: Uint8Array] {
  const colorBytes = (channels - 1) * sampleBytes;
  const width = (rows.length / count - 1) / (channels * sampleBytes);
  const colors = new Uint8Array((width * colorBytes + 1) * count);
  const alphas = new Uint8Array((width * sampleBytes + 1) * count);
  for (let row = 0, from = 0, toColor = 0, toAlpha = 0; row < count; row++) {
    const filter = rows[from++] ?? 0;
    colors[toColor++] = filter;
    alphas[toAlpha++] = filter;
    for (let pixel = 0; pixel < width; pixel++) {
      for (let byte = 0; byte < colorBytes; byte++) colors[toColor++] = rows[from++] ?? 0;
      for (let byte = 0; byte < sampleBytes; byte++) alphas[toAlpha++] = rows[from++] ?? 0;
    }
  }
  return [colors, alphas];
}

function alphaOfIndices(
  samples: Uint8Array,
  { widthPixels, heightPixels, bitsPerSample }: PngImage,
  alphas: Uint8Array,
): FilteredRows {
  const alpha = new Uint8Array((widthPixels + 1) * heightPixels);
  const rowBytes = Math.ceil((widthPixels * bitsPerSample) / 8);
  const mask = (1 << bitsPerSample) - 1;
  for (let y = 0, to = 0; y < heightPixels; y++) {
    alpha[to++] = 0;
    for (let x = 0; x < widthPixels; x++) {
      const bit = x * bitsPerSample;
      const index = ((samples[y * rowBytes + (bit >> 3)] ?? 0) >> (8 - bitsPerSample - (bit & 7))) & mask;
      alpha[to++] = alphas[index] ?? 255;
    }
  }
  const gray = { channels: 1, bitsPerSample: 8, space: name("DeviceGray"), mayBeIndexed: false };
  return { ...gray, widthPixels, heightPixels, rows: { inflated: alpha } };
}
