/** The pictures within a metafile, in formats that the painter takes. */

import { drawnPicture } from "../../image/drawable-image.ts";
import type { MetafileDrawing } from "../../metafile/drawing.ts";
import type { PictureSource } from "../commands/commands.ts";

export interface DrawableMetafile extends MetafileDrawing {
  /** By their `data:` URLs. */
  pictures: ReadonlyMap<string, PictureSource>;
}

/** Undefined if a picture in it cannot be drawn. */
export function drawableMetafile(drawing: MetafileDrawing): DrawableMetafile | undefined {
  const pictures = new Map<string, PictureSource>();
  for (const part of drawing.parts) {
    if (part.kind !== "image" || pictures.has(part.url)) continue;
    const picture = drawnPicture(Buffer.from(part.url.slice(part.url.indexOf(",") + 1), "base64"));
    if (!picture) return undefined;
    pictures.set(part.url, picture);
  }
  return { ...drawing, pictures };
}
