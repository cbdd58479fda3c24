import { joinBytes } from "../../domain/join-bytes.ts";
import { present } from "../../domain/present.ts";
import { METERS_PER_INCH } from "../../geometry/units.ts";
import { inflate } from "../compression/flate.ts";
import { undoPrediction } from "../compression/predictor.ts";
import { readExif } from "../exif.ts";
import { DEFAULT_RESOLUTION, type ImageFrame, plausibleResolution, type Resolution } from "../image-frame.ts";
import { checkSamples, unreadableImage } from "../unreadable-image.ts";
import { deinterlace } from "./adam7.ts";

/** Values of IHDR's color type (PNG, 11.2.1). */
export const PNG_COLOR = { gray: 0, rgb: 2, palette: 3, grayAlpha: 4, rgbAlpha: 6 } as const;
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** Beyond what the rows need: the filter bytes of small passes, and encoders that pad the last row. */
const SPARE_BYTES = 4_096;

/** A PNG taken apart into what a PDF can hold (PNG, third edition, section 11). */
export interface PngImage extends ImageFrame {
  colorType: number;
  bitsPerSample: number;
  channels: number;
  isInterlaced: boolean;
  /** The zlib stream of the filtered rows. */
  compressed: Uint8Array;
  palette: Uint8Array | undefined;
  /** From tRNS: an alpha for each color of the palette, or the one color that is transparent. */
  transparency: Uint8Array | undefined;
  /** Zlib-compressed ICC profile. */
  compressedProfile: Uint8Array | undefined;
  /** False for a file that ends before its last chunk, IEND. */
  hasEnd: boolean;
}

/** Reads the chunks of a PNG. @throws Failure `file_not_readable` */
export function readPngImage(bytes: Uint8Array): PngImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 33 || view.getUint32(12) !== 0x49484452) throw unreadableImage("PNG");
  const [bitsPerSample, colorType, compression, filter, interlace] = [...bytes.subarray(24, 29)] as [
    ...[number, number, number, number, number],
  ];
  const widthPixels = view.getUint32(16);
  const heightPixels = view.getUint32(20);
  const isKnown = DEPTHS[colorType]?.includes(bitsPerSample) && compression === 0 && filter === 0 && interlace <= 1;
  if (!isKnown || widthPixels === 0 || heightPixels === 0) throw unreadableImage("PNG");

  const { chunks, hasEnd } = readChunks(bytes, view);
  const data = chunks.filter(({ type }) => type === "IDAT").map(({ body }) => body);
  const first = (type: string) => chunks.find((chunk) => chunk.type === type)?.body;
  const palette = first("PLTE");
  if (data.length === 0 || (colorType === PNG_COLOR.palette && !palette)) throw unreadableImage("PNG");
  const exif = readExif(first("eXIf") ?? new Uint8Array());

  return {
    widthPixels,
    heightPixels,
    colorType,
    bitsPerSample,
    channels: present(CHANNELS[colorType]),
    isInterlaced: interlace === 1,
    compressed: joinBytes(data),
    palette: palette?.subarray(0, Math.floor(palette.length / 3) * 3),
    transparency: first("tRNS"),
    compressedProfile: profileOf(first("iCCP")),
    resolution: physicalResolution(first("pHYs")) ?? exif.resolution ?? DEFAULT_RESOLUTION,
    orientation: exif.orientation,
    hasEnd,
  };
}

/** Whether all rows are there. Only a file without its end is inspected. @throws Failure `file_too_large` */
export function isWholePng(image: PngImage): boolean {
  if (image.hasEnd) return true;
  const { widthPixels, heightPixels, channels, bitsPerSample, isInterlaced, compressed } = image;
  const size = (Math.ceil((widthPixels * channels * bitsPerSample) / 8) + 1) * heightPixels;
  checkSamples(size);
  return inflate(compressed, (isInterlaced ? 2 : 1) * size + SPARE_BYTES).length >= size;
}

/** The rows with their filters, of a picture that is not interlaced; what is cut off is 0. @throws Failure `file_too_large` */
export function pngRows({ widthPixels, heightPixels, channels, bitsPerSample, compressed }: PngImage): Uint8Array {
  const size = Math.ceil((widthPixels * channels * bitsPerSample) / 8) * heightPixels;
  checkSamples(size);
  const rows = inflate(compressed, size + heightPixels + SPARE_BYTES);
  if (rows.length >= size + heightPixels) return rows.subarray(0, size + heightPixels);
  const whole = new Uint8Array(size + heightPixels);
  whole.set(rows);

  return whole;
}

/** The samples row by row, each row beginning at a byte, filters undone. @throws Failure `file_too_large` */
export function pngSamples(image: PngImage): Uint8Array {
  const { widthPixels, heightPixels, channels, bitsPerSample, isInterlaced, compressed } = image;
  const rowBytes = Math.ceil((widthPixels * channels * bitsPerSample) / 8);
  const size = rowBytes * heightPixels;
  checkSamples(size);
  if (isInterlaced) return deinterlace(inflate(compressed, 2 * size + SPARE_BYTES), image);

  return undoPrediction(pngRows(image), {
    predictor: 15,
    colors: channels,
    bitsPerComponent: bitsPerSample,
    columns: widthPixels,
  });
}

function readChunks(bytes: Uint8Array, view: DataView) {
  const chunks: { type: string; body: Uint8Array }[] = [];
  let hasEnd = false;
  for (let at = 8; at + 8 <= bytes.length && !hasEnd; ) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    hasEnd = type === "IEND";
    // a file that was cut off keeps what it has
    chunks.push({ type, body: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return { chunks, hasEnd };
}

function physicalResolution(body: Uint8Array | undefined): Resolution | undefined {
  // without a unit it only gives the pixels' aspect
  if (!body || body.length < 9 || body[8] !== 1) return undefined;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);

  return plausibleResolution(view.getUint32(0) * METERS_PER_INCH, view.getUint32(4) * METERS_PER_INCH);
}

/** What follows the profile's name and the number of its compression (PNG, 11.3.2.3). */
function profileOf(body: Uint8Array | undefined): Uint8Array | undefined {
  const end = body?.indexOf(0) ?? -1;
  return body && end > 0 && body[end + 1] === 0 ? body.subarray(end + 2) : undefined;
}
