import type { Plane } from "../plane.ts";
import type { Scratch } from "../scratch.ts";
import { AAN_SCALE } from "./jpeg-tables.ts";

/** Precision of `ForwardBlocks`: coefficients are stored times this. */
const FIXED_POINT = 16;

/** DCT coefficients of a plane before quantisation, times 16: blocks in rows, 64 row-major numbers each. */
export interface ForwardBlocks {
  readonly blocksPerRow: number;
  readonly blockRows: number;
  readonly coefficients: Int16Array;
}

/** Forward DCT of a plane (T.81 A.3.3, AAN); the last samples are repeated to whole blocks. */
export function forwardTransform(plane: Plane, scratch: Scratch): ForwardBlocks {
  const blocksPerRow = Math.ceil(plane.width / 8);
  const blockRows = Math.ceil(plane.height / 8);
  const coefficients = scratch.coefficients(blocksPerRow * blockRows * 64);
  const block = new Float32Array(64);
  const factors = Float32Array.from({ length: 64 }, (_, index) => {
    return FIXED_POINT / ((AAN_SCALE[index >> 3] ?? 0) * (AAN_SCALE[index & 7] ?? 0) * 8);
  });
  const { width, height, stride, samples } = plane;
  for (let row = 0; row < blockRows; row++) {
    for (let column = 0; column < blocksPerRow; column++) {
      for (let y = 0; y < 8; y++) {
        const line = Math.min(row * 8 + y, height - 1) * stride;
        for (let x = 0; x < 8; x++) block[y * 8 + x] = (samples[line + Math.min(column * 8 + x, width - 1)] ?? 0) - 128;
      }
      for (let y = 0; y < 8; y++) transformLine(block, y * 8, 1);
      for (let x = 0; x < 8; x++) transformLine(block, x, 8);
      const at = (row * blocksPerRow + column) * 64;
      for (let k = 0; k < 64; k++) coefficients[at + k] = Math.round((block[k] ?? 0) * (factors[k] ?? 0));
    }
  }
  return { blocksPerRow, blockRows, coefficients };
}

/**
 * Quantised coefficients. AC values round towards zero a little earlier than half (`deadZone` 0..0.5 of a step), which
 * saves more bits than it costs in error.
 * @param out as long as the coefficients; returned
 */
export function quantize(
  blocks: ForwardBlocks,
  quantization: Uint16Array,
  deadZone: number,
  out: Int16Array,
): Int16Array {
  const { coefficients } = blocks;
  out.fill(0);
  const inverse = Float32Array.from(quantization, (step) => 1 / (step * FIXED_POINT));
  const rounding = 0.5 - deadZone;
  for (let at = 0; at < coefficients.length; at += 64) {
    out[at] = Math.round((coefficients[at] ?? 0) * (inverse[0] ?? 0));
    for (let k = 1; k < 64; k++) {
      const value = coefficients[at + k] ?? 0;
      if (value === 0) continue;
      const scaled = value * (inverse[k] ?? 0);
      out[at + k] = value < 0 ? -Math.floor(rounding - scaled) : Math.floor(rounding + scaled);
    }
  }
  return out;
}

/** One-dimensional AAN forward DCT of eight numbers `step` apart. */
function transformLine(a: Float32Array, at: number, step: number): void {
  const d0 = a[at] ?? 0;
  const d1 = a[at + step] ?? 0;
  const d2 = a[at + 2 * step] ?? 0;
  const d3 = a[at + 3 * step] ?? 0;
  const d4 = a[at + 4 * step] ?? 0;
  const d5 = a[at + 5 * step] ?? 0;
  const d6 = a[at + 6 * step] ?? 0;
  const d7 = a[at + 7 * step] ?? 0;
  const outerSum = d0 + d7 + d3 + d4;
  const outerDifference = d0 + d7 - d3 - d4;
  const innerSum = d1 + d6 + d2 + d5;
  const innerDifference = d1 + d6 - d2 - d5;
  a[at] = outerSum + innerSum;
  a[at + 4 * step] = outerSum - innerSum;
  const rotated = (innerDifference + outerDifference) * Math.SQRT1_2;
  a[at + 2 * step] = outerDifference + rotated;
  a[at + 6 * step] = outerDifference - rotated;

  const odd10 = d3 - d4 + (d2 - d5);
  const odd11 = d2 - d5 + (d1 - d6);
  const odd12 = d1 - d6 + (d0 - d7);
  const z5 = (odd10 - odd12) * 0.382683433;
  const z2 = 0.5411961 * odd10 + z5;
  const z4 = 1.306562965 * odd12 + z5;
  const z3 = odd11 * Math.SQRT1_2;
  const z11 = d0 - d7 + z3;
  const z13 = d0 - d7 - z3;
  a[at + 5 * step] = z13 + z2;
  a[at + 3 * step] = z13 - z2;
  a[at + step] = z11 + z4;
  a[at + 7 * step] = z11 - z4;
}
