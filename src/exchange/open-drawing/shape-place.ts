/** Where shapes stand on a slide (OpenDocument 1.3 Part 3, 19.228) -> `a:xfrm`. */
import { element } from "../../binary/doc/xml-writer.ts";
import { apply, IDENTITY, type Matrix, multiply, translation } from "../../geometry/matrix.ts";
import type { Properties } from "../open-document/style-properties.ts";
import { emuOf } from "./emu.ts";
import type { Size } from "./outline.ts";

export interface Place extends Size {
  /** EMU of the upper left corner before it is turned. */
  x: number;
  y: number;
  /** Degrees clockwise. */
  turned: number;
  isFlippedX: boolean;
  isFlippedY: boolean;
}

const MOST_TRANSFORMS = 100;

/** Of a shape with `svg:width` and `svg:height`. */
export function placeOf(attributes: Properties): Place {
  const size = {
    width: Math.max(0, emuOf(attributes["svg:width"]) ?? 0),
    height: Math.max(0, emuOf(attributes["svg:height"]) ?? 0),
  };
  const [x, y] = [emuOf(attributes["svg:x"]) ?? 0, emuOf(attributes["svg:y"]) ?? 0];
  const transform = attributes["draw:transform"];
  const plain = { x, y, ...size, turned: 0, isFlippedX: false, isFlippedY: false };
  if (!transform) return plain;
  return transformed(plain, multiply(translation(x, y), matrixOf(transform)));
}

/** A box from 0/0 under a matrix; what is slanted stands straight. */
function transformed(plain: Place, matrix: Matrix): Place {
  const [a, b, c, d] = matrix;
  const [width, height] = [plain.width * Math.hypot(a, b), plain.height * Math.hypot(c, d)];
  const [centerX, centerY] = apply(matrix, plain.width / 2, plain.height / 2);
  const isFlipped = a * d - b * c < 0;
  return {
    x: centerX - width / 2,
    y: centerY - height / 2,
    width,
    height,
    turned: (Math.atan2(b, a) * 180) / Math.PI,
    isFlippedX: false,
    isFlippedY: isFlipped,
  };
}

/** `rotate (0.5) translate (1cm 2cm)`: one after the other. */
export function matrixOf(transform: string): Matrix {
  let matrix = IDENTITY;
  let count = 0;
  for (const [, name, list = ""] of transform.matchAll(/(?<![a-zA-Z])([a-zA-Z]+)\s*\(([^()]*)\)/g)) {
    if (++count > MOST_TRANSFORMS) break;
    const words = list.trim().split(/[\s,]+/);
    const numbers = words.map((word) => Number.parseFloat(word) || 0);
    const lengths = words.map((word) => emuOf(word) ?? 0);
    const [first = 0, second] = numbers;
    // turned to the left by a positive angle
    const [cos, sin] = [Math.cos(first), Math.sin(first)];
    if (name === "rotate") matrix = multiply(matrix, [cos, -sin, sin, cos, 0, 0]);
    else if (name === "translate") matrix = multiply(matrix, translation(lengths[0] ?? 0, lengths[1] ?? 0));
    else if (name === "scale") matrix = multiply(matrix, [first, 0, 0, second ?? first, 0, 0]);
    else if (name === "skewX") matrix = multiply(matrix, [1, 0, -Math.tan(first), 1, 0, 0]);
    else if (name === "skewY") matrix = multiply(matrix, [1, Math.tan(first), 0, 1, 0, 0]);
    else if (name === "matrix") {
      const [a = 1, b = 0, c = 0, d = 1] = numbers;
      matrix = multiply(matrix, [a, b, c, d, lengths[4] ?? 0, lengths[5] ?? 0]);
    }
  }
  return matrix.every(Number.isFinite) ? matrix : IDENTITY;
}

/** Sixty-thousandths of a degree. */
export function angleOf({ turned }: Place): number {
  return Math.round((((turned % 360) + 360) % 360) * 60_000);
}

/** @param name `a:xfrm`, or `p:xfrm` of frames */
export function placeXml(place: Place, name = "a:xfrm"): string {
  const { x, y, width, height, isFlippedX, isFlippedY } = place;
  const angle = angleOf(place);
  return element(
    name,
    { rot: angle === 0 ? undefined : angle, flipH: isFlippedX ? 1 : undefined, flipV: isFlippedY ? 1 : undefined },
    element("a:off", { x: Math.round(x), y: Math.round(y) }) +
      element("a:ext", { cx: Math.round(width), cy: Math.round(height) }),
  );
}
