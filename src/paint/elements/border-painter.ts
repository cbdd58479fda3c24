/** Borders as SVG strokes: viewers draw strokes crisply at every zoom, thin boxes not. */

import type { BorderSegment } from "../../layout/flow/fragments.ts";
import type { Border } from "../../layout/model/formatting.ts";
import { pt, svgElement } from "./elements.ts";

/** Parallel lines of a border: offset from its middle and width, both as factors of the nominal width. */
type Stripe = readonly [offset: number, width: number];

interface BorderLook {
  stripes: readonly Stripe[];
  /** Dash lengths as factors of the width. */
  dashes?: readonly number[];
  /** Whole thickness as a factor of the nominal width. */
  thickness: number;
}

const SINGLE: BorderLook = { stripes: [[0, 1]], thickness: 1 };
const DOUBLE: BorderLook = {
  stripes: [
    [-1, 1],
    [1, 1],
  ],
  thickness: 3,
};
const LOOKS: Readonly<Record<string, BorderLook>> = {
  double: DOUBLE,
  doubleWave: DOUBLE,
  triple: {
    stripes: [
      [-2, 1],
      [0, 1],
      [2, 1],
    ],
    thickness: 5,
  },
  thinThickSmallGap: {
    stripes: [
      [-0.42, 0.16],
      [0.2, 0.6],
    ],
    thickness: 1,
  },
  thickThinSmallGap: {
    stripes: [
      [-0.2, 0.6],
      [0.42, 0.16],
    ],
    thickness: 1,
  },
  thinThickMediumGap: {
    stripes: [
      [-0.4, 0.2],
      [0.25, 0.5],
    ],
    thickness: 1,
  },
  thickThinMediumGap: {
    stripes: [
      [-0.25, 0.5],
      [0.4, 0.2],
    ],
    thickness: 1,
  },
  thinThickLargeGap: {
    stripes: [
      [-0.4, 0.2],
      [0.3, 0.4],
    ],
    thickness: 1,
  },
  thickThinLargeGap: {
    stripes: [
      [-0.3, 0.4],
      [0.4, 0.2],
    ],
    thickness: 1,
  },
  thinThickThinSmallGap: {
    stripes: [
      [-0.45, 0.1],
      [0, 0.6],
      [0.45, 0.1],
    ],
    thickness: 1,
  },
  dotted: { stripes: [[0, 1]], dashes: [1, 2], thickness: 1 },
  dashed: { stripes: [[0, 1]], dashes: [4, 3], thickness: 1 },
  dashSmallGap: { stripes: [[0, 1]], dashes: [4, 2], thickness: 1 },
  dotDash: { stripes: [[0, 1]], dashes: [4, 2, 1, 2], thickness: 1 },
  dotDotDash: { stripes: [[0, 1]], dashes: [4, 2, 1, 2, 1, 2], thickness: 1 },
  dashDotStroked: { stripes: [[0, 1]], dashes: [4, 2, 1, 2], thickness: 1 },
};
const MIN_STROKE_PT = 0.25;

function lookOf(border: Border): BorderLook {
  return LOOKS[border.style] ?? SINGLE;
}

export function borderColor(border: Border): string {
  return border.color === "auto" ? "#000000" : border.color;
}

export function borderThickness(border: Border): number {
  return Math.max(MIN_STROKE_PT, border.widthPt * lookOf(border).thickness);
}

/** One drawing for many borders; each is centred on its line. */
export function paintBorders(segments: readonly BorderSegment[]): SVGElement {
  const svg = svgElement("svg", { width: 1, height: 1, viewBox: "0 0 1 1" });
  svg.style.cssText = `position:absolute;left:0;top:0;width:${pt(1)};height:${pt(1)};overflow:visible;`;
  svg.setAttribute("aria-hidden", "true");
  const paths = new Map<string, { d: string; attributes: Record<string, string | number> }>();
  for (const segment of segments) collect(segment, paths);
  for (const { d, attributes } of paths.values()) svg.append(svgElement("path", { ...attributes, d }));
  return svg;
}

function collect(
  { border, x1Pt, y1Pt, x2Pt, y2Pt }: BorderSegment,
  paths: Map<string, { d: string; attributes: Record<string, string | number> }>,
): void {
  const look = lookOf(border);
  const length = Math.hypot(x2Pt - x1Pt, y2Pt - y1Pt) || 1;
  const [normalX, normalY] = [(y2Pt - y1Pt) / length, (x2Pt - x1Pt) / length];
  // Lines that meet at a corner close it.
  const isStraight = Math.abs(normalX) < 0.01 || Math.abs(normalY) < 0.01;
  for (const [offset, share] of look.stripes) {
    const width = Math.max(MIN_STROKE_PT, border.widthPt * share);
    const shiftX = normalX * offset * border.widthPt;
    const shiftY = normalY * offset * border.widthPt;
    const attributes: Record<string, string | number> = {
      stroke: borderColor(border),
      "stroke-width": width,
      fill: "none",
      ...(isStraight && !look.dashes ? { "stroke-linecap": "square" } : {}),
      ...(look.dashes ? { "stroke-dasharray": look.dashes.map((dash) => dash * Math.max(0.75, width)).join(" ") } : {}),
    };
    const key = JSON.stringify(attributes);
    const path = paths.get(key) ?? { d: "", attributes };
    path.d += `M${round(x1Pt + shiftX)} ${round(y1Pt + shiftY)}L${round(x2Pt + shiftX)} ${round(y2Pt + shiftY)}`;
    paths.set(key, path);
  }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
