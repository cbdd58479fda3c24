/** Pixels as a PNG (third edition, section 11), which is what the painter takes apart. */

import { joinBytes } from "../../domain/join-bytes.ts";
import { METERS_PER_INCH } from "../../geometry/units.ts";
import { deflate } from "../compression/flate.ts";
import type { Pixels } from "../pixels.ts";
import { PNG_SIGNATURE, pngChunk } from "./png-chunk.ts";
import { filterRows } from "./png-filters.ts";
import { PNG_COLOR } from "./png-image.ts";

const CHANNELS = { gray: 1, rgb: 3, palette: 1, grayAlpha: 2, rgbAlpha: 4 } as const;

export function writePng({ widthPixels, heightPixels, kind, samples, palette, resolution, exif }: Pixels): Uint8Array {
  const rows = rowsOf(samples, heightPixels, kind);
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, widthPixels);
  view.setUint32(4, heightPixels);
  header.set([8, PNG_COLOR[kind]], 8);
  return joinBytes([
    PNG_SIGNATURE,
    pngChunk("IHDR", header),
    ...(resolution ? [pngChunk("pHYs", physical(resolution))] : []),
    ...(exif ? [pngChunk("eXIf", exif)] : []),
    ...(palette ? [pngChunk("PLTE", palette)] : []),
    pngChunk("IDAT", deflate(rows)),
    pngChunk("IEND", new Uint8Array()),
  ]);
}

/** Neighboring colors are alike, neighboring indices are not. */
function rowsOf(samples: Uint8Array, count: number, kind: Pixels["kind"]): Uint8Array {
  const bytesPerRow = samples.length / count;
  if (kind !== "palette") return filterRows(samples, count, { bytesPerRow, bytesPerPixel: CHANNELS[kind] });
  const rows = new Uint8Array((bytesPerRow + 1) * count);
  for (let y = 0; y < count; y++) {
    rows.set(samples.subarray(y * bytesPerRow, (y + 1) * bytesPerRow), y * (bytesPerRow + 1) + 1);
  }
  return rows;
}

function physical({ x, y }: { x: number; y: number }): Uint8Array {
  const body = new Uint8Array(9);
  const view = new DataView(body.buffer);
  view.setUint32(0, Math.round(x / METERS_PER_INCH));
  view.setUint32(4, Math.round(y / METERS_PER_INCH));
  body[8] = 1;
  return body;
}
