/** Shapes that controls consist of. */

import type { Box } from "../../../geometry/box.ts";
import type { Fill, Stroke } from "../../model/fill.ts";
import { type Alignment, DEFAULT_CHARACTER_FORMAT, DEFAULT_PARAGRAPH_FORMAT } from "../../model/formatting.ts";
import type { DrawingNode, Geometry, GroupNode, ShapeNode, TextBody } from "../../model/shapes.ts";

const UPRIGHT = { rotationDeg: 0, flipHorizontal: false, flipVertical: false, altText: "" } as const;

export const solid = (color: string): Fill => ({ kind: "solid", color, opacity: 1 });

export const stroke = (color: string, widthPt = 0.75): Stroke => ({
  color,
  opacity: 1,
  widthPt,
  dash: "solid",
  cap: "flat",
  head: undefined,
  tail: undefined,
  compound: false,
});

export function preset(name: string, box: Box, fill: Fill, stroke: Stroke | undefined, text?: TextBody): ShapeNode {
  const geometry: Geometry = { kind: "preset", name, adjustments: {} };
  return { kind: "shape", ...UPRIGHT, ...box, geometry, fill, stroke, text, shadow: false };
}

/** A line through points, as shares of the box; filled where there is no stroke. */
export function outline(box: Box, d: string, fill: Fill, stroke: Stroke | undefined): ShapeNode {
  const paths = [{ d, filled: fill.kind !== "none", stroked: stroke !== undefined }];
  const geometry: Geometry = { kind: "paths", paths, widthUnits: 100, heightUnits: 100 };
  return { kind: "shape", ...UPRIGHT, ...box, geometry, fill, stroke, text: undefined, shadow: false };
}

/** Placed in `box`, its children from its upper left corner. */
export function groupIn(box: Box, children: DrawingNode[]): GroupNode {
  return { kind: "group", ...UPRIGHT, ...box, children };
}

export interface PlainText {
  sizePt: number;
  color: string;
  family: string | undefined;
  bold?: boolean;
  alignment?: Alignment;
  anchor?: TextBody["anchor"];
  insetLeftPt?: number;
}

/** Lines of text. */
export function plainText(lines: readonly string[], look: PlainText): TextBody {
  const { sizePt, color, family, bold = false, alignment = "left", anchor = "center", insetLeftPt = 4 } = look;
  const fonts = family ? { ascii: family, highAnsi: family } : {};
  const format = { ...DEFAULT_CHARACTER_FORMAT, fonts, sizePt, sizeComplexPt: sizePt, bold, color };
  return {
    blocks: lines.map((text) => ({
      kind: "paragraph",
      format: { ...DEFAULT_PARAGRAPH_FORMAT, alignment },
      markFormat: format,
      styleId: undefined,
      headingLevel: undefined,
      label: undefined,
      inlines: [{ kind: "text", text, format }],
    })),
    insetLeftPt,
    insetTopPt: 0,
    insetRightPt: 2,
    insetBottomPt: 0,
    anchor,
    wraps: true,
    growsWithText: false,
    vertical: "horz",
  };
}
