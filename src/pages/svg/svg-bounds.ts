/** How far parts of an SVG reach, for what is measured by an element's box: masks, filters, patterns (SVG 1.1, 7.11). */
import { appendAll } from "../../domain/collections/long-lists.ts";
import { apply, invert, type Matrix } from "../../geometry/matrix.ts";
import type { Outline } from "../display-list/outline.ts";
import type { SvgPart, SvgText } from "./svg-image.ts";

export type Bounds = readonly [x: number, y: number, width: number, height: number];

/** Widths of letters are known only when they are drawn. */
const MEAN_LETTER_EM = 0.5;
const ASCENT_EM = 0.9;
const DESCENT_EM = 0.25;

/** Of the points, controls of curves included. */
export function boundsOf({ numbers }: Outline): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const [x, y] = [numbers[index] ?? 0, numbers[index + 1] ?? 0];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return [left, top, right - left, bottom - top];
}

/** Of what is drawn without its strokes and clips (SVG 2, 8.10), in the coordinates that `matrix` leads from; undefined for nothing. */
export function boundsOfParts(parts: readonly SvgPart[], matrix: Matrix): Bounds | undefined {
  const inverse = invert(matrix);
  if (!inverse) return undefined;
  const numbers: number[] = [];
  const add = (part: SvgPart): void => {
    for (const [x, y] of pointsOf(part)) appendAll(numbers, apply(inverse, x, y));
    if (part.kind === "masked" || part.kind === "filtered" || part.kind === "clip") part.parts.forEach(add);
  };
  parts.forEach(add);
  return numbers.length > 0 ? boundsOf({ operators: "", numbers }) : undefined;
}

function* pointsOf(part: SvgPart): Generator<readonly [number, number]> {
  switch (part.kind) {
    case "masked":
    case "filtered":
    case "clip":
      break;
    case "image":
      yield* corners(
        part.image.box.xPt,
        part.image.box.yPt,
        part.image.box.widthPt,
        part.image.box.heightPt,
        part.matrix,
      );
      break;
    case "text":
      yield* textCorners(part);
      break;
    default: {
      const { numbers } = part.outline;
      for (let index = 0; index + 1 < numbers.length; index += 2) yield [numbers[index] ?? 0, numbers[index + 1] ?? 0];
    }
  }
}

function textCorners({ text, size, anchor, matrix }: SvgText) {
  const width = [...text].length * size * MEAN_LETTER_EM;
  const left = anchor === "start" ? 0 : anchor === "end" ? -width : -width / 2;
  return corners(left, -size * ASCENT_EM, width, size * (ASCENT_EM + DESCENT_EM), matrix);
}

function corners(x: number, y: number, width: number, height: number, matrix: Matrix): [number, number][] {
  return [
    apply(matrix, x, y),
    apply(matrix, x + width, y),
    apply(matrix, x + width, y + height),
    apply(matrix, x, y + height),
  ];
}
