import type { Plane } from "./jpeg-decode.ts";
import { resample } from "./resample.ts";
import { ssim } from "./ssim.ts";

/**
 * Structural similarity of two versions of an image as a screen shows them at `width` x `height` pixels. They are shrunk
 * as simple readers do it, by whole pixels, which is where too few pixels show first.
 * @param isReduced the original was already decoded at a reduced scale, so that shrinking by whole pixels would show
 *   faults which it does not have
 */
export function screenSimilarity(
  original: Plane,
  replacement: Plane,
  { width, height }: { width: number; height: number },
  isReduced: boolean,
): number {
  if (width >= replacement.width || height >= replacement.height) {
    return ssim(resample(original, replacement.width, replacement.height), replacement);
  }
  const shown = isReduced ? resample(original, width, height) : shrinkByWholePixels(original, width, height);
  return ssim(shown, shrinkByWholePixels(replacement, width, height));
}

function shrinkByWholePixels(plane: Plane, width: number, height: number): Plane {
  const samples = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    const top = Math.floor((y * plane.height) / height);
    const bottom = Math.floor(((y + 1) * plane.height) / height);
    for (let x = 0; x < width; x++) {
      const left = Math.floor((x * plane.width) / width);
      const right = Math.floor(((x + 1) * plane.width) / width);
      let sum = 0;
      for (let row = top; row < bottom; row++) {
        for (let column = left; column < right; column++) sum += plane.samples[row * plane.stride + column]!;
      }
      samples[y * width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return { width, height, stride: width, samples };
}
