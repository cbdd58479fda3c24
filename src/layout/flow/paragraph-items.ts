/** Line items of a paragraph, built once: measuring text is the most expensive part of the layout. */
import type { Paragraph } from "../model/blocks.ts";
import { type LineItem, LineItemBuilder } from "../text/line-items.ts";
import { LayoutCache } from "./layout-cache.ts";
import type { LayoutContext } from "./layout-context.ts";

/** Paragraphs whose items are kept, while columns are measured and places tried: items take much more room than text. */
const MAX_CACHED = 1_500;
const kept = new LayoutCache<Paragraph, LineItem[]>(MAX_CACHED);

/** A fresh array (line breaking splits words in place) of shared items. */
export function paragraphItems(paragraph: Paragraph, context: LayoutContext): LineItem[] {
  const items = kept.get(context, paragraph, () => {
    const builder = new LineItemBuilder(context.styles, context.measurer, paragraph.format);
    if (paragraph.label) builder.label(paragraph.label);
    return builder.build(paragraph.inlines);
  });
  return [...items];
}

/**
 * Width of the widest unbreakable piece, and of the text without any line break. A list label is in the hanging indent.
 */
export function contentWidths(paragraph: Paragraph, context: LayoutContext): { minPt: number; maxPt: number } {
  const { indentLeftPt, indentRightPt, indentFirstPt } = paragraph.format;
  const sides = Math.max(0, indentLeftPt) + Math.max(0, indentRightPt);
  const labelPt = Math.max(0, indentLeftPt + Math.min(0, indentFirstPt)) + Math.max(0, indentRightPt);
  let minPt = 0;
  let maxPt = 0;
  let run = Math.max(0, indentFirstPt);
  for (const item of paragraphItems(paragraph, context)) {
    if (item.kind === "word") {
      minPt = Math.max(minPt, item.widthPt + sides);
      run += item.widthPt;
    } else if (item.kind === "space") run += item.widthPt;
    else if (item.kind === "tab") {
      if (item.label) minPt = run + labelPt;
      run += 36;
    } else if (item.kind === "break") {
      maxPt = Math.max(maxPt, run);
      run = 0;
    }
  }
  return { minPt, maxPt: Math.max(maxPt, run) + sides };
}
