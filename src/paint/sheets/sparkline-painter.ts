/** Sparklines drawn in their cells. */
import type { Box } from "../../layout/model/shapes.ts";
import type { SparklineLook } from "../../layout/sheets/model/sparkline.ts";
import {
  SPARKLINE_AXIS_PT,
  SPARKLINE_PADDING_PT,
  type SparklineShapes,
  sparklineDotPt,
} from "../../layout/sheets/sparklines/sparkline-shapes.ts";
import { boxCss, svgElement } from "../elements/elements.ts";

/** `place` is the cell. */
export function paintSparkline(shapes: SparklineShapes, look: SparklineLook, place: Box): SVGElement {
  const { lines, bars, dots, axisY } = shapes;
  const svg = svgElement("svg", {
    viewBox: `${-SPARKLINE_PADDING_PT} ${-SPARKLINE_PADDING_PT} ${place.widthPt} ${place.heightPt}`,
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  svg.style.cssText = boxCss(place.xPt, place.yPt, place.widthPt, place.heightPt);
  for (const { color, ...bar } of bars) svg.append(svgElement("rect", { ...rounded(bar), fill: color }));
  if (look.axisColor && axisY !== undefined) {
    const ends = rounded({ x1: 0, x2: place.widthPt - 2 * SPARKLINE_PADDING_PT, y1: axisY, y2: axisY });
    svg.append(svgElement("line", { ...ends, stroke: look.axisColor, "stroke-width": SPARKLINE_AXIS_PT }));
  }
  for (const line of lines) {
    const [first] = line;
    if (line.length === 1 && first) svg.append(dot(first, look.lineWeightPt, look.color));
    if (line.length < 2) continue;
    svg.append(
      svgElement("polyline", {
        points: line.map(({ x, y }) => `${figure(x)},${figure(y)}`).join(" "),
        fill: "none",
        stroke: look.color,
        "stroke-width": look.lineWeightPt,
        "stroke-linejoin": "round",
        "stroke-linecap": "round",
      }),
    );
  }
  for (const { color, ...at } of dots) svg.append(dot(at, sparklineDotPt(look), color));
  return svg;
}

function dot({ x, y }: { x: number; y: number }, r: number, fill: string): SVGElement {
  return svgElement("circle", { ...rounded({ cx: x, cy: y, r }), fill });
}

function rounded(lengths: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(lengths).map(([name, value]) => [name, figure(value)]));
}

function figure(value: number): number {
  return Math.round(value * 100) / 100;
}
