import { paperPt, SHEET_SCALE, svgElement } from "./elements.ts";

const PX_PER_PT = 4 / 3;

/** The sheet scaled down to the paper by SVG, which unlike a CSS transform does not make a transparency group of it. */
export function enlargedSheet(sheet: HTMLElement, widthPt: number, heightPt: number): SVGElement {
  const width = widthPt * SHEET_SCALE * PX_PER_PT;
  const height = heightPt * SHEET_SCALE * PX_PER_PT;
  const svg = svgElement("svg", { viewBox: `0 0 ${width} ${height}`, role: "presentation" });
  svg.style.cssText = `position:absolute;left:0;top:0;width:${paperPt(widthPt)};height:${paperPt(heightPt)};`;
  const holder = svgElement("foreignObject", { x: 0, y: 0, width, height });
  holder.append(sheet);
  svg.append(holder);
  return svg;
}
