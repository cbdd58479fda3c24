/** WebP, BMP and TIFF, which a PDF does not hold as they are, as pictures that it does: one for each page. */

import { Failure } from "../../domain/failure.ts";
import type { Steps } from "../../domain/steps.ts";
import { BITMAP_READERS, type BitmapFormat, drawableFormat } from "../../image/drawable-image.ts";
import { IMAGE_NAMES } from "../../image/image-format.ts";
import type { Pixels } from "../../image/pixels.ts";
import { writePng } from "../../image/png/write-png.ts";
import { tiffPages } from "../../image/tiff-image.ts";
import { unreadablePicture } from "../../image/unreadable-image.ts";
import type { PagePicture } from "./image-to-pdf.ts";

/** Pages that are drawn wait in memory beside the file. */
const MAX_DRAWN_BYTES = 32 * 1024 * 1024;

/**
 * The pages of a picture: those of a TIFF, else one. For animations it is the first frame.
 * @throws Failure `file_not_readable`, `file_too_large`
 */
export function* bitmapPages(bytes: Uint8Array, format: BitmapFormat): Steps<PagePicture[]> {
  const pages: PagePicture[] = [];
  let drawn = 0;
  for (const { picture, ...stated } of picturesOf(bytes, format)) {
    const page = drawnPage(picture, format);
    pages.push({ ...page, ...stated });
    drawn += page.bytes.length;
    if (drawn > MAX_DRAWN_BYTES && pages.length > 1)
      throw new Failure(
        "file_too_large",
        "The pages of the TIFF are larger than can be converted at once: send them in several files.",
      );
    yield picture instanceof Uint8Array ? picture.length : picture.samples.length;
  }
  return pages;
}

function* picturesOf(bytes: Uint8Array, format: BitmapFormat): Generator<{ picture: Pixels | Uint8Array }> {
  if (format === "tiff") yield* tiffPages(bytes);
  else yield { picture: BITMAP_READERS[format](bytes) };
}

function drawnPage(picture: Pixels | Uint8Array, format: BitmapFormat): PagePicture {
  if (!(picture instanceof Uint8Array)) return { format: "png", bytes: writePng(picture) };
  const wrapped = drawableFormat(picture);
  if (!wrapped) throw unreadablePicture(IMAGE_NAMES[format]);
  return { format: wrapped, bytes: picture };
}
