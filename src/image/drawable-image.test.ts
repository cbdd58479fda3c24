import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { WorkMeter } from "../domain/work-meter.ts";
import { drawnImage } from "./drawable-image.ts";
import { pngSamples, readPngImage } from "./png/png-image.ts";
import { bmp, tiff } from "./testing/bitmaps.ts";
import { jpeg } from "./testing/image-files.ts";

function pixelsOf(bytes: Uint8Array): number[] | undefined {
  const image = drawnImage(bytes);
  if (!image) return undefined;
  expect(image.format).toBe("png");
  return [...pngSamples(readPngImage(image.bytes))];
}

const ROWS = [
  [0, 1, 1],
  [1, 0, 1],
];

describe("a bitmap of Windows", () => {
  it.each([1, 4, 8] as const)("of %i bits", (bits) => {
    expect(pixelsOf(bmp(bits, ROWS))).toEqual(ROWS.flat());
  });

  it("in runs of equal pixels", () => {
    // Below: 1 twice, then a literal 0; the end of the line; above: 0 three times; the end.
    const packed = [2, 1, 1, 0, 0, 0, 3, 0, 0, 1];
    expect(pixelsOf(bmp(8, ROWS, { packed }))).toEqual([0, 0, 0, 1, 1, 0]);
    // Four literal nibbles are padded to an even byte; then a move by one to the right.
    expect(pixelsOf(bmp(4, ROWS, { packed: [0, 3, 0x12, 0x30, 0, 0, 0, 2, 1, 0, 2, 0x45, 0, 1] }))).toEqual([
      0, 4, 5, 1, 2, 3,
    ]);
  });

  it("in colours of 24 bits from above, and of 16 with masks", () => {
    const bytes = new Uint8Array(54 + 8);
    const view = new DataView(bytes.buffer);
    bytes.set([0x42, 0x4d]);
    for (const [at, value] of [
      [10, 54],
      [14, 40],
      [18, 1],
      [22, -2],
      [28, 24],
    ] as const)
      view.setInt32(at, value, true);
    bytes.set([3, 2, 1, 0, 6, 5, 4, 0], 54);
    expect(pixelsOf(bytes)).toEqual([1, 2, 3, 4, 5, 6]);
    const masked = new Uint8Array(66 + 4);
    const other = new DataView(masked.buffer);
    masked.set([0x42, 0x4d]);
    for (const [at, value] of [
      [10, 66],
      [14, 40],
      [18, 1],
      [22, 1],
      [28, 16],
      [30, 3],
      [54, 0xf800],
      [58, 0x07e0],
      [62, 0x001f],
      [66, 0xf81f],
    ] as const) {
      other.setInt32(at, value, true);
    }
    expect(pixelsOf(masked)).toEqual([255, 0, 255]);
  });

  it("in 32 bits is the same with masks that say what is usual, and counts its pixels", () => {
    const written = (compression: number, masks: readonly number[]) => {
      const bytes = new Uint8Array(66 + 8);
      const view = new DataView(bytes.buffer);
      bytes.set([0x42, 0x4d]);
      for (const [at, value] of [
        [10, 66],
        [14, 40],
        [18, 2],
        [22, 1],
        [28, 32],
        [30, compression],
      ] as const)
        view.setInt32(at, value, true);
      for (const [index, mask] of masks.entries()) view.setUint32(54 + 4 * index, mask, true);
      bytes.set([3, 2, 1, 0, 6, 5, 4, 255], 66);
      return bytes;
    };
    const usual = written(3, [0xff0000, 0xff00, 0xff]);
    expect(pixelsOf(usual)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(pixelsOf(written(3, [0xff, 0xff00, 0xff0000]))).toEqual([3, 2, 1, 6, 5, 4]);
    const meter = new WorkMeter();
    drawnImage(usual, meter);
    expect(meter.counts.get("bitmapPixel")).toBe(2);
    expect(() => drawnImage(usual, new WorkMeter().share(0))).toThrow(expect.objectContaining({ code: "too_complex" }));
  });

  it("is not one if it lies", () => {
    const bytes = bmp(8, ROWS);
    for (let length = 0; length < 60; length++) expect(drawnImage(bytes.subarray(0, length))).toBeUndefined();
    new DataView(bytes.buffer).setInt32(18, 60_000, true);
    new DataView(bytes.buffer).setInt32(22, 60_000, true);
    expect(drawnImage(bytes)).toBeUndefined();
  });
});

describe("a TIFF", () => {
  const gray = { 256: 3, 257: 2, 258: 8, 262: 1, 277: 1, 278: 2 };
  const samples = Uint8Array.of(1, 2, 3, 4, 5, 6);

  it.each([
    ["as it is", { ...gray, 259: 1 }, samples],
    ["deflated", { ...gray, 259: 8 }, new Uint8Array(deflateSync(samples))],
    ["in runs", { ...gray, 259: 32773 }, Uint8Array.of(5, ...samples)],
    ["as differences", { ...gray, 259: 1, 317: 2 }, Uint8Array.of(1, 1, 1, 4, 1, 1)],
    [
      "as differences of 16 bits",
      { ...gray, 259: 1, 258: 16, 317: 2 },
      Uint8Array.of(0, 1, 0, 1, 0, 1, 0, 4, 0, 1, 0, 1),
    ],
    ["of 16 bits", { ...gray, 259: 1, 258: 16 }, Uint8Array.of(...[...samples].flatMap((value) => [9, value]))],
  ])("%s", (_, tags, strip) => {
    expect(pixelsOf(tiff(tags, strip))).toEqual([...samples]);
  });

  it("of two colours, black or white first", () => {
    const bits = { ...gray, 258: 1, 259: 1 };
    expect(pixelsOf(tiff(bits, Uint8Array.of(0b01100000, 0b10100000)))).toEqual([0, 255, 255, 255, 0, 255]);
    expect(pixelsOf(tiff({ ...bits, 262: 0 }, Uint8Array.of(0b01100000, 0b10100000)))).toEqual([255, 0, 0, 0, 255, 0]);
  });

  it.each([
    ["in the code of Huffman", 2, 1, [0x1f, 0x35, 0x43, 0xa0]],
    ["as a fax of group 3", 3, 1, [0x1f, 0x35, 0x43, 0xa0]],
    ["as a fax of group 4", 4, 1, [0x23, 0xe8, 0x25]],
    ["as a fax of group 4, the lowest bit first", 4, 2, [0xc4, 0x17, 0xa4]],
  ])("%s", (_, compression, fillOrder, strip) => {
    const fax = { ...gray, 258: 1, 262: 0, 259: compression, 266: fillOrder };
    expect(pixelsOf(tiff(fax, Uint8Array.from(strip)))).toEqual([255, 0, 0, 0, 255, 0]);
    expect(drawnImage(tiff({ ...fax, 257: 3, 278: 3 }, Uint8Array.from(strip)))).toBeUndefined();
  });

  it("with its channels one after the other", () => {
    const planes = { 256: 2, 257: 1, 258: 8, 259: 1, 262: 2, 277: 3, 278: 1, 284: 2, 273: [8, 10, 12], 279: [2, 2, 2] };
    expect(pixelsOf(tiff(planes, samples))).toEqual([1, 3, 5, 2, 4, 6]);
  });

  it("that holds a JPEG whose tables are beside it", () => {
    const inner = jpeg({ width: 8, height: 8 });
    // A comment stands for the tables; what follows it does not matter.
    const tables = [0xd8ff, 0xfeff, 0x0400, 0x4241, 0xd9ff, 0, 0, 0, 0, 0];
    const comment = [0xff, 0xfe, 0, 4, 0x41, 0x42];
    const tags = { 256: 8, 257: 8, 258: 8, 259: 7, 262: 6, 277: 3, 278: 8, 347: tables };
    const drawn = drawnImage(tiff(tags, inner));
    expect(drawn).toEqual({ format: "jpeg", bytes: Uint8Array.of(0xff, 0xd8, ...comment, ...inner.subarray(2)) });
    const plain = drawnImage(tiff({ ...tags, 262: 2 }, inner))?.bytes ?? new Uint8Array();
    expect(new TextDecoder("latin1").decode(plain.subarray(2, 18))).toContain("Adobe\0d\0\0\0\0\0");
  });

  it("of a palette, with opacity, of inks", () => {
    const one = { 256: 1, 257: 1, 258: 8, 259: 1, 278: 1 };
    const palette = [...Array(256).keys()].map((value) => value << 8);
    const image = drawnImage(
      tiff({ ...one, 262: 3, 277: 1, 320: [...palette, ...palette, ...palette] }, Uint8Array.of(7)),
    );
    expect([...(readPngImage(image?.bytes ?? new Uint8Array()).palette ?? new Uint8Array()).subarray(21, 24)]).toEqual([
      7, 7, 7,
    ]);
    expect(pixelsOf(tiff({ ...one, 262: 2, 277: 4, 338: 2 }, Uint8Array.of(1, 2, 3, 4)))).toEqual([1, 2, 3, 4]);
    expect(pixelsOf(tiff({ ...one, 262: 5, 277: 4 }, Uint8Array.of(0, 255, 0, 0)))).toEqual([255, 0, 255]);
  });

  it("is not one if it lies", () => {
    const bytes = tiff({ ...gray, 259: 1 }, samples);
    for (let length = 0; length < 90; length++) drawnImage(bytes.subarray(0, length));
    expect(drawnImage(tiff({ ...gray, 256: 60_000, 257: 60_000, 259: 1 }, samples))).toBeUndefined();
    expect(drawnImage(tiff({ ...gray, 259: 4 }, samples))).toBeUndefined();
  });
});
