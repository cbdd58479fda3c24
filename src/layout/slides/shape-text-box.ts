/** Boxes of shapes and of the text in them. */
import type { Box } from "../../geometry/box.ts";
import { evaluateShape } from "../drawing/evaluate-shape.ts";
import { presetShape } from "../drawing/preset-geometry.ts";
import type { ShapeNode } from "./model/slide.ts";
import type { LaidOutText, TextTools } from "./text/text-layout.ts";
import { fitText } from "./text/text-placement.ts";

const GROWTH_TOLERANCE_PT = 0.5;

export interface ShapeWithText {
  /** The shape, grown to its text where its frame says so. */
  shape: ShapeNode;
  /** Undefined for a shape without text. */
  text: { laidOut: LaidOutText; box: Box; rotationDeg: number } | undefined;
}

export function layOutShape(node: ShapeNode, tools: TextTools): ShapeWithText {
  if (!node.text) return { shape: node, text: undefined };
  const place = textBox(node);
  const laidOut = fitText(node.text, place, node.isTitle, tools);
  const shape = grown(node, laidOut, place);
  return { shape, text: { laidOut, box: textBox(shape), rotationDeg: textRotation(shape) } };
}

/** The rectangle of the shape's text, mirrored with the shape. */
function textBox(node: ShapeNode): Box {
  if (node.textPlace) return node.textPlace;
  const { geometry, widthPt, heightPt } = node;
  if (geometry.kind === "paths") return { xPt: 0, yPt: 0, widthPt, heightPt };
  const { textBox: box } =
    geometry.kind === "custom"
      ? evaluateShape(geometry.definition, widthPt, heightPt, {})
      : presetShape(geometry.name, widthPt, heightPt, geometry.adjustments);
  return {
    ...box,
    xPt: node.flipHorizontal ? widthPt - box.xPt - box.widthPt : box.xPt,
    yPt: node.flipVertical ? heightPt - box.yPt - box.heightPt : box.yPt,
  };
}

/** Shapes that grow with their text (`a:spAutoFit`) do so away from where the text is anchored. */
function grown(node: ShapeNode, laidOut: LaidOutText, place: Box): ShapeNode {
  const { text } = node;
  if (text?.frame.autofit.kind !== "shape" || text.frame.vertical !== "horz" || node.textPlace) return node;
  const { frame } = text;
  const missing = laidOut.heightPt + frame.insetTopPt + frame.insetBottomPt - place.heightPt;
  if (missing <= GROWTH_TOLERANCE_PT) return node;
  const up = frame.anchor === "bottom" ? missing : frame.anchor === "center" ? missing / 2 : 0;
  return { ...node, yPt: node.yPt - up, heightPt: node.heightPt + missing };
}

/** Rotation of the text relative to the shape, around the middle of its box. */
function textRotation({ text, flipVertical, textPlace, rotationDeg }: ShapeNode): number {
  // A shape that is upside down has its text upside down, too.
  const rotation = (text?.frame.rotationDeg ?? 0) + (flipVertical ? 180 : 0) + (textPlace?.rotationDeg ?? 0);
  return (text?.frame.upright ? rotation - rotationDeg : rotation) % 360;
}
