/** Where links lead to. */

import { element, pt } from "../elements/elements.ts";

/** An element that links lead to. */
export function linkMark(id: string, xPt: number, yPt: number): HTMLElement {
  const mark = element("div", `position:absolute;left:${pt(xPt)};top:${pt(yPt)};width:${pt(1)};height:${pt(1)};`);
  mark.id = id;
  return mark;
}
