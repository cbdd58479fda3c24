/** Floating objects: where they are, and the room that they leave for text. Page coordinates in points. */
import { smallestOf } from "../../domain/collections/long-lists.ts";
import type { Metered } from "../../domain/work-meter.ts";
import type { Anchor, AxisPosition, DrawingNode, RelativeLength } from "../model/shapes.ts";
import type { LineRoom } from "../text/line-breaker.ts";
import type { PageGeometry } from "./fragments.ts";

export interface FloatArea {
  leftPt: number;
  rightPt: number;
  topPt: number;
  bottomPt: number;
  /** `full`: no text beside it. */
  sides: "bothSides" | "left" | "right" | "largest" | "full";
  /** Corners of the outline along which text flows; without one the whole box is taken. */
  outline?: { xPt: number; yPt: number }[];
  /** Kept free left and right of the outline. */
  distanceLeftPt?: number;
  distanceRightPt?: number;
}

const MIN_ROOM_PT = 36;
const MAX_STEPS = 200;
/** How far down the next try is where an outline leaves no room. */
const OUTLINE_STEP_PT = 6;

export interface AnchorOrigin {
  geometry: PageGeometry;
  columnLeftPt: number;
  columnWidthPt: number;
  /** Top of the anchor paragraph's text. */
  paragraphTopPt: number;
  /** Line of the anchor, if it is known. */
  lineTopPt: number;
  isOddPage: boolean;
  bodyTopPt: number;
  bodyBottomPt: number;
}

/** Start and length of the reference that an axis position is relative to (20.4.3.4, 20.4.3.5). */
function horizontalReference(relativeTo: string, origin: AnchorOrigin): [start: number, length: number] {
  const { geometry } = origin;
  const bodyWidth = geometry.widthPt - geometry.marginLeftPt - geometry.marginRightPt;
  const leftMargin: [number, number] = [0, geometry.marginLeftPt];
  const rightMargin: [number, number] = [geometry.widthPt - geometry.marginRightPt, geometry.marginRightPt];
  switch (relativeTo) {
    case "page":
      return [0, geometry.widthPt];
    case "margin":
      return [geometry.marginLeftPt, bodyWidth];
    case "leftMargin":
      return leftMargin;
    case "rightMargin":
      return rightMargin;
    case "insideMargin":
      return origin.isOddPage ? leftMargin : rightMargin;
    case "outsideMargin":
      return origin.isOddPage ? rightMargin : leftMargin;
    default:
      return [origin.columnLeftPt, origin.columnWidthPt];
  }
}

function verticalReference(relativeTo: string, origin: AnchorOrigin): [start: number, length: number] {
  const { geometry } = origin;
  switch (relativeTo) {
    case "page":
      return [0, geometry.heightPt];
    case "margin":
      return [origin.bodyTopPt, origin.bodyBottomPt - origin.bodyTopPt];
    case "topMargin":
      return [0, origin.bodyTopPt];
    case "bottomMargin":
      return [origin.bodyBottomPt, geometry.heightPt - origin.bodyBottomPt];
    case "line":
      return [origin.lineTopPt, 0];
    default:
      return [origin.paragraphTopPt, 0];
  }
}

function onAxis(position: AxisPosition, [start, length]: [number, number], sizePt: number, isOdd: boolean): number {
  switch (position.align) {
    case "center":
      return start + (length - sizePt) / 2;
    case "right":
    case "bottom":
      return start + length - sizePt;
    case "left":
    case "top":
      return start;
    case "inside":
      return isOdd ? start : start + length - sizePt;
    case "outside":
      return isOdd ? start + length - sizePt : start;
    default:
      return start + (position.share === undefined ? position.offsetPt : position.share * length);
  }
}

/** The object in the size that it has on its page, which may be a share of the page's own. */
export function sizedAnchor(anchor: Anchor, origin: AnchorOrigin): Anchor {
  const { relativeWidth, relativeHeight, drawing } = anchor;
  if (!relativeWidth && !relativeHeight) return anchor;
  const of = (length: RelativeLength | undefined, reference: typeof horizontalReference, pt: number) =>
    length ? length.share * reference(length.relativeTo, origin)[1] : pt;
  const widthPt = of(relativeWidth, horizontalReference, anchor.widthPt) || anchor.widthPt;
  const heightPt = of(relativeHeight, verticalReference, anchor.heightPt) || anchor.heightPt;
  return { ...anchor, widthPt, heightPt, drawing: resized(drawing, widthPt, heightPt) };
}

function resized(node: DrawingNode, widthPt: number, heightPt: number): DrawingNode {
  if (node.kind !== "group") return { ...node, widthPt, heightPt };
  const across = node.widthPt > 0 ? widthPt / node.widthPt : 1;
  const down = node.heightPt > 0 ? heightPt / node.heightPt : 1;
  const children = node.children.map((inner) => ({
    ...resized(inner, inner.widthPt * across, inner.heightPt * down),
    xPt: inner.xPt * across,
    yPt: inner.yPt * down,
  }));
  return { ...node, widthPt, heightPt, children };
}

/** Top left corner of an anchored object on its page. */
export function anchorPosition(anchor: Anchor, origin: AnchorOrigin): { xPt: number; yPt: number } {
  const xPt = onAxis(
    anchor.horizontal,
    horizontalReference(anchor.horizontal.relativeTo, origin),
    anchor.widthPt,
    origin.isOddPage,
  );
  let yPt = onAxis(
    anchor.vertical,
    verticalReference(anchor.vertical.relativeTo, origin),
    anchor.heightPt,
    origin.isOddPage,
  );
  // An object that moves with its text stays on the page.
  const movesWithText = anchor.vertical.relativeTo === "paragraph" || anchor.vertical.relativeTo === "line";
  if (movesWithText && anchor.wrap !== "none" && yPt + anchor.heightPt > origin.geometry.heightPt) {
    yPt = Math.max(0, origin.geometry.heightPt - anchor.heightPt);
  }
  return { xPt, yPt };
}

/** The area that text keeps clear of; undefined for objects in front of or behind the text. */
export function floatArea(anchor: Anchor, at: { xPt: number; yPt: number }): FloatArea | undefined {
  if (anchor.wrap === "none") return undefined;
  const follows = anchor.wrap === "tight" || anchor.wrap === "through";
  const outline = follows
    ? anchor.outline?.map(({ x, y }) => ({ xPt: at.xPt + x * anchor.widthPt, yPt: at.yPt + y * anchor.heightPt }))
    : undefined;
  return {
    ...(outline ? { outline, distanceLeftPt: anchor.distanceLeftPt, distanceRightPt: anchor.distanceRightPt } : {}),
    leftPt: at.xPt - anchor.distanceLeftPt,
    rightPt: at.xPt + anchor.widthPt + anchor.distanceRightPt,
    topPt: at.yPt - anchor.distanceTopPt,
    bottomPt: at.yPt + anchor.heightPt + anchor.distanceBottomPt,
    sides: anchor.wrap === "topAndBottom" ? "full" : anchor.wrapSide,
  };
}

/** What an outline takes between two heights; undefined when it does not reach there. */
function takenBetween(area: FloatArea, topPt: number, bottomPt: number): FloatArea | undefined {
  const { outline } = area;
  if (!outline) return area;
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  outline.forEach((from, index) => {
    const to = outline[(index + 1) % outline.length] ?? from;
    if (Math.max(from.yPt, to.yPt) <= topPt || Math.min(from.yPt, to.yPt) >= bottomPt) return;
    const height = to.yPt - from.yPt;
    const xAt = (yPt: number) => {
      const share = height === 0 ? 0 : Math.min(1, Math.max(0, (yPt - from.yPt) / height));
      return from.xPt + share * (to.xPt - from.xPt);
    };
    for (const x of height === 0 ? [from.xPt, to.xPt] : [xAt(topPt), xAt(bottomPt)]) {
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
  });
  if (left > right) return undefined;
  return { ...area, leftPt: left - (area.distanceLeftPt ?? 0), rightPt: right + (area.distanceRightPt ?? 0) };
}

/** Free stretches for a line at `yPt`; moves down until there is one. All values in page coordinates. */
export function freeRooms(
  areas: readonly FloatArea[],
  yPt: number,
  heightPt: number,
  column: LineRoom,
  meter: Metered,
): { rooms: LineRoom[]; yPt: number } {
  let y = yPt;
  for (let step = 0; step < MAX_STEPS; step++) {
    meter.charge("obstacle", areas.length);
    const near = areas.flatMap((area) => {
      if (area.topPt >= y + heightPt - 0.05 || area.bottomPt <= y + 0.05) return [];
      const taken = takenBetween(area, y, y + heightPt);
      return taken && taken.leftPt < column.rightPt - 0.05 && taken.rightPt > column.leftPt + 0.05 ? [taken] : [];
    });
    if (near.length === 0) return { rooms: [column], yPt: y };
    let rooms: LineRoom[] = [column];
    // What is too narrow only gets narrower: there are never more rooms than fit side by side.
    for (const area of near) rooms = rooms.flatMap((room) => cut(room, area)).filter(isWideEnough);
    if (rooms.length > 0) return { rooms, yPt: y };
    y = smallestOf(near.map((area) => (area.outline ? Math.min(area.bottomPt, y + OUTLINE_STEP_PT) : area.bottomPt)));
  }
  return { rooms: [column], yPt: y };
}

function isWideEnough({ leftPt, rightPt }: LineRoom): boolean {
  return rightPt - leftPt >= MIN_ROOM_PT;
}

function cut(room: LineRoom, area: FloatArea): LineRoom[] {
  if (area.rightPt <= room.leftPt || area.leftPt >= room.rightPt) return [room];
  const left: LineRoom = { leftPt: room.leftPt, rightPt: Math.max(room.leftPt, area.leftPt) };
  const right: LineRoom = { leftPt: Math.min(room.rightPt, area.rightPt), rightPt: room.rightPt };
  switch (area.sides) {
    case "full":
      return [];
    case "left":
      return [left];
    case "right":
      return [right];
    case "largest":
      return [left.rightPt - left.leftPt >= right.rightPt - right.leftPt ? left : right];
    default:
      return [left, right];
  }
}
