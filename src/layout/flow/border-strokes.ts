/** Borders as the strokes that they are drawn with. */

import { appendAll } from "../../domain/collections/long-lists.ts";
import type { Border } from "../model/formatting.ts";
import type { BorderSegment } from "./fragments.ts";

/** A length across a border: a factor of the nominal width, or points that are the same for all widths. */
type Measure = number | { pt: number };

interface BorderAppearance {
  /** Lines and the gaps between them in turn, from above (from the left, where it runs upright). */
  bands: readonly Measure[];
  /** Dash lengths as factors of the width. */
  dashes?: readonly number[];
  /** Lines go up and down by this on either side of their middle, as a factor of the nominal width. */
  swing?: number;
}

/** Of the thin line, and of the gap if that does not grow. */
const THIN: Measure = { pt: 0.75 };
/** Of the thick line where the gap grows instead of it. */
const THICK: Measure = { pt: 1.5 };
const APPEARANCES: Readonly<Record<string, BorderAppearance>> = {
  double: { bands: [1, 1, 1] },
  triple: { bands: [1, 1, 1, 1, 1] },
  thinThickSmallGap: { bands: [THIN, THIN, 1] },
  thickThinSmallGap: { bands: [1, THIN, THIN] },
  thinThickMediumGap: { bands: [0.5, 0.5, 1] },
  thickThinMediumGap: { bands: [1, 0.5, 0.5] },
  thinThickLargeGap: { bands: [THIN, 1, THICK] },
  thickThinLargeGap: { bands: [THICK, 1, THIN] },
  thinThickThinSmallGap: { bands: [THIN, THIN, 1, THIN, THIN] },
  thinThickThinMediumGap: { bands: [0.5, 0.5, 1, 0.5, 0.5] },
  thinThickThinLargeGap: { bands: [THIN, 1, THICK, 1, THIN] },
  wave: { bands: [1], swing: 1 },
  doubleWave: { bands: [1, 1, 1], swing: 1 },
  dotted: { bands: [1], dashes: [1, 2] },
  dashed: { bands: [1], dashes: [4, 3] },
  dashSmallGap: { bands: [1], dashes: [4, 2] },
  dotDash: { bands: [1], dashes: [4, 2, 1, 2] },
  dotDotDash: { bands: [1], dashes: [4, 2, 1, 2, 1, 2] },
  dashDotStroked: { bands: [1], dashes: [4, 2, 1, 2] },
};
const SINGLE: BorderAppearance = { bands: [1] };
/** Length of a wave as a factor of the nominal width. */
const WAVE_LENGTH = 8;
const MAX_WAVES = 2_000;
const MIN_STROKE_PT = 0.25;

function appearanceOf(border: Border): BorderAppearance {
  return APPEARANCES[border.style] ?? SINGLE;
}

function borderColor(border: Border): string {
  return border.color === "auto" ? "#000000" : border.color;
}

function toPoints(measure: Measure, border: Border): number {
  return typeof measure === "number" ? measure * border.widthPt : measure.pt;
}

/** What all lines of a border and the gaps between them take, by its nominal width. */
export function lineworkPt(border: Border): number {
  const { bands, swing = 0 } = appearanceOf(border);
  return bands.reduce<number>((sum, band) => sum + toPoints(band, border), 2 * swing * border.widthPt);
}

export function borderThickness(border: Border): number {
  return Math.max(MIN_STROKE_PT, lineworkPt(border));
}

/** Lines of one look. */
export interface BorderStroke {
  color: string;
  widthPt: number;
  /** Lines that meet at a corner close it. */
  cap: "square" | "butt";
  dashesPt: readonly number[] | undefined;
  lines: [x1Pt: number, y1Pt: number, x2Pt: number, y2Pt: number][];
  /** Where each starts (x and y), then three points of each cubic curve. */
  waves: number[][];
}

/** What draws borders, each centered on its line: as few strokes as there are looks. */
export function borderStrokes(segments: readonly BorderSegment[]): BorderStroke[] {
  const strokes = new Map<string, BorderStroke>();
  for (const segment of segments) collect(segment, strokes);
  return [...strokes.values()];
}

function collect(segment: BorderSegment, strokes: Map<string, BorderStroke>): void {
  const { border, x1Pt, y1Pt, x2Pt, y2Pt, corners } = segment;
  const appearance = appearanceOf(border);
  const length = Math.hypot(x2Pt - x1Pt, y2Pt - y1Pt) || 1;
  const [alongX, alongY] = [(x2Pt - x1Pt) / length, (y2Pt - y1Pt) / length];
  const isUpright = Math.abs(alongX) < 0.01;
  const isStraight = isUpright || Math.abs(alongY) < 0.01;
  // Bands follow each other downwards, or to the right, whichever way the segment runs.
  const side = isUpright ? -Math.sign(alongY) : Math.sign(alongX);
  const [acrossX, acrossY] = [-alongY * side, alongX * side];
  const color = borderColor(border);
  const cap = isStraight && !appearance.dashes && !appearance.swing ? "square" : "butt";
  const totalPt = borderThickness(border);
  let offsetPt = -appearance.bands.reduce<number>((sum, band) => sum + toPoints(band, border), 0) / 2;
  appearance.bands.forEach((band, index) => {
    const bandPt = toPoints(band, border);
    const middlePt = offsetPt + bandPt / 2;
    offsetPt += bandPt;
    if (index % 2 === 1) return;
    const widthPt = Math.max(MIN_STROKE_PT, bandPt);
    const dashesPt = appearance.dashes?.map((dash) => dash * Math.max(0.75, widthPt));
    const key = `${color} ${widthPt} ${cap} ${dashesPt?.join(" ") ?? ""}`;
    let stroke = strokes.get(key);
    if (!stroke) {
      stroke = { color, widthPt, cap, dashesPt, lines: [], waves: [] };
      strokes.set(key, stroke);
    }
    // Waves of one border begin together, so that they run side by side.
    const depth = appearance.swing ? 0.5 : 0.5 + ((corners?.inside ?? 1) * middlePt) / totalPt;
    const [fromPt, toPt] = [(corners?.startPt ?? 0) * depth, length - (corners?.endPt ?? 0) * depth];
    const place = (alongPt: number, heightPt = 0): [number, number] => [
      x1Pt + alongX * alongPt + acrossX * (middlePt - heightPt),
      y1Pt + alongY * alongPt + acrossY * (middlePt - heightPt),
    ];
    if (appearance.swing) {
      const placeFromStart = (alongPt: number, heightPt: number) => place(fromPt + alongPt, heightPt);
      stroke.waves.push(waves(placeFromStart, toPt - fromPt, WAVE_LENGTH * widthPt, appearance.swing * widthPt));
    } else stroke.lines.push([...place(fromPt), ...place(toPt)]);
  });
}

/** Whole waves, so that lines which follow each other or meet at a corner join. */
function waves(
  place: (distancePt: number, heightPt: number) => readonly number[],
  lengthPt: number,
  waveLengthPt: number,
  swingPt: number,
): number[] {
  const count = Math.max(1, Math.min(MAX_WAVES, Math.round(lengthPt / waveLengthPt)));
  const halfPt = lengthPt / count / 2;
  // A curve rises to three quarters of the height of its control points.
  const controlPt = (swingPt * 4) / 3;
  const numbers = [...place(0, 0)];
  for (let half = 0; half < 2 * count; half++) {
    const heightPt = half % 2 === 0 ? controlPt : -controlPt;
    const [first, second, end] = [half + 0.364, half + 0.636, half + 1].map((at) => at * halfPt);
    appendAll(numbers, place(first ?? 0, heightPt));
    appendAll(numbers, place(second ?? 0, heightPt));
    appendAll(numbers, place(end ?? 0, 0));
  }
  return numbers;
}
