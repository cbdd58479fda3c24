/** Drawings of a workbook painted with the Word layout's shape and text machinery. */
import { DEFAULT_CHARACTER_FORMAT } from "../docx/formatting.ts";
import { readSettings } from "../docx/settings.ts";
import type { Theme } from "../docx/theme.ts";
import type { DrawingNode } from "../drawing/model.ts";
import type { Fragment } from "../flow/fragments.ts";
import { LayoutContext } from "../flow/layout-context.ts";
import { canvasWidths, pageMetrics, presentFamilies } from "../fonts/page-fonts.ts";
import { paintDrawing } from "../paint/drawing-painter.ts";
import { boxCss, element } from "../paint/elements.ts";
import { paintLine, type TextPaintContext } from "../paint/text-painter.ts";
import { TextMeasurer } from "../text/measure.ts";
import { TextStyles } from "../text/text-style.ts";

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
  const context = new LayoutContext(
    {
      sections: [],
      footnotes: new Map(),
      endnotes: new Map(),
      lineNumberFormat: DEFAULT_CHARACTER_FORMAT,
      footnoteSeparators: { first: [], continuation: [] },
      endnoteSeparators: { first: [], continuation: [] },
      settings: readSettings(undefined),
      theme,
      title: "",
      language: "en-US",
      background: undefined,
      warnings: [],
    },
    new TextStyles(pageMetrics(), presentFamilies()),
    new TextMeasurer(canvasWidths()),
    { budgetMs, clock: () => performance.now() },
  );
  return (node) => paintDrawing(node, context, paintFragments);
}
