/** Bitmaps within QuickDraw pictures (Inside Macintosh: Imaging With QuickDraw, appendix A) -> BMP data URLs. */
import { LIMITS } from "../domain/limits.ts";
import type { Rectangle } from "../geometry/box.ts";
import { dibUrl } from "./dib.ts";
import type { PictReader } from "./pict-reader.ts";

const IS_PIXMAP = 0x8000;
/** Longer rows have counts of two bytes. */
const LONG_ROW = 250;
/** Shorter rows are not packed. */
const SHORT_ROW = 8;
const BMP_HEADER_BYTES = 40;

export interface PictBitmap {
  url: string;
  destination: Rectangle;
}

interface PixMap {
  rowBytes: number;
  width: number;
  height: number;
  packType: number;
  pixelBits: number;
  components: number;
  colors: readonly Rgb[];
}

type Rgb = readonly [red: number, green: number, blue: number];

const BLACK: Rgb = [0, 0, 0];
const BLACK_ON_WHITE: readonly Rgb[] = [[255, 255, 255], BLACK];

/**
 * Reads on after the operation code: BitsRect (0x90), PackBitsRect (0x98), DirectBitsRect (0x9A), each with an
 * odd-numbered twin that has a region. Undefined if it is not a bitmap that can be shown.
 */
export function readPictBitmap(reader: PictReader, operation: number): PictBitmap | undefined {
  const isDirect = operation >= 0x9a;
  if (isDirect) reader.skip(4);
  const map = readPixMap(reader, isDirect);
  reader.rect();
  const destination = reader.rect();
  reader.skip(2);
  if (operation & 1) reader.skip(reader.u16() - 2);
  const isPossible = map.width > 0 && map.height > 0 && map.width * map.height <= LIMITS.pictPixels.most;
  if (!isPossible || reader.atEnd) return undefined;
  const pixels = new Uint8Array(map.width * map.height * 3);
  const isPacked = operation >= 0x98 && map.rowBytes >= SHORT_ROW && map.packType !== 1 && map.packType !== 2;
  for (let y = 0; y < map.height && !reader.atEnd; y++) {
    const row = isPacked ? unpackRow(reader, map) : reader.bytes(rawRowBytes(map));
    writeRow(row, map, isPacked, pixels.subarray(y * map.width * 3));
  }
  const url = bitmapUrl(map.width, map.height, pixels);
  return url === undefined ? undefined : { url, destination };
}

function readPixMap(reader: PictReader, isDirect: boolean): PixMap {
  const head = reader.u16();
  const bounds = reader.rect();
  const size = { width: bounds.right - bounds.left, height: bounds.bottom - bounds.top, rowBytes: head & 0x3fff };
  if (!isDirect && !(head & IS_PIXMAP)) {
    return { ...size, packType: 0, pixelBits: 1, components: 1, colors: BLACK_ON_WHITE };
  }
  reader.skip(2);
  const packType = reader.u16();
  reader.skip(14);
  const pixelBits = reader.u16();
  const components = reader.u16();
  reader.skip(14);
  return { ...size, packType, pixelBits, components, colors: isDirect ? [] : readColors(reader) };
}

/** Entries state their own index, unless the table belongs to a device. */
function readColors(reader: PictReader): Rgb[] {
  reader.skip(4);
  const isOrdered = (reader.u16() & 0x8000) !== 0;
  const count = Math.min(reader.u16() + 1, 256);
  const colors: Rgb[] = [];
  for (let place = 0; place < count; place++) {
    const index = reader.u16();
    const part = () => reader.u16() >> 8;
    colors[isOrdered ? place : index & 0xff] = [part(), part(), part()];
  }
  return colors;
}

function rawRowBytes(map: PixMap): number {
  return map.packType === 2 && map.pixelBits === 32 ? map.width * 3 : map.rowBytes;
}

/** PackBits: counts below 128 are followed by literals, those above it by one unit that is repeated. */
function unpackRow(reader: PictReader, map: PixMap): Uint8Array {
  const packed = reader.bytes(map.rowBytes > LONG_ROW ? reader.u16() : reader.u8());
  const unit = map.pixelBits === 16 ? 2 : 1;
  const row = new Uint8Array(Math.max(map.rowBytes, map.width * 4));
  let to = 0;
  for (let from = 0; from < packed.length && to < row.length; ) {
    const count = packed[from] ?? 0;
    from += 1;
    if (count < 128) {
      const literal = packed.subarray(from, from + (count + 1) * unit).subarray(0, row.length - to);
      row.set(literal, to);
      to += literal.length;
      from += (count + 1) * unit;
    } else if (count > 128) {
      for (let times = 257 - count; times > 0; times--) {
        for (let part = 0; part < unit && to < row.length; part++) row[to++] = packed[from + part] ?? 0;
      }
      from += unit;
    }
  }
  return row;
}

/** `into`: blue, green, red for each pixel. */
function writeRow(row: Uint8Array, map: PixMap, isPacked: boolean, into: Uint8Array): void {
  for (let x = 0; x < map.width; x++) {
    const [red, green, blue] = pixelAt(row, x, map, isPacked);
    into[x * 3] = blue;
    into[x * 3 + 1] = green;
    into[x * 3 + 2] = red;
  }
}

function pixelAt(row: Uint8Array, x: number, map: PixMap, isPacked: boolean): Rgb {
  const { pixelBits, width } = map;
  const byte = (at: number) => row[at] ?? 0;
  if (pixelBits === 32) {
    // Packed rows hold one component after the other; the first of four has no meaning.
    if (isPacked) {
      const skip = map.components === 4 ? width : 0;
      return [byte(skip + x), byte(skip + width + x), byte(skip + 2 * width + x)];
    }
    const at = map.packType === 2 ? x * 3 : x * 4 + 1;
    return [byte(at), byte(at + 1), byte(at + 2)];
  }
  if (pixelBits === 16) {
    const value = (byte(x * 2) << 8) | byte(x * 2 + 1);
    const five = (shift: number) => (((value >> shift) & 31) * 255) / 31;
    return [five(10), five(5), five(0)];
  }
  const perByte = 8 / Math.max(1, pixelBits);
  const shift = 8 - pixelBits * ((x % perByte) + 1);
  const index = (byte(Math.floor(x / perByte)) >> shift) & ((1 << pixelBits) - 1);
  return map.colors[index] ?? BLACK;
}

function bitmapUrl(width: number, height: number, pixels: Uint8Array): string | undefined {
  const header = new Uint8Array(BMP_HEADER_BYTES);
  const view = new DataView(header.buffer);
  view.setUint32(0, BMP_HEADER_BYTES, true);
  view.setInt32(4, width, true);
  // From the top down
  view.setInt32(8, -height, true);
  view.setUint16(12, 1, true);
  view.setUint16(14, 24, true);
  const stride = Math.ceil((width * 3) / 4) * 4;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width * 3, (y + 1) * width * 3), y * stride);
  return dibUrl(header, rows);
}
