/** How wide text is whose lines end only where it says so. */
import type { Fragment } from "./fragments.ts";

/** A width in which no line of such text ends by itself. */
export const UNBOUNDED_WIDTH_PT = 2000;
const ROUNDING_PT = 0.5;

/** @param fragments laid out in an unbounded width */
export function naturalWidth(fragments: readonly Fragment[]): number {
  let widest = 1;
  for (const fragment of fragments) {
    if (fragment.kind === "paragraph") {
      for (const line of fragment.lines)
        widest = Math.max(widest, line.widthPt + fragment.paragraph.format.indentLeftPt);
    } else if (fragment.kind === "table") widest = Math.max(widest, fragment.widthPt);
  }
  return widest + ROUNDING_PT;
}
