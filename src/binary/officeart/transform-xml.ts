/** Where a shape lies and how it is turned (MS-ODRAW 2.3.18.5) -> `a:xfrm`. */
import { PROPERTY } from "./property-ids.ts";
import type { ArtShape, Edges } from "./shape-tree.ts";

export interface ShapeTransform {
  /** The box before turning, in the units of the anchor. */
  edges: Edges;
  /** Clockwise, 0 to 360. */
  rotationDegrees: number;
}

/**
 * The box of a shape before it is turned. Anchors of shapes that are turned by 45 to 135 or by 225 to 315 degrees
 * are those of the shape lying on its side: width and height are swapped around the center.
 */
export function shapeTransform(shape: ArtShape, anchor: Edges): ShapeTransform {
  const turned = shape.properties.fixed(PROPERTY.rotation) ?? 0;
  const rotationDegrees = ((turned % 360) + 360) % 360;
  const edges = {
    left: Math.min(anchor.left, anchor.right),
    right: Math.max(anchor.left, anchor.right),
    top: Math.min(anchor.top, anchor.bottom),
    bottom: Math.max(anchor.top, anchor.bottom),
  };
  const fromAxis = rotationDegrees % 180;
  if (fromAxis < 45 || fromAxis >= 135) return { edges, rotationDegrees };
  const centerX = (edges.left + edges.right) / 2;
  const centerY = (edges.top + edges.bottom) / 2;
  const halfWidth = (edges.bottom - edges.top) / 2;
  const halfHeight = (edges.right - edges.left) / 2;
  return {
    edges: {
      left: centerX - halfWidth,
      right: centerX + halfWidth,
      top: centerY - halfHeight,
      bottom: centerY + halfHeight,
    },
    rotationDegrees,
  };
}

/** `a:xfrm` of a shape or a group; `emuPerUnit` turns the anchor's units into EMU. `tag`: `a:xfrm`, `p:xfrm`, ... */
export function transformXml(shape: ArtShape, anchor: Edges, emuPerUnit: number, tag = "a:xfrm"): string {
  const { edges, rotationDegrees } = shapeTransform(shape, anchor);
  const flips = flipsOf(shape);
  const attributes =
    (rotationDegrees === 0 ? "" : ` rot="${Math.round(rotationDegrees * 60_000)}"`) +
    (flips.horizontally ? ' flipH="1"' : "") +
    (flips.vertically ? ' flipV="1"' : "");
  const inner = shape.isGroup && shape.groupCoordinates ? childSpace(shape.groupCoordinates) : "";
  return `<${tag}${attributes}>${extent("off", "ext", edges, emuPerUnit)}${inner}</${tag}>`;
}

/** Trapezoids have their narrow side at the bottom, DrawingML's at the top. */
function flipsOf(shape: ArtShape): { horizontally: boolean; vertically: boolean } {
  const isTrapezoid = shape.type === 8;
  return { horizontally: shape.flipsHorizontally, vertically: shape.flipsVertically !== isTrapezoid };
}

/** Group coordinates have no unit; children of the group are written in the same numbers. */
function childSpace(coordinates: Edges): string {
  return extent("chOff", "chExt", coordinates, 1);
}

function extent(offset: string, size: string, { left, top, right, bottom }: Edges, emuPerUnit: number): string {
  const emu = (value: number) => Math.round(value * emuPerUnit);
  return (
    `<a:${offset} x="${emu(left)}" y="${emu(top)}"/>` +
    `<a:${size} cx="${Math.max(0, emu(right - left))}" cy="${Math.max(0, emu(bottom - top))}"/>`
  );
}
