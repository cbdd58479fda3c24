/** Lines of cells, headers and headings. */
import type { CellFonts } from "../../layout/sheets/cells/cell-fonts.ts";
import type { PlacedLine } from "../../layout/sheets/cells/text-places.ts";
import { element, pt } from "../elements/elements.ts";
import { fontCss } from "./font-css.ts";

/** `originXPt` and `originYPt`: the corner of the box that the element goes into. */
export function paintTextLine(
  { line, xPt, yPt, wordSpacingPt }: PlacedLine,
  fonts: CellFonts,
  originXPt = 0,
  originYPt = 0,
): HTMLElement {
  const height = pt(line.ascentPt + line.descentPt);
  const holder = element(
    "div",
    `position:absolute;left:${pt(xPt - originXPt)};top:${pt(yPt - originYPt)};white-space:pre;unicode-bidi:plaintext;height:${height};line-height:${height};${wordSpacingPt ? `word-spacing:${pt(wordSpacingPt)};` : ""}`,
  );
  for (const run of line.runs) {
    const span = element(
      "span",
      `${fontCss(fonts, run.font)}line-height:${height};${run.invisible ? "visibility:hidden;" : ""}`,
    );
    span.textContent = run.text;
    holder.append(span);
  }
  return holder;
}
