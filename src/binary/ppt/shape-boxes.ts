/** Where shapes lie on the slide: anchors in master units or in the coordinates of groups -> EMU. */
import { ByteReader } from "../../office/byte-reader.ts";
import type { ArtShape, Edges } from "../officeart/shape-tree.ts";

/** Master units are 1/576 inch. */
export const EMU_PER_UNIT = 1_587.5;

/** Turns the anchors of one group's children into EMU on the slide. */
export type CoordinateSpace = (edges: Edges) => Edges;

/** Box of a shape on the slide in EMU, before it is turned aside; undefined for shapes without a place. */
export function anchorOf(shape: ArtShape, space: CoordinateSpace | undefined): Edges | undefined {
  if (space && shape.childAnchor) return space(shape.childAnchor);
  const anchor = clientAnchor(shape);
  return anchor && scaled(anchor, EMU_PER_UNIT);
}

/** Top, left, right, bottom in two or in four bytes each (MS-PPT 2.7.1). */
function clientAnchor({ clientAnchor: record }: ArtShape): Edges | undefined {
  if (!record || record.body.length < 8) return undefined;
  const reader = new ByteReader(record.body);
  const isLong = record.body.length >= 16;
  const edge = (place: number) => (isLong ? reader.i32(place * 4) : reader.i16(place * 2));
  return { top: edge(0), left: edge(1), right: edge(2), bottom: edge(3) };
}

function scaled({ left, top, right, bottom }: Edges, factor: number): Edges {
  return { left: left * factor, top: top * factor, right: right * factor, bottom: bottom * factor };
}

/** The space of a group's children, the group's box being `box`. */
export function spaceOf(group: ArtShape, box: Edges): CoordinateSpace {
  const from = group.groupCoordinates ?? box;
  const scaleX = (box.right - box.left) / (from.right - from.left || 1);
  const scaleY = (box.bottom - box.top) / (from.bottom - from.top || 1);
  return ({ left, top, right, bottom }) => ({
    left: box.left + (left - from.left) * scaleX,
    right: box.left + (right - from.left) * scaleX,
    top: box.top + (top - from.top) * scaleY,
    bottom: box.top + (bottom - from.top) * scaleY,
  });
}
