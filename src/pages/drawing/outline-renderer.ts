/** Outlines of shapes: their faces in their tones, and their lines. */

import type { FontLibrary } from "../../font/library/font-library.ts";
import { type Matrix, rotation } from "../../geometry/matrix.ts";
import { type OutlineBox, orderedPaths, toned } from "../../layout/drawing/outline.ts";
import type { Fill, Stroke } from "../../layout/model/fill.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { transformed } from "../display-list/outline.ts";
import { readPathData } from "../display-list/path-data.ts";
import { drawFill, drawStroke } from "./fills.ts";
import type { ImageLookup } from "./vector-renderer.ts";

/** Draws a shape without its text; `at` is the upper left corner of its box. */
export function drawOutline(
  builder: DisplayListBuilder,
  box: OutlineBox,
  fill: Fill,
  stroke: Stroke | undefined,
  images: ImageLookup,
  at: { xPt: number; yPt: number },
  fonts?: FontLibrary,
): void {
  const [scaleX, scaleY] = unitsOf(box);
  builder.group(mirrored(box, at), undefined, () => {
    for (const path of orderedPaths(box)) {
      const outline = transformed(readPathData(path.d), scaleX, scaleY);
      if (path.filled) drawFill(builder, outline, toned(fill, path.tone), box, images, fonts);
      if (stroke && path.stroked) drawStroke(builder, outline, stroke, box);
    }
  });
}

/** From the coordinates of a shape's paths, in points, to those around the shape. */
export function mirrored(
  { flipHorizontal, flipVertical, widthPt, heightPt }: OutlineBox,
  at: { xPt: number; yPt: number },
): Matrix {
  const [flipX, flipY] = [flipHorizontal ? -1 : 1, flipVertical ? -1 : 1] as const;
  return rotation(0, at.xPt + (flipX < 0 ? widthPt : 0), at.yPt + (flipY < 0 ? heightPt : 0), flipX, flipY);
}

/** The length of a unit of the paths in points, across and down. */
export function unitsOf({ geometry, widthPt, heightPt }: OutlineBox): [number, number] {
  if (geometry?.kind !== "paths") return [1, 1];
  return [widthPt / (geometry.widthUnits || 1), heightPt / (geometry.heightUnits || 1)];
}
