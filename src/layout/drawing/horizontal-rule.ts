/** Horizontal lines within the text. */

import type { Inline } from "../model/blocks.ts";
import type { CharacterFormat } from "../model/formatting.ts";

/** Stands for "as wide as the column" until the column is known. */
export const FULL_WIDTH_PT = 10_000;

const THICKNESS_PT = 0.75;

/** A thin line on the baseline, like the one that separates notes from the text. */
export function horizontalRuleInline(widthPt: number, format: CharacterFormat): Inline {
  const color = format.color === "auto" ? "#000000" : format.color;
  return {
    kind: "object",
    drawing: {
      kind: "shape",
      xPt: 0,
      yPt: 0,
      widthPt,
      heightPt: 0,
      rotationDeg: 0,
      flipHorizontal: false,
      flipVertical: false,
      altText: "",
      geometry: { kind: "preset", name: "line", adjustments: {} },
      fill: { kind: "none" },
      stroke: {
        color,
        opacity: 1,
        widthPt: THICKNESS_PT,
        dash: "solid",
        cap: "flat",
        head: undefined,
        tail: undefined,
        compound: false,
      },
      text: undefined,
      shadow: false,
    },
    widthPt,
    heightPt: 0,
    baselineShiftPt: 0,
    format,
  };
}
