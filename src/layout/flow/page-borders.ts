/** `w:pgBorders` (ECMA-376 part 1, 17.6.10). */

import { appendAll } from "../../domain/collections/long-lists.ts";
import type { Border } from "../model/formatting.ts";
import type { PageBorders } from "../model/section.ts";
import { frameSegments } from "./border-frame.ts";
import { borderThickness } from "./border-strokes.ts";
import type { BorderSegment, Page, PageGeometry } from "./fragments.ts";
import { isVisibleBorder } from "./paragraph-layout.ts";

interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The borders that a page has: some show on the first page of a section only, or on all others. */
export function pageBorders(page: Page): PageBorders | undefined {
  const borders = page.section.format.pageBorders;
  if (borders?.display === "firstPage" && !page.isFirstOfSection) return undefined;
  if (borders?.display === "notFirstPage" && page.isFirstOfSection) return undefined;
  return borders;
}

/** The lines of the frame; a shadow lies to the right of it and below. */
export function pageBorderSegments(borders: PageBorders, geometry: PageGeometry): BorderSegment[] {
  const outer = outerEdges(borders, geometry);
  const segments: BorderSegment[] = [];
  const add = (border: Border, x1Pt: number, y1Pt: number, x2Pt: number, y2Pt: number) =>
    segments.push({ border, x1Pt, y1Pt, x2Pt, y2Pt });
  const { bottom, right } = borders;
  if (isVisibleBorder(right) && right.shadow) {
    const width = borderThickness(right);
    const x = outer.right + width / 2;
    add(shadowOf(right, width), x, outer.top + width, x, outer.bottom + width);
  }
  if (isVisibleBorder(bottom) && bottom.shadow) {
    const width = borderThickness(bottom);
    const y = outer.bottom + width / 2;
    add(shadowOf(bottom, width), outer.left + width, y, outer.right + width, y);
  }
  const box = { leftPt: outer.left, topPt: outer.top, rightPt: outer.right, bottomPt: outer.bottom };
  appendAll(segments, frameSegments(borders, box));
  return segments;
}

/** The space is that between the paper's edge and the frame, or between the frame and the text. */
function outerEdges(borders: PageBorders, geometry: PageGeometry): Edges {
  const { widthPt, heightPt } = geometry;
  const space = (border: Border | undefined) => border?.spacePt ?? 0;
  if (borders.offsetFrom === "page") {
    return {
      left: space(borders.left),
      right: widthPt - space(borders.right),
      top: space(borders.top),
      bottom: heightPt - space(borders.bottom),
    };
  }
  const outside = (border: Border | undefined) =>
    space(border) + (isVisibleBorder(border) ? borderThickness(border) : 0);
  return {
    left: geometry.marginLeftPt - outside(borders.left),
    right: widthPt - geometry.marginRightPt + outside(borders.right),
    top: geometry.marginTopPt - outside(borders.top),
    bottom: heightPt - geometry.marginBottomPt + outside(borders.bottom),
  };
}

function shadowOf(border: Border, widthPt: number): Border {
  return { ...border, style: "single", widthPt, color: "#000000" };
}
