import { describe, expect, it } from "vitest";
import { pictureResolution } from "./picture-resolution.ts";

function png(...chunks: number[][]): Uint8Array {
  return new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...chunks.flat()]);
}
const header = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, ...Array<number>(17).fill(0)];
const physical = (perMetre: number, unit: number) => [
  ...[0, 0, 0, 9, 0x70, 0x48, 0x59, 0x73],
  ...[0, 0, perMetre >> 8, perMetre & 255, 0, 0, perMetre >> 8, perMetre & 255, unit, 0, 0, 0, 0],
];
const jfif = (unit: number, density: number) =>
  new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, unit, density >> 8, density & 255]);

describe("pictureResolution", () => {
  it("reads PNG and JPEG", () => {
    expect(pictureResolution(png(header, physical(11_811, 1)))).toBe(300);
    expect(pictureResolution(jfif(1, 150))).toBe(150);
    expect(pictureResolution(jfif(2, 118))).toBe(300);
  });

  it("falls back if the file says nothing sensible", () => {
    expect(pictureResolution(png(header, physical(11_811, 0)))).toBe(96);
    expect(pictureResolution(jfif(0, 1))).toBe(96);
    expect(pictureResolution(jfif(1, 0))).toBe(96);
    expect(pictureResolution(png([255, 255, 255, 255, 1, 2, 3, 4]))).toBe(96);
    expect(pictureResolution(new Uint8Array())).toBe(96);
  });
});
