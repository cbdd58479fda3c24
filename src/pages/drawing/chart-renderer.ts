/** Charts -> display items. */

import type { FontLibrary, FontStack } from "../../font/library/font-library.ts";
import { familyList } from "../../font/substitutes/families.ts";
import { rotation, translation } from "../../geometry/matrix.ts";
import { ChartCanvas, type TextAnchor } from "../../layout/charts/chart-canvas.ts";
import { drawChart } from "../../layout/charts/chart-renderer.ts";
import type { Chart, TextAppearance } from "../../layout/model/chart.ts";
import type { Fill, Stroke } from "../../layout/model/fill.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { rectangle } from "../display-list/outline.ts";
import { readPathData } from "../display-list/path-data.ts";
import { drawFill, penOf } from "./fills.ts";
import { glyphRuns } from "./glyph-runs.ts";

const DEFAULT_FAMILY = "Calibri";
/** From the middle of text to its baseline. */
const MIDDLE_EM = 0.35;

export function drawChartOn(
  builder: DisplayListBuilder,
  fonts: FontLibrary,
  chart: Chart,
  box: { xPt: number; yPt: number; widthPt: number; heightPt: number },
): void {
  const { xPt, yPt, widthPt, heightPt } = box;
  builder.group(translation(xPt, yPt), rectangle(0, 0, widthPt, heightPt), () =>
    drawChart(chart, new RecordedChart(builder, fonts), widthPt, heightPt),
  );
}

class RecordedChart extends ChartCanvas {
  readonly #builder: DisplayListBuilder;
  readonly #fonts: FontLibrary;

  constructor(builder: DisplayListBuilder, fonts: FontLibrary) {
    super();
    this.#builder = builder;
    this.#fonts = fonts;
  }

  textWidth(text: string, appearance: TextAppearance): number {
    return this.#stack(appearance).width(text, true) * appearance.sizePt;
  }

  text(
    text: string,
    x: number,
    y: number,
    appearance: TextAppearance,
    anchor: TextAnchor = "middle",
    rotationDeg = 0,
  ): void {
    const width = this.textWidth(text, appearance);
    const left = anchor === "start" ? 0 : anchor === "end" ? -width : -width / 2;
    const { sizePt, color } = appearance;
    const setting = { stack: this.#stack(appearance), sizePt, color, kerning: true };
    if (rotationDeg === 0) this.#builder.addAll(glyphRuns(text, setting, x + left, y + sizePt * MIDDLE_EM));
    else {
      this.#builder.group(rotation(rotationDeg, x, y), undefined, () =>
        this.#builder.addAll(glyphRuns(text, setting, left, sizePt * MIDDLE_EM)),
      );
    }
  }

  path(d: string, fill: Fill | undefined, stroke: Stroke | undefined): void {
    const outline = readPathData(d);
    if (fill && fill.kind !== "none") this.#fill(outline, fill);
    if (stroke)
      this.#builder.add({ kind: "path", outline, fill: undefined, stroke: { ...penOf(stroke), join: "round" } });
  }

  /** The colors of a chart's gradient run over the shape that they fill, not over the chart. */
  #fill(outline: ReturnType<typeof readPathData>, fill: Fill): void {
    const xs = outline.numbers.filter((_, index) => index % 2 === 0);
    const ys = outline.numbers.filter((_, index) => index % 2 === 1);
    const least = (values: readonly number[]) => values.reduce((low, value) => Math.min(low, value), Infinity);
    const most = (values: readonly number[]) => values.reduce((high, value) => Math.max(high, value), -Infinity);
    if (fill.kind === "solid" || xs.length === 0) {
      drawFill(this.#builder, outline, fill, { widthPt: 0, heightPt: 0 }, () => undefined);
      return;
    }
    const [left, top] = [least(xs), least(ys)];
    const box = { widthPt: most(xs) - left, heightPt: most(ys) - top };
    const numbers = outline.numbers.map((value, index) => value - (index % 2 === 0 ? left : top));
    this.#builder.group(translation(left, top), undefined, () =>
      drawFill(this.#builder, { ...outline, numbers }, fill, box, () => undefined),
    );
  }

  #stack({ family, bold, italic }: TextAppearance): FontStack {
    return this.#fonts.stack(
      `${italic ? "italic " : ""}${bold ? "700 " : "400 "}|${familyList(family ?? DEFAULT_FAMILY)}`,
    );
  }
}
