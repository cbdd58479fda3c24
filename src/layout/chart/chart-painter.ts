/** DrawingML charts (ECMA-376 part 1, 21.2) as SVG with real text. */
import type { Theme } from "../docx/theme.ts";
import type { XmlElement } from "../package/xml.ts";
import { svgElement } from "../paint/elements.ts";

export function paintChart(_chart: XmlElement, widthPt: number, heightPt: number, _theme: Theme): SVGElement {
  return svgElement("svg", { width: widthPt, height: heightPt });
}
