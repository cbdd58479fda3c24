/** Sparklines drawn in their cells. */
import type { Box } from "../../layout/model/shapes.ts";
import type { Sparkline } from "../../layout/sheets/model/sparkline.ts";
import { showsNothing, sparklineShapes } from "../../layout/sheets/sparklines/sparkline-shapes.ts";
import { pt, svgElement } from "../elements/elements.ts";

const PADDING_PT = 2.25;
const AXIS_PT = 0.5;
const LEAST_DOT_PT = 1;
const DOT_PER_WEIGHT = 1.4;

/** `place` is the cell. Undefined where there is no room, or nothing to see. */
export function paintSparkline(sparkline: Sparkline, place: Box): SVGElement | undefined {
  const width = place.widthPt - 2 * PADDING_PT;
  const height = place.heightPt - 2 * PADDING_PT;
  if (width <= 0 || height <= 0) return undefined;
  const { look } = sparkline;
  const shapes = sparklineShapes(sparkline, width, height);
  if (showsNothing(shapes, look)) return undefined;
  const { lines, bars, dots, axisY } = shapes;
  const svg = svgElement("svg", {
    viewBox: `${-PADDING_PT} ${-PADDING_PT} ${place.widthPt} ${place.heightPt}`,
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  svg.style.cssText = `position:absolute;left:${pt(place.xPt)};top:${pt(place.yPt)};width:${pt(place.widthPt)};height:${pt(place.heightPt)};`;
  for (const { color, ...bar } of bars) svg.append(svgElement("rect", { ...rounded(bar), fill: color }));
  if (look.axisColor && axisY !== undefined) {
    const ends = rounded({ x1: 0, x2: width, y1: axisY, y2: axisY });
    svg.append(svgElement("line", { ...ends, stroke: look.axisColor, "stroke-width": AXIS_PT }));
  }
  const radius = Math.max(LEAST_DOT_PT, look.lineWeightPt * DOT_PER_WEIGHT);
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
  for (const { color, ...at } of dots) svg.append(dot(at, radius, color));
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
