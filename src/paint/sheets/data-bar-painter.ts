/** Data bars of conditional formats drawn in their cells. */
import type { Box } from "../../layout/model/shapes.ts";
import { BAR_LINE_PT, type DataBar, dataBarPlaces, PALE_END_SHARE } from "../../layout/sheets/conditional/data-bar.ts";
import { boxCss, element, pt } from "../elements/elements.ts";

export function paintDataBar(bar: DataBar, cell: Box): HTMLElement[] {
  const { box, axisXPt } = dataBarPlaces(bar, cell);
  const painted: HTMLElement[] = [];
  if (box) {
    const angle = bar.strongEnd === "right" ? 270 : 90;
    const background = bar.strongEnd
      ? `linear-gradient(${angle}deg,${bar.color},color-mix(in srgb,${bar.color} ${PALE_END_SHARE * 100}%,white))`
      : bar.color;
    const border = bar.borderColor ? `box-shadow:inset 0 0 0 ${pt(BAR_LINE_PT)} ${bar.borderColor};` : "";
    painted.push(
      element("div", `${boxCss(box.xPt, box.yPt, box.widthPt, box.heightPt)}background:${background};${border}`),
    );
  }
  if (bar.axis && axisXPt !== undefined) {
    const line = boxCss(axisXPt - BAR_LINE_PT / 2, cell.yPt, 0, cell.heightPt);
    painted.push(element("div", `${line}border-left:${pt(BAR_LINE_PT)} dashed ${bar.axis.color};`));
  }
  return painted;
}
