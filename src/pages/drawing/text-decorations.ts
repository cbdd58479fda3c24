/** Lines under and through text. */

import type { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { lineSegments, type Outline } from "../display-list/outline.ts";

/** Dash lengths in thicknesses of the line. */
const DASHES: Readonly<Record<string, readonly number[]>> = {
  dotted: [1, 1],
  dottedHeavy: [1, 1],
  dash: [3, 2],
  dashedHeavy: [3, 2],
  dashLong: [6, 3],
  dashLongHeavy: [6, 3],
  dotDash: [3, 1, 1, 1],
  dashDotHeavy: [3, 1, 1, 1],
  dotDotDash: [3, 1, 1, 1, 1, 1],
  dashDotDotHeavy: [3, 1, 1, 1, 1, 1],
};
const HEAVY = /thick|Heavy/;
const HEAVY_FACTOR = 2;
const MAX_WAVES = 400;

/** Draws a line of a kind of underline (`ST_Underline`, ECMA-376 part 1, 17.18.99) on its middle. */
export function drawDecoration(
  builder: DisplayListBuilder,
  kind: string,
  xPt: number,
  middlePt: number,
  lengthPt: number,
  thicknessPt: number,
  color: string,
): void {
  const widthPt = HEAVY.test(kind) ? thicknessPt * HEAVY_FACTOR : thicknessPt;
  const isDouble = kind === "double" || kind === "wavyDouble";
  const dashesPt = (DASHES[kind] ?? []).map((dash) => dash * widthPt);
  const line = /^wav/.test(kind) ? wave : straight;
  builder.mark("artifact", () => {
    for (const offset of isDouble ? [-1, 1] : [0]) {
      builder.add({
        kind: "path",
        outline: line(xPt, middlePt + offset * widthPt, lengthPt, widthPt),
        fill: undefined,
        stroke: { color, opacity: 1, widthPt, cap: "butt", join: "round", dashesPt },
      });
    }
  });
}

function straight(xPt: number, yPt: number, lengthPt: number): Outline {
  return lineSegments([[xPt, yPt, xPt + lengthPt, yPt]]);
}

function wave(xPt: number, yPt: number, lengthPt: number, widthPt: number): Outline {
  const heightPt = 1.5 * widthPt;
  const count = Math.max(1, Math.min(MAX_WAVES, Math.round(lengthPt / (4 * widthPt))));
  const stepPt = lengthPt / count;
  const numbers = [xPt, yPt];
  for (let index = 0; index < count; index++) {
    const left = xPt + index * stepPt;
    const side = index % 2 === 0 ? -heightPt : heightPt;
    numbers.push(left + stepPt * 0.4, yPt + side, left + stepPt * 0.6, yPt + side, left + stepPt, yPt);
  }
  return { operators: `M${"C".repeat(count)}`, numbers };
}
