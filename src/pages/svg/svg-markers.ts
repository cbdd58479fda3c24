/** Where markers stand on a shape, and which way they point (SVG 1.1, 11.6). */
import { type Matrix, multiply } from "../../geometry/matrix.ts";
import type { XmlNode } from "../../office/xml-node.ts";
import { type Outline, rectangle } from "../display-list/outline.ts";
import { lengthOf, viewBoxOf } from "./svg-shapes.ts";

export interface Vertex {
  x: number;
  y: number;
  /** Degrees, clockwise from the right: of the line that leaves, or comes, or in their middle. */
  angle: number;
  position: "start" | "mid" | "end";
}

type Point = readonly [x: number, y: number];

interface Corner {
  at: Point;
  /** Where the line comes from, and where it goes to. */
  from: Point | undefined;
  to: Point | undefined;
}

export function verticesOf(outline: Outline): Vertex[] {
  const corners = cornersOf(outline);
  return corners.map(({ at: [x, y], from, to }, index) => ({
    ...{ x, y, angle: angleOf([x, y], from, to) },
    position: index === 0 ? "start" : index === corners.length - 1 ? "end" : "mid",
  }));
}

/**
 * What leads from a marker's content to its place at a vertex, and what of the content is shown.
 * @returns undefined for a marker without an extent
 */
export function markerPlace(
  marker: XmlNode,
  { x, y, angle, position }: Vertex,
  strokeWidth: number,
): { matrix: Matrix; shown: Outline } | undefined {
  const { attributes } = marker;
  const { orient = "0" } = attributes;
  const isReversed = orient === "auto-start-reverse" && position === "start";
  const degrees = orient.startsWith("auto") ? angle + (isReversed ? 180 : 0) : Number.parseFloat(orient) || 0;
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const unit = attributes.markerUnits === "userSpaceOnUse" ? 1 : strokeWidth;
  const [width, height] = [lengthOf(attributes.markerWidth) ?? 3, lengthOf(attributes.markerHeight) ?? 3];
  const box = viewBoxOf(marker) ?? { x: 0, y: 0, width, height };
  const fit = Math.min(width / box.width, height / box.height);
  const scale = fit * unit;
  if (!(scale > 0 && Number.isFinite(scale))) return undefined;
  const reference = (key: "refX" | "refY", start: number, extent: number) => {
    const text = attributes[key] ?? "0";
    const share = new Map(Object.entries(REFERENCES)).get(text);
    return share === undefined ? (lengthOf(text, extent) ?? 0) : start + share * extent;
  };
  const [refX, refY] = [reference("refX", box.x, box.width), reference("refY", box.y, box.height)];
  const atReference: Matrix = [scale, 0, 0, scale, -refX * scale, -refY * scale];
  const [wide, high] = [width / fit, height / fit];
  return {
    matrix: multiply(atReference, [cos, sin, -sin, cos, x, y]),
    shown: rectangle(box.x - (wide - box.width) / 2, box.y - (high - box.height) / 2, wide, high),
  };
}

const REFERENCES = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 };

function cornersOf({ operators, numbers }: Outline): Corner[] {
  const corners: Corner[] = [];
  let at = 0;
  let start: Corner | undefined;
  const point = (): Point => [numbers[at++] ?? 0, numbers[at++] ?? 0];
  const lineTo = (firstControl: Point, lastControl: Point, end: Point): Corner => {
    const before = corners.at(-1);
    if (before)
      before.to = differs(before.at, firstControl) ? firstControl : differs(before.at, lastControl) ? lastControl : end;
    const corner: Corner = {
      at: end,
      from: differs(end, lastControl) ? lastControl : (before?.at ?? end),
      to: undefined,
    };
    corners.push(corner);
    return corner;
  };
  for (const operator of operators) {
    if (operator === "M") {
      start = { at: point(), from: undefined, to: undefined };
      corners.push(start);
    } else if (operator === "L") {
      const end = point();
      lineTo(end, corners.at(-1)?.at ?? end, end);
    } else if (operator === "C") {
      const [first, last, end] = [point(), point(), point()];
      lineTo(first, last, end);
    } else if (start) {
      // The line back is one, too, unless the last point is the first one.
      const last = corners.at(-1);
      const end = last && differs(last.at, start.at) ? lineTo(start.at, last.at, start.at) : last;
      if (end) end.to = start.to;
      start.from = end?.from;
    }
  }
  return corners;
}

const differs = ([x, y]: Point, [otherX, otherY]: Point) => x !== otherX || y !== otherY;

function angleOf([x, y]: Point, from: Point | undefined, to: Point | undefined): number {
  const toward = (point: Point | undefined, sign: 1 | -1): Point => {
    const [dx, dy] = point ? [sign * (point[0] - x), sign * (point[1] - y)] : [0, 0];
    const length = Math.hypot(dx, dy);
    return length > 0 ? [dx / length, dy / length] : [0, 0];
  };
  const [inX, inY] = toward(from, -1);
  const [outX, outY] = toward(to, 1);
  const [sumX, sumY] = [inX + outX, inY + outY];
  // Back the way it came: at right angles to both.
  const [dx, dy] = sumX === 0 && sumY === 0 ? [-inY, inX] : [sumX, sumY];
  return (Math.atan2(dy, dx) * 180) / Math.PI;
}
