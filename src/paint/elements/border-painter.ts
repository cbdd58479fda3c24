/** Borders as SVG strokes: viewers draw strokes crisply at every zoom, but not thin boxes. */

import { borderStrokes } from "../../layout/flow/border-strokes.ts";
import type { BorderSegment } from "../../layout/flow/fragments.ts";
import { pt, svgElement } from "./elements.ts";

/** One drawing for many borders; each is centred on its line. */
export function paintBorders(segments: readonly BorderSegment[]): SVGElement {
  const svg = svgElement("svg", { width: 1, height: 1, viewBox: "0 0 1 1" });
  svg.style.cssText = `position:absolute;left:0;top:0;width:${pt(1)};height:${pt(1)};overflow:visible;`;
  svg.setAttribute("aria-hidden", "true");
  for (const { color, widthPt, cap, dashesPt, lines, waves } of borderStrokes(segments)) {
    const attributes = {
      stroke: color,
      "stroke-width": widthPt,
      fill: "none",
      ...(cap === "square" ? { "stroke-linecap": "square" } : {}),
      ...(dashesPt ? { "stroke-dasharray": dashesPt.join(" ") } : {}),
    };
    const straight = lines.map(([x1, y1, x2, y2]) => `M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`);
    const bent = waves.map(([x, y, ...points]) => `M${round(x ?? 0)} ${round(y ?? 0)}C${points.map(round).join(" ")}`);
    svg.append(svgElement("path", { ...attributes, d: [...straight, ...bent].join("") }));
  }
  return svg;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
