/** Borders as the strokes that they are drawn with. */

import type { Border } from "../model/formatting.ts";
import type { BorderSegment } from "./fragments.ts";

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

/** Lines of one look. */
export interface BorderStroke {
  color: string;
  widthPt: number;
  /** Lines that meet at a corner close it. */
  cap: "square" | "butt";
  dashesPt: readonly number[] | undefined;
  lines: [x1Pt: number, y1Pt: number, x2Pt: number, y2Pt: number][];
}

/** What draws borders, each centred on its line: as few strokes as there are looks. */
export function borderStrokes(segments: readonly BorderSegment[]): BorderStroke[] {
  const strokes = new Map<string, BorderStroke>();
  for (const segment of segments) collect(segment, strokes);
  return [...strokes.values()];
}

function collect({ border, x1Pt, y1Pt, x2Pt, y2Pt }: BorderSegment, strokes: Map<string, BorderStroke>): void {
  const look = lookOf(border);
  const length = Math.hypot(x2Pt - x1Pt, y2Pt - y1Pt) || 1;
  const [normalX, normalY] = [(y2Pt - y1Pt) / length, (x2Pt - x1Pt) / length];
  const isStraight = Math.abs(normalX) < 0.01 || Math.abs(normalY) < 0.01;
  for (const [offset, share] of look.stripes) {
    const widthPt = Math.max(MIN_STROKE_PT, border.widthPt * share);
    const color = borderColor(border);
    const cap = isStraight && !look.dashes ? "square" : "butt";
    const dashesPt = look.dashes?.map((dash) => dash * Math.max(0.75, widthPt));
    const key = `${color} ${widthPt} ${cap} ${dashesPt?.join(" ") ?? ""}`;
    let stroke = strokes.get(key);
    if (!stroke) {
      stroke = { color, widthPt, cap, dashesPt, lines: [] };
      strokes.set(key, stroke);
    }
    const shiftX = normalX * offset * border.widthPt;
    const shiftY = normalY * offset * border.widthPt;
    stroke.lines.push([x1Pt + shiftX, y1Pt + shiftY, x2Pt + shiftX, y2Pt + shiftY]);
  }
}
