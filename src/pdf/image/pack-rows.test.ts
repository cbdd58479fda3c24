import { deflateSync, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { filterRows } from "../../image/png/png-filters.ts";
import { emptyDocument } from "../document.ts";
import { decodeStream } from "../filters/decode-stream.ts";
import { name, type PdfObject, PdfStream, PdfString } from "../objects.ts";
import { packingAllowance, packRows } from "./pack-rows.ts";

const SIDE = 64;
const RGB = { widthPixels: SIDE, heightPixels: SIDE, channels: 3, bitsPerSample: 8, space: name("DeviceRGB") };

/** Rows of RGB, each with filter 0. */
function rowsOf(color: (x: number, y: number) => readonly number[]): Uint8Array {
  const rows: number[] = [];
  for (let y = 0; y < SIDE; y++) {
    rows.push(0);
    for (let x = 0; x < SIDE; x++) rows.push(...color(x, y).map((value) => value & 255));
  }
  return Uint8Array.from(rows);
}

function colorsOf(rows: Uint8Array): number[] {
  return [...rows].filter((_, index) => index % (3 * SIDE + 1) !== 0);
}

/** What readers see. */
function seen({ bytes, entries }: ReturnType<typeof packRows>): number[] {
  const document = emptyDocument();
  const dict = new Map(Object.entries(entries));
  const samples = [
    ...decodeStream(new PdfStream(dict, bytes), (object: PdfObject | undefined) => document.resolve(object)).bytes,
  ];
  const space = entries.ColorSpace;
  if (!Array.isArray(space) || !(space[3] instanceof PdfString)) return samples;
  const table = space[3].bytes;
  const bits = Number(entries.BitsPerComponent);
  const perByte = 8 / bits;
  return Array.from({ length: SIDE * SIDE }, (_, pixel) => {
    const shift = 8 - bits - (pixel % perByte) * bits;
    return ((samples[Math.floor(pixel / perByte)] ?? 0) >> shift) & (2 ** bits - 1);
  }).flatMap((index) => [...table.subarray(3 * index, 3 * index + 3)]);
}

const stripes = rowsOf((x, y) => [(x >> 2) % 2 === 0 ? 255 : 0, (y >> 3) % 2 === 0 ? 0 : 90, 7]);
const slopes = rowsOf((x, y) => [x * 3 + y, y * 4, x + y * y]);
const noise = rowsOf((x, y) => [x * 7919 + y * 104_729, (x * x * y * 31) >> 2, (x ^ (y * 57)) * 13]);

describe("rows of a picture", () => {
  it.each([
    ["few colours are indices of as many bits as they need", stripes, true, { BitsPerComponent: 2 }],
    ["colours that something names stay samples", stripes, false, { ColorSpace: RGB.space }],
    ["slopes get filters", slopes, true, { DecodeParms: expect.any(Map) }],
  ])("%s", (_, rows, mayBeIndexed, entries) => {
    const packed = packRows({ ...RGB, rows: { inflated: rows }, mayBeIndexed }, packingAllowance());
    expect(packed.entries).toMatchObject(entries);
    expect(seen(packed)).toEqual(colorsOf(rows));
    expect(packed.bytes.length).toBeLessThan(deflateSync(rows).length);
  });

  it("of photographs that have filters stay as they are, byte for byte", () => {
    const filtered = filterRows(Uint8Array.from(colorsOf(noise)), SIDE, { bytesPerRow: 3 * SIDE, bytesPerPixel: 3 });
    const compressed = new Uint8Array(deflateSync(filtered));
    expect(packRows({ ...RGB, rows: { compressed }, mayBeIndexed: true }, packingAllowance()).bytes).toBe(compressed);
  });

  it("stay as they are once a document has spent its allowance", () => {
    const compressed = new Uint8Array(deflateSync(stripes));
    const allowance = packingAllowance();
    allowance.sampleBytes = 100;
    const rows = { ...RGB, rows: { compressed }, mayBeIndexed: true };
    expect(packRows(rows, allowance).bytes).toBe(compressed);
  });

  it("that are missing are filled up", () => {
    const compressed = new Uint8Array(deflateSync(stripes.subarray(0, 5_000)));
    const { bytes } = packRows({ ...RGB, rows: { compressed }, mayBeIndexed: true }, packingAllowance());
    const filled = inflateSync(bytes);
    expect([filled.length, filled.subarray(0, 5_000)]).toEqual([
      stripes.length,
      Buffer.from(stripes.subarray(0, 5_000)),
    ]);
  });
});
