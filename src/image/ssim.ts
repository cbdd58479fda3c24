import type { Plane } from "./plane.ts";

const WINDOW = 7;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/**
 * Mean structural similarity (Wang et al. 2004) of two planes of one size, over flat 7x7 windows: 1 is equal.
 * `rowStep` looks only at every n-th row of windows.
 */
export function ssim(first: Plane, second: Plane, rowStep = 1): number {
  const { width, height } = first;
  if (width < WINDOW || height < WINDOW) return smallSsim(first, second);
  const columns = {
    a: new Float64Array(width),
    b: new Float64Array(width),
    aa: new Float64Array(width),
    bb: new Float64Array(width),
    ab: new Float64Array(width),
  };
  let total = 0;
  let windows = 0;
  for (let top = 0; top + WINDOW <= height; top += rowStep) {
    if (top === 0 || rowStep >= WINDOW) {
      for (const sums of Object.values(columns)) sums.fill(0);
      for (let row = top; row < top + WINDOW; row++) addRow(first, second, row, columns, 1);
    } else {
      for (let row = top - rowStep; row < top; row++) addRow(first, second, row, columns, -1);
      for (let row = top - rowStep + WINDOW; row < top + WINDOW; row++) addRow(first, second, row, columns, 1);
    }
    total += slide(columns, width);
    windows += width - WINDOW + 1;
  }
  return total / windows;
}

interface ColumnSums {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly aa: Float64Array;
  readonly bb: Float64Array;
  readonly ab: Float64Array;
}

function addRow(first: Plane, second: Plane, row: number, sums: ColumnSums, sign: number): void {
  const { a, b, aa, bb, ab } = sums;
  const firstAt = row * first.stride;
  const secondAt = row * second.stride;
  for (let x = 0; x < first.width; x++) {
    const p = first.samples[firstAt + x] ?? 0;
    const q = second.samples[secondAt + x] ?? 0;
    a[x] = (a[x] ?? 0) + sign * p;
    b[x] = (b[x] ?? 0) + sign * q;
    aa[x] = (aa[x] ?? 0) + sign * p * p;
    bb[x] = (bb[x] ?? 0) + sign * q * q;
    ab[x] = (ab[x] ?? 0) + sign * p * q;
  }
}

function slide(sums: ColumnSums, width: number): number {
  let a = 0;
  let b = 0;
  let aa = 0;
  let bb = 0;
  let ab = 0;
  let total = 0;
  for (let x = 0; x < width; x++) {
    a += sums.a[x] ?? 0;
    b += sums.b[x] ?? 0;
    aa += sums.aa[x] ?? 0;
    bb += sums.bb[x] ?? 0;
    ab += sums.ab[x] ?? 0;
    if (x < WINDOW - 1) continue;
    total += index(a, b, aa, bb, ab, WINDOW * WINDOW);
    const left = x - WINDOW + 1;
    a -= sums.a[left] ?? 0;
    b -= sums.b[left] ?? 0;
    aa -= sums.aa[left] ?? 0;
    bb -= sums.bb[left] ?? 0;
    ab -= sums.ab[left] ?? 0;
  }
  return total;
}

/** SSIM of one window of `count` samples from its sums. */
function index(a: number, b: number, aa: number, bb: number, ab: number, count: number): number {
  const meanA = a / count;
  const meanB = b / count;
  const normalization = count / Math.max(1, count - 1);
  const varianceA = normalization * (aa / count - meanA * meanA);
  const varianceB = normalization * (bb / count - meanB * meanB);
  const covariance = normalization * (ab / count - meanA * meanB);
  return (
    ((2 * meanA * meanB + C1) * (2 * covariance + C2)) /
    ((meanA * meanA + meanB * meanB + C1) * (varianceA + varianceB + C2))
  );
}

function smallSsim(first: Plane, second: Plane): number {
  let a = 0;
  let b = 0;
  let aa = 0;
  let bb = 0;
  let ab = 0;
  for (let y = 0; y < first.height; y++) {
    for (let x = 0; x < first.width; x++) {
      const p = first.samples[y * first.stride + x] ?? 0;
      const q = second.samples[y * second.stride + x] ?? 0;
      a += p;
      b += q;
      aa += p * p;
      bb += q * q;
      ab += p * q;
    }
  }
  return index(a, b, aa, bb, ab, first.width * first.height);
}
