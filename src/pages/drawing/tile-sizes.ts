import type { Fill } from "../../layout/model/fill.ts";
import { imageSizePt } from "./image-size.ts";
import { type ImageLookup, isPixels } from "./vector-renderer.ts";

/** Tells a fill that repeats a picture how large it is. */
export function sizeTile(fill: Fill, images: ImageLookup): void {
  if (fill.kind !== "picture" || !fill.tiling) return;
  const source = images(fill.source);
  const tilePt = isPixels(source) ? imageSizePt(source) : undefined;
  if (tilePt) fill.tiling.tilePt = tilePt;
}
