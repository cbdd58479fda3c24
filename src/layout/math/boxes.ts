/** Boxes put together. */
import { largestOf } from "../../domain/collections/long-lists.ts";
import type { MathBox, PlacedMath } from "../text/math-box.ts";
import type { AtomClass } from "./operator-spacing.ts";

/** A box and what its neighbors have to know about it. */
export interface Atom {
  box: MathBox;
  /** Its class for its left neighbor, and for its right one. */
  left: AtomClass;
  right: AtomClass;
  /** How far its ink leans over its right edge: room before an upright neighbor, and above it for superscripts. */
  italicPt: number;
  /** A single glyph: scripts find their places by it, and accents theirs. */
  glyph?: { id: number; sizePt: number };
  /** A slanted letter. */
  isSlanted?: boolean;
  /** The equation continues on the next line. */
  endsLine?: boolean;
  /** Where lines are aligned. */
  isAlignment?: boolean;
}

export const NO_BOX: MathBox = { kind: "box", widthPt: 0, ascentPt: 0, descentPt: 0, parts: [] };

/** A box on the baseline, or raised above it. */
export interface PlacedBox {
  box: MathBox;
  rightPt: number;
  /** How far its baseline is above that of the whole; negative below. */
  raisedPt: number;
}

/** As high and deep as its content. */
export function together(widthPt: number, placed: readonly PlacedBox[]): MathBox {
  const ascentPt = largestOf(placed.map(({ box, raisedPt }) => box.ascentPt + raisedPt));
  const descentPt = largestOf(placed.map(({ box, raisedPt }) => box.descentPt - raisedPt));
  const parts = placed.map(
    ({ box, rightPt, raisedPt }): PlacedMath => ({ rightPt, downPt: -raisedPt || 0, part: box }),
  );
  const isEmpty = placed.length === 0;
  return { kind: "box", widthPt, ascentPt: isEmpty ? 0 : ascentPt, descentPt: isEmpty ? 0 : descentPt, parts };
}

/** A rule on the baseline's left end; `raisedPt` is its lower edge. */
export function ruleBox(widthPt: number, thicknessPt: number, color: string): MathBox {
  const part = { kind: "rule", widthPt, heightPt: thicknessPt, color } as const;
  const parts = [{ rightPt: 0, downPt: -thicknessPt, part }];
  return { kind: "box", widthPt, ascentPt: thicknessPt, descentPt: 0, parts };
}

export function heightOf({ ascentPt, descentPt }: MathBox): number {
  return ascentPt + descentPt;
}

export function ordinary(box: MathBox): Atom {
  return { box, left: "ordinary", right: "ordinary", italicPt: 0 };
}

/** A box with room on both sides. */
export function padded(box: MathBox, leftPt: number, rightPt: number): MathBox {
  return together(box.widthPt + leftPt + rightPt, [{ box, rightPt: leftPt, raisedPt: 0 }]);
}
