/** Data bars of conditional formats drawn in their cells. */
import type { Box } from "../../layout/model/shapes.ts";
import type { DataBar } from "../../layout/sheets/conditional/data-bar.ts";
import { boxCss, element, pt } from "../elements/elements.ts";

const INSET_PT = 1.5;
const LINE_PT = 0.5;

export function paintDataBar(bar: DataBar, place: Box): HTMLElement[] {
  const inner = Math.max(0, place.widthPt - 2 * INSET_PT);
  const left = place.xPt + INSET_PT;
  const painted: HTMLElement[] = [];
  const widthPt = inner * (bar.to - bar.from);
  if (widthPt > 0) {
    const angle = bar.strongEnd === "right" ? 270 : 90;
    const background = bar.strongEnd
      ? `linear-gradient(${angle}deg,${bar.color},color-mix(in srgb,${bar.color} 15%,white))`
      : bar.color;
    const border = bar.borderColor ? `box-shadow:inset 0 0 0 ${pt(LINE_PT)} ${bar.borderColor};` : "";
    const box = boxCss(left + inner * bar.from, place.yPt + INSET_PT, widthPt, place.heightPt - 2 * INSET_PT);
    painted.push(element("div", `${box}background:${background};${border}`));
  }
  if (bar.axis) {
    const box = boxCss(left + inner * bar.axis.at - LINE_PT / 2, place.yPt, 0, place.heightPt);
    painted.push(element("div", `${box}border-left:${pt(LINE_PT)} dashed ${bar.axis.color};`));
  }
  return painted;
}
