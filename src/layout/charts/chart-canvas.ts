/** What charts are drawn on; a renderer says what becomes of it. Lengths in points, from the chart's upper left corner. */

import type { TextAppearance } from "../model/chart.ts";
import type { Fill, Stroke } from "../model/fill.ts";

export type TextAnchor = "start" | "middle" | "end";

export abstract class ChartCanvas {
  abstract textWidth(text: string, appearance: TextAppearance): number;

  /** `y` is the middle of the text; it turns clockwise about its anchor. */
  abstract text(
    text: string,
    x: number,
    y: number,
    appearance: TextAppearance,
    anchor?: TextAnchor,
    rotationDeg?: number,
  ): void;

  /** `d` is SVG path data. */
  abstract path(d: string, fill: Fill | undefined, stroke: Stroke | undefined): void;

  rect(x: number, y: number, width: number, height: number, fill: Fill | undefined, stroke: Stroke | undefined): void {
    if (width < 0 || height < 0) return;
    this.path(`M${round(x)} ${round(y)}H${round(x + width)}V${round(y + height)}H${round(x)}Z`, fill, stroke);
  }

  line(x1: number, y1: number, x2: number, y2: number, stroke: Stroke): void {
    this.path(`M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`, undefined, stroke);
  }
}

/** To hundredths of a point, as path data has it. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
