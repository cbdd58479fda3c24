/** Numbers beside the lines of the text (`w:lnNumType`, ECMA-376 part 1, 17.6.8). */

import type { Paragraph } from "../model/blocks.ts";
import { type CharacterFormat, DEFAULT_PARAGRAPH_FORMAT } from "../model/formatting.ts";
import type { LineNumbering } from "../model/section.ts";
import type { Page, ParagraphFragment } from "./fragments.ts";
import type { LayoutContext } from "./layout-context.ts";
import { layoutStack } from "./stack-layout.ts";

const WIDTH_PT = 60;
/** What Word takes for "automatic". */
const SINGLE_COLUMN_DISTANCE_PT = 18;
const MANY_COLUMNS_DISTANCE_PT = 9.35;

/** Adds the numbers to the bodies of pages, one after the other. Tables, frames, boxes and notes are not counted. */
export class LineNumbers {
  readonly #context: LayoutContext;
  #number = 0;
  #lastPage: Page | undefined;

  constructor(context: LayoutContext) {
    this.#context = context;
  }

  addTo(page: Page): void {
    const { section } = page;
    const numbering = section.format.lineNumbering;
    if (!numbering) return;
    for (const fragment of [...page.body]) {
      if (fragment.kind !== "paragraph") continue;
      if (!this.#lastPage || restarts(numbering, this.#lastPage, page)) this.#number = numbering.first;
      this.#lastPage = page;
      if (fragment.paragraph.format.suppressLineNumbers) continue;
      const distancePt =
        numbering.distancePt ??
        (section.format.columns.length > 1 ? MANY_COLUMNS_DISTANCE_PT : SINGLE_COLUMN_DISTANCE_PT);
      for (const line of fragment.lines) {
        if (line.sharesRow) continue;
        if (this.#number % numbering.every === 0) {
          const baselinePt = fragment.yPt + line.yPt + line.baselinePt;
          page.body.push(numberAt(this.#number, fragment.xPt - distancePt, baselinePt, this.#context));
        }
        this.#number += 1;
      }
    }
  }
}

function restarts(numbering: LineNumbering, before: Page, page: Page): boolean {
  if (numbering.restart === "continuous") return false;
  return numbering.restart === "newPage" ? before !== page : before.sectionIndex !== page.sectionIndex;
}

/** A number that ends at `rightPt`. */
function numberAt(number: number, rightPt: number, baselinePt: number, context: LayoutContext): ParagraphFragment {
  const paragraph = numberParagraph(String(number), context.document.lineNumberFormat);
  const [fragment] = layoutStack([paragraph], WIDTH_PT, context, {}).fragments as [ParagraphFragment];
  const ownBaselinePt = fragment.lines[0]?.baselinePt ?? 0;
  return { ...fragment, xPt: rightPt - WIDTH_PT, yPt: baselinePt - ownBaselinePt };
}

function numberParagraph(text: string, format: CharacterFormat): Paragraph {
  return {
    kind: "paragraph",
    format: { ...DEFAULT_PARAGRAPH_FORMAT, alignment: "right" },
    markFormat: format,
    styleId: undefined,
    headingLevel: undefined,
    label: undefined,
    inlines: [{ kind: "text", text, format }],
  };
}
