/** Predictions from neighbors within a frame (RFC 6386, section 12). */
import type { SamplePlane } from "./sample-plane.ts";

/** Modes of whole blocks; the first ten of small ones are numbered in the order of mode-probabilities.ts. */
export const MODE = {
  dc: 0,
  trueMotion: 1,
  vertical: 2,
  horizontal: 3,
  rightDown: 4,
  verticalRight: 5,
  leftDown: 6,
  verticalLeft: 7,
  horizontalDown: 8,
  horizontalUp: 9,
} as const;

const NO_NEIGHBOR = 128;

/** Luma of 16 by 16 samples, or chroma of 8 by 8. */
export function predictBlock(
  { samples, stride }: SamplePlane,
  at: number,
  side: number,
  mode: number,
  isTop: boolean,
  isLeft: boolean,
): void {
  if (mode === MODE.trueMotion) {
    predictTrueMotion(samples, at, stride, side);
    return;
  }
  const above = at - stride;
  if (mode === MODE.vertical) {
    for (let y = 0; y < side; y++) samples.copyWithin(at + y * stride, above, above + side);
    return;
  }
  let mean = 0;
  if (mode === MODE.dc) mean = meanOfNeighbors(samples, at, stride, side, isTop, isLeft);
  for (let y = 0; y < side; y++) {
    const row = at + y * stride;
    samples.fill(mode === MODE.dc ? mean : (samples[row - 1] ?? 0), row, row + side);
  }
}

function meanOfNeighbors(
  samples: Uint8ClampedArray,
  at: number,
  stride: number,
  side: number,
  isTop: boolean,
  isLeft: boolean,
): number {
  if (isTop && isLeft) return NO_NEIGHBOR;
  let sum = 0;
  for (let index = 0; index < side; index++) {
    if (!isTop) sum += samples[at - stride + index] ?? 0;
    if (!isLeft) sum += samples[at + index * stride - 1] ?? 0;
  }
  const count = isTop || isLeft ? side : 2 * side;
  return Math.floor((sum + count / 2) / count);
}

function predictTrueMotion(samples: Uint8ClampedArray, at: number, stride: number, side: number): void {
  const above = at - stride;
  const corner = samples[above - 1] ?? 0;
  for (let y = 0; y < side; y++) {
    const row = at + y * stride;
    const rise = (samples[row - 1] ?? 0) - corner;
    for (let x = 0; x < side; x++) samples[row + x] = (samples[above + x] ?? 0) + rise;
  }
}

const SIDE = 4;
/** Samples around a small block: from the lowest on the left up to the corner, then above to the right. */
const EDGE = 13;
const CORNER = 4;
const EDGE_MIDDLES = EDGE;
const LOWEST = EDGE_MIDDLES + EDGE - 1;

/**
 * For each sample of a small block its source in the modes with a direction: the number of an edge sample is that
 * sample smoothed by its two neighbors, then come the means of each two edge samples, then the lowest one as it is.
 */
const DIRECTIONS: Readonly<Record<number, readonly number[]>> = {
  [MODE.vertical]: eachSample((x) => CORNER + 1 + x),
  [MODE.horizontal]: eachSample((_, y) => CORNER - 1 - y),
  [MODE.rightDown]: eachSample((x, y) => CORNER + x - y),
  [MODE.leftDown]: eachSample((x, y) => CORNER + 2 + x + y),
  [MODE.verticalRight]: [...middles(4, 5, 6, 7), 4, 5, 6, 7, 3, ...middles(4, 5, 6), 2, 4, 5, 6],
  [MODE.verticalLeft]: [...middles(5, 6, 7, 8), 6, 7, 8, 9, ...middles(6, 7, 8), 10, 7, 8, 9, 11],
  [MODE.horizontalDown]: [
    ...[...middles(3), 4, 5, 6],
    ...[...middles(2), 3, ...middles(3), 4],
    ...[...middles(1), 2, ...middles(2), 3],
    ...[...middles(0), 1, ...middles(1), 2],
  ],
  [MODE.horizontalUp]: [
    ...[...middles(2), 2, ...middles(1), 1],
    ...[...middles(1), 1, ...middles(0), 0],
    ...[...middles(0), 0, LOWEST, LOWEST],
    ...[LOWEST, LOWEST, LOWEST, LOWEST],
  ],
};

function eachSample(value: (x: number, y: number) => number): number[] {
  return Array.from({ length: SIDE * SIDE }, (_, index) => value(index % SIDE, Math.floor(index / SIDE)));
}

function middles(...firsts: number[]): number[] {
  return firsts.map((first) => EDGE_MIDDLES + first);
}

const edge = new Uint8Array(EDGE);
const smoothed = new Uint8Array(LOWEST + 1);

/** A block of 4 by 4 samples; those above and to the right of it are elsewhere in the lower rows of a macroblock. */
export function predictSmallBlock(
  { samples, stride }: SamplePlane,
  at: number,
  mode: number,
  aboveRight: ArrayLike<number>,
): void {
  if (mode === MODE.trueMotion) {
    predictTrueMotion(samples, at, stride, SIDE);
    return;
  }
  if (mode === MODE.dc) {
    const mean = meanOfNeighbors(samples, at, stride, SIDE, false, false);
    for (let y = 0; y < SIDE; y++) samples.fill(mean, at + y * stride, at + y * stride + SIDE);
    return;
  }
  for (let index = 0; index < SIDE; index++) edge[SIDE - 1 - index] = samples[at + index * stride - 1] ?? 0;
  for (let index = 0; index <= SIDE; index++) edge[CORNER + index] = samples[at - stride - 1 + index] ?? 0;
  for (let index = 0; index < SIDE; index++) edge[CORNER + 1 + SIDE + index] = aboveRight[index] ?? 0;
  for (let index = 0; index < EDGE; index++) {
    const own = edge[index] ?? 0;
    const next = edge[index + 1] ?? own;
    smoothed[index] = ((edge[index - 1] ?? own) + 2 * own + next + 2) >> 2;
    if (index + 1 < EDGE) smoothed[EDGE_MIDDLES + index] = (own + next + 1) >> 1;
  }
  smoothed[LOWEST] = edge[0] ?? 0;
  const places = DIRECTIONS[mode] ?? [];
  for (let index = 0; index < SIDE * SIDE; index++) {
    samples[at + (index >> 2) * stride + (index & 3)] = smoothed[places[index] ?? 0] ?? 0;
  }
}
