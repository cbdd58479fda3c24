import { blockError } from "./block-error.ts";
import type { Plane } from "./plane.ts";
import { resample } from "./scale.ts";
import { ssim } from "./ssim.ts";

/** An image and what it looks like on a screen, where its replacements are judged. */
export interface ScreenView {
  readonly screen: PixelSize;
  /** The image at the size at which it is compared. */
  readonly shown: Plane;
}

interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/**
 * How a screen shows an image at `screen` pixels, to be compared with replacements of the size `replacement`. Images
 * are shrunk as simple readers do it, by whole pixels, which is where too few pixels show first.
 * @param isReduced the original was already decoded at a reduced scale, so that shrinking by whole pixels would show
 *   faults that it does not have
 */
export function screenView(original: Plane, replacement: PixelSize, screen: PixelSize, isReduced: boolean): ScreenView {
  if (!isShrunk(replacement, screen)) {
    return { screen, shown: resample(original, replacement.width, replacement.height) };
  }
  const shrink = isReduced ? resample : shrinkByWholePixels;
  return { screen, shown: shrink(original, screen.width, screen.height) };
}

/** Structural similarity of an image and its replacement as a screen shows them. */
export function screenSimilarity({ screen, shown }: ScreenView, replacement: Plane): number {
  const { width, height } = screen;
  return ssim(shown, isShrunk(replacement, screen) ? shrinkByWholePixels(replacement, width, height) : replacement);
}

/** The largest difference that a place shows on a screen, 0 to 255. */
export function screenError({ screen, shown }: ScreenView, replacement: Plane): number {
  const { width, height } = screen;
  return blockError(
    shown,
    isShrunk(replacement, screen) ? shrinkByWholePixels(replacement, width, height) : replacement,
  );
}

function isShrunk(image: PixelSize, screen: PixelSize): boolean {
  return screen.width < image.width && screen.height < image.height;
}

function shrinkByWholePixels(plane: Plane, width: number, height: number): Plane {
  const { samples: source, stride } = plane;
  const samples = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    const top = Math.floor((y * plane.height) / height);
    const bottom = Math.floor(((y + 1) * plane.height) / height);
    for (let x = 0; x < width; x++) {
      const left = Math.floor((x * plane.width) / width);
      const right = Math.floor(((x + 1) * plane.width) / width);
      let sum = 0;
      for (let row = top; row < bottom; row++) {
        for (let column = left; column < right; column++) sum += source[row * stride + column] ?? 0;
      }
      samples[y * width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return { width, height, stride: width, samples };
}
