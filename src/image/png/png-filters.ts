import { smallestOf } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";
import { paethOf } from "../compression/paeth.ts";

/** PNG filters for Flate streams (ISO 32000-2, 7.4.4.4; RFC 2083 section 6). */

/** What the `DecodeParms` of the result must say beside `Predictor 15`. */
export interface RowLayout {
  readonly bytesPerRow: number;
  /** Distance of the byte to the left, at least 1. */
  readonly bytesPerPixel: number;
}

/** Every row with the filter whose differences are smallest in sum, preceded by the filter's number. */
export function filterRows(data: Uint8Array, rows: number, { bytesPerRow, bytesPerPixel }: RowLayout): Uint8Array {
  const out = new Uint8Array((bytesPerRow + 1) * rows);
  const candidates = Array.from({ length: 5 }, () => new Uint8Array(bytesPerRow));
  const [none, sub, up, average, paeth] = candidates as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  let previous: Uint8Array = new Uint8Array(bytesPerRow);
  for (let row = 0; row < rows; row++) {
    const current = data.subarray(row * bytesPerRow, (row + 1) * bytesPerRow);
    const costs: [number, number, number, number, number] = [0, 0, 0, 0, 0];
    for (let i = 0; i < bytesPerRow; i++) {
      const value = current[i] ?? 0;
      const left = i >= bytesPerPixel ? (current[i - bytesPerPixel] ?? 0) : 0;
      const above = previous[i] ?? 0;
      const corner = i >= bytesPerPixel ? (previous[i - bytesPerPixel] ?? 0) : 0;
      costs[0] += difference((none[i] = value));
      costs[1] += difference((sub[i] = (value - left) & 0xff));
      costs[2] += difference((up[i] = (value - above) & 0xff));
      costs[3] += difference((average[i] = (value - ((left + above) >> 1)) & 0xff));
      costs[4] += difference((paeth[i] = (value - paethOf(left, above, corner)) & 0xff));
    }
    // The first of the smallest.
    const best = costs.indexOf(smallestOf(costs));
    out[row * (bytesPerRow + 1)] = best;
    out.set(present(candidates[best]), row * (bytesPerRow + 1) + 1);
    previous = current;
  }
  return out;
}

function difference(byte: number): number {
  return byte < 128 ? byte : 256 - byte;
}
