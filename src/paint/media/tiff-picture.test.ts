import { describe, expect, it } from "vitest";
import { readTiff } from "./tiff-picture.ts";

/** An uncompressed little-endian TIFF of one strip. */
function tiff(width: number, height: number, pixels: readonly number[]): Uint8Array {
  const short = 3;
  const long = 4;
  const dataOffset = 8 + 2 + 9 * 12 + 4;
  const entries: [tag: number, type: number, value: number][] = [
    [256, long, width],
    [257, long, height],
    [258, short, 8],
    [259, short, 1],
    [262, short, 1],
    [273, long, dataOffset],
    [277, short, 1],
    [278, long, height],
    [279, long, pixels.length],
  ];
  const view = new DataView(new ArrayBuffer(dataOffset + pixels.length));
  view.setUint16(0, 0x4949);
  view.setUint16(2, 42, true);
  view.setUint32(4, 8, true);
  view.setUint16(8, entries.length, true);
  entries.forEach(([tag, type, value], index) => {
    const at = 10 + index * 12;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, 1, true);
    view.setUint32(at + 8, value, true);
  });
  const bytes = new Uint8Array(view.buffer);
  bytes.set(pixels, dataOffset);
  return bytes;
}

describe("readTiff", () => {
  it("reads grey pixels", () => {
    const bitmap = readTiff(tiff(2, 1, [0, 200]));
    expect(bitmap && [bitmap.width, bitmap.height, ...bitmap.pixels]).toEqual([2, 1, 0, 0, 0, 255, 200, 200, 200, 255]);
  });

  it("refuses what is too large, cut short or not a TIFF at all", () => {
    expect(readTiff(tiff(100_000, 100_000, [0]))).toBeUndefined();
    expect(readTiff(tiff(2, 1, [0, 200]).subarray(0, 30))).toBeUndefined();
    expect(readTiff(new Uint8Array([0x49, 0x49, 0x2a, 0, 1, 2, 3]))).toBeUndefined();
  });

  it("does not follow directories in circles", () => {
    const circle = tiff(2, 1, [0, 200]);
    new DataView(circle.buffer).setUint32(10 + 9 * 12, 8, true);
    expect(readTiff(circle)?.width).toBe(2);
  });

  it("refuses entries that are longer than the file", () => {
    const long = tiff(2, 1, [0, 200]);
    new DataView(long.buffer).setUint32(10 + 2 * 12 + 4, 0xffff_fff0, true);
    expect(readTiff(long)).toBeUndefined();
  });
});
