import { largestOf } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";
import { UnsupportedImage } from "../unsupported-image.ts";
import { decodingTable, type HuffmanDecodingTable } from "./jpeg-huffman.ts";
import { ZIGZAG } from "./jpeg-tables.ts";

/** How a component's blocks of 8x8 samples lie in memory. */
export interface BlockGrid {
  /** Horizontal and vertical sampling factors, 1..4. */
  readonly h: number;
  readonly v: number;
  /** Blocks that carry samples. */
  readonly blocksPerRow: number;
  readonly blockRows: number;
  /** Blocks per row and rows in memory, padded to whole MCUs. */
  readonly strideBlocks: number;
  readonly paddedRows: number;
}

/** One color component of a frame (T.81 B.2.2). */
export interface JpegComponent extends BlockGrid {
  readonly id: number;
  readonly quantizationId: number;
  /** Row-major, 64 steps. */
  quantization: Uint16Array;
}

/** One entropy-coded scan (T.81 B.2.3) with the tables that were in force when it began. */
export interface JpegScan {
  /** First byte of entropy-coded data. */
  readonly offset: number;
  /** Indices into the frame's components. */
  readonly components: readonly number[];
  readonly dcTables: readonly (HuffmanDecodingTable | undefined)[];
  readonly acTables: readonly (HuffmanDecodingTable | undefined)[];
  readonly spectralStart: number;
  readonly spectralEnd: number;
  readonly approximationHigh: number;
  readonly approximationLow: number;
  /** MCUs between restart markers, 0 for none. */
  readonly restartInterval: number;
}

/** Everything of a JPEG file but its entropy-coded data. */
export interface Jpeg {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly progressive: boolean;
  readonly components: readonly JpegComponent[];
  readonly maxH: number;
  readonly maxV: number;
  readonly mcusPerRow: number;
  readonly mcuRows: number;
  readonly scans: readonly JpegScan[];
  /** `transform` of the Adobe APP14 marker: 0 none, 1 YCbCr, 2 YCCK; undefined without the marker. */
  readonly adobeTransform: number | undefined;
  readonly jfif: boolean;
}

type Frame = Pick<Jpeg, "width" | "height" | "progressive" | "components" | "maxH" | "maxV" | "mcusPerRow" | "mcuRows">;

const SOF0 = 0xc0;
const SOF1 = 0xc1;
const SOF2 = 0xc2;
const DHT = 0xc4;
const JPG = 0xc8;
const DAC = 0xcc;
const EOI = 0xd9;
const SOS = 0xda;
const DQT = 0xdb;
const DRI = 0xdd;
const APP0 = 0xe0;
const APP14 = 0xee;

/**
 * Reads the marker segments of a baseline, extended or progressive Huffman-coded JPEG of 8 bits (T.81 annex B).
 * Truncated scans are accepted. Throws `UnsupportedImage` for everything else.
 */
export function parseJpeg(bytes: Uint8Array): Jpeg {
  const quantization: (Uint16Array | undefined)[] = [];
  const dcTables: (HuffmanDecodingTable | undefined)[] = [];
  const acTables: (HuffmanDecodingTable | undefined)[] = [];
  const scans: JpegScan[] = [];
  let frame: Frame | undefined;
  let restartInterval = 0;
  let adobeTransform: number | undefined;
  let jfif = false;
  let position = startOfImage(bytes);

  while (position + 4 <= bytes.length) {
    if (bytes[position] !== 0xff) {
      position++;
      continue;
    }
    const marker = bytes[position + 1] ?? 0;
    if (marker === 0xff) {
      position++;
      continue;
    }
    position += 2;
    if (marker === EOI) break;
    if (marker === 0 || (marker >= 0xd0 && marker <= 0xd8)) continue;
    const length = uint16(bytes, position);
    const end = Math.min(bytes.length, position + length);
    const body = bytes.subarray(position + 2, end);
    if (marker === DQT) readQuantization(body, quantization);
    else if (marker === DHT) readHuffman(body, dcTables, acTables);
    else if (marker === DRI) restartInterval = uint16(body, 0);
    else if (marker === APP0) jfif ||= body[0] === 0x4a && body[1] === 0x46;
    else if (marker === APP14) {
      if (body[0] === 0x41 && body[1] === 0x64 && body.length >= 12) adobeTransform = body[11];
    } else if (marker === SOF0 || marker === SOF1 || marker === SOF2) {
      if (frame) throw new UnsupportedImage("more than one frame");
      frame = readFrame(body, marker === SOF2);
    } else if (marker >= SOF0 && marker <= 0xcf && marker !== JPG && marker !== DAC) {
      throw new UnsupportedImage("lossless, hierarchical or arithmetic JPEG");
    } else if (marker === SOS) {
      if (!frame) throw new UnsupportedImage("scan before frame");
      for (const component of frame.components) {
        const table = quantization[component.quantizationId];
        if (table && component.quantization.length === 0) component.quantization = table;
      }
      scans.push(readScan(body, end, frame, dcTables, acTables, restartInterval));
      if (scans.length > 500) throw new UnsupportedImage("too many scans");
      position = endOfScan(bytes, end);
      continue;
    }
    position = end;
  }
  if (!frame || scans.length === 0) throw new UnsupportedImage("no frame or no scan");
  if (frame.components.some((component) => component.quantization.length === 0)) {
    throw new UnsupportedImage("quantisation table missing");
  }
  return { bytes, ...frame, scans, adobeTransform, jfif };
}

/**
 * True if color is coded as YCbCr or YCCK rather than RGB or CMYK; `colorTransform` is the PDF's DecodeParms entry.
 */
export function isLumaChroma(jpeg: Jpeg, colorTransform?: number): boolean {
  const count = jpeg.components.length;
  if (count < 3) return false;
  if (jpeg.adobeTransform !== undefined) return jpeg.adobeTransform !== 0;
  if (colorTransform !== undefined) return colorTransform !== 0;
  if (count === 4) return false;
  const [first, second, third] = jpeg.components;
  return jpeg.jfif || !(present(first).id === 0x52 && present(second).id === 0x47 && present(third).id === 0x42);
}

function startOfImage(bytes: Uint8Array): number {
  const limit = Math.min(bytes.length - 1, 64);
  for (let position = 0; position < limit; position++) {
    if (bytes[position] === 0xff && bytes[position + 1] === 0xd8) return position + 2;
  }
  throw new UnsupportedImage("not a JPEG");
}

function uint16(bytes: Uint8Array, position: number): number {
  return ((bytes[position] ?? 0) << 8) | (bytes[position + 1] ?? 0);
}

function readQuantization(body: Uint8Array, tables: (Uint16Array | undefined)[]): void {
  let position = 0;
  while (position < body.length) {
    const wide = (body[position] ?? 0) >> 4 !== 0;
    const id = (body[position++] ?? 0) & 15;
    if (position + (wide ? 128 : 64) > body.length) throw new UnsupportedImage("quantisation table cut off");
    const table = new Uint16Array(64);
    for (let i = 0; i < 64; i++) {
      table[ZIGZAG[i] ?? 0] = Math.max(1, wide ? uint16(body, position) : (body[position] ?? 0));
      position += wide ? 2 : 1;
    }
    tables[id] = table;
  }
}

function readHuffman(
  body: Uint8Array,
  dcTables: (HuffmanDecodingTable | undefined)[],
  acTables: (HuffmanDecodingTable | undefined)[],
): void {
  let position = 0;
  while (position + 17 <= body.length) {
    const kind = (body[position] ?? 0) >> 4;
    const id = (body[position] ?? 0) & 15;
    const counts = body.subarray(position + 1, position + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    position += 17;
    (kind === 0 ? dcTables : acTables)[id] = decodingTable(counts, body.slice(position, position + total));
    position += total;
  }
}

function readFrame(body: Uint8Array, progressive: boolean): Frame {
  if (body[0] !== 8) throw new UnsupportedImage("not 8 bits per sample");
  const height = uint16(body, 1);
  const width = uint16(body, 3);
  const count = body[5] ?? 0;
  if (width === 0 || height === 0 || count === 0 || count > 4 || body.length < 6 + 3 * count) {
    throw new UnsupportedImage("frame header");
  }
  const raw = Array.from({ length: count }, (_, index) => {
    const at = 6 + 3 * index;
    // A single component is never interleaved, so its sampling factors mean nothing (T.81 A.2.2).
    const sampling = count === 1 ? 0x11 : (body[at + 1] ?? 0);
    return { id: body[at] ?? 0, h: sampling >> 4, v: sampling & 15, quantizationId: (body[at + 2] ?? 0) & 15 };
  });
  if (raw.some(({ h, v }) => h < 1 || h > 4 || v < 1 || v > 4)) throw new UnsupportedImage("sampling factors");
  const maxH = largestOf(raw.map(({ h }) => h));
  const maxV = largestOf(raw.map(({ v }) => v));
  const mcusPerRow = Math.ceil(width / (8 * maxH));
  const mcuRows = Math.ceil(height / (8 * maxV));
  const components = raw.map((component) => ({
    ...component,
    blocksPerRow: Math.ceil(Math.ceil((width * component.h) / maxH) / 8),
    blockRows: Math.ceil(Math.ceil((height * component.v) / maxV) / 8),
    strideBlocks: mcusPerRow * component.h,
    paddedRows: mcuRows * component.v,
    quantization: new Uint16Array(0),
  }));
  return { width, height, progressive, components, maxH, maxV, mcusPerRow, mcuRows };
}

function readScan(
  body: Uint8Array,
  offset: number,
  frame: Frame,
  dcTables: readonly (HuffmanDecodingTable | undefined)[],
  acTables: readonly (HuffmanDecodingTable | undefined)[],
  restartInterval: number,
): JpegScan {
  const count = body[0] ?? 0;
  if (count < 1 || count > 4 || body.length < 4 + 2 * count) throw new UnsupportedImage("scan header");
  const components: number[] = [];
  const dc: (HuffmanDecodingTable | undefined)[] = [];
  const ac: (HuffmanDecodingTable | undefined)[] = [];
  for (let i = 0; i < count; i++) {
    const index = frame.components.findIndex(({ id }) => id === body[1 + 2 * i]);
    if (index < 0 || components.includes(index)) throw new UnsupportedImage("scan names an unknown component");
    components.push(index);
    dc.push(dcTables[(body[2 + 2 * i] ?? 0) >> 4]);
    ac.push(acTables[(body[2 + 2 * i] ?? 0) & 15]);
  }
  const at = 1 + 2 * count;
  const spectralStart = frame.progressive ? (body[at] ?? 0) : 0;
  const spectralEnd = frame.progressive ? (body[at + 1] ?? 0) : 63;
  if (spectralStart > spectralEnd || spectralEnd > 63 || (spectralStart > 0 && count > 1)) {
    throw new UnsupportedImage("spectral selection");
  }
  const approximation = frame.progressive ? (body[at + 2] ?? 0) : 0;
  return {
    offset,
    components,
    dcTables: dc,
    acTables: ac,
    spectralStart,
    spectralEnd,
    approximationHigh: approximation >> 4,
    approximationLow: approximation & 15,
    restartInterval,
  };
}

/** Position of the next marker that is neither stuffing nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let position = from;
  for (;;) {
    position = bytes.indexOf(0xff, position);
    if (position < 0 || position + 1 >= bytes.length) return bytes.length;
    const next = bytes[position + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return position;
    position += next === 0xff ? 1 : 2;
  }
}
