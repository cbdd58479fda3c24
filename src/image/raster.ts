import type { Plane } from "./plane.ts";
import { resample } from "./scale.ts";

/** Samples of 8 bits, components interleaved, rows without padding. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  readonly samples: Uint8Array;
}

/** Unpacks samples of 1, 2, 4 or 16 bits to bytes without scaling: 16 bits keep their high byte. */
export function unpackSamples(
  packed: Uint8Array,
  width: number,
  height: number,
  components: number,
  bits: number,
): Raster {
  const perRow = width * components;
  if (bits === 8) return { width, height, components, samples: packed.subarray(0, perRow * height) };
  const samples = new Uint8Array(perRow * height);
  if (bits === 16) {
    for (let i = 0; i < samples.length; i++) samples[i] = packed[2 * i] ?? 0;
    return { width, height, components, samples };
  }
  const bytesPerRow = (perRow * bits + 7) >> 3;
  const mask = (1 << bits) - 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < perRow; x++) {
      const bit = x * bits;
      samples[y * perRow + x] = ((packed[y * bytesPerRow + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & mask;
    }
  }
  return { width, height, components, samples };
}

/** Packs one-component samples (already within range) into `bits` bits each, rows padded to bytes. */
export function packSamples({ width, height, samples }: Raster, bits: 1 | 2 | 4 | 8): Uint8Array {
  if (bits === 8) return samples;
  const bytesPerRow = (width * bits + 7) >> 3;
  const packed = new Uint8Array(bytesPerRow * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bit = x * bits;
      packed[y * bytesPerRow + (bit >> 3)] =
        (packed[y * bytesPerRow + (bit >> 3)] ?? 0) | ((samples[y * width + x] ?? 0) << (8 - bits - (bit & 7)));
    }
  }
  return packed;
}

/** Replaces indices by the colors of a palette; indices beyond it take its last color. */
export function expandPalette(raster: Raster, colors: Uint8Array, components: number): Raster {
  const last = Math.max(0, Math.floor(colors.length / components) - 1);
  const samples = new Uint8Array(raster.width * raster.height * components);
  for (let i = 0; i < raster.width * raster.height; i++) {
    const from = Math.min(last, raster.samples[i] ?? 0) * components;
    for (let c = 0; c < components; c++) samples[i * components + c] = colors[from + c] ?? 0;
  }
  return { ...raster, components, samples };
}

/** One component as a plane; the only one shares its samples. */
export function planeOf({ width, height, components, samples }: Raster, component: number): Plane {
  if (components === 1 && samples.length >= width * height) {
    const shared = new Uint8ClampedArray(samples.buffer, samples.byteOffset, width * height);
    return { width, height, stride: width, samples: shared };
  }
  const out = new Uint8ClampedArray(width * height);
  for (let i = 0, from = component; i < out.length; i++, from += components) out[i] = samples[from] ?? 0;
  return { width, height, stride: width, samples: out };
}

/** Y alone of an RGB raster. */
export function lumaPlane({ width, height, samples }: Raster): Plane {
  const y = new Uint8ClampedArray(width * height);
  for (let i = 0; i < y.length; i++) {
    y[i] = 0.299 * (samples[3 * i] ?? 0) + 0.587 * (samples[3 * i + 1] ?? 0) + 0.114 * (samples[3 * i + 2] ?? 0);
  }
  return { width, height, stride: width, samples: y };
}

/** Y, Cb and Cr of an RGB raster (ITU-T T.871). */
export function lumaChromaPlanes({ width, height, samples }: Raster): [Plane, Plane, Plane] {
  const count = width * height;
  const y = new Uint8ClampedArray(count);
  const cb = new Uint8ClampedArray(count);
  const cr = new Uint8ClampedArray(count);
  for (let i = 0; i < count; i++) {
    const red = samples[3 * i] ?? 0;
    const green = samples[3 * i + 1] ?? 0;
    const blue = samples[3 * i + 2] ?? 0;
    y[i] = 0.299 * red + 0.587 * green + 0.114 * blue;
    cb[i] = 128 - 0.168736 * red - 0.331264 * green + 0.5 * blue;
    cr[i] = 128 + 0.5 * red - 0.418688 * green - 0.081312 * blue;
  }
  const plane = (data: Uint8ClampedArray): Plane => ({ width, height, stride: width, samples: data });
  return [plane(y), plane(cb), plane(cr)];
}

/** The raster at another size. */
export function resampleRaster(raster: Raster, width: number, height: number): Raster {
  const { components } = raster;
  const samples = new Uint8Array(width * height * components);
  for (let component = 0; component < components; component++) {
    const plane = resample(planeOf(raster, component), width, height);
    for (let i = 0; i < width * height; i++) samples[i * components + component] = plane.samples[i] ?? 0;
  }
  return { width, height, components, samples };
}
