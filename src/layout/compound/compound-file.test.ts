import { utils, write } from "cfb";
import { describe, expect, it } from "vitest";
import { CompoundFile } from "./compound-file.ts";

function container(streams: Record<string, Uint8Array>): Uint8Array {
  const file = utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) utils.cfb_add(file, path, content as never);
  return new Uint8Array(write(file, { type: "buffer" }));
}

describe("CompoundFile", () => {
  const small = Uint8Array.of(1, 2, 3);
  const large = new Uint8Array(20_000).fill(7);
  const file = new CompoundFile(container({ WordDocument: large, "/ObjectPool/_1/Small": small }));

  it("reads streams of the small and of the large sectors, whatever the case of the path", () => {
    expect(file.stream("worddocument")).toEqual(large);
    expect(file.stream("ObjectPool/_1/Small")).toEqual(small);
  });

  it("knows what is there and what is not", () => {
    expect(file.paths()).toEqual(expect.arrayContaining(["worddocument", "objectpool/_1/small"]));
    expect(file.stream("Workbook")).toBeUndefined();
  });

  it("says that a damaged container is damaged", () => {
    expect(() => new CompoundFile(new Uint8Array(600))).toThrow(/container is damaged/);
  });
});
