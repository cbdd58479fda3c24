import { DEFAULT_RESOLUTION, type ImageFrame } from "./image-frame.ts";
import { checkSamples, unreadableImage } from "./unreadable-image.ts";

/** The first frame of a GIF on its screen (GIF89a). */
export interface GifImage extends ImageFrame {
  /** Place of the frame on the screen, from its top left corner. */
  left: number;
  top: number;
  frameWidth: number;
  frameHeight: number;
  /** Red, green and blue of each color. */
  palette: Uint8Array;
  /** One index into the palette for each pixel, rows from the top. */
  indices: Uint8Array;
  transparentIndex: number | undefined;
}

const EXTENSION = 0x21;
const GRAPHIC_CONTROL = 0xf9;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const MAX_CODES = 4_096;

/** Reads a GIF up to the end of its first frame. @throws Failure `file_not_readable`, `file_too_large` */
export function readGifImage(bytes: Uint8Array): GifImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 14) throw unreadableImage("GIF");
  let at = 13;
  const globalPalette = colorTable(bytes, at, bytes[10] ?? 0);
  at += globalPalette?.length ?? 0;
  let transparentIndex: number | undefined;
  while (at < bytes.length && bytes[at] !== TRAILER) {
    if (bytes[at] === EXTENSION) {
      if (bytes[at + 1] === GRAPHIC_CONTROL)
        transparentIndex = ((bytes[at + 3] ?? 0) & 1) === 1 ? bytes[at + 6] : undefined;
      at = endOfBlocks(bytes, at + 2);
      continue;
    }
    if (bytes[at] !== IMAGE || at + 11 > bytes.length) break;
    const [left, top, frameWidth, frameHeight] = [1, 3, 5, 7].map((offset) => view.getUint16(at + offset, true)) as [
      ...[number, number, number, number],
    ];
    const flags = bytes[at + 9] ?? 0;
    const localPalette = colorTable(bytes, at + 10, flags);
    const palette = localPalette ?? globalPalette;
    const codes = at + 10 + (localPalette?.length ?? 0);
    if (!palette || palette.length === 0 || frameWidth === 0 || frameHeight === 0) break;
    checkSamples(frameWidth * frameHeight);
    const indices = decodeLzw(bytes, codes, frameWidth * frameHeight);

    return {
      widthPixels: Math.max(view.getUint16(6, true), left + frameWidth),
      heightPixels: Math.max(view.getUint16(8, true), top + frameHeight),
      ...{ left, top, frameWidth, frameHeight, palette, transparentIndex },
      indices: (flags & 0x40) !== 0 ? inOrder(indices, frameWidth, frameHeight) : indices,
      resolution: DEFAULT_RESOLUTION,
      orientation: 1,
    };
  }
  throw unreadableImage("GIF");
}

function colorTable(bytes: Uint8Array, at: number, flags: number): Uint8Array | undefined {
  return (flags & 0x80) === 0 ? undefined : bytes.subarray(at, at + 3 * 2 ** ((flags & 7) + 1));
}

/** Where a chain of sub-blocks ends. */
function endOfBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}

/**
 * The variable-length codes of GIF89a, appendix F: least significant bit first, the table stays as it is once it is
 * full. What is missing from a file that was cut off stays 0.
 */
function decodeLzw(bytes: Uint8Array, start: number, pixels: number): Uint8Array {
  const out = new Uint8Array(pixels);
  const firstSize = bytes[start] ?? 0;
  if (firstSize < 1 || firstSize > 11) throw unreadableImage("GIF");
  const clear = 1 << firstSize;
  const prefix = new Uint16Array(MAX_CODES);
  const suffix = new Uint8Array(MAX_CODES);
  const length = new Uint16Array(MAX_CODES);
  for (let code = 0; code < clear; code++) {
    suffix[code] = code;
    length[code] = 1;
  }
  let next = clear + 2;
  let size = firstSize + 1;
  let previous = -1;
  let written = 0;
  let bits = 0;
  let bitCount = 0;
  let at = start + 1;
  let blockEnd = at;
  while (written < pixels) {
    while (bitCount < size) {
      if (at === blockEnd) {
        const count = bytes[at] ?? 0;
        if (count === 0) return out;
        blockEnd = ++at + count;
      }
      if (at >= bytes.length) return out;
      bits |= (bytes[at++] ?? 0) << bitCount;
      bitCount += 8;
    }
    const code = bits & ((1 << size) - 1);
    bits >>>= size;
    bitCount -= size;
    if (code === clear) {
      next = clear + 2;
      size = firstSize + 1;
      previous = -1;
      continue;
    }
    // the end code, or a code that no encoder writes
    if (code === clear + 1 || code > next || (code === next && previous < 0)) return out;
    const known = code < next ? code : previous;
    const runLength = length[known] ?? 0;
    let entry = known;
    for (let place = written + runLength - 1; place >= written; place--) {
      if (place < pixels) out[place] = suffix[entry] ?? 0;
      entry = prefix[entry] ?? 0;
    }
    const firstOfRun = out[written] ?? 0;
    written += runLength;
    if (code === next && written < pixels) out[written] = firstOfRun;
    if (code === next) written++;
    if (previous >= 0 && next < MAX_CODES) {
      prefix[next] = previous;
      suffix[next] = firstOfRun;
      length[next] = (length[previous] ?? 0) + 1;
      next++;
      if (next === 1 << size && size < 12) size++;
    }
    previous = code;
  }
  return out;
}

/** First row and step of the four passes of an interlaced frame (GIF89a, appendix E). */
const PASSES = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;

function inOrder(indices: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(indices.length);
  let from = 0;
  for (const [first, step] of PASSES) {
    for (let row = first; row < height; row += step, from += width) {
      out.set(indices.subarray(from, from + width), row * width);
    }
  }
  return out;
}
