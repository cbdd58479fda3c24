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

const outlines = (svg: string) => [...svg.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d);

const RED = u16(0x1a, 0xffff, 0, 0);

/** A map of `size` pixels in rows of so many bytes. */
function pixMap(rowBytes: number, size: [width: number, height: number], bits: number, packType = 0, components = 1) {
  const resolutionAndSize = Array(12).fill(0);
  const planesAndTable = Array(12).fill(0);
  const head = u16(0x8000 | rowBytes, 0, 0, size[1], size[0], 0, packType);
  return [...head, ...resolutionAndSize, ...u16(0, bits, components, 8), ...planesAndTable];
}

/** Where pixels are taken from, where they go, and how they are laid over what is there. */
const places = (width: number, height: number) => [...u16(0, 0, height, width), ...u16(0, 0, height, width), ...u16(0)];

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

  it("goes on with lines from where the pen is, by place and by step", () => {
    const steps = [[...u16(0x22, 10, 20), 5, 0xfe], [...u16(0x23), 0xff, 3], u16(0x21, 30, 40)];
    expect(outlines(pict(...steps))).toEqual(["M20 10L25 8", "M25 8L24 11", "M24 11L40 30"]);
  });

  it("draws lines as wide as the pen is in the mean, and of no less than one", () => {
    const widthOf = (...size: [height: number, width: number]) =>
      /stroke-width="([^"]*)"/.exec(pict(u16(0x07, ...size), u16(0x20, 0, 0, 10, 20)))?.[1];
    expect([widthOf(4, 6), widthOf(0, 0)]).toEqual(["5", "1"]);
  });

  it("rounds the corners of rectangles by an oval", () => {
    expect(outlines(pict(u16(0x0b, 10, 20), u16(0x40, 0, 0, 40, 60)))).toEqual([
      "M10 0H50A10 5 0 0 1 60 5V35A10 5 0 0 1 50 40H10A10 5 0 0 1 0 35V5A10 5 0 0 1 10 0Z",
    ]);
  });

  it("closes polygons that are filled, and leaves lines open", () => {
    const polygon = u16(10 + 3 * 4, 0, 0, 9, 9, 0, 0, 0, 9, 9, 9);
    const svg = pict(RED, [...u16(0x71), ...polygon], [...u16(0x70), ...polygon]);
    expect(outlines(svg)).toEqual(["M0 0L9 0L9 9Z", "M0 0L9 0L9 9"]);
    expect([...svg.matchAll(/ fill="([^"]*)"/g)].map(([, fill]) => fill)).toEqual(["#ff0000", "none"]);
  });

  it("knows the eight colors of the first Macintosh by their numbers", () => {
    const fills = (operation: number, verb: number, color: number) =>
      / fill="([^"]*)"/.exec(pict([...u16(operation), ...u32(color)], u16(verb, 0, 0, 9, 9)))?.[1];
    expect([30, 33, 69, 137, 205, 273, 341, 409].map((color) => fills(0x0e, 0x31, color))).toEqual(
      ["#ffffff", "#000000", "#ffff00", "#ff00ff"].concat(["#ff0000", "#00ffff", "#00ff00", "#0000ff"]),
    );
    expect([205, 7].map((color) => fills(0x0f, 0x32, color))).toEqual(["#ff0000", "#ffffff"]);
  });

  it("reads the first version, whose operations are single bytes wherever they are", () => {
    const operations = [[0x11, 1], [0x04, 1], [0x31, ...u16(5, 6, 15, 26)], [0x28, ...u16(30, 10), 1, 0x41], [0xff]];
    const bytes = [...Array(512).fill(0), ...u16(0, 0, 0, 50, 100), ...operations.flat()];
    const svg = quickDrawToSvg(Uint8Array.from(bytes)) ?? "";
    expect(outlines(svg)).toEqual(["M6 5L26 5L26 15L6 15Z"]);
    expect(svg).toMatch(/x="10" y="30".*font-weight="700".*>A</);
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

  const table = (flags: number) => [...u32(0), ...u16(flags, 1), ...u16(1, 0xffff, 0, 0), ...u16(0, 0, 0, 0xffff)];
  it.each([
    ["the index that each entry states", 0, [255, 0, 0, 0, 0, 255]],
    ["their order in the table of a device", 0x8000, [0, 0, 255, 255, 0, 0]],
  ])("looks colors up by %s", (_, flags, expected) => {
    // Two bits for each pixel: the first and the second color.
    const row = [0b0001_0000, 0];
    const svg = pict([...u16(0x98), ...pixMap(2, [2, 1], 2), ...table(flags), ...places(2, 1), ...row]);
    expect(pixels(svg).slice(0, 6)).toEqual(expected);
  });

  it.each([
    ["of 32 bits", pixMap(8, [2, 1], 32, 1, 3), [0, 1, 2, 3, 0, 4, 5, 6]],
    ["of 32 bits without their unused byte", pixMap(8, [2, 1], 32, 2, 3), [1, 2, 3, 4, 5, 6]],
    ["that are packed with an unused component", pixMap(8, [2, 1], 32, 4, 4), [9, 7, 9, 9, 1, 4, 2, 5, 3, 6]],
  ])("reads direct colors %s", (_, map, row) => {
    const svg = pict([...u16(0x9a), ...u32(0xff), ...map, ...places(2, 1), ...row]);
    expect(pixels(svg).slice(0, 6)).toEqual([3, 2, 1, 6, 5, 4]);
  });

  it.each([
    ["as they are", 1, [0x7c, 0, 0x03, 0xe0, 0, 0x1f, 0x7f, 0xff]],
    ["packed pixel by pixel", 3, [10, 1, 0x7c, 0, 0x03, 0xe0, 1, 0, 0x1f, 0x7f, 0xff]],
  ])("reads colors of five bits, %s", (_, packType, row) => {
    const svg = pict([...u16(0x9a), ...u32(0xff), ...pixMap(8, [4, 1], 16, packType, 3), ...places(4, 1), ...row]);
    expect(pixels(svg)).toEqual([...[0, 0, 255], ...[0, 255, 0], ...[255, 0, 0], ...[255, 255, 255]]);
  });

  it("repeats a pixel of two bytes as often as its count says", () => {
    const row = [3, 0xfd, 0x7c, 0];
    const svg = pict([...u16(0x9a), ...u32(0xff), ...pixMap(8, [4, 1], 16, 3, 3), ...places(4, 1), ...row]);
    expect(pixels(svg)).toEqual([0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 255]);
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
