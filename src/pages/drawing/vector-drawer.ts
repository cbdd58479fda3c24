/** Pictures that are drawings: metafiles, SVG and pages of PDFs. */

import type { FontLibrary } from "../../font/library/font-library.ts";
import type { Box } from "../../geometry/box.ts";
import type { PdfPageSource, PictureSource } from "../commands/commands.ts";
import type { Recorder } from "../commands/recorder.ts";
import type { SvgPicture } from "../svg/svg-picture.ts";
import { drawMetafile } from "./metafile-drawer.ts";
import type { DrawableMetafile } from "./metafile-pictures.ts";
import { drawSvg } from "./svg-drawer.ts";

export type VectorPicture = DrawableMetafile | SvgPicture | PdfPageSource;

/** The picture behind a source that layout names; undefined for one that cannot be drawn. */
export type PictureLookup = (source: string) => PictureSource | VectorPicture | undefined;

/** Pixels, not a drawing. */
export function isPixels(picture: PictureSource | VectorPicture | undefined): picture is PictureSource {
  return picture !== undefined && "format" in picture && picture.format !== "pdf";
}

export function drawVector(recorder: Recorder, fonts: FontLibrary, picture: VectorPicture, box: Box): void {
  if ("vector" in picture) drawSvg(recorder, fonts, picture, box);
  else if ("format" in picture) recorder.add({ kind: "picture", source: picture, box, opacity: 1 });
  else drawMetafile(recorder, fonts, picture, box);
}
