/** Pictures that are cut short, as after an upload that broke off. */

import { Failure } from "../domain/failure.ts";
import { imageFormat } from "./image-format.ts";
import { isWholePng, readPngImage } from "./png/png-image.ts";

/**
 * The kind of a picture part of which is missing; undefined for complete ones, other kinds and files that cannot be
 * read at all.
 */
export function truncatedKind(bytes: Uint8Array): "PNG" | "JPEG" | undefined {
  const format = imageFormat(bytes);
  if (format === "png") return isTruncatedPng(bytes) ? "PNG" : undefined;
  return format === "jpeg" && lacksJpegEnd(bytes) ? "JPEG" : undefined;
}

/** A PNG without its last chunk may still have all of its rows. */
function isTruncatedPng(bytes: Uint8Array): boolean {
  try {
    return !isWholePng(readPngImage(bytes));
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

const SOS = 0xda;

/**
 * Whether no end of image follows the first scan: coded data have no such marker (ITU-T T.81, B.1.1.5), while a small picture
 * within a segment before it may.
 */
export function lacksJpegEnd(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at + 1] !== SOS)
    at += bytes[at] === 0xff && bytes[at + 1] !== 0xff ? 2 + view.getUint16(at + 2) : 1;
  for (let from = bytes.indexOf(0xff, at); from >= 0; from = bytes.indexOf(0xff, from + 1)) {
    if (bytes[from + 1] === 0xd9) return false;
  }
  return true;
}
