/** What is behind the text of cells -> display items: fills, data bars, icons and sparklines. */
import type { Box } from "../../geometry/box.ts";
import { rotation, translation } from "../../geometry/matrix.ts";
import { mix } from "../../layout/model/color.ts";
import type { GradientFill } from "../../layout/model/fill.ts";
import { BAR_LINE_PT, type DataBar, dataBarPlaces, PALE_END_SHARE } from "../../layout/sheets/conditional/data-bar.ts";
import { ICON_SYMBOL_WIDTH, ICON_UNITS, iconMarks } from "../../layout/sheets/conditional/icon-marks.ts";
import type { CellBackground } from "../../layout/sheets/print/pane-content.ts";
import {
  SPARKLINE_AXIS_PT,
  SPARKLINE_PADDING_PT,
  sparklineDotPt,
} from "../../layout/sheets/sparklines/sparkline-shapes.ts";
import type { Stroke } from "../display-list/display-item.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { lineSegments, type Outline, rectangle, transformed } from "../display-list/outline.ts";
import { readPathData } from "../display-list/path-data.ts";
import { drawFill } from "../drawing/fills.ts";

const DASHES = [3, 2];

export function drawBackground(builder: DisplayListBuilder, part: CellBackground): void {
  switch (part.kind) {
    case "fill":
      if (typeof part.fill === "string") fill(builder, boxOutline(part.box), part.fill);
      else drawGradient(builder, part.box, part.fill);
      break;
    case "bar":
      drawBar(builder, part.bar, part.box);
      break;
    case "icon":
      drawIcon(builder, part);
      break;
    case "sparkline":
      drawSparkline(builder, part);
  }
}

function boxOutline({ xPt, yPt, widthPt, heightPt }: Box): Outline {
  return rectangle(xPt, yPt, widthPt, heightPt);
}

function fill(builder: DisplayListBuilder, outline: Outline, color: string): void {
  builder.add({ kind: "path", outline, fill: { color, opacity: 1 }, stroke: undefined });
}

function stroke(
  builder: DisplayListBuilder,
  outline: Outline,
  color: string,
  widthPt: number,
  appearance: Partial<Stroke> = {},
): void {
  const pen: Stroke = { color, opacity: 1, widthPt, cap: "butt", join: "miter", dashesPt: [], ...appearance };
  builder.add({ kind: "path", outline, fill: undefined, stroke: pen });
}

function drawGradient(builder: DisplayListBuilder, { xPt, yPt, widthPt, heightPt }: Box, gradient: GradientFill): void {
  builder.group(translation(xPt, yPt), undefined, () =>
    drawFill(builder, rectangle(0, 0, widthPt, heightPt), gradient, { widthPt, heightPt }, () => undefined),
  );
}

function drawBar(builder: DisplayListBuilder, bar: DataBar, cell: Box): void {
  const { box, axisXPt } = dataBarPlaces(bar, cell);
  if (box && bar.strongEnd) {
    const ends = [bar.color, mix("#ffffff", bar.color, PALE_END_SHARE)];
    if (bar.strongEnd === "right") ends.reverse();
    const stops = ends.map((color, offset) => ({ offset, color, opacity: 1 }));
    drawGradient(builder, box, { kind: "gradient", stops, angleDeg: 0, radial: false });
  } else if (box) fill(builder, boxOutline(box), bar.color);
  if (box && bar.borderColor) {
    const { xPt, yPt, widthPt, heightPt } = box;
    const half = BAR_LINE_PT / 2;
    const inner = rectangle(xPt + half, yPt + half, widthPt - BAR_LINE_PT, heightPt - BAR_LINE_PT);
    stroke(builder, inner, bar.borderColor, BAR_LINE_PT);
  }
  if (bar.axis && axisXPt !== undefined) {
    const axis = lineSegments([[axisXPt, cell.yPt, axisXPt, cell.yPt + cell.heightPt]]);
    stroke(builder, axis, bar.axis.color, BAR_LINE_PT, { dashesPt: DASHES.map((dash) => dash * BAR_LINE_PT) });
  }
}

function drawIcon(builder: DisplayListBuilder, { icon, box }: Extract<CellBackground, { kind: "icon" }>): void {
  const [scaleX, scaleY] = [box.widthPt / ICON_UNITS, box.heightPt / ICON_UNITS];
  builder.group([scaleX, 0, 0, scaleY, box.xPt, box.yPt], undefined, () => {
    for (const { d, color, rotationDeg = 0, sign } of iconMarks(icon)) {
      const middle = ICON_UNITS / 2;
      if (d !== "") {
        const outline = transformed(readPathData(d), 1, 1, -middle, -middle);
        builder.group(rotation(rotationDeg, middle, middle), undefined, () => fill(builder, outline, color));
      }
      if (sign) stroke(builder, readPathData(sign), d === "" ? color : "#ffffff", ICON_SYMBOL_WIDTH);
    }
  });
}

function drawSparkline(
  builder: DisplayListBuilder,
  { box, look: appearance, shapes }: Extract<CellBackground, { kind: "sparkline" }>,
): void {
  const { lines, bars, dots, axisY } = shapes;
  const corner = translation(box.xPt + SPARKLINE_PADDING_PT, box.yPt + SPARKLINE_PADDING_PT);
  builder.group(corner, undefined, () => {
    for (const { x, y, width, height, color } of bars) fill(builder, rectangle(x, y, width, height), color);
    if (appearance.axisColor && axisY !== undefined) {
      const axis = lineSegments([[0, axisY, box.widthPt - 2 * SPARKLINE_PADDING_PT, axisY]]);
      stroke(builder, axis, appearance.axisColor, SPARKLINE_AXIS_PT);
    }
    for (const line of lines) {
      const [first] = line;
      if (line.length === 1 && first)
        fill(builder, circle(first.x, first.y, appearance.lineWeightPt), appearance.color);
      if (line.length < 2) continue;
      const outline = { operators: `M${"L".repeat(line.length - 1)}`, numbers: line.flatMap(({ x, y }) => [x, y]) };
      stroke(builder, outline, appearance.color, appearance.lineWeightPt, { cap: "round", join: "round" });
    }
    for (const { x, y, color } of dots) fill(builder, circle(x, y, sparklineDotPt(appearance)), color);
  });
}

function circle(x: number, y: number, radius: number): Outline {
  const arc = `A${radius} ${radius} 0 1 1`;
  return readPathData(`M${x - radius} ${y}${arc} ${x + radius} ${y}${arc} ${x - radius} ${y}Z`);
}
