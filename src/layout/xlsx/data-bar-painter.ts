/** Data bars of conditional formats (ECMA-376 part 1, 18.3.1.28). */
import type { Box } from "../drawing/model.ts";
import { boxCss, element } from "../paint/elements.ts";
import type { DataBar } from "./conditional-looks.ts";

const INSET_PT = 1.5;

export function paintDataBar(bar: DataBar, place: Box): HTMLElement[] {
  const inner = place.widthPt - 2 * INSET_PT;
  const background = bar.gradient
    ? `linear-gradient(90deg,${bar.color},color-mix(in srgb,${bar.color} 15%,white))`
    : bar.color;
  const left = place.xPt + INSET_PT + inner * bar.from;
  const box = boxCss(left, place.yPt + INSET_PT, inner * (bar.to - bar.from), place.heightPt - 2 * INSET_PT);
  return [element("div", `${box}background:${background};`)];
}
