/** Alpha beside the lossy format (RFC 9649, 2.7.1.2). */
import { unreadableImage } from "../unreadable-image.ts";
import { LosslessBits } from "./lossless-bits.ts";
import { readLosslessPixels } from "./lossless-image.ts";

const COMPRESSION = { none: 0, lossless: 1 } as const;
const FILTER = { none: 0, horizontal: 1, vertical: 2 } as const;

/** A chunk `ALPH` -> a byte for each pixel. @throws Failure `file_not_readable` */
export function readAlphaPlane(chunk: Uint8Array, width: number, height: number): Uint8Array {
  const flags = chunk[0] ?? 0;
  const plane = unpacked(chunk.subarray(1), flags & 3, width, height);
  const filter = (flags >> 2) & 3;
  if (filter !== FILTER.none) addPredictions(plane, width, filter);
  return plane;
}

function unpacked(bytes: Uint8Array, compression: number, width: number, height: number): Uint8Array {
  const plane = new Uint8Array(width * height);
  if (compression === COMPRESSION.none) plane.set(bytes.subarray(0, plane.length));
  else if (compression === COMPRESSION.lossless) {
    const { pixels } = readLosslessPixels(new LosslessBits(bytes), width, height);
    for (const [at, pixel] of pixels.entries()) plane[at] = pixel >>> 8;
  } else throw unreadableImage("WebP");
  return plane;
}

function addPredictions(plane: Uint8Array, width: number, filter: number): void {
  for (let at = 1; at < plane.length; at++) {
    const isFirstOfRow = at % width === 0;
    const above = plane[at - width] ?? 0;
    const left = plane[at - 1] ?? 0;
    let predicted = left;
    // Where a neighbor is missing the other one replaces it.
    if (isFirstOfRow) predicted = above;
    else if (at > width) {
      if (filter === FILTER.vertical) predicted = above;
      else if (filter !== FILTER.horizontal) {
        predicted = Math.min(255, Math.max(0, left + above - (plane[at - width - 1] ?? 0)));
      }
    }
    plane[at] = (plane[at] ?? 0) + predicted;
  }
}
