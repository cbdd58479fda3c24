/** Where a VML shape floats, and how text flows around it (ECMA-376 part 4, 19.3). */

import { child, type XmlNode } from "../../office/xml-node.ts";
import type { Anchor, DrawingNode, OutlinePoint, RelativeLength, WrapKind } from "../model/shapes.ts";
import { length, type VmlStyle } from "./vml-style.ts";

const WRAP_UNITS = 21_600;
const MAX_POINTS = 500;

/** `wrapcoords`: pairs of numbers in 21600ths of the shape. */
function outlineOf(source: string | undefined): OutlinePoint[] | undefined {
  const numbers = (source ?? "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 2 * MAX_POINTS)
    .map(Number);
  if (numbers.length < 6 || numbers.some((number) => !Number.isFinite(number))) return undefined;
  const points: OutlinePoint[] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    points.push({ x: (numbers[index] ?? 0) / WRAP_UNITS, y: (numbers[index + 1] ?? 0) / WRAP_UNITS });
  }
  return points;
}

export function readVmlAnchor(shape: XmlNode, style: VmlStyle, drawing: DrawingNode): Anchor {
  const wrapElement = child(shape, "w10:wrap");
  const wraps: Readonly<Record<string, WrapKind>> = {
    square: "square",
    tight: "tight",
    through: "through",
    topAndBottom: "topAndBottom",
    none: "none",
  };
  const relative = (axis: "horizontal" | "vertical", fallback: string) => {
    const value = style.get(`mso-position-${axis}-relative`) ?? fallback;
    const names: Readonly<Record<string, string>> = {
      text: axis === "horizontal" ? "column" : "paragraph",
      char: "character",
    };
    return (
      names[value] ?? (value.endsWith("-area") ? value.replace(/-margin-area$/, "Margin").replace(/-area$/, "") : value)
    );
  };
  const alignment = (axis: "horizontal" | "vertical") => {
    const value = style.get(`mso-position-${axis}`);
    return value && value !== "absolute" ? value : undefined;
  };
  const isLine = shape.name === "v:line";
  const offsetX = (length(style, "margin-left") ?? length(style, "left") ?? 0) + (isLine ? drawing.xPt : 0);
  const offsetY = (length(style, "margin-top") ?? length(style, "top") ?? 0) + (isLine ? drawing.yPt : 0);
  const zIndex = Number(style.get("z-index") ?? 0) || 0;
  const share = (name: string) => {
    const value = Number.parseFloat(style.get(name) ?? "");
    return Number.isFinite(value) && value !== 0 ? value / 1000 : undefined;
  };
  const relativeLength = (name: "width" | "height"): RelativeLength | undefined => {
    const percent = share(`mso-${name}-percent`);
    const written = style.get(`mso-${name}-relative`) ?? "page";
    const relativeTo = written.replace(/-margin-area$/, "Margin");
    return percent !== undefined && percent > 0 ? { relativeTo, share: percent } : undefined;
  };
  const side = wrapElement?.attributes.side;
  return {
    drawing: { ...drawing, xPt: 0, yPt: 0 },
    widthPt: drawing.widthPt,
    heightPt: drawing.heightPt,
    relativeWidth: relativeLength("width"),
    relativeHeight: relativeLength("height"),
    horizontal: {
      relativeTo: relative("horizontal", "text"),
      align: alignment("horizontal"),
      offsetPt: offsetX,
      share: share("mso-left-percent"),
    },
    vertical: {
      relativeTo: relative("vertical", "text"),
      align: alignment("vertical"),
      offsetPt: offsetY,
      share: share("mso-top-percent"),
    },
    wrap: wraps[wrapElement?.attributes.type ?? "none"] ?? "none",
    outline: outlineOf(shape.attributes.wrapcoords),
    wrapSide: side === "left" || side === "right" || side === "largest" ? side : "bothSides",
    distanceTopPt: length(style, "mso-wrap-distance-top") ?? 0,
    distanceBottomPt: length(style, "mso-wrap-distance-bottom") ?? 0,
    distanceLeftPt: length(style, "mso-wrap-distance-left") ?? 9,
    distanceRightPt: length(style, "mso-wrap-distance-right") ?? 9,
    behind: zIndex < 0,
    layoutInCell: shape.attributes["o:allowincell"] !== "f",
    zOrder: zIndex,
  };
}
