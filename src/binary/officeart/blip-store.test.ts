import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { BlipStore, readBlipAt } from "./blip-store.ts";
import { readNode } from "./records.ts";
import { bytesOf, container, record, u16, u32 } from "./testing/art-records.ts";

const UID = new Uint8Array(16);
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3);
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 4);

function storeEntry(delayedAt: number, embedded: Uint8Array = new Uint8Array(0)): Uint8Array {
  const head = bytesOf([6, 6], UID, u16(0), u32(embedded.length, 1, delayedAt), [0, 0, 0, 0]);
  return record(0xf007, bytesOf(head, embedded), 6, 2);
}

function metafile(type: number, instance: number, content: Uint8Array, bounds: number[], size: number[]): Uint8Array {
  const stored = deflateSync(content);
  const head = bytesOf(u32(content.length, ...bounds, ...size, stored.length), [0, 0xfe]);
  return record(type, bytesOf(UID, head, stored), instance);
}

function store(delayed: Uint8Array, ...entries: Uint8Array[]): BlipStore {
  return new BlipStore(readNode(container(0xf000, container(0xf001, ...entries)), 0), delayed);
}

describe("BlipStore", () => {
  const png = record(0xf01e, bytesOf(UID, [0xff], PNG), 0x6e0);
  const jpeg = record(0xf01d, bytesOf(UID, UID, [0xff], JPEG), 0x46b);

  it("reads pictures within their entries and in the delay stream, by one-based index", () => {
    const images = store(bytesOf([0, 0, 0], jpeg), storeEntry(0xffff_ffff, png), storeEntry(3), storeEntry(900));
    expect(images.blip(1)).toEqual({ bytes: PNG, extension: "png" });
    expect(images.blip(2)).toEqual({ bytes: JPEG, extension: "jpeg" });
    expect(images.blip(3)).toBeUndefined();
    expect(images.blip(0)).toBeUndefined();
    expect(images.blip(4)).toBeUndefined();
  });

  it("believes the content, not the record", () => {
    expect(readBlipAt(record(0xf01d, bytesOf(UID, [0xff], PNG), 0x46a), 0)?.extension).toBe("png");
  });

  it("inflates a metafile and writes the header that its bounds and size stand for", () => {
    const content = bytesOf(u16(1, 9, 0x300), u32(12), u16(0), u32(3), u16(0), u32(3), u16(0));
    const blip = readBlipAt(metafile(0xf01b, 0x216, content, [0, 0, 1_440, 720], [914_400, 457_200]), 0);
    const view = new DataView(blip?.bytes.buffer ?? new ArrayBuffer(22));
    expect(blip?.extension).toBe("wmf");
    expect(view.getUint32(0, true)).toBe(0x9ac6_cdd7);
    expect([6, 8, 10, 12, 14].map((at) => view.getInt16(at, true))).toEqual([0, 0, 1_440, 720, 1_440]);
    expect(blip?.bytes.subarray(22)).toEqual(content);
  });

  it("makes a file of a bitmap without a file header", () => {
    const dib = bytesOf(u32(40, 1, 1), u16(1, 24), u32(0, 4, 0, 0, 0, 0), [1, 2, 3, 0]);
    const blip = readBlipAt(record(0xf01f, bytesOf(UID, [0xff], dib), 0x7a8), 0);
    expect(blip?.extension).toBe("bmp");
    expect([...(blip?.bytes.subarray(0, 2) ?? [])]).toEqual([0x42, 0x4d]);
    expect(blip?.bytes.length).toBe(14 + dib.length);
  });

  it("refuses a metafile that would fill the memory", () => {
    const bomb = metafile(0xf01a, 0x3d4, new Uint8Array(25 * 1024 * 1024), [0, 0, 1, 1], [1, 1]);
    expect(readBlipAt(bomb, 0)).toBeUndefined();
  });

  it("reads nothing from remnants of records", () => {
    for (let length = 0; length < jpeg.length - JPEG.length; length++) {
      expect(readBlipAt(jpeg.subarray(0, length), 0)).toBeUndefined();
    }
  });
});
