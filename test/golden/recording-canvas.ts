import { ChartCanvas, round, type TextAnchor } from "../../src/layout/charts/chart-canvas.ts";
import type { TextAppearance } from "../../src/layout/model/chart.ts";
import type { Fill, Stroke } from "../../src/layout/model/fill.ts";

/** Records what a chart draws, one line each. */
export class RecordingCanvas extends ChartCanvas {
  readonly lines: string[] = [];

  textWidth(text: string, look: TextAppearance): number {
    return ([...text].length / 2) * look.sizePt;
  }

  text(text: string, x: number, y: number, look: TextAppearance, anchor: TextAnchor = "start", turnDeg = 0): void {
    const turned = turnDeg === 0 ? "" : ` turned ${round(turnDeg)}`;
    this.lines.push(`text ${round(x)} ${round(y)} ${anchor} ${round(look.sizePt)}pt${turned} | ${text}`);
  }

  path(d: string, fill: Fill | undefined, stroke: Stroke | undefined): void {
    const look = [fill ? `fill ${fill.kind}` : "", stroke ? `stroke ${round(stroke.widthPt)}pt` : ""].filter(Boolean);
    this.lines.push(`path ${d} ${look.join(", ")}`);
  }
}
