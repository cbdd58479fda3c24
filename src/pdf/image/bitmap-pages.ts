/** WebP, BMP and TIFF, which a PDF does not hold as they are, as pictures that it does: one for each page. */

import { Failure } from "../../domain/failure.ts";
import { LIMITS } from "../../domain/limits.ts";
import type { Steps } from "../../domain/steps.ts";
import { BITMAP_READERS, type BitmapFormat, drawableFormat } from "../../image/drawable-image.ts";
import { IMAGE_NAMES } from "../../image/image-format.ts";
import type { Pixels } from "../../image/pixels.ts";
import { writePng } from "../../image/png/write-png.ts";
import { tiffPages } from "../../image/tiff-image.ts";
import { unreadableImage } from "../../image/unreadable-image.ts";
import type { PageImage } from "./image-to-pdf.ts";

/**
 * The pages of a picture: those of a TIFF, else one. For animations it is the first frame.
 * @throws Failure `file_not_readable`, `file_too_large`
 */
export function* bitmapPages(bytes: Uint8Array, format: BitmapFormat): Steps<PageImage[]> {
  const pages: PageImage[] = [];
  let drawn = 0;
  for (const { image, ...stated } of imagesOf(bytes, format)) {
    const page = drawnPage(image, format);
    pages.push({ ...page, ...stated });
    drawn += page.bytes.length;
    if (drawn > LIMITS.bitmapPageBytes.most && pages.length > 1)
      throw new Failure(
        "file_too_large",
        "The pages of the TIFF are larger than can be converted at once: send them in several files.",
      );
    yield image instanceof Uint8Array ? image.length : image.samples.length;
  }
  return pages;
}

function* imagesOf(bytes: Uint8Array, format: BitmapFormat): Generator<{ image: Pixels | Uint8Array }> {
  if (format === "tiff") yield* tiffPages(bytes);
  else yield { image: BITMAP_READERS[format](bytes) };
}

function drawnPage(image: Pixels | Uint8Array, format: BitmapFormat): PageImage {
  if (!(image instanceof Uint8Array)) return { format: "png", bytes: writePng(image) };
  const wrapped = drawableFormat(image);
  if (!wrapped) throw unreadableImage(IMAGE_NAMES[format]);
  return { format: wrapped, bytes: image };
}
