/** What is drawn between the points of a chart (ECMA-376 part 1, 21.2.2.53, 21.2.2.80, 21.2.2.176, 21.2.2.218). */
import { largestOf, smallestOf } from "../../domain/collections/long-lists.ts";
import type { UpDownBars } from "../model/chart.ts";
import type { Stroke } from "../model/fill.ts";
import type { ChartCanvas } from "./chart-canvas.ts";
import type { PlotSpace } from "./plot-space.ts";

/** For each series, and for each point in it: its start and end after stacking. */
type Ranges = readonly (readonly (readonly number[] | undefined)[])[];

/** The ends of all points of each category, in the order of the series. */
function* categories(ranges: Ranges): Generator<[index: number, ends: readonly (number | undefined)[]]> {
  const count = ranges.reduce((most, points) => Math.max(most, points.length), 0);
  for (let index = 0; index < count; index++) yield [index, ranges.map((points) => points[index]?.[1])];
}

const known = (ends: readonly (number | undefined)[]): number[] => ends.filter((end) => end !== undefined);

/** From the highest to the lowest point of each category. */
export function paintHiLowLines(canvas: ChartCanvas, ranges: Ranges, stroke: Stroke, space: PlotSpace): void {
  for (const [index, ends] of categories(ranges)) {
    const values = known(ends);
    if (values.length < 2) continue;
    const x = space.categoryAt(index);
    canvas.line(x, space.valueAt(smallestOf(values)), x, space.valueAt(largestOf(values)), stroke);
  }
}

/** From the highest point of each category to the axis. */
export function paintDropLines(canvas: ChartCanvas, ranges: Ranges, stroke: Stroke, space: PlotSpace): void {
  for (const [index, ends] of categories(ranges)) {
    const values = known(ends);
    if (values.length === 0) continue;
    const x = space.categoryAt(index);
    canvas.line(x, space.valueAt(largestOf(values)), x, space.axisPosition, stroke);
  }
}

/** Between the points of the first and the last series of each category. */
export function paintUpDownBars(canvas: ChartCanvas, ranges: Ranges, bars: UpDownBars, space: PlotSpace): void {
  const widthPt = space.slotSize / (1 + bars.gapWidth / 100);
  for (const [index, ends] of categories(ranges)) {
    const [first, last] = [ends[0], ends.at(-1)];
    if (ends.length < 2 || first === undefined || last === undefined) continue;
    const { fill, stroke } = last >= first ? bars.up : bars.down;
    const [from, to] = [space.valueAt(first), space.valueAt(last)];
    const left = space.categoryAt(index) - widthPt / 2;
    canvas.rect(left, Math.min(from, to), widthPt, Math.abs(to - from), fill, stroke);
  }
}

/** From the end of each bar of a stack to the end of the next one of its series. @param barSize along the axis of categories */
export function paintSeriesLines(
  canvas: ChartCanvas,
  ranges: Ranges,
  stroke: Stroke,
  space: PlotSpace,
  { barSize, isHorizontal }: { barSize: number; isHorizontal: boolean },
): void {
  for (const points of ranges) {
    for (let index = 0; index + 1 < points.length; index++) {
      const [end, next] = [points[index]?.[1], points[index + 1]?.[1]];
      if (end === undefined || next === undefined) continue;
      const [middle, nextMiddle] = [space.categoryAt(index), space.categoryAt(index + 1)];
      const half = Math.sign(nextMiddle - middle) * (barSize / 2);
      const [from, to] = [middle + half, nextMiddle - half];
      if ((to - from) * half <= 0) continue;
      if (isHorizontal) canvas.line(space.valueAt(end), from, space.valueAt(next), to, stroke);
      else canvas.line(from, space.valueAt(end), to, space.valueAt(next), stroke);
    }
  }
}
