/** Why a picture cannot be used, for the user who sent it. */
import { Failure } from "../domain/failure.ts";
import { inMebibytes, LIMITS } from "../domain/limits.ts";
import { BITMAP_READERS, FRAME_READERS } from "./drawable-image.ts";
import { IMAGE_NAMES, type ImageFormat, imageFormat } from "./image-format.ts";
import { lacksJpegEnd } from "./truncated-image.ts";

const READERS = { ...FRAME_READERS, ...BITMAP_READERS };

/**
 * What is wrong with a picture that was refused, as the end of a sentence after "could not be read: ". Reads the file
 * again, so call it only for failures.
 * @param accepted the formats that can be used in its place, such as `PNG and JPEG`
 */
export function imageProblem(bytes: Uint8Array, accepted: string): string {
  if (bytes.length === 0) return "it is empty.";
  const format = imageFormat(bytes);
  if (!format) return `it is ${foreignKind(bytes) ?? "not a picture"}. What works is ${accepted}.`;
  const kind = IMAGE_NAMES[format];
  if (!accepted.includes(kind)) return `it is a ${kind}. What works is ${accepted}.`;
  if (isTruncated(format, bytes)) return `the end of the ${kind} is missing. Send the whole file.`;
  try {
    READERS[format](bytes);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === "file_too_large")
      return `the ${kind} has too many pixels: more than ${inMebibytes(LIMITS.imageSampleBytes.most)} uncompressed. Make it smaller.`;
  }
  return `the ${kind} is damaged, or of a rare kind. Save it anew as PNG or JPEG.`;
}

/** Other formats that users send as pictures. */
function foreignKind(bytes: Uint8Array): string | undefined {
  const start = latin1(bytes.subarray(0, 512)).replace(/^\xef\xbb\xbf/, "");
  const brand = start.slice(4, 8) === "ftyp" ? start.slice(8, 12) : undefined;
  if (brand !== undefined) return brand.startsWith("avi") ? "AVIF" : "HEIC";
  if (start.startsWith("%PDF")) return "a PDF";
  if (start.startsWith("\0\0\0\x0cJXL ") || start.startsWith("\xff\x0a")) return "JPEG XL";
  if (start.startsWith("\0\0\0\x0cjP  ")) return "JPEG 2000";
  if (start.startsWith("8BPS")) return "a Photoshop file";
  if (start.startsWith("\0\0\x01\0")) return "an icon (ICO)";
  if (start.startsWith("PK")) return "a ZIP or Office file";
  if (/^\s*(?:<!doctype html|<html)/i.test(start)) return "a web page";
  return /^\s*<(?:\?xml|!--|!doctype svg|svg)/i.test(start) ? "an SVG with scripts, links or mistakes" : undefined;
}

/** Whether the file's own structure says that its end is missing. */
function isTruncated(format: ImageFormat, bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (format) {
    case "png":
      return !latin1(bytes.subarray(-64)).includes("IEND");
    case "jpeg":
      return lacksJpegEnd(bytes);
    case "gif":
      return !bytes.subarray(-64).includes(0x3b);
    case "bmp":
      return view.getUint32(2, true) > bytes.length;
    case "webp":
      return view.getUint32(4, true) + 8 > bytes.length;
    case "tiff":
      return false;
  }
}

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
