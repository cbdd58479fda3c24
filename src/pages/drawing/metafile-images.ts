/** The pictures within a metafile, in formats that the backend takes. */

import { drawnImage } from "../../image/drawable-image.ts";
import type { MetafileDrawing } from "../../metafile/drawing.ts";
import type { ImageSource } from "../display-list/display-item.ts";

export interface DrawableMetafile extends MetafileDrawing {
  /** By their `data:` URLs. */
  images: ReadonlyMap<string, ImageSource>;
}

/** Undefined if a picture in it cannot be drawn. */
export function drawableMetafile(drawing: MetafileDrawing): DrawableMetafile | undefined {
  const images = new Map<string, ImageSource>();
  for (const part of drawing.parts) {
    if (part.kind !== "image" || images.has(part.url)) continue;
    const image = drawnImage(Buffer.from(part.url.slice(part.url.indexOf(",") + 1), "base64"));
    if (!image) return undefined;
    images.set(part.url, image);
  }
  return { ...drawing, images };
}
