/** Coordinates within groups (ECMA-376 part 1, 20.1.7.5): children are scaled and mirrored into the group's box. */
import type { Box } from "../../geometry/box.ts";
import type { Placement, SlideNode } from "./model/slide.ts";

export interface GroupSpace {
  originXPt: number;
  originYPt: number;
  scaleX: number;
  scaleY: number;
  widthPt: number;
  heightPt: number;
  flipHorizontal: boolean;
  flipVertical: boolean;
}

/** `inner`: the rectangle of the children's coordinates that fills the group's box. */
export function groupSpace(place: Placement, inner: Box): GroupSpace {
  return {
    originXPt: inner.xPt,
    originYPt: inner.yPt,
    scaleX: inner.widthPt > 0 ? place.widthPt / inner.widthPt : 1,
    scaleY: inner.heightPt > 0 ? place.heightPt / inner.heightPt : 1,
    widthPt: place.widthPt,
    heightPt: place.heightPt,
    flipHorizontal: place.flipHorizontal,
    flipVertical: place.flipVertical,
  };
}

/** A node moved from the group's coordinates to points from the group's corner. */
export function adoptedBy<Node extends SlideNode>(node: Node, space: GroupSpace): Node {
  const { scaleX, scaleY } = space;
  // A shape turned by about 90 degrees is scaled along its visible axes.
  const quarter = Math.abs(((node.rotationDeg % 180) + 180) % 180);
  const isSideways = quarter >= 45 && quarter < 135;
  const widthPt = node.widthPt * (isSideways ? scaleY : scaleX);
  const heightPt = node.heightPt * (isSideways ? scaleX : scaleY);
  let centerX = (node.xPt + node.widthPt / 2 - space.originXPt) * scaleX;
  let centerY = (node.yPt + node.heightPt / 2 - space.originYPt) * scaleY;
  let { rotationDeg, flipHorizontal, flipVertical } = node;
  if (space.flipHorizontal) {
    centerX = space.widthPt - centerX;
    flipHorizontal = !flipHorizontal;
    rotationDeg = -rotationDeg;
  }
  if (space.flipVertical) {
    centerY = space.heightPt - centerY;
    flipVertical = !flipVertical;
    rotationDeg = -rotationDeg;
  }
  const moved: Node = {
    ...node,
    xPt: centerX - widthPt / 2,
    yPt: centerY - heightPt / 2,
    widthPt,
    heightPt,
    rotationDeg,
    flipHorizontal,
    flipVertical,
  };
  if (moved.kind === "picture") moved.image = { ...moved.image, widthPt, heightPt, flipHorizontal, flipVertical };
  if (moved.kind === "group") {
    const inner = groupSpace(
      { ...moved, xPt: 0, yPt: 0 },
      { xPt: 0, yPt: 0, widthPt: node.widthPt, heightPt: node.heightPt },
    );
    moved.children = moved.children.map((child) => adoptedBy(child, inner));
    moved.flipHorizontal = false;
    moved.flipVertical = false;
  }
  return moved;
}
