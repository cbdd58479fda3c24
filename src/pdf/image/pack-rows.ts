/**
 * Rows of a PNG -> the data of an image XObject in the fewest bytes, without loss: as they are, without their filters, with
 * better ones, or as indices into their own colors (ISO 32000-2, 7.4.4.4 and 8.6.6.3).
 */
import { deflate, inflate } from "../../image/compression/flate.ts";
import { undoPrediction } from "../../image/compression/predictor.ts";
import { toPalette } from "../../image/palette.ts";
import { filterRows } from "../../image/png/png-filters.ts";
import { packSamples } from "../../image/raster.ts";
import { dict, name, type PdfObject, PdfString } from "../objects.ts";

/** Rows as PNG has them: each begins with the number of its filter. */
export interface FilteredRows {
  rows: { compressed: Uint8Array } | { inflated: Uint8Array };
  widthPixels: number;
  heightPixels: number;
  channels: number;
  bitsPerSample: number;
  space: PdfObject;
  /** Samples may become indices, unless something refers to their colors. */
  mayBeIndexed: boolean;
}

/** What a document may still spend on packing pictures anew: if there are many, most stay as they are. */
export interface PackingAllowance {
  sampleBytes: number;
}

export function packingAllowance(): PackingAllowance {
  return { sampleBytes: MAX_DOCUMENT_BYTES };
}

export interface PackedImage {
  bytes: Uint8Array;
  /** Of the image's dictionary. */
  entries: { [entry: string]: PdfObject };
}

/** Some tenths of a second. */
const MAX_DOCUMENT_BYTES = 12 * 1024 * 1024;
const MAX_IMAGE_BYTES = 4 * 1024 * 1024;
const MIN_IMAGE_BYTES = 4 * 1024;
/** Photographs, which only filters make smaller, take more than this share of their samples. */
const PHOTOGRAPH_SHARE = 0.3;
const MAX_COLORS = 256;
/** The next two levels take two and five times as long for a twelfth less. */
const LEVEL = 7;

export function packRows(image: FilteredRows, allowance: PackingAllowance): PackedImage {
  const { rows, widthPixels, heightPixels, channels, bitsPerSample, space } = image;
  const rowBytes = Math.ceil((widthPixels * channels * bitsPerSample) / 8);
  const size = rowBytes * heightPixels;
  const parameters = { Predictor: 15, Colors: channels, BitsPerComponent: bitsPerSample, Columns: widthPixels };
  const predicted = (bytes: Uint8Array): PackedImage =>
    packed(bytes, { BitsPerComponent: bitsPerSample, ColorSpace: space, DecodeParms: dict(parameters) });
  const given = predicted("compressed" in rows ? rows.compressed : deflate(rows.inflated));
  if (size > Math.min(MAX_IMAGE_BYTES, allowance.sampleBytes)) return given;
  const inflated = "inflated" in rows ? rows.inflated : inflate(rows.compressed, size + heightPixels + SPARE_BYTES);
  // Readers stumble over incomplete rows.
  if (inflated.length < size + heightPixels) return predicted(deflate(filledUp(inflated, size + heightPixels)));
  if (size < MIN_IMAGE_BYTES) return given;
  const isFiltered = hasFilters(inflated, rowBytes, heightPixels);
  const isPhotograph = given.bytes.length > PHOTOGRAPH_SHARE * size;
  if (isPhotograph && isFiltered) return given;
  allowance.sampleBytes -= size;
  const samples = undoPrediction(inflated.subarray(0, size + heightPixels), {
    predictor: 15,
    colors: channels,
    bitsPerComponent: bitsPerSample,
    columns: widthPixels,
  });
  const candidates = [given];
  const indexed = image.mayBeIndexed && bitsPerSample === 8 && channels === 3 ? inColors(image, samples) : undefined;
  if (indexed) candidates.push(indexed);
  else if (!isPhotograph) {
    candidates.push(packed(deflate(samples, LEVEL), { BitsPerComponent: bitsPerSample, ColorSpace: space }));
  }
  if (!isFiltered && !indexed && bitsPerSample >= 8) {
    const layout = { bytesPerRow: rowBytes, bytesPerPixel: (channels * bitsPerSample) / 8 };
    candidates.push(predicted(deflate(filterRows(samples, heightPixels, layout), LEVEL)));
  }
  return candidates.reduce((best, candidate) => (candidate.bytes.length < best.bytes.length ? candidate : best));
}

function filledUp(rows: Uint8Array, length: number): Uint8Array {
  const whole = new Uint8Array(length);
  whole.set(rows);
  return whole;
}

/** Some encoders pad the last row. */
const SPARE_BYTES = 4_096;

function hasFilters(rows: Uint8Array, rowBytes: number, count: number): boolean {
  for (let row = 0; row < count; row++) if (rows[row * (rowBytes + 1)] !== 0) return true;
  return false;
}

function inColors(
  { widthPixels: width, heightPixels: height, channels: components, space }: FilteredRows,
  samples: Uint8Array,
): PackedImage | undefined {
  const found = toPalette({ width, height, components, samples }, MAX_COLORS);
  if (!found) return undefined;
  const table = [name("Indexed"), space, found.colors.length / components - 1, new PdfString(found.colors)];
  const bytes = deflate(packSamples(found.indices, found.bits), LEVEL);
  return packed(bytes, { BitsPerComponent: found.bits, ColorSpace: table });
}

function packed(bytes: Uint8Array, entries: PackedImage["entries"]): PackedImage {
  return { bytes, entries: { ...entries, Filter: name("FlateDecode") } };
}
