import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { deflate, inflate } from "./flate.ts";

test.each([0, 1, 100, 16_000, 16_320, 16_384, 300_000])("%d bytes are the same after packing and unpacking", (size) => {
  for (const level of [0, 6, 9]) {
    for (const data of [new Uint8Array(size), Uint8Array.from(randomBytes(size))]) {
      expect(inflate(deflate(data, level), size)).toEqual(data);
    }
  }
});
