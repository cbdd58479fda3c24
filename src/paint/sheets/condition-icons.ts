/** Icons of conditional formats. */
import type { Box } from "../../layout/model/shapes.ts";
import { ICON_SIGN_WIDTH, ICON_UNITS, iconMarks } from "../../layout/sheets/conditional/icon-marks.ts";
import type { IconChoice } from "../../layout/sheets/model/conditional-format.ts";
import { boxCss, svgElement } from "../elements/elements.ts";

export function paintIcon(icon: IconChoice, { xPt, yPt, widthPt, heightPt }: Box): SVGElement {
  const svg = svgElement("svg", { viewBox: `0 0 ${ICON_UNITS} ${ICON_UNITS}`, "aria-hidden": "true" });
  svg.style.cssText = boxCss(xPt, yPt, widthPt, heightPt);
  for (const mark of iconMarks(icon)) {
    const shape = svgElement("path", { d: mark.d, fill: mark.color });
    if (mark.turnDeg) shape.setAttribute("transform", `rotate(${mark.turnDeg} ${ICON_UNITS / 2} ${ICON_UNITS / 2})`);
    svg.append(shape);
    if (mark.sign) {
      const stroke = mark.d === "" ? mark.color : "#ffffff";
      svg.append(svgElement("path", { d: mark.sign, fill: "none", stroke, "stroke-width": ICON_SIGN_WIDTH }));
    }
  }
  return svg;
}
