/** Drawings of a workbook painted with the Word layout's shape and text machinery. */

import type { Fragment } from "../../layout/flow/fragments.ts";
import { canvasWidths, pageMetrics, presentFamilies } from "../../layout/fonts/page-fonts.ts";
import type { DrawingNode } from "../../layout/model/shapes.ts";
import type { Theme } from "../../layout/model/theme.ts";
import { drawingLayout } from "../../layout/sheets/print/drawing-layout.ts";
import { TextMeasurer } from "../../layout/text/measure.ts";
import { TextStyles } from "../../layout/text/text-style.ts";
import { boxCss, element } from "../elements/elements.ts";
import { paintLine, type TextPaintContext } from "../elements/text-painter.ts";
import { paintDrawing } from "../pages/drawing-painter.ts";

const TEXT: TextPaintContext = {
  field: (_, fallback) => fallback,
  drawing: () => element("span", ""),
  rightToLeft: false,
  backdrop: undefined,
};

function paintFragments(fragments: readonly Fragment[]): HTMLElement[] {
  return fragments.flatMap((fragment) => {
    if (fragment.kind !== "paragraph") return [];
    const box = element("p", boxCss(fragment.xPt, fragment.yPt, fragment.widthPt, fragment.heightPt));
    const { rightToLeft } = fragment.paragraph.format;
    for (const line of fragment.lines) {
      if (line.parts.length > 0) box.append(paintLine(line, line.yPt, { ...TEXT, rightToLeft }));
    }
    return [box];
  });
}

/** A painter for drawing nodes; text in shapes needs the fonts to be loaded. */
export function drawingPainter(theme: Theme, budgetMs: number): (node: DrawingNode) => HTMLElement {
  const styles = new TextStyles(pageMetrics(), presentFamilies());
  const time = { budgetMs, clock: () => performance.now() };
  const context = drawingLayout(theme, styles, new TextMeasurer(canvasWidths()), time);
  return (node) => paintDrawing(node, context, paintFragments);
}
