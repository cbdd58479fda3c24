/** The text of a shape, and where in the shape it is. */

import type { ShapeNode, TextBody } from "../model/shapes.ts";
import type { Fragment } from "./fragments.ts";
import type { LayoutContext } from "./layout-context.ts";
import { naturalWidth, UNBOUNDED_WIDTH_PT } from "./natural-width.ts";
import { layoutStack } from "./stack-layout.ts";

export interface ShapeText {
  fragments: Fragment[];
  heightPt: number;
  widthPt: number;
}

type Size = Pick<ShapeNode, "widthPt" | "heightPt">;

/** The text is turned by a quarter and runs along the shape's height. */
export function isVertical(body: TextBody): boolean {
  return body.vertical !== "horz";
}

export function layOutShapeText(node: Size, body: TextBody, context: LayoutContext): ShapeText {
  const across = isVertical(body) ? node.heightPt : node.widthPt;
  const insets = isVertical(body) ? body.insetTopPt + body.insetBottomPt : body.insetLeftPt + body.insetRightPt;
  const widthPt = body.wraps
    ? Math.max(4, across - insets)
    : naturalWidth(layoutStack(body.blocks, UNBOUNDED_WIDTH_PT, context, {}).fragments);
  const stack = layoutStack(body.blocks, widthPt, context, { dropLastSpacing: true });
  return { ...stack, widthPt };
}

/** The height of a shape that grows with its text. */
export function grownHeight(node: ShapeNode, body: TextBody, text: ShapeText): number {
  if (!body.growsWithText || node.geometry.kind !== "preset") return node.heightPt;
  const neededPt = text.heightPt + body.insetTopPt + body.insetBottomPt;
  return neededPt > node.heightPt + 0.5 ? neededPt : node.heightPt;
}

/** In the shape, or in its box lying on its side when the text is vertical. */
export function textLeft(node: Size, body: TextBody, text: ShapeText): number {
  if (body.wraps || isVertical(body)) return body.insetLeftPt;
  // a shape that is narrower than its text would have grown away from where its first lines begin
  const first = body.blocks.find((block) => block.kind === "paragraph");
  switch (first?.format.alignment) {
    case "center":
      return (node.widthPt - text.widthPt) / 2;
    case "right":
      return node.widthPt - body.insetRightPt - text.widthPt;
    default:
      return body.insetLeftPt;
  }
}

export function textTop(node: Size, body: TextBody, text: ShapeText): number {
  const innerPt = (isVertical(body) ? node.widthPt : node.heightPt) - body.insetTopPt - body.insetBottomPt;
  const freePt = innerPt - text.heightPt;
  const shiftPt = body.anchor === "center" ? freePt / 2 : body.anchor === "bottom" ? Math.max(0, freePt) : 0;
  return body.insetTopPt + shiftPt;
}
