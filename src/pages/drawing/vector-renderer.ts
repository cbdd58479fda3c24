/** Pictures that are drawings: metafiles, SVG and pages of PDFs. */

import type { FontLibrary } from "../../font/library/font-library.ts";
import type { Box } from "../../geometry/box.ts";
import { translation } from "../../geometry/matrix.ts";
import type { ImageSource, PdfPageSource, SoftMask } from "../display-list/display-item.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import type { SvgFile } from "../svg/svg-image.ts";
import type { DrawableMetafile } from "./metafile-images.ts";
import { drawMetafile } from "./metafile-renderer.ts";
import { drawSvg } from "./svg-renderer.ts";

export type VectorImage = DrawableMetafile | SvgFile | PdfPageSource;

/** The picture behind a source that layout names; undefined for one that cannot be drawn. */
export type ImageLookup = (source: string) => ImageSource | VectorImage | undefined;

/** Pixels, not a drawing. */
export function isPixels(image: ImageSource | VectorImage | undefined): image is ImageSource {
  return image !== undefined && "format" in image && image.format !== "pdf";
}

/** Its shapes are as opaque as the picture, each by itself: where they overlap, they are seen through each other. */
export function drawVector(
  builder: DisplayListBuilder,
  fonts: FontLibrary,
  image: VectorImage,
  box: Box,
  opacity: number,
): void {
  if ("format" in image) {
    builder.add({ kind: "picture", source: image, box, opacity });
    return;
  }
  const draw = () => {
    if ("vector" in image) drawSvg(builder, fonts, image, box);
    else drawMetafile(builder, fonts, image, box);
  };
  if (opacity >= 1) draw();
  else builder.group(translation(0, 0), undefined, draw, evenMask(opacity, box));
}

function evenMask(opacity: number, box: Box): SoftMask {
  const alpha = Uint8Array.of(Math.round(255 * Math.max(0, opacity)));
  return { kind: "pixels", widthPixels: 1, heightPixels: 1, alpha, box };
}
