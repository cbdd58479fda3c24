import { Failure } from "../../domain/failure.ts";
import { LIMITS } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import { deflate, inflate } from "../../image/compression/flate.ts";
import { undoPrediction } from "../../image/compression/predictor.ts";
import type { PdfDocument } from "../document.ts";
import { dict, name, type PdfObject, type PdfRef, PdfStream, PdfString } from "../objects.ts";

/** An image in a document. */
export interface ImageXObject {
  ref: PdfRef;
  widthPixels: number;
  heightPixels: number;
}

/** Beyond what the rows need: some encoders pad the last one. */
const SPARE_BYTES = 4_096;

/** Adds a JPEG or PNG as an image XObject (ISO 32000-2, 8.9.5). @throws Failure `file_type_mismatch` for other files */
export function addImage(document: PdfDocument, bytes: Uint8Array): ImageXObject {
  const image = addJpeg(document, bytes) ?? addPng(document, bytes);
  if (!image) throw new Failure("file_type_mismatch", "The image is neither a JPEG nor a PNG that can be read.");
  return image;
}

/** A JPEG goes into the document as it is. */
function addJpeg(document: PdfDocument, bytes: Uint8Array): ImageXObject | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let isAdobe = false;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    const length = view.getUint16(at + 2);
    if (marker === 0xee && bytes[at + 4] === 0x41) isAdobe = true;
    // start of frame; C4, C8 and CC are other markers
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      const components = bytes[at + 9] ?? 0;
      const space = { 1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK" }[components];
      if (!space) return undefined;
      // Adobe's CMYK is inverted
      const decode = components === 4 && isAdobe ? [1, 0, 1, 0, 1, 0, 1, 0] : undefined;
      const size = { widthPixels: view.getUint16(at + 7), heightPixels: view.getUint16(at + 5) };
      return addXObject(document, bytes, size, { ColorSpace: name(space), Filter: name("DCTDecode"), Decode: decode });
    }
    at += 2 + length;
  }
  return undefined;
}

const PNG_COLORS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** A PNG's compressed rows are what FlateDecode with a PNG predictor reads; only transparency has to be split off. */
function addPng(document: PdfDocument, bytes: Uint8Array): ImageXObject | undefined {
  if (bytes.length < 57 || bytes[0] !== 0x89 || bytes[1] !== 0x50) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = { widthPixels: view.getUint32(16), heightPixels: view.getUint32(20) };
  const [depth, type, interlace] = [view.getUint8(24), view.getUint8(25), view.getUint8(28)];
  const colors = PNG_COLORS[type];
  if (!colors || interlace !== 0 || size.widthPixels * size.heightPixels > LIMITS.formPngPixels.most) return undefined;
  const data: Uint8Array[] = [];
  let palette: Uint8Array | undefined;
  let transparency: Uint8Array | undefined;
  let hasEnd = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    const tag = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (tag === "IDAT") data.push(chunk);
    if (tag === "PLTE") palette = chunk;
    if (tag === "tRNS") transparency = chunk;
    if (tag === "IEND") hasEnd = true;
    at += 12 + length;
  }
  const compressed = Buffer.concat(data);
  const space: PdfObject =
    type === 3
      ? [
          name("Indexed"),
          name("DeviceRGB"),
          (palette?.length ?? 3) / 3 - 1,
          new PdfString(palette ?? new Uint8Array(3)),
        ]
      : name(colors >= 3 ? "DeviceRGB" : "DeviceGray");
  const rows = { Predictor: 15, Colors: colors, BitsPerComponent: depth, Columns: size.widthPixels };
  const isOpaque = type !== 4 && type !== 6 && !(type === 3 && transparency);
  const parameters = { Filter: name("FlateDecode"), DecodeParms: dict(rows), BitsPerComponent: depth };
  const addOpaque = (data: Uint8Array) => addXObject(document, data, size, { ColorSpace: space, ...parameters });
  if (isOpaque && hasEnd) return addOpaque(compressed);
  const rowBytes = Math.ceil((size.widthPixels * colors * depth) / 8);
  const filtered = filteredRows(compressed, (rowBytes + 1) * size.heightPixels);
  if (!filtered) return undefined;
  if (isOpaque) return addOpaque(deflate(filtered));
  const samples = undoPrediction(filtered, {
    predictor: 15,
    colors,
    bitsPerComponent: depth,
    columns: size.widthPixels,
  });
  const split =
    type === 3 ? maskOfPalette(samples, size, depth, present(transparency)) : splitAlpha(samples, colors, depth);
  const flate = { Filter: name("FlateDecode") };
  const mask = addXObject(document, deflate(split.alpha), size, { ColorSpace: name("DeviceGray"), ...flate });
  return addXObject(document, deflate(split.color), size, {
    ColorSpace: space,
    BitsPerComponent: type === 3 ? depth : 8,
    SMask: mask.ref,
    ...flate,
  });
}

/** All rows of a PNG; undefined if some are missing, as in a file that is cut off. */
function filteredRows(compressed: Uint8Array, length: number): Uint8Array | undefined {
  try {
    const rows = inflate(compressed, length + SPARE_BYTES);
    return rows.length < length ? undefined : rows.subarray(0, length);
  } catch {
    return undefined;
  }
}

/** Color and alpha in 8 bits each. */
function splitAlpha(samples: Uint8Array, colors: number, depth: number): { color: Uint8Array; alpha: Uint8Array } {
  const bytesPerSample = depth === 16 ? 2 : 1;
  const pixels = Math.floor(samples.length / (colors * bytesPerSample));
  const color = new Uint8Array(pixels * (colors - 1));
  const alpha = new Uint8Array(pixels);
  for (let pixel = 0, from = 0, to = 0; pixel < pixels; pixel++) {
    for (let component = 0; component < colors - 1; component++, from += bytesPerSample)
      color[to++] = samples[from] ?? 0;
    alpha[pixel] = samples[from] ?? 0;
    from += bytesPerSample;
  }
  return { color, alpha };
}

function maskOfPalette(
  samples: Uint8Array,
  { widthPixels, heightPixels }: { widthPixels: number; heightPixels: number },
  depth: number,
  transparency: Uint8Array,
): { color: Uint8Array; alpha: Uint8Array } {
  const alpha = new Uint8Array(widthPixels * heightPixels);
  const rowBytes = Math.ceil((widthPixels * depth) / 8);
  for (let y = 0; y < heightPixels; y++) {
    for (let x = 0; x < widthPixels; x++) {
      const bit = x * depth;
      const byte = samples[y * rowBytes + (bit >> 3)] ?? 0;
      alpha[y * widthPixels + x] = transparency[(byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)] ?? 255;
    }
  }
  return { color: samples, alpha };
}

function addXObject(
  document: PdfDocument,
  bytes: Uint8Array,
  size: { widthPixels: number; heightPixels: number },
  entries: Record<string, PdfObject | undefined>,
): ImageXObject {
  const common = {
    Type: name("XObject"),
    Subtype: name("Image"),
    Width: size.widthPixels,
    Height: size.heightPixels,
    BitsPerComponent: 8,
  };
  return { ref: document.add(new PdfStream(dict({ ...common, ...entries }), bytes)), ...size };
}
