/** Pictures: crop, transparency, the outline that cuts them, and the line around it. */

import type { FontLibrary } from "../../font/library/font-library.ts";
import type { Box } from "../../geometry/box.ts";
import { translation } from "../../geometry/matrix.ts";
import { geometryPaths } from "../../layout/drawing/outline.ts";
import { outlineOf } from "../../layout/drawing/preset-geometry.ts";
import type { ImageNode } from "../../layout/model/shapes.ts";
import type { ImageSource } from "../display-list/display-item.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { type Outline, rectangle } from "../display-list/outline.ts";
import { readPathData } from "../display-list/path-data.ts";
import { imageSizePt } from "./image-size.ts";
import { drawOutline } from "./outline-renderer.ts";
import { colorSteps } from "./recoloring.ts";
import { drawVector, type ImageLookup, isPixels } from "./vector-renderer.ts";

/** Draws a picture in its box, neither turned nor mirrored; `at` is the upper left corner. */
export function drawImage(
  builder: DisplayListBuilder,
  fonts: FontLibrary,
  node: ImageNode,
  images: ImageLookup,
  at: { xPt: number; yPt: number },
): void {
  const { crop, widthPt, heightPt, opacity } = node;
  const source = node.source === undefined ? undefined : images(node.source);
  if (source) {
    const colors = colorSteps(node.filter, node.duotone);
    const width = widthPt / Math.max(0.01, 1 - crop.left - crop.right);
    const height = heightPt / Math.max(0.01, 1 - crop.top - crop.bottom);
    const box = { xPt: -crop.left * width, yPt: -crop.top * height, widthPt: width, heightPt: height };
    const clip = clipOf(node);
    const draw = (place: Box) => {
      if (isPixels(source)) builder.add({ kind: "picture", source, box: place, opacity, colors });
      else drawVector(builder, fonts, source, place, opacity);
    };
    if (clip || crop.left || crop.top || crop.right || crop.bottom) {
      builder.group(translation(at.xPt, at.yPt), clip ?? rectangle(0, 0, widthPt, heightPt), () => draw(box));
    } else
      draw(
        node.whole && isPixels(source)
          ? wholeIn({ ...at, widthPt, heightPt }, source, node.whole)
          : { ...at, widthPt, heightPt },
      );
  }
  // The picture is mirrored as a whole.
  const plain = { ...node, flipHorizontal: false, flipVertical: false };
  if (node.stroke) drawOutline(builder, plain, { kind: "none" }, node.stroke, images, at);
}

/** As large as it can be in a box without being cut or stretched. */
function wholeIn(box: Box, source: ImageSource, { across, down }: NonNullable<ImageNode["whole"]>): Box {
  const own = imageSizePt(source);
  if (!own || own.widthPt <= 0 || own.heightPt <= 0) return box;
  const scale = Math.min(box.widthPt / own.widthPt, box.heightPt / own.heightPt);
  const [widthPt, heightPt] = [own.widthPt * scale, own.heightPt * scale];
  return {
    xPt: box.xPt + (box.widthPt - widthPt) * across,
    yPt: box.yPt + (box.heightPt - heightPt) * down,
    widthPt,
    heightPt,
  };
}

function clipOf(node: ImageNode): Outline | undefined {
  const { geometry } = node;
  if (!geometry || geometry.kind === "paths" || (geometry.kind === "preset" && geometry.name === "rect"))
    return undefined;
  const d = outlineOf(geometryPaths(node));
  return d ? readPathData(d) : undefined;
}
