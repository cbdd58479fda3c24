/** The formats of images that are read here. */
export type ImageFormat = "jpeg" | "png" | "gif" | "webp" | "bmp" | "tiff";

/** As people call them. */
export const IMAGE_NAMES = {
  jpeg: "JPEG",
  png: "PNG",
  gif: "GIF",
  webp: "WebP",
  bmp: "BMP",
  tiff: "TIFF",
} as const satisfies Record<ImageFormat, string>;

const SIGNATURES: readonly [format: ImageFormat, start: string][] = [
  ["jpeg", "\xff\xd8\xff"],
  ["png", "\x89PNG"],
  ["gif", "GIF8"],
  ["tiff", "II*\0"],
  ["tiff", "MM\0*"],
];
const BMP_HEADER_AT = 14;

/** What kind of image a file is, by how it begins; whether it can be read is another question. */
export function imageFormat(bytes: Uint8Array): ImageFormat | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  const signed = SIGNATURES.find(([, signature]) => start.startsWith(signature));
  if (signed) return signed[0];
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "webp";
  return start.startsWith("BM") && hasBmpHeader(bytes) ? "bmp" : undefined;
}

/** Text may begin with BM, too, but the size of a header is no text. */
function hasBmpHeader(bytes: Uint8Array): boolean {
  if (bytes.length < BMP_HEADER_AT + 4) return false;
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(BMP_HEADER_AT, true);
  return size >= 12 && size < 1024;
}
