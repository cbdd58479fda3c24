/** Pictures that are drawings: metafiles, SVG and pages of PDFs. */

import type { FontLibrary } from "../../font/library/font-library.ts";
import type { Box } from "../../geometry/box.ts";
import type { ImageSource, PdfPageSource } from "../display-list/display-item.ts";
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

export function drawVector(builder: DisplayListBuilder, fonts: FontLibrary, image: VectorImage, box: Box): void {
  if ("vector" in image) drawSvg(builder, fonts, image, box);
  else if ("format" in image) builder.add({ kind: "picture", source: image, box, opacity: 1 });
  else drawMetafile(builder, fonts, image, box);
}
