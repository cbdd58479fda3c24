import { Failure } from "../domain/failure.ts";
import { readJpegPicture } from "./jpeg/jpeg-image.ts";
import { readPngPicture } from "./png/png-image.ts";

export type PictureFormat = "jpeg" | "png" | "gif";

/** The format of a picture that can be drawn, by its first bytes and its header; undefined for all others. */
export function pictureFormat(bytes: Uint8Array): PictureFormat | undefined {
  try {
    if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpegPicture(bytes) && "jpeg";
    if (bytes[0] === 0x89 && bytes[1] === 0x50) return readPngPicture(bytes) && "png";
    if (bytes[0] === 0x47 && bytes[1] === 0x49 && bytes[2] === 0x46) return "gif";
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
