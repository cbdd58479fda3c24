import type { PdfDocument } from "../pdf/document.ts";
import { deflate } from "../pdf/filters/flate.ts";
import { dict, name, type PdfObject, type PdfRef, PdfStream, PdfString } from "../pdf/objects.ts";
import { imageEntries } from "./image-entries.ts";
import { PNG_COLOR, type PngPicture, pngSamples } from "./png-picture.ts";

/**
 * Adds a PNG as an image XObject. Compressed rows are what FlateDecode with a PNG predictor reads; they are taken apart
 * only where alpha stands between the colours, or rows are interlaced. 16 bits stay 16 bits.
 */
export function addPngImage(document: PdfDocument, picture: PngPicture): PdfRef {
  const { colorType, isInterlaced, transparency } = picture;
  const hasAlpha = colorType === PNG_COLOR.grayAlpha || colorType === PNG_COLOR.rgbAlpha;
  const space = colorSpace(document, picture);
  if (hasAlpha) return addWithAlpha(document, picture, space);
  if (colorType === PNG_COLOR.palette && transparency)
    return addWithPaletteAlpha(document, picture, space, transparency);

  const entries = { ...baseEntries(picture, picture.bitsPerSample, space), Mask: colorKey(picture) };
  if (isInterlaced) return addSamples(document, entries, pngSamples(picture));
  const rows = dict({
    Predictor: 15,
    Colors: picture.channels,
    BitsPerComponent: picture.bitsPerSample,
    Columns: picture.widthPixels,
  });
  return document.add(
    new PdfStream(dict({ ...entries, Filter: name("FlateDecode"), DecodeParms: rows }), picture.compressed),
  );
}

function addWithAlpha(document: PdfDocument, picture: PngPicture, space: PdfObject): PdfRef {
  const { channels, bitsPerSample } = picture;
  const { color, alpha } = splitAlpha(pngSamples(picture), channels, bitsPerSample / 8);
  const entries = baseEntries(picture, bitsPerSample, space);
  if (alpha.every((value) => value === 255)) return addSamples(document, entries, color);
  const mask = addSamples(document, baseEntries(picture, bitsPerSample, name("DeviceGray")), alpha);

  return addSamples(document, { ...entries, SMask: mask }, color);
}

function addWithPaletteAlpha(document: PdfDocument, picture: PngPicture, space: PdfObject, alphas: Uint8Array): PdfRef {
  const samples = pngSamples(picture);
  const alpha = alphaOfIndices(samples, picture, alphas);
  const mask = addSamples(document, baseEntries(picture, 8, name("DeviceGray")), alpha);

  return addSamples(document, { ...baseEntries(picture, picture.bitsPerSample, space), SMask: mask }, samples);
}

function addSamples(
  document: PdfDocument,
  entries: Record<string, PdfObject | undefined>,
  samples: Uint8Array,
): PdfRef {
  return document.add(new PdfStream(dict({ ...entries, Filter: name("FlateDecode") }), deflate(samples)));
}

function baseEntries({ widthPixels, heightPixels }: PngPicture, bits: number, space: PdfObject) {
  return imageEntries(widthPixels, heightPixels, bits, space);
}

function colorSpace(document: PdfDocument, { colorType, palette, compressedProfile }: PngPicture): PdfObject {
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

/** The one transparent colour of a picture without alpha, as a colour key mask (ISO 32000-2, 8.9.6.4). */
function colorKey({ colorType, transparency, bitsPerSample, channels }: PngPicture): PdfObject | undefined {
  if (!transparency || colorType === PNG_COLOR.palette || transparency.length < 2 * channels) return undefined;
  const most = 2 ** bitsPerSample - 1;
  return Array.from({ length: channels }, (_, index) =>
    Math.min(most, ((transparency[2 * index] ?? 0) << 8) | (transparency[2 * index + 1] ?? 0)),
  ).flatMap((value) => [value, value]);
}

/** Colours and alpha of samples of 8 or 16 bits. */
function splitAlpha(
  samples: Uint8Array,
  channels: number,
  sampleBytes: number,
): { color: Uint8Array; alpha: Uint8Array } {
  const colorBytes = (channels - 1) * sampleBytes;
  const pixelBytes = channels * sampleBytes;
  const pixels = Math.floor(samples.length / pixelBytes);
  const color = new Uint8Array(pixels * colorBytes);
  const alpha = new Uint8Array(pixels * sampleBytes);
  for (let pixel = 0, from = 0, toColor = 0, toAlpha = 0; pixel < pixels; pixel++) {
    for (let byte = 0; byte < colorBytes; byte++) color[toColor++] = samples[from++] ?? 0;
    for (let byte = 0; byte < sampleBytes; byte++) alpha[toAlpha++] = samples[from++] ?? 0;
  }
  return { color, alpha };
}

function alphaOfIndices(
  samples: Uint8Array,
  { widthPixels, heightPixels, bitsPerSample }: PngPicture,
  alphas: Uint8Array,
): Uint8Array {
  const alpha = new Uint8Array(widthPixels * heightPixels);
  const rowBytes = Math.ceil((widthPixels * bitsPerSample) / 8);
  const mask = (1 << bitsPerSample) - 1;
  for (let y = 0, to = 0; y < heightPixels; y++) {
    for (let x = 0; x < widthPixels; x++) {
      const bit = x * bitsPerSample;
      const index = ((samples[y * rowBytes + (bit >> 3)] ?? 0) >> (8 - bitsPerSample - (bit & 7))) & mask;
      alpha[to++] = alphas[index] ?? 255;
    }
  }
  return alpha;
}
