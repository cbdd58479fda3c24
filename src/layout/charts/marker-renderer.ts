/** Symbols of points in lines and scatter charts, and of their legend. */

import type { ChartGroup, Series } from "../model/chart.ts";
import type { Fill, Stroke } from "../model/fill.ts";
import type { ChartCanvas } from "./chart-canvas.ts";

/** Series without a symbol of their own take these in turn. */
const AUTOMATIC_MARKERS = ["diamond", "square", "triangle", "x", "star", "circle", "plus", "dash", "dot"];

/** The symbol of a series' points; undefined when they have none. */
export function markerSymbol(group: ChartGroup, series: Series): string | undefined {
  const shown = series.marker === undefined ? group.hasMarkers : series.marker !== "none";
  if (!shown) return undefined;
  const automatic = AUTOMATIC_MARKERS[series.index % AUTOMATIC_MARKERS.length] ?? "circle";
  return series.marker === undefined || series.marker === "auto" ? automatic : series.marker;
}

/** Symbols of lines have only the color of their outline. */
const LINE_SYMBOLS = new Set(["x", "star", "plus"]);

export function paintMarker(
  canvas: ChartCanvas,
  symbol: string,
  x: number,
  y: number,
  sizePt: number,
  fill: Fill,
  stroke: Stroke | undefined,
): void {
  const isLines = LINE_SYMBOLS.has(symbol);
  const lines: Fill = stroke ? { kind: "solid", color: stroke.color, opacity: stroke.opacity } : fill;
  const inside = isLines ? lines : fill;
  const outline = isLines ? undefined : stroke;
  if (inside.kind === "none" && !outline) return;
  canvas.path(markerPath(symbol, x, y, sizePt / 2), inside.kind === "none" ? undefined : inside, outline);
}

export function markerPath(symbol: string, x: number, y: number, radius: number): string {
  switch (symbol) {
    case "square":
      return `M${x - radius} ${y - radius}h${radius * 2}v${radius * 2}h${-radius * 2}Z`;
    case "diamond":
      return `M${x} ${y - radius}L${x + radius} ${y}L${x} ${y + radius}L${x - radius} ${y}Z`;
    case "triangle":
      return `M${x} ${y - radius}L${x + radius} ${y + radius}L${x - radius} ${y + radius}Z`;
    case "x":
    case "star":
    case "plus": {
      const arm = radius * 0.3;
      const plus = `M${x - radius} ${y - arm}h${radius - arm}v${arm - radius}h${arm * 2}v${radius - arm}h${radius - arm}v${arm * 2}h${arm - radius}v${radius - arm}h${-arm * 2}v${arm - radius}h${arm - radius}Z`;
      if (symbol === "plus") return plus;
      return `M${x - radius} ${y - radius}l${radius - arm} ${radius}l${arm - radius} ${radius}h${arm}l${radius - arm} ${arm - radius}l${radius - arm} ${radius - arm}h${arm}l${arm - radius} ${-radius}l${radius - arm} ${-radius}h${-arm}l${arm - radius} ${radius - arm}l${arm - radius} ${arm - radius}Z`;
    }
    case "dot":
      return `M${x} ${y - radius / 4}h${radius}v${radius / 2}h${-radius}Z`;
    case "dash":
      return `M${x - radius} ${y - radius / 4}h${radius * 2}v${radius / 2}h${-radius * 2}Z`;
    default:
      return `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${radius * 2} 0a${radius} ${radius} 0 1 1 ${-radius * 2} 0Z`;
  }
}
