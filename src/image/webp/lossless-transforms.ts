/** What the encoder of the lossless format did to pixels, undone (RFC 9649, 3.5). */
import { type LosslessImage, squares } from "./entropy-image.ts";

/** A transform that applies to squares of pixels, each with its own parameters. */
export interface SquareTransform {
  squareBits: number;
  parameters: LosslessImage;
}

const OPAQUE_BLACK = 0xff000000;

/** Pixels were written as their difference from a prediction. */
export function addPredictions({ width, height, pixels }: LosslessImage, transform: SquareTransform): void {
  const { squareBits, parameters } = transform;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      let predicted = OPAQUE_BLACK;
      if (y === 0) predicted = x === 0 ? OPAQUE_BLACK : (pixels[at - 1] ?? 0);
      else if (x === 0) predicted = pixels[at - width] ?? 0;
      else {
        const parameter = parameters.pixels[(y >>> squareBits) * parameters.width + (x >>> squareBits)] ?? 0;
        const left = pixels[at - 1] ?? 0;
        const above = pixels[at - width] ?? 0;
        // At the end of a row the pixel above to the right is the first of this row.
        predicted = prediction(
          (parameter >>> 8) & 15,
          left,
          above,
          pixels[at - width - 1] ?? 0,
          pixels[at - width + 1] ?? 0,
        );
      }
      pixels[at] = sum(pixels[at] ?? 0, predicted);
    }
  }
}

function prediction(mode: number, left: number, above: number, aboveLeft: number, aboveRight: number): number {
  switch (mode) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return aboveRight;
    case 4:
      return aboveLeft;
    case 5:
      return mean(mean(left, aboveRight), above);
    case 6:
      return mean(left, aboveLeft);
    case 7:
      return mean(left, above);
    case 8:
      return mean(aboveLeft, above);
    case 9:
      return mean(above, aboveRight);
    case 10:
      return mean(mean(left, aboveLeft), mean(above, aboveRight));
    case 11:
      return distance(above, aboveLeft) < distance(left, aboveLeft) ? left : above;
    case 12:
      return gradient(left, above, aboveLeft);
    case 13:
      return halfGradient(mean(left, above), aboveLeft);
    default:
      return OPAQUE_BLACK;
  }
}

/** Each byte separately. */
function sum(a: number, b: number): number {
  return (
    ((((a & 0xff00ff00) >>> 0) + ((b & 0xff00ff00) >>> 0)) & 0xff00ff00) |
    (((a & 0x00ff00ff) + (b & 0x00ff00ff)) & 0x00ff00ff)
  );
}

function mean(a: number, b: number): number {
  return (((a ^ b) & 0xfefefefe) >>> 1) + (a & b);
}

function distance(a: number, b: number): number {
  return (
    Math.abs((a >>> 24) - (b >>> 24)) +
    Math.abs(((a >>> 16) & 255) - ((b >>> 16) & 255)) +
    Math.abs(((a >>> 8) & 255) - ((b >>> 8) & 255)) +
    Math.abs((a & 255) - (b & 255))
  );
}

function gradient(left: number, above: number, aboveLeft: number): number {
  let pixel = 0;
  for (let shift = 0; shift < 32; shift += 8) {
    const value = ((left >>> shift) & 255) + ((above >>> shift) & 255) - ((aboveLeft >>> shift) & 255);
    pixel |= clamped(value) << shift;
  }
  return pixel;
}

function halfGradient(average: number, aboveLeft: number): number {
  let pixel = 0;
  for (let shift = 0; shift < 32; shift += 8) {
    const value = (average >>> shift) & 255;
    pixel |= clamped(value + Math.trunc((value - ((aboveLeft >>> shift) & 255)) / 2)) << shift;
  }
  return pixel;
}

function clamped(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}

/** Red and blue were written minus what green predicts of them, and blue minus what red predicts. */
export function addColorShares({ width, height, pixels }: LosslessImage, transform: SquareTransform): void {
  const { squareBits, parameters } = transform;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const parameter = parameters.pixels[(y >>> squareBits) * parameters.width + (x >>> squareBits)] ?? 0;
      const pixel = pixels[at] ?? 0;
      const green = pixel >>> 8;
      const red = ((pixel >>> 16) + share(parameter, green)) & 255;
      const blue = (pixel + share(parameter >>> 8, green) + share(parameter >>> 16, red)) & 255;
      pixels[at] = (pixel & 0xff00ff00) | (red << 16) | blue;
    }
  }
}

/** The product of the lowest bytes, which are signed. */
function share(factor: number, value: number): number {
  return (((factor << 24) >> 24) * ((value << 24) >> 24)) >> 5;
}

/** Red and blue were written minus green. */
export function addGreen({ pixels }: LosslessImage): void {
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at] ?? 0;
    const green = (pixel >>> 8) & 255;
    pixels[at] = (pixel & 0xff00ff00) | (((pixel & 0x00ff00ff) + green * 0x00010001) & 0x00ff00ff);
  }
}

/** Colors of a table were written as their difference from the previous one. */
export function addColors({ pixels }: LosslessImage): void {
  for (let at = 1; at < pixels.length; at++) pixels[at] = sum(pixels[at] ?? 0, pixels[at - 1] ?? 0);
}

/** How many bits of a coordinate count pixels within one: indices into small tables share a pixel. */
export function sharedBits(colors: number): number {
  return colors <= 2 ? 3 : colors <= 4 ? 2 : colors <= 16 ? 1 : 0;
}

/** Green was written as an index into a table of colors. */
export function fromIndices({ pixels, height }: LosslessImage, width: number, colors: Uint32Array): LosslessImage {
  const shared = sharedBits(colors.length);
  const indexBits = 8 >>> shared;
  const packedWidth = squares(width, shared);
  const found = shared === 0 ? pixels : new Uint32Array(width * height);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to++) {
      const packed = (pixels[y * packedWidth + (x >>> shared)] ?? 0) >>> 8;
      const index = (packed >>> ((x & ((1 << shared) - 1)) * indexBits)) & ((1 << indexBits) - 1);
      // Anything beyond the table is transparent.
      found[to] = colors[index] ?? 0;
    }
  }
  return { width, height, pixels: found };
}
