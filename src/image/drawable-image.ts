/** Any picture that the painter can draw, in a format that it takes apart. */
import { Failure } from "../domain/failure.ts";
import type { Metered } from "../domain/work-meter.ts";
import { readBmpPicture } from "./bmp-image.ts";
import { type PictureFormat, pictureFormat } from "./image-format.ts";
import type { Pixels } from "./pixels.ts";
import { writePng } from "./png/write-png.ts";
import { readTiffPicture } from "./tiff-image.ts";
import { isWebp, readWebpPicture } from "./webp/webp-image.ts";

export interface DrawnPicture {
  format: PictureFormat;
  bytes: Uint8Array;
}

/**
 * JPEG, PNG and GIF as they are, BMP, TIFF and WebP as PNG; undefined if it cannot be drawn.
 * @param meter counts the pixels of those that become PNG
 * @throws Failure `too_complex` when the meter's budget is used up
 */
export function drawnPicture(bytes: Uint8Array, meter?: Metered): DrawnPicture | undefined {
  const format = pictureFormat(bytes);
  if (format) return { format, bytes };
  const read = readerOf(bytes);
  if (!read) return undefined;
  try {
    const pixels = read(bytes);
    if (!(pixels instanceof Uint8Array)) {
      meter?.charge("bitmapPixel", pixels.widthPixels * pixels.heightPixels);
      return { format: "png", bytes: writePng(pixels) };
    }
    const wrapped = pictureFormat(pixels);
    return wrapped && { format: wrapped, bytes: pixels };
  } catch (error) {
    if (error instanceof Failure && error.code !== "too_complex") return undefined;
    throw error;
  }
}

/** To pixels, or to a picture that is wrapped in the file. */
function readerOf(bytes: Uint8Array): ((bytes: Uint8Array) => Pixels | Uint8Array) | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 4));
  if (start.startsWith("BM")) return readBmpPicture;
  if (isWebp(bytes)) return readWebpPicture;
  return start === "II*\0" || start === "MM\0*" ? readTiffPicture : undefined;
}
