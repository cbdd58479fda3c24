import type { PdfRef } from "../objects.ts";

/** A font for text that is drawn: measures in font sizes, operands as a content stream needs them. */
export interface TextFont {
  /** The font dictionary. */
  ref: PdfRef;
  /** Whether every character has a glyph. */
  canShow(text: string): boolean;
  /** Width at size 1. */
  widthOf(text: string): number;
  /** Operand of `Tj`; characters without a glyph are replaced. */
  encode(text: string): string;
  /** Height above and depth below the baseline at size 1; the depth is negative. */
  ascent: number;
  descent: number;
}
