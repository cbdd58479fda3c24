/** Smooths the edges of blocks (RFC 6386, section 15). */
import type { FilterSettings } from "./lossy-header.ts";
import type { SamplePlane } from "./sample-plane.ts";

const MAX_LEVEL = 63;

/** How strongly a macroblock is filtered. */
export interface FilterStrength {
  /** For edges within the macroblock; 4 more at its own. */
  edgeLimit: number;
  innerLimit: number;
  /** A larger difference is an edge of the picture, and filtered less. */
  variance: number;
}

/** Undefined if nothing is filtered. */
export function filterStrength(
  { sharpness, intraDelta, smallBlockDelta }: FilterSettings,
  segmentLevel: number,
  hasSmallBlocks: boolean,
): FilterStrength | undefined {
  const wanted = clampedLevel(segmentLevel) + intraDelta + (hasSmallBlocks ? smallBlockDelta : 0);
  const level = clampedLevel(wanted);
  if (level === 0) return undefined;
  let innerLimit = level >> (sharpness > 4 ? 2 : sharpness > 0 ? 1 : 0);
  if (sharpness > 0) innerLimit = Math.min(innerLimit, 9 - sharpness);
  innerLimit = Math.max(1, innerLimit);
  return { edgeLimit: 2 * level + innerLimit, innerLimit, variance: level >= 40 ? 2 : level >= 15 ? 1 : 0 };
}

function clampedLevel(level: number): number {
  return Math.min(MAX_LEVEL, Math.max(0, level));
}

const LUMA_SIDE = 16;
const CHROMA_SIDE = 8;
const BLOCK = 4;

/** A macroblock of a frame's planes: luma and the two chromas. */
export interface MacroblockPlace {
  planes: readonly SamplePlane[];
  column: number;
  row: number;
}

/** @param hasInner whether edges within it are smoothed, too */
export function filterMacroblock(
  place: MacroblockPlace,
  strength: FilterStrength,
  isSimple: boolean,
  hasInner: boolean,
): void {
  for (const isVertical of [true, false]) {
    const isFirst = (isVertical ? place.column : place.row) === 0;
    for (const [index, plane] of place.planes.entries()) {
      // The simple filter leaves chroma as it is.
      if (isSimple && index > 0) break;
      const side = index === 0 ? LUMA_SIDE : CHROMA_SIDE;
      const at = plane.origin + (place.row * plane.stride + place.column) * side;
      const [across, along] = isVertical ? [1, plane.stride] : [plane.stride, 1];
      for (let edge = isFirst ? BLOCK : 0; edge < (hasInner ? side : BLOCK); edge += BLOCK) {
        const start = at + edge * across;
        filterEdge(plane.samples, start, start + side * along, across, along, strength, isSimple, edge === 0);
      }
    }
  }
}

/** @param isOuter whether it is an edge of the macroblock */
function filterEdge(
  samples: Uint8ClampedArray,
  start: number,
  end: number,
  across: number,
  along: number,
  { edgeLimit, innerLimit, variance }: FilterStrength,
  isSimple: boolean,
  isOuter: boolean,
): void {
  const limit = 2 * (edgeLimit + (isOuter ? 4 : 0)) + 1;
  for (let at = start; at < end; at += along) {
    if (!isWithin(samples, at, across, limit)) continue;
    if (isSimple) smoothTwo(samples, at, across);
    else if (isSmooth(samples, at, across, innerLimit)) {
      const rise = Math.abs((samples[at - 2 * across] ?? 0) - (samples[at - across] ?? 0));
      const fall = Math.abs((samples[at + across] ?? 0) - (samples[at] ?? 0));
      if (rise > variance || fall > variance) smoothTwo(samples, at, across);
      else if (isOuter) smoothSix(samples, at, across);
      else smoothFour(samples, at, across);
    }
  }
}

function isWithin(samples: Uint8ClampedArray, at: number, across: number, limit: number): boolean {
  const step = Math.abs((samples[at - across] ?? 0) - (samples[at] ?? 0));
  return 4 * step + Math.abs((samples[at - 2 * across] ?? 0) - (samples[at + across] ?? 0)) <= limit;
}

/** Three samples on either side. */
function isSmooth(samples: Uint8ClampedArray, at: number, across: number, limit: number): boolean {
  for (let place = at - 4 * across; place < at - across; place += across) {
    if (Math.abs((samples[place] ?? 0) - (samples[place + across] ?? 0)) > limit) return false;
  }
  for (let place = at; place < at + 3 * across; place += across) {
    if (Math.abs((samples[place] ?? 0) - (samples[place + across] ?? 0)) > limit) return false;
  }
  return true;
}

function signedByte(value: number): number {
  return value < -128 ? -128 : value > 127 ? 127 : value;
}

/** Samples themselves are clamped by their array. */
function smoothTwo(samples: Uint8ClampedArray, at: number, across: number): void {
  const before = samples[at - across] ?? 0;
  const after = samples[at] ?? 0;
  const outer = signedByte((samples[at - 2 * across] ?? 0) - (samples[at + across] ?? 0));
  const change = 3 * (after - before) + outer;
  samples[at - across] = before + (signedByte(change + 3) >> 3);
  samples[at] = after - (signedByte(change + 4) >> 3);
}

function smoothFour(samples: Uint8ClampedArray, at: number, across: number): void {
  const before = samples[at - across] ?? 0;
  const after = samples[at] ?? 0;
  const change = 3 * (after - before);
  const first = signedByte(change + 4) >> 3;
  const half = (first + 1) >> 1;
  samples[at - 2 * across] = (samples[at - 2 * across] ?? 0) + half;
  samples[at - across] = before + (signedByte(change + 3) >> 3);
  samples[at] = after - first;
  samples[at + across] = (samples[at + across] ?? 0) - half;
}

function smoothSix(samples: Uint8ClampedArray, at: number, across: number): void {
  const before = samples[at - across] ?? 0;
  const after = samples[at] ?? 0;
  const outer = signedByte((samples[at - 2 * across] ?? 0) - (samples[at + across] ?? 0));
  const change = signedByte(3 * (after - before) + outer);
  for (let distance = 0; distance < 3; distance++) {
    const part = (9 * (3 - distance) * change + 63) >> 7;
    const [left, right] = [at - (distance + 1) * across, at + distance * across];
    samples[left] = (samples[left] ?? 0) + part;
    samples[right] = (samples[right] ?? 0) - part;
  }
}
