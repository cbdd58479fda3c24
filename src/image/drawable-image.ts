/** Images that PDFs and pages take apart, and the others as one of these. */
import { Failure } from "../domain/failure.ts";
import type { Metered } from "../domain/work-meter.ts";
import { readBmpImage } from "./bmp-image.ts";
import { readGifImage } from "./gif-image.ts";
import { type ImageFormat, imageFormat } from "./image-format.ts";
import { readJpegImage } from "./jpeg/jpeg-image.ts";
import type { Pixels } from "./pixels.ts";
import { readPngImage } from "./png/png-image.ts";
import { writePng } from "./png/write-png.ts";
import { readTiffImage } from "./tiff-image.ts";
import { readWebpImage } from "./webp/webp-image.ts";

export type DrawableFormat = "jpeg" | "png" | "gif";
/** Those that become one of the drawable ones. */
export type BitmapFormat = Exclude<ImageFormat, DrawableFormat>;

export interface DrawnImage {
  format: DrawableFormat;
  bytes: Uint8Array;
}

/** To headers, and samples as far as they are not taken over as they are. */
export const FRAME_READERS = { jpeg: readJpegImage, png: readPngImage, gif: readGifImage };

/** To pixels, or to an image that is wrapped in the file. */
export const BITMAP_READERS: Readonly<Record<BitmapFormat, (bytes: Uint8Array) => Pixels | Uint8Array>> = {
  bmp: readBmpImage,
  tiff: readTiffImage,
  webp: readWebpImage,
};

function isBitmap(format: ImageFormat): format is BitmapFormat {
  return format in BITMAP_READERS;
}

/** The format of an image that is taken apart, by its first bytes and its header; undefined for all others. */
export function drawableFormat(bytes: Uint8Array): DrawableFormat | undefined {
  const format = imageFormat(bytes);
  if (!format || isBitmap(format)) return undefined;
  try {
    // A GIF is read no further: its header says nothing of its frames.
    return format === "gif" || FRAME_READERS[format](bytes) ? format : undefined;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/**
 * JPEG, PNG and GIF as they are, BMP, TIFF and WebP as PNG; undefined if it cannot be drawn.
 * @param meter counts the pixels of those that become PNG
 * @throws Failure `too_complex` when the meter's budget is used up
 */
export function drawnImage(bytes: Uint8Array, meter?: Metered): DrawnImage | undefined {
  const format = imageFormat(bytes);
  if (!format || !isBitmap(format)) {
    const drawable = drawableFormat(bytes);
    return drawable && { format: drawable, bytes };
  }
  try {
    const pixels = BITMAP_READERS[format](bytes);
    if (!(pixels instanceof Uint8Array)) {
      meter?.charge("bitmapPixel", pixels.widthPixels * pixels.heightPixels);
      return { format: "png", bytes: writePng(pixels) };
    }
    const wrapped = drawableFormat(pixels);
    return wrapped && { format: wrapped, bytes: pixels };
  } catch (error) {
    if (error instanceof Failure && error.code !== "too_complex") return undefined;
    throw error;
  }
}
