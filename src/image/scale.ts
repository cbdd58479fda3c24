import { present } from "../domain/present.ts";
import type { Plane } from "./plane.ts";
import { Scratch } from "./scratch.ts";

interface Taps {
  /** First source index of each target index. */
  readonly starts: Int32Array;
  /** Weights of the source samples from `starts` on, `width` per target index, summing to 1. */
  readonly weights: Float32Array;
  readonly width: number;
}

/** Resamples a plane by area (shrinking) or linearly (growing) to `width` x `height`. */
export function resample(plane: Plane, width: number, height: number, scratch: Scratch = new Scratch()): Plane {
  if (width === plane.width && height === plane.height) return plane;
  const horizontal = taps(plane.width, width);
  const vertical = taps(plane.height, height);
  const out = scratch.samples(width * height);
  const line = new Float32Array(width);
  const cached: Float32Array[] = [];
  const cachedRows: number[] = [];
  const slots = vertical.width;
  for (let slot = 0; slot < slots; slot++) {
    cached.push(new Float32Array(width));
    cachedRows.push(-1);
  }
  for (let y = 0; y < height; y++) {
    line.fill(0);
    for (let tap = 0; tap < slots; tap++) {
      const weight = vertical.weights[y * slots + tap] ?? 0;
      if (weight === 0) continue;
      const row = (vertical.starts[y] ?? 0) + tap;
      const slot = row % slots;
      const source = present(cached[slot]);
      if (cachedRows[slot] !== row) {
        shrinkRow(plane, row, horizontal, source);
        cachedRows[slot] = row;
      }
      for (let x = 0; x < width; x++) line[x] = (line[x] ?? 0) + weight * (source[x] ?? 0);
    }
    out.set(line, y * width);
  }
  return { width, height, stride: width, samples: out };
}

function shrinkRow(plane: Plane, row: number, horizontal: Taps, out: Float32Array): void {
  const { starts, weights, width } = horizontal;
  const { samples } = plane;
  const base = row * plane.stride;
  for (let x = 0; x < out.length; x++) {
    const start = base + (starts[x] ?? 0);
    let sum = 0;
    for (let tap = 0; tap < width; tap++) sum += (weights[x * width + tap] ?? 0) * (samples[start + tap] ?? 0);
    out[x] = sum;
  }
}

function taps(source: number, target: number): Taps {
  const ratio = source / target;
  const width = Math.min(source, ratio >= 1 ? Math.ceil(ratio) + 1 : 2);
  const starts = new Int32Array(target);
  const weights = new Float32Array(target * width);
  for (let index = 0; index < target; index++) {
    const low = ratio >= 1 ? index * ratio : (index + 0.5) * ratio - 0.5;
    const high = ratio >= 1 ? low + ratio : low + 1;
    const start = Math.max(0, Math.min(source - width, Math.floor(low)));
    starts[index] = start;
    let sum = 0;
    for (let tap = 0; tap < width; tap++) {
      const at = start + tap;
      const overlap =
        ratio >= 1 ? Math.min(high, at + 1) - Math.max(low, at) : Math.max(0, 1 - Math.abs(at - Math.max(0, low)));
      const weight = Math.max(0, overlap);
      weights[index * width + tap] = weight;
      sum += weight;
    }
    for (let tap = 0; tap < width; tap++) weights[index * width + tap] = (weights[index * width + tap] ?? 0) / sum;
  }
  return { starts, weights, width };
}
