/** Text frames (`w:framePr`, ECMA-376 part 1, 17.3.1.11) as anchored text boxes. */
import type { Frame } from "../model/blocks.ts";
import type { Anchor, AxisPosition } from "../model/shapes.ts";
import type { LayoutContext } from "./layout-context.ts";
import { naturalWidth, UNBOUNDED_WIDTH_PT } from "./natural-width.ts";
import { layoutStack } from "./stack-layout.ts";

/** A dropped letter is as high as its lines except for the rounding of its size. */
const DROP_CAP_SLACK_PT = 2;

export function frameAnchor(frame: Frame, columnWidthPt: number, context: LayoutContext): Anchor {
  const properties = frame.frame;
  const widthPt = properties.widthPt ?? Math.min(columnWidthPt, widthOfText(frame, context));
  const content = layoutStack(frame.blocks, widthPt, context, {});
  const heightPt =
    properties.heightRule === "exact" && properties.heightPt
      ? properties.heightPt
      : Math.max(content.heightPt, properties.heightRule === "atLeast" ? (properties.heightPt ?? 0) : 0);
  const isDropCap = properties.dropCap !== undefined;
  const isInMargin = properties.dropCap === "margin";
  const axis = (
    anchor: string,
    align: string | undefined,
    offset: number | undefined,
    names: Readonly<Record<string, string>>,
  ): AxisPosition => ({
    relativeTo: names[anchor] ?? anchor,
    align: align === "inline" ? undefined : align,
    offsetPt: offset ?? 0,
    share: undefined,
  });
  const beside =
    properties.wrap === "around" ||
    properties.wrap === "auto" ||
    properties.wrap === "tight" ||
    properties.wrap === "through";
  return {
    drawing: {
      kind: "shape",
      xPt: 0,
      yPt: 0,
      widthPt,
      heightPt,
      rotationDeg: 0,
      flipHorizontal: false,
      flipVertical: false,
      altText: "",
      geometry: { kind: "preset", name: "rect", adjustments: {} },
      fill: { kind: "none" },
      stroke: undefined,
      shadow: false,
      text: {
        blocks: frame.blocks,
        insetLeftPt: 0,
        insetTopPt: 0,
        insetRightPt: 0,
        insetBottomPt: 0,
        anchor: "top",
        wraps: true,
        growsWithText: true,
        vertical: "horz",
      },
    },
    widthPt,
    heightPt,
    horizontal: axis(
      isInMargin || (isDropCap && !properties.xAlign) ? "text" : properties.horizontalAnchor,
      isInMargin ? undefined : properties.xAlign,
      isInMargin ? -(widthPt + properties.horizontalSpacePt) : properties.xPt,
      {
        text: "column",
        margin: "margin",
      },
    ),
    vertical: axis(isDropCap ? "text" : properties.verticalAnchor, properties.yAlign, properties.yPt, {
      text: "paragraph",
    }),
    wrap: isInMargin ? "none" : beside ? "square" : properties.wrap === "none" ? "none" : "topAndBottom",
    wrapSide: "bothSides",
    distanceTopPt: properties.verticalSpacePt,
    distanceBottomPt: isDropCap ? -DROP_CAP_SLACK_PT : properties.verticalSpacePt,
    distanceLeftPt: properties.horizontalSpacePt,
    distanceRightPt: properties.horizontalSpacePt,
    behind: false,
    layoutInCell: true,
    zOrder: 0,
  };
}

/** A frame without a width is as wide as its longest line. */
function widthOfText({ blocks }: Frame, context: LayoutContext): number {
  return naturalWidth(layoutStack(blocks, UNBOUNDED_WIDTH_PT, context, {}).fragments);
}
