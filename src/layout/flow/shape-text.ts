/** The text of a shape, and where in the shape it is. */

import type { ShapeNode, TextBody } from "../model/shapes.ts";
import type { Fragment } from "./fragments.ts";
import type { LayoutContext } from "./layout-context.ts";
import { layOutLinkedText, type Room } from "./linked-text.ts";
import { naturalWidth, UNBOUNDED_WIDTH_PT } from "./natural-width.ts";
import { layoutStack } from "./stack-layout.ts";

export interface ShapeText {
  fragments: Fragment[];
  heightPt: number;
  widthPt: number;
}

const LEAST_WIDTH_PT = 4;

type Size = Pick<ShapeNode, "widthPt" | "heightPt">;

/** The text is turned by a quarter and runs along the shape's height. */
export function isVertical(body: TextBody): boolean {
  return body.vertical !== "horz";
}

export function layOutShapeText(node: Size, body: TextBody, context: LayoutContext): ShapeText {
  const { linked } = body;
  const first = linked?.chain[0];
  if (linked && first) {
    // A header's first box has a copy of its text for each page.
    const blocks = linked.index === 0 ? body.blocks : first.body.blocks;
    const text = layOutLinkedText(blocks, linked.chain, (box) => roomOf(box, box.body), context)[linked.index];
    return text ?? { fragments: [], heightPt: 0, widthPt: 0 };
  }
  const across = isVertical(body) ? node.heightPt : node.widthPt;
  const insets = isVertical(body) ? body.insetTopPt + body.insetBottomPt : body.insetLeftPt + body.insetRightPt;
  const widthPt = body.wraps
    ? Math.max(LEAST_WIDTH_PT, across - insets)
    : naturalWidth(layoutStack(body.blocks, UNBOUNDED_WIDTH_PT, context, {}).fragments);
  const stack = layoutStack(body.blocks, widthPt, context, { dropLastSpacing: true });
  return { ...stack, widthPt };
}

/** Text takes its own box for the page: it goes on in the next one instead of making the first grow. */
function roomOf(node: Size, body: TextBody): Room {
  const [across, down] = isVertical(body) ? [node.heightPt, node.widthPt] : [node.widthPt, node.heightPt];
  const [beside, above] = [body.insetLeftPt + body.insetRightPt, body.insetTopPt + body.insetBottomPt];
  return {
    widthPt: Math.max(LEAST_WIDTH_PT, across - (isVertical(body) ? above : beside)),
    heightPt: down - above,
  };
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
