/** `w:pgBorders` (ECMA-376 part 1, 17.6.10). */
import type { Border } from "../docx/formatting.ts";
import type { BorderSegment, Page } from "../flow/fragments.ts";
import { isVisibleBorder } from "../flow/paragraph-layout.ts";
import { paintBorders } from "./border-painter.ts";
import { element } from "./elements.ts";

export function paintPageBorders(page: Page): HTMLElement | undefined {
  const borders = page.section.format.pageBorders;
  if (!borders) return undefined;
  if (borders.display === "firstPage" && !page.isFirstOfSection) return undefined;
  if (borders.display === "notFirstPage" && page.isFirstOfSection) return undefined;
  const { geometry } = page;
  const fromPage = borders.offsetFrom === "page";
  const space = (border: Border | undefined) => border?.spacePt ?? 0;
  const left = fromPage ? space(borders.left) : geometry.marginLeftPt - space(borders.left);
  const right = fromPage
    ? geometry.widthPt - space(borders.right)
    : geometry.widthPt - geometry.marginRightPt + space(borders.right);
  const top = fromPage ? space(borders.top) : geometry.marginTopPt - space(borders.top);
  const bottom = fromPage
    ? geometry.heightPt - space(borders.bottom)
    : geometry.heightPt - geometry.marginBottomPt + space(borders.bottom);
  const box = element("div", `position:absolute;left:0;top:0;${borders.inFront ? "" : "z-index:-1;"}`);
  const segments: BorderSegment[] = [];
  const add = (border: Border | undefined, x1Pt: number, y1Pt: number, x2Pt: number, y2Pt: number) => {
    if (isVisibleBorder(border)) segments.push({ border, x1Pt, y1Pt, x2Pt, y2Pt });
  };
  add(borders.top, left, top, right, top);
  add(borders.bottom, left, bottom, right, bottom);
  add(borders.left, left, top, left, bottom);
  add(borders.right, right, top, right, bottom);
  box.append(paintBorders(segments));
  return box;
}
