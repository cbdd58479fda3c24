import { Failure } from "../../domain/failure.ts";
import { readGifPicture } from "../../image/gif-image.ts";
import { readJpegPicture } from "../../image/jpeg/jpeg-image.ts";
import { readPngPicture } from "../../image/png/png-image.ts";
import type { PictureSource } from "../commands/commands.ts";

const POINTS_PER_INCH = 72;
const READERS = { jpeg: readJpegPicture, png: readPngPicture, gif: readGifPicture };

/** The size of a picture by its pixels and its resolution; undefined for one that cannot be read. */
export function pictureSizePt({ format, bytes }: PictureSource): { widthPt: number; heightPt: number } | undefined {
  try {
    const { widthPixels, heightPixels, resolution } = READERS[format](bytes);
    return {
      widthPt: (widthPixels / resolution.x) * POINTS_PER_INCH,
      heightPt: (heightPixels / resolution.y) * POINTS_PER_INCH,
    };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
