/** What layout needs from fonts, provided without any: every character half an em wide, lines 1.2 em high. */
import type { EmWidthSource } from "../../src/layout/text/measure.ts";

export const HALF_AN_EM: EmWidthSource = (text) => [...text].length / 2;
export const EVEN_METRICS = () => ({ ascent: 0.9, descent: 0.3 });

/** Tenths of a point, as expectations have them. */
export const tenths = (value: number): string => value.toFixed(1).replace("-0.0", "0.0");

/** A box as expectations have it: left, top, width, height. */
export function boxText(box: { xPt: number; yPt: number; widthPt: number; heightPt: number }): string {
  return `${tenths(box.xPt)} ${tenths(box.yPt)} ${tenths(box.widthPt)}x${tenths(box.heightPt)}`;
}
