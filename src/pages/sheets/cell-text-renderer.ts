/** Lines of cells, headings, headers and footers -> display items. */

import type { FontLibrary } from "../../font/library/font-library.ts";
import { hasRightToLeft } from "../../font/shape/complex-text.ts";
import { stretchesOf } from "../../font/shape/directions.ts";
import type { CellFonts } from "../../layout/sheets/cells/cell-fonts.ts";
import type { StyledRun } from "../../layout/sheets/cells/text-lines.ts";
import type { PlacedLine } from "../../layout/sheets/cells/text-places.ts";
import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { glyphRuns } from "../drawing/glyph-runs.ts";
import { drawDecoration } from "../drawing/text-decorations.ts";

/** For faces that do not say. */
const UNDERLINE = { position: -0.12, thickness: 0.065 };
const AUTOMATIC_COLOR = "#000000";

/** The runs of a line as they are seen, from left to right: the first letter says which way the line goes. */
function seenOrder(runs: readonly StyledRun[]): readonly StyledRun[] {
  const text = runs.map((run) => run.text).join("");
  if (runs.length < 2 || !hasRightToLeft(text)) return runs;
  return stretchesOf(text, "auto").flatMap(({ start, end, direction }) => {
    const within: StyledRun[] = [];
    let offset = 0;
    for (const run of runs) {
      const piece = run.text.slice(Math.max(0, start - offset), Math.max(0, end - offset));
      if (piece !== "") within.push({ ...run, text: piece });
      offset += run.text.length;
    }
    return direction === "rtl" ? within.reverse() : within;
  });
}

export class CellTextRenderer {
  readonly #builder: DisplayListBuilder;
  readonly #fonts: CellFonts;
  readonly #library: FontLibrary;

  constructor(builder: DisplayListBuilder, fonts: CellFonts, library: FontLibrary) {
    this.#builder = builder;
    this.#fonts = fonts;
    this.#library = library;
  }

  draw({ line, xPt, yPt, wordSpacingPt }: PlacedLine): void {
    let atPt = xPt;
    for (const run of seenOrder(line.runs)) {
      const spaces = wordSpacingPt === 0 ? 0 : (run.text.match(/[ \u00a0]/g)?.length ?? 0);
      const widthPt = this.#fonts.widthPt(run.text, run.font) + spaces * wordSpacingPt;
      if (!run.invisible) this.#run(run, atPt, yPt + line.ascentPt, widthPt, wordSpacingPt);
      atPt += widthPt;
    }
  }

  #run({ text, font }: StyledRun, xPt: number, baselinePt: number, widthPt: number, wordSpacingPt: number): void {
    const { sizePt, raisePt } = this.#fonts.setting(font);
    const color = font.color ?? AUTOMATIC_COLOR;
    const stack = this.#library.stack(this.#fonts.key(font));
    const yPt = baselinePt - raisePt;
    this.#builder.addAll(glyphRuns(text, { stack, sizePt, color, wordSpacingPt }, xPt, yPt));
    if (font.underline === "none" && !font.strike) return;
    const { face } = stack.glyph(0x20);
    const underline = face?.underline ?? UNDERLINE;
    const rule = (kind: string, middlePt: number) =>
      drawDecoration(this.#builder, kind, xPt, middlePt, widthPt, underline.thickness * sizePt, color);
    if (font.underline !== "none") rule(font.underline, yPt - underline.position * sizePt);
    if (font.strike) rule("single", yPt - ((face?.ascent ?? 0.9) * sizePt) / 3);
  }
}
