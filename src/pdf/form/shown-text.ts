import type { PdfRef } from "../objects.ts";
import { MixedFont } from "../text/mixed-font.ts";
import type { TextFont } from "../text/text-font.ts";
import { visualOrder } from "../text/visual-order.ts";
import { roundedNumber } from "./widget-frame.ts";

/** Fonts of some scripts state heights that leave room for the rarest stacks of marks. */
const HIGHEST_ASCENT = 1.05;
const LOWEST_DESCENT = -0.4;

/** Measures a text as it is on the line: Arabic letters differ in width there. */
export function measuredOnLine(font: TextFont): TextFont {
  return {
    ref: font.ref,
    ascent: Math.min(font.ascent, HIGHEST_ASCENT),
    descent: Math.max(font.descent, LOWEST_DESCENT),
    canShow: (text) => font.canShow(text),
    encode: (text) => font.encode(text),
    widthOf: (text) => font.widthOf(visualOrder(text, (form) => font.canShow(form))),
  };
}

/** Fonts of one appearance, by the names they get in its resources. */
export class UsedFonts {
  readonly refs: PdfRef[] = [];

  /** Operators that show a text at the current place, in the order of its characters on the line. */
  show(text: string, font: TextFont, sizePoints: number): string {
    const ordered = visualOrder(text, (form) => font.canShow(form));
    const parts = font instanceof MixedFont ? font.parts(ordered) : [{ font, text: ordered }];
    // Tj moves on by what it has shown, so that the next font begins there.
    return parts
      .map(
        (part) => `/${this.#nameOf(part.font.ref)} ${roundedNumber(sizePoints)} Tf ${part.font.encode(part.text)} Tj`,
      )
      .join(" ");
  }

  #nameOf(ref: PdfRef): string {
    let index = this.refs.indexOf(ref);
    if (index < 0) index = this.refs.push(ref) - 1;
    return `F${index}`;
  }
}
