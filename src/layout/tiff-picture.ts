/** TIFF pictures, which browsers do not show, as PNG. */
import * as UTIF from "utif2";

const MAX_PIXELS = 40_000_000;

const WIDTH_TAG = "t256";
const HEIGHT_TAG = "t257";

interface Bitmap {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each pixel, row by row. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** The first page of a TIFF file; undefined when it cannot be read or is too large. */
export function readTiff(bytes: Uint8Array): Bitmap | undefined {
  try {
    const buffer = bytes.slice().buffer;
    const page = UTIF.decode(buffer).find((candidate) => sizeOf(candidate, WIDTH_TAG) > 0);
    if (!page) return undefined;
    const width = sizeOf(page, WIDTH_TAG);
    const height = sizeOf(page, HEIGHT_TAG);
    if (height < 1 || width * height > MAX_PIXELS) return undefined;
    UTIF.decodeImage(buffer, page);
    const pixels = new Uint8ClampedArray(UTIF.toRGBA8(page));
    return pixels.length === width * height * 4 ? { width, height, pixels } : undefined;
  } catch {
    return undefined;
  }
}

/** A data: URL of the picture as PNG. */
export function tiffPictureUrl(bytes: Uint8Array): string | undefined {
  const bitmap = readTiff(bytes);
  if (!bitmap) return undefined;
  const { width, height, pixels } = bitmap;
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas.toDataURL("image/png");
}

function sizeOf(page: UTIF.IFD, tag: string): number {
  const value = page[tag];
  return Array.isArray(value) ? Number(value[0] ?? 0) : 0;
}
