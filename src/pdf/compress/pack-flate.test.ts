import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { WorkMeter } from "../../domain/work-meter.ts";
import { packFlate } from "./pack-flate.ts";

/** Numbers that look random, always the same. */
function random(count: number, values: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % values;
  });
}

const packed = (data: Uint8Array) => packFlate(data, new WorkMeter());
const at = (data: Uint8Array, level: number, memLevel: number) =>
  new Uint8Array(deflateSync(data, { level, memLevel }));

describe("data are packed", () => {
  it.each([
    ["text", new TextEncoder().encode(Array.from({ length: 9_000 }, (_, index) => `${index * 7919} m `).join(""))],
    ["photographs", random(80_000, 200)],
    ["one value", new Uint8Array(80_000)],
    ["a pattern that repeats", Uint8Array.from({ length: 80_000 }, (_, index) => index % 5)],
    ["little of few values", random(8_000, 2)],
  ])("as well as can be: %s", (_, data) => {
    const first = at(data, 9, 9).length;
    expect(packed(data).length).toBe(first < 24 * 1024 ? first : Math.min(first, at(data, 9, 8).length));
  });

  it.each([2, 3])("without going through all of the window for each byte, where %i values are dithered", (values) => {
    const data = random(70_000, values);
    expect(packed(data).length).toBe(Math.min(at(data, 6, 9).length, at(data, 6, 8).length));
  });
});
