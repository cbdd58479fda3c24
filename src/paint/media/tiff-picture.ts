/** TIFF pictures, which browsers do not show, as PNG. */
import UTIF from "utif2";

const MAX_PIXELS = 40_000_000;

const WIDTH_TAG = "t256";
const HEIGHT_TAG = "t257";

interface Bitmap {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each pixel, row by row. */
  pixels: Uint8ClampedArray<ArrayBuffer>;
}

/** The first page of a TIFF file; undefined if it cannot be read or is too large. */
export function readTiff(bytes: Uint8Array): Bitmap | undefined {
  try {
    const buffer = firstPageOnly(bytes).buffer;
    const [page] = UTIF.decode(buffer);
    if (!page) return undefined;
    const width = sizeOf(page, WIDTH_TAG);
    const height = sizeOf(page, HEIGHT_TAG);
    if (width < 1 || height < 1 || width * height > MAX_PIXELS) return undefined;
    UTIF.decodeImage(buffer, page);
    const pixels = new Uint8ClampedArray(UTIF.toRGBA8(page));
    return pixels.length === width * height * 4 ? { width, height, pixels } : undefined;
  } catch {
    return undefined;
  }
}

/** Tags that lead to further directories, which may lead in circles: SubIFDs, Exif, GPS, makers' notes. */
const DIRECTORY_TAGS = new Set([330, 34_665, 34_853, 37_500, 50_740, 61_440]);
const PRIVATE_TAG = 65_000;
const ENTRY_BYTES = 12;
/** Bytes of a value by its type. */
const TYPE_BYTES = [1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];

/** A copy whose first directory leads nowhere else (TIFF 6.0, section 2). Throws a `RangeError` beyond the file's end. */
function firstPageOnly(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  const isLittleEndian = copy[0] === 0x49;
  const directory = view.getUint32(4, isLittleEndian);
  const entries = view.getUint16(directory, isLittleEndian);
  for (let index = 0; index < entries; index++) {
    const at = directory + 2 + index * ENTRY_BYTES;
    if (DIRECTORY_TAGS.has(view.getUint16(at, isLittleEndian))) view.setUint16(at, PRIVATE_TAG, isLittleEndian);
    const size = TYPE_BYTES[view.getUint16(at + 2, isLittleEndian)] ?? 8;
    if (view.getUint32(at + 4, isLittleEndian) * size > bytes.length) throw new RangeError("an entry is too long");
  }
  view.setUint32(directory + 2 + entries * ENTRY_BYTES, 0, isLittleEndian);
  return copy;
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
