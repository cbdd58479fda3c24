/** The four sides of a box as segments that meet at its corners. */

import type { Border } from "../model/formatting.ts";
import { borderThickness } from "./border-strokes.ts";
import type { BorderSegment } from "./fragments.ts";
import { isVisibleBorder } from "./paragraph-layout.ts";

type Sides = Partial<Record<"top" | "bottom" | "left" | "right", Border | undefined>>;

/** Each side lies within the edges of the box. */
export function frameSegments(
  { top, bottom, left, right }: Sides,
  { leftPt, topPt, rightPt, bottomPt }: { leftPt: number; topPt: number; rightPt: number; bottomPt: number },
): BorderSegment[] {
  const thickness = (border: Border | undefined) => (isVisibleBorder(border) ? borderThickness(border) : 0);
  const segments: BorderSegment[] = [];
  const across = (border: Border | undefined, yPt: number, inside: 1 | -1) => {
    if (!isVisibleBorder(border)) return;
    const corners = { startPt: thickness(left), endPt: thickness(right), inside };
    segments.push({ border, x1Pt: leftPt, y1Pt: yPt, x2Pt: rightPt, y2Pt: yPt, corners });
  };
  const down = (border: Border | undefined, xPt: number, inside: 1 | -1) => {
    if (!isVisibleBorder(border)) return;
    const corners = { startPt: thickness(top), endPt: thickness(bottom), inside };
    segments.push({ border, x1Pt: xPt, y1Pt: topPt, x2Pt: xPt, y2Pt: bottomPt, corners });
  };
  across(top, topPt + thickness(top) / 2, 1);
  across(bottom, bottomPt - thickness(bottom) / 2, -1);
  down(left, leftPt + thickness(left) / 2, 1);
  down(right, rightPt - thickness(right) / 2, -1);
  return segments;
}
