/** `w:pBdr` (ECMA-376 part 1, 17.3.1.24): the lines around a paragraph, each within its box, and the bar beside it. */

import { frameSegments } from "./border-frame.ts";
import { borderThickness } from "./border-strokes.ts";
import type { BorderSegment, ParagraphFragment } from "./fragments.ts";

export function paragraphBorderSegments({ decoration, box, paragraph }: ParagraphFragment): BorderSegment[] {
  const { top, bottom, left, right, bar } = decoration;
  const { leftPt, rightPt, topPt, bottomPt } = box;
  // A line between two paragraphs of one box meets no corner.
  const isBetween = top !== undefined && top !== paragraph.format.borders.top;
  const segments = frameSegments({ top: isBetween ? undefined : top, bottom, left, right }, box);
  if (isBetween) {
    const yPt = borderThickness(top) / 2;
    segments.push({ border: top, x1Pt: leftPt, y1Pt: yPt, x2Pt: rightPt, y2Pt: yPt });
  }
  if (bar) {
    // On the left of every page, as Word has it, and outside the other lines.
    const xPt = leftPt - bar.spacePt - borderThickness(bar) / 2;
    segments.push({ border: bar, x1Pt: xPt, y1Pt: topPt, x2Pt: xPt, y2Pt: bottomPt });
  }
  return segments;
}
