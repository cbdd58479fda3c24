/** Pictures: crop, frame, transparency and the outline that cuts them. */

import { geometryPaths } from "../../layout/drawing/outline.ts";
import { outlineOf } from "../../layout/drawing/preset-geometry.ts";
import type { PictureNode } from "../../layout/model/shapes.ts";
import { element, SHEET_SCALE } from "./elements.ts";
import { outlineSvg } from "./outline-painter.ts";

/** CSS paths count in pixels of the enlarged sheet. */
const PATH_SCALE = (4 / 3) * SHEET_SCALE;

export function paintPicture(node: PictureNode, box: HTMLElement): void {
  if (!node.source) return;
  const { left, top, right, bottom } = node.crop;
  const widthShare = Math.max(0.01, 1 - left - right);
  const heightShare = Math.max(0.01, 1 - top - bottom);
  const frame = element(
    "div",
    `position:absolute;left:0;top:0;width:100%;height:100%;overflow:hidden;${node.geometry ? clipCss(node) : ""}`,
  );
  const image = element(
    "img",
    `position:absolute;left:${((-left / widthShare) * 100).toFixed(3)}%;top:${((-top / heightShare) * 100).toFixed(3)}%;width:${(100 / widthShare).toFixed(3)}%;height:${(100 / heightShare).toFixed(3)}%;max-width:none;${node.opacity < 1 ? `opacity:${node.opacity};` : ""}${node.filter ? `filter:${node.filter};` : ""}`,
  );
  image.src = node.source;
  image.alt = node.altText;
  frame.append(image);
  box.append(frame);
  // The box is mirrored as a whole.
  const plain = { ...node, flipHorizontal: false, flipVertical: false };
  if (node.stroke) box.append(outlineSvg(plain, { kind: "none" }, node.stroke));
}

function clipCss(node: PictureNode): string {
  const { geometry } = node;
  if (!geometry || geometry.kind === "paths") return "";
  if (geometry.kind === "preset" && geometry.name === "ellipse") return "border-radius:50%;";
  const scaled = { geometry, widthPt: node.widthPt * PATH_SCALE, heightPt: node.heightPt * PATH_SCALE };
  const d = outlineOf(geometryPaths(scaled));
  return d ? `clip-path:path(evenodd,"${d}");` : "";
}
