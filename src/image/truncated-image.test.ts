import { describe, expect, it } from "vitest";
import { gif, jpeg, png } from "./testing/image-files.ts";
import { truncatedKind } from "./truncated-image.ts";

const whole = png({ width: 8, height: 8, rows: Uint8Array.from({ length: 200 }, (_, at) => (at % 25 === 0 ? 0 : at)) });
const photograph = jpeg({ width: 8, height: 8 });
const withoutEnd = photograph.subarray(0, -2);
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

describe("a picture", () => {
  it.each([
    ["a whole PNG", whole],
    ["a PNG without its last chunk, whose rows are all there", whole.subarray(0, -12)],
    ["a PNG with something behind it", join(whole, new Uint8Array(100))],
    ["a whole JPEG", photograph],
    ["a JPEG with a film behind it", join(photograph, new Uint8Array(10_000))],
    ["a GIF", gif],
    ["no picture", new Uint8Array(10)],
  ])("is not cut off: %s", (_, bytes) => {
    expect(truncatedKind(bytes)).toBeUndefined();
  });

  it.each([
    ["a PNG within its data", whole.subarray(0, -60), "PNG"],
    [
      "an interlaced one",
      png({ width: 8, height: 8, interlaced: true, rows: new Uint8Array(20) }).subarray(0, -16),
      "PNG",
    ],
    ["a JPEG", withoutEnd, "JPEG"],
    [
      "a JPEG with a small picture in a segment",
      jpeg({ width: 8, height: 8, segments: [[0xe1, photograph]] }).subarray(0, -2),
      "JPEG",
    ],
  ])("is cut off: %s", (_, bytes, kind) => {
    expect(truncatedKind(bytes)).toBe(kind);
  });
});
