import { describe, expect, it } from "vitest";
import { quickDrawToSvg } from "./metafile.ts";

const u16 = (...values: number[]) => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
const u32 = (...values: number[]) => values.flatMap((value) => u16(value >>> 16, value & 0xffff));
const even = (bytes: number[]) => (bytes.length % 2 === 0 ? bytes : [...bytes, 0]);

/** A picture of 100 by 50 in the second version of the format; operations begin at even places. */
function pict(...operations: number[][]): string {
  const head = [...u16(0, 0, 0, 50, 100), ...u16(0x11, 0x2ff), ...u16(0x0c00), ...Array(24).fill(0)];
  const bytes = [...Array(512).fill(0), ...head, ...operations.flatMap(even), ...u16(0xff)];
  return quickDrawToSvg(Uint8Array.from(bytes)) ?? "";
}

/** The pixels of the bitmap in a picture, from its BMP. */
function pixels(svg: string): number[] {
  const data = /bmp;base64,([^"]*)/.exec(svg)?.[1] ?? "";
  return [...atob(data)].map((character) => character.charCodeAt(0)).slice(54);
}

const RED = u16(0x1a, 0xffff, 0, 0);

describe("pict", () => {
  it("draws lines, boxes and ovals in its frame", () => {
    const svg = pict(RED, u16(0x20, 0, 0, 10, 20), u16(0x31, 5, 6, 15, 26), u16(0x50, 0, 0, 10, 10));
    expect(svg).toContain('viewBox="0 0 100 50"');
    expect(svg).toContain('d="M0 0L20 10" fill="none"');
    expect(svg).toContain('d="M6 5L26 5L26 15L6 15Z" fill="#ff0000"');
    expect(svg).toContain("A5 5");
  });

  it("writes text with its size and face", () => {
    const svg = pict(u16(0x0d, 20), [...u16(0x04), 1], [...u16(0x28, 30, 10), 2, 0x48, 0x8e]);
    expect(svg).toContain('x="10" y="30"');
    expect(svg).toMatch(/font-size="20".*font-weight="700".*>Hé</);
  });

  it("passes over what it does not draw", () => {
    const comment = [...u16(0xa1, 1, 3), 1, 2, 3];
    const region = [...u16(0x01, 10), ...u16(0, 0, 50, 100)];
    expect(pict(region, comment, u16(0x1234), Array(0x24).fill(0), u16(0x31, 0, 0, 5, 5))).toContain("M0 0L5 0");
  });

  it.each([
    ["a verb of rectangles that QuickDraw keeps for itself", u16(0x35, 0, 0, 9, 9)],
    ["one of arcs", u16(0x65, 0, 0, 9, 9, 0, 90)],
    ["one of arcs in the same box", u16(0x6d, 0, 90)],
    ["one of polygons", u16(0x75, 10, 0, 0, 9, 9)],
    ["a polygon that is the same again", u16(0x79)],
    ["a region", u16(0x80, 10, 0, 0, 9, 9)],
    ["a region that is the same again", u16(0x88)],
    ["a mode of the pen", u16(0x08, 10)],
  ])("reads on after %s", (_, operation) => {
    const alone = pict(u16(0x31, 0, 0, 5, 5));
    expect(alone).toContain("M0 0L5 0");
    expect(pict(operation, u16(0x31, 0, 0, 5, 5))).toBe(alone);
  });

  it("draws in the box of the previous shape, by each verb", () => {
    const back = u16(0x1b, 0, 0, 0xffff);
    const svg = pict(RED, back, u16(0x34, 0, 0, 10, 20), u16(0x58), u16(0x3a), u16(0x6b, 0, 90));
    expect(svg).toContain('d="M0 0L20 0L20 10L0 10Z" fill="#ff0000"');
    expect(svg).toContain("A10 5");
    expect(svg).toContain('d="M0 0L20 0L20 10L0 10Z" fill="#0000ff"');
  });

  it("moves text on by the steps of its operations", () => {
    const text = (operation: number[], letter: number) => [...operation, 1, letter];
    const svg = pict(
      text(u16(0x28, 30, 10), 0x41),
      text([...u16(0x29), 5], 0x42),
      text([...u16(0x2a), 6], 0x43),
      text([...u16(0x2b), 7, 8], 0x44),
    );
    const places = [...svg.matchAll(/x="(\d+)" y="(\d+)"[^>]*>(\w)</g)].map(([, x, y, letter]) => [x, y, letter]);
    expect(places).toEqual([
      ["10", "30", "A"],
      ["15", "30", "B"],
      ["15", "36", "C"],
      ["22", "44", "D"],
    ]);
  });

  it("unpacks a bitmap of two colours", () => {
    const bounds = u16(0, 0, 1, 64);
    const row = [3, 0, 0x80, 0xfa, 0];
    // one literal of 0x80, then seven zeros
    const svg = pict([...u16(0x98, 8), ...bounds, ...bounds, ...u16(0, 0, 10, 64, 0), 4, ...row.slice(1, 3), 0xfa, 0]);
    expect(svg).toContain('width="64" height="10"');
    expect(pixels(svg).slice(0, 6)).toEqual([0, 0, 0, 255, 255, 255]);
  });

  it("unpacks direct colours, component by component", () => {
    const bounds = u16(0, 0, 1, 2);
    const map = [...u16(0, 4), ...Array(12).fill(0), ...u16(16, 32, 3, 8), ...Array(12).fill(0)];
    const row = [5, 1, 2, 3, 4, 5, 6];
    const svg = pict([
      ...u16(0x9a),
      ...u32(0xff),
      ...u16(0x8008),
      ...bounds,
      ...map,
      ...bounds,
      ...bounds,
      ...u16(0),
      7,
      ...row,
    ]);
    expect(pixels(svg).slice(0, 6)).toEqual([5, 3, 1, 6, 4, 2]);
  });

  it("shows the JPEG of a QuickTime picture where its matrix says", () => {
    const jpeg = [0xff, 0xd8, 0xff, 0xe0];
    const matrix = [...Array(24).fill(0), ...u32(7 * 65_536, 3 * 65_536, 0)];
    const body = [...u16(0), ...matrix, ...Array(14).fill(0), ...u16(0, 0, 20, 40), ...Array(8).fill(0), ...jpeg];
    const svg = pict([...u16(0x8200), ...u32(body.length), ...body]);
    expect(svg).toContain('<image x="7" y="3" width="40" height="20"');
    expect(svg).toContain(`data:image/jpeg;base64,${btoa(String.fromCharCode(...jpeg))}`);
  });

  it("yields a picture or nothing, wherever the bytes break off", () => {
    const whole = [...Array(512).fill(0), ...u16(0, 0, 0, 50, 100, 0x11, 0x2ff, 0x98, 8, 0, 0, 1, 64, 0, 0, 1, 64)];
    for (let length = 500; length < whole.length; length++) {
      expect(quickDrawToSvg(Uint8Array.from(whole.slice(0, length)))).toBeUndefined();
    }
  });
});
