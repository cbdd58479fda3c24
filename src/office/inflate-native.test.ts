import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { inflateNatively } from "./inflate-native.ts";

test.each([0, 1, 63, 64, 5_000, 200_000])("a part of %d bytes is unpacked whole", (size) => {
  for (const part of [new Uint8Array(size).fill(7), Uint8Array.from(randomBytes(size))]) {
    expect(inflateNatively(deflateRawSync(part), size)).toEqual(part);
  }
});

test.each([
  ["less", 999],
  ["more", 1_001],
  ["much more", 1_000_000],
  ["nearly nothing", 1],
])("a part that declares %s than it has is damaged", (_, declared) => {
  expect(inflateNatively(deflateRawSync(new Uint8Array(1_000)), declared)).toBeUndefined();
});

test("a part whose data end too early is damaged", () => {
  const part = Uint8Array.from(randomBytes(1_000));
  expect(inflateNatively(deflateRawSync(part).subarray(0, 500), part.length)).toBeUndefined();
});
