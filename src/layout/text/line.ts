/** One laid-out line. Horizontal positions from the column's text edge on the starting side, in points. */
import type { ParagraphFormat } from "../model/formatting.ts";
import type { Anchor } from "../model/shapes.ts";
import type { MathPiece, ObjectPiece, TextPiece } from "./line-items.ts";
import type { TextStyle } from "./text-style.ts";

export type LinePart =
  | TextPiece
  | ObjectPiece
  | MathPiece
  | { kind: "gap"; widthPt: number; leader: string; style: TextStyle; link?: string };

export interface Line {
  xPt: number;
  /** Width of the visible content. */
  widthPt: number;
  /** Distance of the line's top from that of its paragraph. */
  yPt: number;
  heightPt: number;
  /** Baseline below the line's top. */
  baselinePt: number;
  /** What a multiple of the line height adds below the text. */
  leadingPt: number;
  parts: LinePart[];
  /** Added to each space of a justified line. */
  wordSpacingPt: number;
  notes: { kind: "footnote" | "endnote"; id: string }[];
  anchors: Anchor[];
  bookmarks: string[];
  endsWith: "wrap" | "line" | "page" | "column" | "paragraph";
  clears: boolean;
  /** Item cursor of the first item, to lay the rest out again elsewhere. */
  startItem: number;
  endItem: number;
  /** A further piece of the same row, to the right of a floating object. */
  sharesRow: boolean;
}

export interface LineHeight {
  heightPt: number;
  baselinePt: number;
  /** What a multiple of the line height adds below the text. */
  leadingPt: number;
}

/** `w:docGrid` in effect for a paragraph; undefined when lines do not snap. */
export interface LineGrid {
  pitchPt: number;
}

export interface TextHeight {
  ascentPt: number;
  descentPt: number;
  /** Height of the tallest font on the line, which multiples of the line height stretch. */
  tallestPt: number;
}

const EXACT_ASCENT_SHARE = 0.8;

/**
 * Height and baseline of a line by the paragraph's rule (17.3.1.33). Multiples stretch the text's height below
 * the line, `atLeast` adds room above it, and shrinking multiples cut from the top.
 */
export function lineHeight(
  format: Pick<ParagraphFormat, "line" | "lineRule" | "snapToGrid">,
  text: TextHeight,
  objectAscentPt: number,
  grid: LineGrid | undefined,
): LineHeight {
  const ascent = Math.max(text.ascentPt, objectAscentPt);
  const natural = ascent + text.descentPt;
  const textHeight = text.ascentPt + text.descentPt;
  if (format.lineRule === "exact") {
    const excess = format.line - textHeight;
    const baselinePt =
      excess < 0 ? text.ascentPt + excess * EXACT_ASCENT_SHARE : text.ascentPt + excess * EXACT_ASCENT_SHARE;
    return { heightPt: format.line, baselinePt, leadingPt: 0 };
  }
  if (format.lineRule === "atLeast") {
    const heightPt = Math.max(natural, format.line);
    return { heightPt, baselinePt: ascent + (heightPt - natural), leadingPt: 0 };
  }
  const multiple = format.line / 240;
  if (grid && format.snapToGrid && grid.pitchPt > 0) {
    const cells = Math.max(1, Math.ceil((natural - 0.01) / grid.pitchPt));
    const heightPt = Math.max(natural, cells * grid.pitchPt * Math.max(multiple, 1 / 24));
    return { heightPt, baselinePt: ascent + Math.max(0, (heightPt - natural) / 2), leadingPt: 0 };
  }
  if (multiple < 1) {
    const cut = (1 - multiple) * text.tallestPt;
    return { heightPt: Math.max(1, natural - cut), baselinePt: ascent - cut, leadingPt: 0 };
  }
  const leadingPt = (multiple - 1) * text.tallestPt;
  return { heightPt: natural + leadingPt, baselinePt: ascent, leadingPt };
}
