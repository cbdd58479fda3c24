import type { Rectangle } from "../geometry/box.ts";
/** Curves of GDI as SVG path data, in device coordinates. */

export interface Point {
  x: number;
  y: number;
}

export type ArcKind = "arc" | "pie" | "chord";

/** `radii`: of the corners, made as small as the box needs. */
export function roundRectanglePath({ left, top, right, bottom }: Rectangle, radii: Point): string {
  const rx = Math.min(radii.x, (right - left) / 2);
  const ry = Math.min(radii.y, (bottom - top) / 2);
  const arc = (x: number, y: number) => `A${round(rx)} ${round(ry)} 0 0 1 ${round(x)} ${round(y)}`;
  return (
    `M${round(left + rx)} ${round(top)}H${round(right - rx)}${arc(right, top + ry)}V${round(bottom - ry)}` +
    `${arc(right - rx, bottom)}H${round(left + rx)}${arc(left, bottom - ry)}V${round(top + ry)}${arc(left + rx, top)}Z`
  );
}

/** Counter-clockwise from the direction of `start` to that of `end`; empty if the box has no interior. */
export function arcPath(box: Rectangle, start: Point, end: Point, kind: ArcKind): string {
  const center = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  const rx = (box.right - box.left) / 2;
  const ry = (box.bottom - box.top) / 2;
  if (rx === 0 || ry === 0) return "";
  const angle = (point: Point) => Math.atan2((point.y - center.y) / ry, (point.x - center.x) / rx);
  const on = (rotation: number) =>
    `${round(center.x + rx * Math.cos(rotation))} ${round(center.y + ry * Math.sin(rotation))}`;
  const first = angle(start);
  let sweep = first - angle(end);
  if (sweep <= 0) sweep += 2 * Math.PI;
  const radii = `${round(rx)} ${round(ry)}`;
  // In two halves, because an arc from a point to itself would be empty.
  const d = `M${on(first)}A${radii} 0 0 0 ${on(first - sweep / 2)}A${radii} 0 0 0 ${on(first - sweep)}`;
  return d + (kind === "pie" ? `L${round(center.x)} ${round(center.y)}Z` : kind === "chord" ? "Z" : "");
}

/** Two decimals are enough; NaN and infinities become 0. */
export function round(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 100) / 100 : 0;
}
