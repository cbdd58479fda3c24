/** TIFF (revision 6.0): the pictures of a file -> pixels. */

import { Failure } from "../domain/failure.ts";
import { joinBytes } from "../domain/join-bytes.ts";
import { inMebibytes, LIMITS } from "../domain/limits.ts";
import { present } from "../domain/present.ts";
import { decodeCcitt } from "./ccitt/ccitt-decode.ts";
import { inflate } from "./compression/flate.ts";
import { decodeLzw } from "./compression/lzw.ts";
import { decodeRunLength } from "./compression/run-length.ts";
import type { Pixels } from "./pixels.ts";
import { checkSamples, unreadableImage } from "./unreadable-image.ts";
import { UnsupportedImage } from "./unsupported-image.ts";

const TAG = {
  kind: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  resolutionX: 282,
  resolutionY: 283,
  planes: 284,
  faxOptions: 292,
  resolutionUnit: 296,
  predictor: 317,
  palette: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  extraSamples: 338,
  jpegTables: 347,
} as const;
const COMPRESSION = {
  none: 1,
  huffman: 2,
  fax3: 3,
  fax4: 4,
  lzw: 5,
  jpeg: 7,
  deflate: 8,
  oldDeflate: 32946,
  packBits: 32773,
} as const;
const PHOTOMETRIC = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, cmyk: 5, yCbCr: 6 } as const;
const TYPE_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8 };
const CENTIMETRES = 3;
const MAX_TAGS = 400;
const MAX_VALUES = 200_000;

/** Smaller copies of a page, and masks of it (NewSubfileType). */
const NOT_A_PAGE = 0b101;

/**
 * The first picture: pixels, or the JPEG that makes up all of it.
 * @throws Failure `file_not_readable`, `file_too_large`
 */
export function readTiffImage(bytes: Uint8Array): Pixels | Uint8Array {
  return guarded(() => readImage(bytes, new Tags(bytes)));
}

/** A page of a TIFF: its pixels or its JPEG, and what the file states about it. */
export interface TiffPage {
  image: Pixels | Uint8Array;
  resolution: { x: number; y: number } | undefined;
  /** Values 1 to 8; TIFF's are EXIF's. */
  orientation: number | undefined;
}

/**
 * The pages of a file, one after the other as they are asked for.
 * @throws Failure `file_not_readable`, `file_too_large` for a page and for all of them together
 */
export function* tiffPages(bytes: Uint8Array): Generator<TiffPage> {
  for (const tags of guarded(() => pagesOf(bytes)))
    yield guarded(() => {
      const orientation = tags.value(TAG.orientation, 1);
      return {
        image: readImage(bytes, tags),
        resolution: resolutionOf(tags),
        orientation: orientation >= 1 && orientation <= 8 ? orientation : undefined,
      };
    });
}

function pagesOf(bytes: Uint8Array): Tags[] {
  const directories = directoriesOf(bytes);
  const pages = directories.filter((tags) => (tags.value(TAG.kind, 0) & NOT_A_PAGE) === 0);
  const samples = pages.reduce((sum, tags) => sum + samplesOf(tags), 0);
  const { most } = LIMITS.tiffSampleBytes;
  if (samples > most)
    throw new Failure(
      "file_too_large",
      `The pages of the TIFF have more pixels than can be converted at once, ${inMebibytes(most)} uncompressed: send them in several files.`,
    );
  return pages.length > 0 ? pages : directories.slice(0, 1);
}

const samplesOf = (tags: Tags): number =>
  tags.value(TAG.width, 0) * tags.value(TAG.height, 0) * tags.value(TAG.samplesPerPixel, 1);

/** The directories in their order; a chain that leads back to itself ends there. */
function directoriesOf(bytes: Uint8Array): Tags[] {
  const directories: Tags[] = [];
  const seen = new Set<number>();
  for (let tags = new Tags(bytes); ; tags = new Tags(bytes, tags.next)) {
    directories.push(tags);
    seen.add(tags.start);
    if (directories.length > LIMITS.tiffPages.most)
      throw new Failure(
        "file_too_large",
        `The TIFF has more than ${LIMITS.tiffPages.most} pages: send them in several files.`,
      );
    if (tags.next === 0 || seen.has(tags.next) || tags.next + 2 > bytes.length) return directories;
  }
}

function guarded<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError || error instanceof UnsupportedImage) throw unreadableImage("TIFF");
    throw error;
  }
}

class Tags {
  readonly #view: DataView;
  readonly #isLittle: boolean;
  readonly #entries = new Map<number, { type: number; count: number; at: number }>();

  /** Where the directory begins, and the next one; 0 for none. */
  readonly start: number;
  readonly next: number;

  /** @param start of the directory; the first one if absent */
  constructor(bytes: Uint8Array, start?: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isLittle = bytes[0] === 0x49;
    this.start = start ?? this.#view.getUint32(4, this.#isLittle);
    const entries = this.#view.getUint16(this.start, this.#isLittle);
    const end = this.start + 2 + 12 * entries;
    this.next = end + 4 <= bytes.length ? this.#view.getUint32(end, this.#isLittle) : 0;
    const count = Math.min(MAX_TAGS, entries);
    for (let index = 0; index < count; index++) {
      const entry = this.start + 2 + 12 * index;
      const type = this.#view.getUint16(entry + 2, this.#isLittle);
      const values = this.#view.getUint32(entry + 4, this.#isLittle);
      const isInline = (TYPE_BYTES[type] ?? 0) * values <= 4;
      const at = isInline ? entry + 8 : this.#view.getUint32(entry + 8, this.#isLittle);
      this.#entries.set(this.#view.getUint16(entry, this.#isLittle), { type, count: values, at });
    }
  }

  values(tag: number): number[] {
    const entry = this.#entries.get(tag);
    const size = entry && TYPE_BYTES[entry.type];
    if (!entry || !size || entry.count > MAX_VALUES) return [];
    return Array.from({ length: entry.count }, (_, index) => this.#value(entry.type, entry.at + index * size));
  }

  value(tag: number, otherwise: number): number {
    return this.values(tag)[0] ?? otherwise;
  }

  #value(type: number, at: number): number {
    if (type === 3) return this.#view.getUint16(at, this.#isLittle);
    if (type === 4) return this.#view.getUint32(at, this.#isLittle);
    if (type === 5) {
      return this.#view.getUint32(at, this.#isLittle) / (this.#view.getUint32(at + 4, this.#isLittle) || 1);
    }
    return this.#view.getUint8(at);
  }

  /** The bytes of an entry of bytes. */
  bytes(tag: number, file: Uint8Array): Uint8Array | undefined {
    const entry = this.#entries.get(tag);
    return entry && file.subarray(entry.at, entry.at + entry.count);
  }

  get isLittle(): boolean {
    return this.#isLittle;
  }
}

function readImage(bytes: Uint8Array, tags: Tags): Pixels | Uint8Array {
  const widthPixels = tags.value(TAG.width, 0);
  const heightPixels = tags.value(TAG.height, 0);
  const channels = tags.value(TAG.samplesPerPixel, 1);
  const bits = tags.value(TAG.bits, 1);
  const compression = tags.value(TAG.compression, COMPRESSION.none);
  if (
    widthPixels < 1 ||
    heightPixels < 1 ||
    widthPixels > LIMITS.bitmapSide.most ||
    heightPixels > LIMITS.bitmapSide.most
  ) {
    throw unreadableImage("TIFF");
  }
  if (channels < 1 || channels > 5 || ![1, 2, 4, 8, 16].includes(bits)) {
    throw unreadableImage("TIFF");
  }
  checkSamples(widthPixels * heightPixels * channels);
  const isTiled = tags.values(TAG.tileOffsets).length > 0;
  const offsets = tags.values(isTiled ? TAG.tileOffsets : TAG.stripOffsets);
  const lengths = tags.values(isTiled ? TAG.tileBytes : TAG.stripBytes);
  const pieces = offsets.map((offset, index) => bytes.subarray(offset, offset + (lengths[index] ?? bytes.length)));
  if (compression === COMPRESSION.jpeg) return wholeJpeg(pieces, bytes, tags);
  const pieceWidth = isTiled ? tags.value(TAG.tileWidth, 0) : widthPixels;
  const pieceHeight = isTiled
    ? tags.value(TAG.tileHeight, 0)
    : Math.min(heightPixels, tags.value(TAG.rowsPerStrip, heightPixels));
  if (
    pieceWidth < 1 ||
    pieceHeight < 1 ||
    pieceWidth > 2 * LIMITS.bitmapSide.most ||
    pieceHeight > 2 * LIMITS.bitmapSide.most
  ) {
    throw unreadableImage("TIFF");
  }
  // Each channel separately, one after the other.
  const isPlanar = tags.value(TAG.planes, 1) === 2;
  const channelsOfPiece = isPlanar ? 1 : channels;
  const rowBytes = Math.ceil((pieceWidth * channelsOfPiece * bits) / 8);
  checkSamples(rowBytes * pieceHeight);
  const isDifferenced = tags.value(TAG.predictor, 1) === 2;
  const samples = new Uint8Array(widthPixels * heightPixels * channels);
  const perRow = Math.ceil(widthPixels / pieceWidth);
  const perPlane = perRow * Math.ceil(heightPixels / pieceHeight);
  for (const [index, piece] of pieces.entries()) {
    const plane = Math.floor(index / perPlane);
    if (plane >= (isPlanar ? channels : 1)) break;
    const left = (index % perRow) * pieceWidth;
    const top = Math.floor((index % perPlane) / perRow) * pieceHeight;
    const [columns, lines] = [Math.min(pieceWidth, widthPixels - left), Math.min(pieceHeight, heightPixels - top)];
    const rows = isFax(compression)
      ? unfaxed(piece, compression, pieceWidth, isTiled ? pieceHeight : lines, tags)
      : unpacked(piece, compression, rowBytes * pieceHeight);
    if (isDifferenced) addDifferences(rows, rowBytes, channelsOfPiece, bits, tags.isLittle);
    const row = new Uint8Array(columns * channelsOfPiece);
    for (let y = 0; y < lines; y++) {
      const to = ((top + y) * widthPixels + left) * channels;
      copyRow(rows.subarray(y * rowBytes, (y + 1) * rowBytes), row, bits, tags.isLittle);
      if (!isPlanar) samples.set(row, to);
      else for (const [x, sample] of row.entries()) samples[to + x * channels + plane] = sample;
    }
  }
  return colored(samples, { widthPixels, heightPixels, channels, bits }, tags);
}

function unpacked(piece: Uint8Array, compression: number, maxBytes: number): Uint8Array {
  switch (compression) {
    case COMPRESSION.none:
      return piece.slice(0, maxBytes);
    case COMPRESSION.lzw:
      return decodeLzw(piece, true, maxBytes + 4_096).slice(0, maxBytes);
    case COMPRESSION.deflate:
    case COMPRESSION.oldDeflate:
      return inflate(piece, maxBytes + 4_096).slice(0, maxBytes);
    case COMPRESSION.packBits:
      return decodeRunLength(piece, maxBytes + 4_096).slice(0, maxBytes);
    default:
      throw unreadableImage("TIFF");
  }
}

function isFax(compression: number): boolean {
  return compression === COMPRESSION.huffman || compression === COMPRESSION.fax3 || compression === COMPRESSION.fax4;
}

const LOWEST_BIT_FIRST = 2;

/** Rows of a fax, white as 0. @throws UnsupportedImage */
function unfaxed(piece: Uint8Array, compression: number, columns: number, rows: number, tags: Tags): Uint8Array {
  const isTwoDimensional = compression === COMPRESSION.fax3 && (tags.value(TAG.faxOptions, 0) & 1) === 1;
  const isLowestFirst = tags.value(TAG.fillOrder, 1) === LOWEST_BIT_FIRST;
  return decodeCcitt(isLowestFirst ? piece.map(turnedByte) : piece, rows, {
    k: compression === COMPRESSION.fax4 ? -1 : isTwoDimensional ? 1 : 0,
    columns,
    encodedByteAlign: compression === COMPRESSION.huffman,
    blackIs1: true,
  });
}

function turnedByte(byte: number): number {
  let turned = 0;
  for (let bit = 0; bit < 8; bit++) turned |= ((byte >> bit) & 1) << (7 - bit);
  return turned;
}

/** Adobe's segment that says that three components are red, green and blue as they are. */
const PLAIN_RGB = Uint8Array.of(0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0);

/** A JPEG in one piece, with the tables that are elsewhere in the file. */
function wholeJpeg(pieces: readonly Uint8Array[], bytes: Uint8Array, tags: Tags): Uint8Array {
  const [only] = pieces;
  if (pieces.length !== 1 || !only) throw unreadableImage("TIFF");
  const isPlainRgb = tags.value(TAG.photometric, PHOTOMETRIC.yCbCr) === PHOTOMETRIC.rgb;
  // Without their first and last markers.
  const tables = tags.bytes(TAG.jpegTables, bytes)?.slice(2, -2) ?? new Uint8Array();
  return joinBytes([only.subarray(0, 2), ...(isPlainRgb ? [PLAIN_RGB] : []), tables, only.subarray(2)]);
}

/** Each sample was written as its difference from the previous one of its channel. */
function addDifferences(rows: Uint8Array, rowBytes: number, channels: number, bits: number, isLittle: boolean): void {
  if (bits === 8) {
    for (let at = 0; at < rows.length; at++) {
      if (at % rowBytes >= channels) rows[at] = present(rows[at]) + present(rows[at - channels]);
    }
  } else if (bits === 16) {
    const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
    for (let at = 0; at + 1 < rows.length; at += 2) {
      if (at % rowBytes < 2 * channels) continue;
      view.setUint16(at, view.getUint16(at, isLittle) + view.getUint16(at - 2 * channels, isLittle), isLittle);
    }
  }
}

/** Samples of any depth as bytes. */
function copyRow(row: Uint8Array, to: Uint8Array, bits: number, isLittle: boolean): void {
  if (bits === 8) to.set(row.subarray(0, to.length));
  else if (bits === 16) for (let x = 0; x < to.length; x++) to[x] = row[2 * x + (isLittle ? 1 : 0)] ?? 0;
  else {
    const mask = (1 << bits) - 1;
    for (let x = 0; x < to.length; x++) {
      const bit = x * bits;
      to[x] = ((row[bit >> 3] ?? 0) >> (8 - bits - (bit & 7))) & mask;
    }
  }
}

interface Layout {
  widthPixels: number;
  heightPixels: number;
  channels: number;
  bits: number;
}

function colored(samples: Uint8Array, { widthPixels, heightPixels, channels, bits }: Layout, tags: Tags): Pixels {
  const size = { widthPixels, heightPixels, resolution: resolutionOf(tags) };
  const photometric = tags.value(TAG.photometric, PHOTOMETRIC.blackIsZero);
  const most = bits < 8 ? 2 ** bits - 1 : 255;
  switch (photometric) {
    case PHOTOMETRIC.whiteIsZero:
    case PHOTOMETRIC.blackIsZero: {
      const gray = channels === 1 ? samples : picked(samples, channels, [0]);
      const isInverted = photometric === PHOTOMETRIC.whiteIsZero;
      for (let at = 0; at < gray.length; at++) {
        const value = (present(gray[at]) * 255) / most;
        gray[at] = isInverted ? 255 - value : value;
      }
      return { ...size, kind: "gray", samples: gray };
    }
    case PHOTOMETRIC.palette: {
      const map = tags.values(TAG.palette);
      const colors = Math.min(256, Math.floor(map.length / 3));
      if (colors === 0) throw unreadableImage("TIFF");
      const palette = new Uint8Array(768);
      for (let index = 0; index < colors; index++) {
        for (let channel = 0; channel < 3; channel++)
          palette[3 * index + channel] = present(map[channel * colors + index]) >> 8;
      }
      return { ...size, kind: "palette", samples: channels === 1 ? samples : picked(samples, channels, [0]), palette };
    }
    case PHOTOMETRIC.rgb:
      if (channels < 3) break;
      // Alpha of either kind; anything else beside the colors is not alpha.
      return channels === 4 && [1, 2].includes(tags.value(TAG.extraSamples, 0))
        ? { ...size, kind: "rgbAlpha", samples }
        : { ...size, kind: "rgb", samples: channels === 3 ? samples : picked(samples, channels, [0, 1, 2]) };
    case PHOTOMETRIC.cmyk:
      if (channels < 4) break;
      return { ...size, kind: "rgb", samples: withoutInk(samples, channels) };
  }
  throw unreadableImage("TIFF");
}

function picked(samples: Uint8Array, channels: number, wanted: readonly number[]): Uint8Array {
  const found = new Uint8Array((samples.length / channels) * wanted.length);
  let to = 0;
  for (let from = 0; from < samples.length; from += channels) {
    for (const channel of wanted) found[to++] = samples[from + channel] ?? 0;
  }
  return found;
}

function withoutInk(samples: Uint8Array, channels: number): Uint8Array {
  const rgb = new Uint8Array((samples.length / channels) * 3);
  let to = 0;
  for (let from = 0; from < samples.length; from += channels) {
    const light = 255 - (samples[from + 3] ?? 0);
    for (let channel = 0; channel < 3; channel++) rgb[to++] = ((255 - (samples[from + channel] ?? 0)) * light) / 255;
  }
  return rgb;
}

function resolutionOf(tags: Tags): { x: number; y: number } | undefined {
  const perInch = tags.value(TAG.resolutionUnit, 2) === CENTIMETRES ? 2.54 : 1;
  const [x, y] = [tags.value(TAG.resolutionX, 0) * perInch, tags.value(TAG.resolutionY, 0) * perInch];
  return x > 0 && y > 0 ? { x, y } : undefined;
}
