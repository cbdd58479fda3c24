import type { BoxStatistics } from "../model/chart.ts";
import type { Fill, Stroke } from "../model/fill.ts";
import { THIN_LINE } from "./automatic-lines.ts";
import { type ChartCanvas, round } from "./chart-canvas.ts";
import { markerPath } from "./marker-renderer.ts";

const LINE: Stroke = { ...THIN_LINE, color: "#404040" };
const MARK_PT = 2.5;
/** The ends of whiskers are so wide, as a share of the box. */
const CAP_SHARE = 0.5;

/** A box from quartile to quartile with its median, whiskers, mean and outliers. */
export function paintBox(
  canvas: ChartCanvas,
  box: BoxStatistics,
  place: { left: number; width: number; valueAt: (value: number) => number },
  fill: Fill,
  stroke: Stroke = LINE,
): void {
  const { left, width, valueAt } = place;
  const middle = left + width / 2;
  const [top, bottom] = [valueAt(box.thirdQuartile), valueAt(box.firstQuartile)];
  canvas.rect(left, Math.min(top, bottom), width, Math.abs(bottom - top), fill, stroke);
  canvas.line(left, valueAt(box.median), left + width, valueAt(box.median), stroke);
  for (const [from, to] of [
    [top, valueAt(box.high)],
    [bottom, valueAt(box.low)],
  ] as const) {
    canvas.line(middle, from, middle, to, stroke);
    canvas.line(middle - (width * CAP_SHARE) / 2, to, middle + (width * CAP_SHARE) / 2, to, stroke);
  }
  for (const value of box.outliers) canvas.path(markerPath("circle", middle, valueAt(value), MARK_PT), fill, stroke);
  if (box.mean === undefined) return;
  const y = valueAt(box.mean);
  const [l, r, t, b] = [middle - MARK_PT, middle + MARK_PT, y - MARK_PT, y + MARK_PT].map(round);
  canvas.path(`M${l} ${t}L${r} ${b}M${r} ${t}L${l} ${b}`, undefined, stroke);
}
