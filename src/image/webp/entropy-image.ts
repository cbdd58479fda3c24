/** An image of the lossless format as it is coded, before its transforms are undone (RFC 9649, 3.7). */
import { unreadableImage } from "../unreadable-image.ts";
import type { LosslessBits } from "./lossless-bits.ts";
import { PrefixCodes } from "./prefix-codes.ts";

const LITERALS = 256;
const LENGTHS = 24;
const DISTANCES = 40;
const MAX_CACHE_BITS = 11;
const CACHE_MULTIPLIER = 0x1e35a7bd;
/** Tables of a group: green with lengths and the cache, red, blue, alpha, distances. */
const CODES = 5;

/** Pixels as alpha, red, green and blue from the highest byte on. */
export interface LosslessImage {
  width: number;
  height: number;
  pixels: Uint32Array;
}

/** Which group of codes a pixel is written with. */
interface Groups {
  codes: PrefixCodes;
  tables: Int32Array;
  /** Groups of squares of pixels, if there is more than one. */
  map: LosslessImage | undefined;
  squareBits: number;
}

/** @param isMain whether the image may have several groups of codes @throws Failure `file_not_readable` */
export function readEntropyImage(bits: LosslessBits, width: number, height: number, isMain: boolean): LosslessImage {
  const cacheBits = bits.flag() ? bits.read(4) : 0;
  if (cacheBits > MAX_CACHE_BITS) throw unreadableImage("WebP");
  const groups = readGroups(bits, width, height, isMain, cacheBits);
  return { width, height, pixels: readPixels(bits, width, height, groups, cacheBits) };
}

function readGroups(bits: LosslessBits, width: number, height: number, isMain: boolean, cacheBits: number): Groups {
  let map: LosslessImage | undefined;
  let squareBits = 0;
  let count = 1;
  if (isMain && bits.flag()) {
    squareBits = bits.read(3) + 2;
    map = readEntropyImage(bits, squares(width, squareBits), squares(height, squareBits), false);
    for (const pixel of map.pixels) count = Math.max(count, groupOf(pixel) + 1);
  }
  const codes = new PrefixCodes();
  const tables = new Int32Array(CODES * count);
  const cacheSize = cacheBits > 0 ? 1 << cacheBits : 0;
  const alphabets = [LITERALS + LENGTHS + cacheSize, LITERALS, LITERALS, LITERALS, DISTANCES];
  for (let at = 0; at < tables.length; at++) tables[at] = codes.read(bits, alphabets[at % CODES] ?? 0);
  return { codes, tables, map, squareBits };
}

/** How many squares of 2^bits pixels there are along a side. */
export function squares(side: number, bits: number): number {
  return (side + (1 << bits) - 1) >>> bits;
}

function groupOf(pixel: number): number {
  return (pixel >>> 8) & 0xffff;
}

function readPixels(
  bits: LosslessBits,
  width: number,
  height: number,
  { codes, tables, map, squareBits }: Groups,
  cacheBits: number,
): Uint32Array {
  const pixels = new Uint32Array(width * height);
  const cache = new Uint32Array(cacheBits > 0 ? 1 << cacheBits : 0);
  const cacheShift = 32 - cacheBits;
  const keep = (pixel: number) => {
    if (cacheBits > 0) cache[Math.imul(CACHE_MULTIPLIER, pixel) >>> cacheShift] = pixel;
  };
  const squareMask = (1 << squareBits) - 1;
  let group = 0;
  let x = 0;
  let y = 0;
  let isNew = true;
  for (let at = 0; at < pixels.length; ) {
    if (map && (isNew || (x & squareMask) === 0)) {
      group = CODES * groupOf(map.pixels[(y >>> squareBits) * map.width + (x >>> squareBits)] ?? 0);
    }
    isNew = false;
    const green = codes.symbol(bits, tables[group] ?? 0);
    if (green < LITERALS) {
      const red = codes.symbol(bits, tables[group + 1] ?? 0);
      const blue = codes.symbol(bits, tables[group + 2] ?? 0);
      const alpha = codes.symbol(bits, tables[group + 3] ?? 0);
      const pixel = ((alpha << 24) | (red << 16) | (green << 8) | blue) >>> 0;
      pixels[at++] = pixel;
      keep(pixel);
      x++;
    } else if (green >= LITERALS + LENGTHS) {
      const pixel = cache[green - LITERALS - LENGTHS] ?? 0;
      pixels[at++] = pixel;
      keep(pixel);
      x++;
    } else {
      const length = prefixed(bits, green - LITERALS);
      const code = prefixed(bits, codes.symbol(bits, tables[group + 4] ?? 0));
      const distance = distanceOf(code, width);
      if (distance > at || at + length > pixels.length) throw unreadableImage("WebP");
      for (const end = at + length; at < end; at++) {
        const pixel = pixels[at - distance] ?? 0;
        pixels[at] = pixel;
        keep(pixel);
      }
      x += length;
      isNew = true;
    }
    if (x >= width) {
      y += Math.floor(x / width);
      x %= width;
      isNew = true;
    }
  }
  return pixels;
}

/** A length or a distance: a prefix, then the number of bits that it gives. */
function prefixed(bits: LosslessBits, prefix: number): number {
  if (prefix < 4) return prefix + 1;
  const extraBits = (prefix - 2) >> 1;
  return ((2 + (prefix & 1)) << extraBits) + bits.read(extraBits) + 1;
}

/** Codes of distances that mean a pixel nearby, not one that many pixels before. */
const NEARBY: readonly { left: number; up: number }[] = nearby();

/** The nearest first; of equally near ones first those that are less far to the side (RFC 9649, 3.6.2.2). */
function nearby(): { left: number; up: number }[] {
  const places: { left: number; up: number }[] = [];
  for (let up = 0; up <= 7; up++) {
    for (let left = -7; left <= 8; left++) if (up > 0 || left > 0) places.push({ left, up });
  }
  const order = ({ left, up }: { left: number; up: number }) => [left ** 2 + up ** 2, Math.abs(left), -left] as const;
  return places.sort((a, b) => {
    const [first, second] = [order(a), order(b)];
    return first[0] - second[0] || first[1] - second[1] || first[2] - second[2];
  });
}

function distanceOf(code: number, width: number): number {
  const place = NEARBY[code - 1];
  return place ? Math.max(1, place.left + place.up * width) : code - NEARBY.length;
}
