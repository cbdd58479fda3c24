import { utils, write } from "cfb";
import { describe, expect, it } from "vitest";
import { CompoundFile, isCompoundFile } from "./compound-file.ts";

function container(streams: Record<string, Uint8Array>): Uint8Array {
  const file = utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) utils.cfb_add(file, path, content as never);
  return new Uint8Array(write(file, { type: "buffer" }));
}

const counted = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7) % 251);

describe("a compound file", () => {
  const small = counted(3);
  const long = counted(3_000);
  const large = counted(20_000);
  const bytes = container({ WordDocument: large, "/ObjectPool/_1/Small": small, Long: long });
  const file = new CompoundFile(bytes);

  it("gives streams in short and in large sectors, whatever the case of the path", () => {
    expect(file.stream("worddocument")).toEqual(large);
    expect(file.stream("ObjectPool/_1/Small")).toEqual(small);
    expect(file.stream("LONG")).toEqual(long);
  });

  it("gives the beginning of a stream", () => {
    expect(file.stream("WordDocument", 700)).toEqual(large.subarray(0, 700));
    expect(file.stream("Long", 100)).toEqual(long.subarray(0, 100));
  });

  it("knows what is there and what is not", () => {
    expect(file.paths()).toEqual(expect.arrayContaining(["worddocument", "objectpool/_1/small"]));
    expect([...file.rootNames]).toEqual(expect.arrayContaining(["WordDocument", "ObjectPool", "Long"]));
    expect(file.rootNames.has("Small")).toBe(false);
    expect(file.stream("Workbook")).toBeUndefined();
  });

  it("has more table sectors than the header lists", () => {
    const huge = new Uint8Array(8 * 1024 * 1024).fill(5);
    const stream = new CompoundFile(container({ Workbook: huge, Other: small })).stream("Workbook");
    expect(stream?.length).toBe(huge.length);
    expect(stream?.every((byte) => byte === 5)).toBe(true);
  });

  it("refuses what is not a compound file", () => {
    expect(() => new CompoundFile(new Uint8Array(600))).toThrow("container is damaged");
    expect(() => new CompoundFile(bytes.subarray(0, 100))).toThrow("container is damaged");
    expect(isCompoundFile(new Uint8Array(600))).toBe(false);
  });

  it("gives what is left of a file that was cut off", () => {
    for (let length = 512; length < bytes.length; length += 512) {
      const cut = new CompoundFile(bytes.subarray(0, length));
      for (const path of cut.paths()) expect(cut.stream(path)?.length).toBeLessThanOrEqual(large.length);
    }
  });

  it("ends chains of sectors and of entries that run in circles", () => {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const table = 512 * (view.getUint32(0x4c, true) + 1);
    const directory = 512 * (view.getUint32(0x30, true) + 1);
    for (let sector = 0; sector < 128; sector++) {
      const damaged = bytes.slice();
      new DataView(damaged.buffer).setUint32(table + 4 * sector, sector, true);
      const read = new CompoundFile(damaged);
      expect(read.stream("WordDocument")?.length ?? 0).toBeLessThanOrEqual(large.length);
    }
    for (const field of [0x44, 0x48, 0x4c])
      for (let entry = 0; entry < 4; entry++) {
        const damaged = bytes.slice();
        new DataView(damaged.buffer).setUint32(directory + 128 * entry + field, entry, true);
        expect(new CompoundFile(damaged).paths().length).toBeLessThanOrEqual(4);
      }
  });

  it("does not believe a stream's size beyond what the file has", () => {
    const damaged = bytes.slice();
    const view = new DataView(damaged.buffer);
    const directory = 512 * (view.getUint32(0x30, true) + 1);
    for (let entry = 0; entry < 4; entry++) view.setUint32(directory + 128 * entry + 0x78, 0xfffffff0, true);
    const read = new CompoundFile(damaged);
    for (const path of read.paths()) expect(read.stream(path)?.length).toBeLessThanOrEqual(damaged.length);
  });
});
