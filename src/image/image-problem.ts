/** Why a picture cannot be shown, for the person who sent it. */
import { Failure } from "../domain/failure.ts";
import { readBmpPicture } from "./bmp-image.ts";
import { readGifPicture } from "./gif-image.ts";
import { readJpegPicture } from "./jpeg/jpeg-image.ts";
import { readPngPicture } from "./png/png-image.ts";
import { readTiffPicture } from "./tiff-image.ts";
import { lacksJpegEnd } from "./truncated-image.ts";
import { isWebp, readWebpPicture } from "./webp/webp-image.ts";

type PictureKind = "PNG" | "JPEG" | "GIF" | "BMP" | "TIFF" | "WebP";

const READERS: Readonly<Record<PictureKind, (bytes: Uint8Array) => unknown>> = {
  PNG: readPngPicture,
  JPEG: readJpegPicture,
  GIF: readGifPicture,
  BMP: readBmpPicture,
  TIFF: readTiffPicture,
  WebP: readWebpPicture,
};

/**
 * What is wrong with a picture that was refused, to follow "could not be read: ". The file is read once more: this is
 * only for failures.
 * @param taken the kinds that work where it was to go, such as `PNG and JPEG`
 */
export function pictureProblem(bytes: Uint8Array, taken: string): string {
  if (bytes.length === 0) return "it is empty.";
  const kind = kindOf(bytes);
  if (!kind) return `it is ${foreignKind(bytes) ?? "not a picture"}. What works is ${taken}.`;
  if (!taken.includes(kind)) return `it is a ${kind}. What works is ${taken}.`;
  if (isCutOff(kind, bytes)) return `the end of the ${kind} is missing. Send the whole file.`;
  try {
    READERS[kind](bytes);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === "file_too_large")
      return `the ${kind} has too many pixels: more than 40 MiB uncompressed. Make it smaller.`;
  }
  return `the ${kind} is damaged, or of a rare kind. Save it anew as PNG or JPEG.`;
}

function kindOf(bytes: Uint8Array): PictureKind | undefined {
  const start = latin1(bytes.subarray(0, 4));
  if (start === "\x89PNG") return "PNG";
  if (start.startsWith("\xff\xd8")) return "JPEG";
  if (start === "GIF8") return "GIF";
  if (start === "II*\0" || start === "MM\0*") return "TIFF";
  if (isWebp(bytes)) return "WebP";
  return start.startsWith("BM") && bytes.length > 14 ? "BMP" : undefined;
}

/** What else people send as a picture. */
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

/** Whether the file itself says that more belongs to it. */
function isCutOff(kind: PictureKind, bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (kind) {
    case "PNG":
      return !latin1(bytes.subarray(-64)).includes("IEND");
    case "JPEG":
      return lacksJpegEnd(bytes);
    case "GIF":
      return !bytes.subarray(-64).includes(0x3b);
    case "BMP":
      return view.getUint32(2, true) > bytes.length;
    case "WebP":
      return view.getUint32(4, true) + 8 > bytes.length;
    case "TIFF":
      return false;
  }
}

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
