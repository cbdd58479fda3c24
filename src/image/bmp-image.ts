/** Windows bitmaps (MS-WMF 2.2.2.3, 2.2.2.9 and the headers that came later) -> pixels. */

import { LIMITS } from "../domain/limits.ts";
import { METERS_PER_INCH } from "../geometry/units.ts";
import type { Pixels } from "./pixels.ts";
import { checkSamples, unreadableImage } from "./unreadable-image.ts";

const FILE_HEADER = 14;
const CORE_HEADER = 12;
const COMPRESSION = { none: 0, rle8: 1, rle4: 2, masks: 3, jpeg: 4, png: 5, alphaMasks: 6 } as const;

/** Pixels, or the JPEG or PNG that a bitmap wraps. @throws Failure `file_not_readable`, `file_too_large` */
export function readBmpImage(bytes: Uint8Array): Pixels | Uint8Array {
  try {
    return readBitmap(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw unreadableImage("BMP");
    throw error;
  }
}

function readBitmap(bytes: Uint8Array): Pixels | Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerSize = view.getUint32(FILE_HEADER, true);
  const isCore = headerSize === CORE_HEADER;
  if (!isCore && headerSize < 40) throw unreadableImage("BMP");
  const widthPixels = isCore ? view.getUint16(18, true) : view.getInt32(18, true);
  const signedHeight = isCore ? view.getInt16(20, true) : view.getInt32(22, true);
  const bits = view.getUint16(isCore ? 24 : 28, true);
  const compression = isCore ? COMPRESSION.none : view.getUint32(30, true);
  const start = view.getUint32(10, true);
  if (compression === COMPRESSION.jpeg || compression === COMPRESSION.png) return bytes.subarray(start);
  const heightPixels = Math.abs(signedHeight);
  if (
    widthPixels < 1 ||
    widthPixels > LIMITS.bitmapSide.most ||
    heightPixels < 1 ||
    heightPixels > LIMITS.bitmapSide.most
  ) {
    throw unreadableImage("BMP");
  }
  const isIndexed = bits <= 8;
  checkSamples(widthPixels * heightPixels * (isIndexed ? 1 : 3));
  const size = { widthPixels, heightPixels };
  const perMetre = isCore ? [0, 0] : [view.getInt32(38, true), view.getInt32(42, true)];
  const [x = 0, y = 0] = perMetre.map((value) => value * METERS_PER_INCH);
  const resolution = x > 0 && y > 0 ? { x, y } : undefined;
  const place = (row: number) => (signedHeight > 0 ? heightPixels - 1 - row : row);
  if (!isIndexed) {
    const masks = compression === COMPRESSION.masks || compression === COMPRESSION.alphaMasks;
    return { ...size, kind: "rgb", samples: trueColor(view, start, size, bits, masks, place), resolution };
  }
  if (![1, 2, 4, 8].includes(bits)) throw unreadableImage("BMP");
  const entryBytes = isCore ? 3 : 4;
  const used = isCore ? 0 : view.getUint32(46, true);
  const colors = Math.min(used || 2 ** bits, 2 ** bits);
  const palette = new Uint8Array(3 * 2 ** bits);
  for (let index = 0; index < colors; index++) {
    const at = FILE_HEADER + headerSize + index * entryBytes;
    palette.set([view.getUint8(at + 2), view.getUint8(at + 1), view.getUint8(at)], 3 * index);
  }
  const isPacked = compression === COMPRESSION.rle8 || compression === COMPRESSION.rle4;
  const samples = isPacked
    ? runLengths(bytes.subarray(start), size, compression === COMPRESSION.rle4)
    : indices(bytes, start, size, bits, place);
  return { ...size, kind: "palette", samples, palette, resolution };
}

type Size = Pick<Pixels, "widthPixels" | "heightPixels">;

/** Rows are padded to four bytes; what a truncated file lacks gets the first color. */
function indices(
  bytes: Uint8Array,
  start: number,
  { widthPixels, heightPixels }: Size,
  bits: number,
  place: (row: number) => number,
): Uint8Array {
  const rowBytes = Math.ceil((widthPixels * bits) / 32) * 4;
  const samples = new Uint8Array(widthPixels * heightPixels);
  const mask = (1 << bits) - 1;
  for (let row = 0; row < heightPixels; row++) {
    const from = start + row * rowBytes;
    const to = place(row) * widthPixels;
    for (let x = 0; x < widthPixels; x++) {
      const bit = x * bits;
      samples[to + x] = ((bytes[from + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & mask;
    }
  }
  return samples;
}

function trueColor(
  view: DataView,
  start: number,
  { widthPixels, heightPixels }: Size,
  bits: number,
  hasMasks: boolean,
  place: (row: number) => number,
): Uint8Array {
  if (![16, 24, 32].includes(bits)) throw unreadableImage("BMP");
  const pixelBytes = bits / 8;
  const rowBytes = Math.ceil((widthPixels * bits) / 32) * 4;
  const samples = new Uint8Array(3 * widthPixels * heightPixels);
  const masks = hasMasks
    ? [54, 58, 62].map((at) => view.getUint32(at, true))
    : bits === 16
      ? [0x7c00, 0x03e0, 0x001f]
      : BYTE_MASKS;
  if (bits !== 16 && masks.every((mask, index) => mask === BYTE_MASKS[index]))
    return wholeBytes(view, start, { widthPixels, heightPixels }, bits, place);
  const channels = masks.map((mask) => ({ mask, shift: Math.max(0, 31 - Math.clz32(mask & -mask)) }));
  const scales = channels.map(({ mask, shift }) => 255 / Math.max(1, mask >>> shift));
  for (let row = 0; row < heightPixels; row++) {
    const from = start + row * rowBytes;
    if (from + rowBytes > view.byteLength) break;
    let to = 3 * place(row) * widthPixels;
    for (let x = 0; x < widthPixels; x++) {
      const at = from + x * pixelBytes;
      const pixel =
        bits === 16
          ? view.getUint16(at, true)
          : view.getUint8(at) |
            (view.getUint8(at + 1) << 8) |
            (view.getUint8(at + 2) << 16) |
            (bits === 32 ? view.getUint8(at + 3) << 24 : 0);
      for (const [index, { mask, shift }] of channels.entries()) {
        samples[to++] = Math.round(((pixel & mask) >>> shift) * (scales[index] ?? 1));
      }
    }
  }
  return samples;
}

/** Red, green and blue of pixels that have a byte for each. */
const BYTE_MASKS: readonly number[] = [0xff0000, 0x00ff00, 0x0000ff];

/** Blue, green, red and maybe another byte for each pixel: nearly all pictures, without a look at masks for each. */
function wholeBytes(
  view: DataView,
  start: number,
  { widthPixels, heightPixels }: Size,
  bits: number,
  place: (row: number) => number,
): Uint8Array {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const pixelBytes = bits / 8;
  const rowBytes = Math.ceil((widthPixels * bits) / 32) * 4;
  const samples = new Uint8Array(3 * widthPixels * heightPixels);
  for (let row = 0; row < heightPixels; row++) {
    let at = start + row * rowBytes;
    if (at + rowBytes > bytes.length) break;
    let to = 3 * place(row) * widthPixels;
    for (let x = 0; x < widthPixels; x++, at += pixelBytes, to += 3) {
      samples[to] = bytes[at + 2] ?? 0;
      samples[to + 1] = bytes[at + 1] ?? 0;
      samples[to + 2] = bytes[at] ?? 0;
    }
  }
  return samples;
}

/** Rows from below, as pairs of a count and an index (RLE8) or two of them in turn (RLE4). */
function runLengths(data: Uint8Array, { widthPixels, heightPixels }: Size, isNibbles: boolean): Uint8Array {
  const samples = new Uint8Array(widthPixels * heightPixels);
  let x = 0;
  let row = 0;
  const put = (index: number) => {
    if (x < widthPixels && row < heightPixels) samples[(heightPixels - 1 - row) * widthPixels + x] = index;
    x++;
  };
  for (let at = 0; at + 1 < data.length && row < heightPixels; ) {
    const [count = 0, value = 0] = data.subarray(at, at + 2);
    at += 2;
    if (count > 0) {
      for (let index = 0; index < count; index++) put(isNibbles ? (value >> (index % 2 === 0 ? 4 : 0)) & 15 : value);
    } else if (value === 0) {
      x = 0;
      row++;
    } else if (value === 1) break;
    else if (value === 2) {
      x += data[at] ?? 0;
      row += data[at + 1] ?? 0;
      at += 2;
    } else {
      for (let index = 0; index < value; index++) {
        const byte = data[at + (isNibbles ? index >> 1 : index)] ?? 0;
        put(isNibbles ? (byte >> (index % 2 === 0 ? 4 : 0)) & 15 : byte);
      }
      // Literal runs end at an even byte.
      at += 2 * Math.ceil((isNibbles ? Math.ceil(value / 2) : value) / 2);
    }
  }
  return samples;
}
