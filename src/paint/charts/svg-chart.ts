/** Charts as SVG with real text. */

import { familyList } from "../../fonts/families.ts";
import { ChartCanvas, round, type TextAnchor } from "../../layout/charts/chart-canvas.ts";
import { drawChart } from "../../layout/charts/chart-painter.ts";
import type { Chart, TextLook } from "../../layout/model/chart.ts";
import type { Fill, Stroke } from "../../layout/model/fill.ts";
import { pt, svgElement } from "../elements/elements.ts";
import { svgDashes, svgFill } from "../elements/svg-style.ts";

const AVERAGE_CHARACTER_EM = 0.52;

export function paintChart(chart: Chart, widthPt: number, heightPt: number): SVGElement {
  const canvas = new SvgChartCanvas(widthPt, heightPt);
  drawChart(chart, canvas, widthPt, heightPt);
  return canvas.svg;
}

class SvgChartCanvas extends ChartCanvas {
  readonly svg: SVGElement;
  readonly #definitions = svgElement("defs", {});
  readonly #measuring = document.createElement("canvas").getContext("2d");

  constructor(widthPt: number, heightPt: number) {
    super();
    this.svg = svgElement("svg", { viewBox: `0 0 ${widthPt} ${heightPt}` });
    this.svg.style.cssText = `position:absolute;left:0;top:0;width:${pt(widthPt)};height:${pt(heightPt)};overflow:hidden;font-kerning:normal;`;
    this.svg.append(this.#definitions);
  }

  textWidth(text: string, look: TextLook): number {
    if (!this.#measuring) return text.length * look.sizePt * AVERAGE_CHARACTER_EM;
    this.#measuring.font = `${look.italic ? "italic " : ""}${look.bold ? "700 " : ""}100px ${familyList(look.family ?? "Calibri")}`;
    return (this.#measuring.measureText(text).width / 100) * look.sizePt;
  }

  /** `y` is the middle of the text. */
  text(text: string, x: number, y: number, look: TextLook, anchor: TextAnchor = "middle", turnDeg = 0): void {
    const element = svgElement("text", {
      x: round(x),
      y: round(y + look.sizePt * 0.35),
      "font-size": look.sizePt,
      fill: look.color,
      "text-anchor": anchor,
    });
    element.style.fontFamily = familyList(look.family ?? "Calibri");
    if (look.bold) element.setAttribute("font-weight", "700");
    if (look.italic) element.setAttribute("font-style", "italic");
    if (turnDeg) element.setAttribute("transform", `rotate(${turnDeg} ${round(x)} ${round(y)})`);
    element.textContent = text;
    this.svg.append(element);
  }

  path(d: string, fill: Fill | undefined, stroke: Stroke | undefined): void {
    const element = svgElement("path", { d, fill: fill ? svgFill(fill, this.#definitions) : "none" });
    if (fill?.kind === "solid" && fill.opacity < 1) element.setAttribute("fill-opacity", String(fill.opacity));
    if (stroke) {
      element.setAttribute("stroke", stroke.color);
      element.setAttribute("stroke-width", String(Math.max(0.25, stroke.widthPt)));
      if (stroke.opacity < 1) element.setAttribute("stroke-opacity", String(stroke.opacity));
      const dashes = svgDashes(stroke);
      if (dashes) element.setAttribute("stroke-dasharray", dashes);
      element.setAttribute("stroke-linejoin", "round");
    }
    this.svg.append(element);
  }
}
