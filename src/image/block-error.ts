import type { Plane } from "./plane.ts";

/** Blocks of this many samples in each direction are what an eye takes for one place. */
const BLOCK = 4;

/**
 * The largest difference that a place of an image shows, 0 to 255: of all blocks of 4x4 samples the highest mean
 * difference. A mean over the whole image hides thin strokes of a color, which are all that is there to be read.
 * @param step how many samples of the first plane one of the second stands for, in each direction
 */
export function blockError(first: Plane, second: Plane, step = 1): number {
  const { width, height } = first;
  let largest = 0;
  for (let top = 0; top < height; top += BLOCK) {
    const bottom = Math.min(height, top + BLOCK);
    for (let left = 0; left < width; left += BLOCK) {
      const right = Math.min(width, left + BLOCK);
      let sum = 0;
      for (let y = top; y < bottom; y++) {
        const row = y * first.stride;
        const otherRow = Math.floor(y / step) * second.stride;
        for (let x = left; x < right; x++) {
          const difference = (first.samples[row + x] ?? 0) - (second.samples[otherRow + Math.floor(x / step)] ?? 0);
          sum += difference < 0 ? -difference : difference;
        }
      }
      const mean = sum / ((bottom - top) * (right - left));
      if (mean > largest) largest = mean;
    }
  }
  return largest;
}
