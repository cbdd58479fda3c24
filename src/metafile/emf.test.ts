import { describe, expect, it } from "vitest";
import { emfRecord as record, emfSvg as svg, u16, u32, zeros } from "./testing/emf-file.ts";

const f32 = (...values: number[]) => [...new Uint8Array(new Float32Array(values).buffer)];
const wide = (text: string) => u16(...[...text].map((character) => character.charCodeAt(0)));

const BOUNDS = zeros(16);
const small = (type: number, ...points: number[]) => record(type, BOUNDS, u32(points.length / 2), u16(...points));
const large = (type: number, ...points: number[]) => record(type, BOUNDS, u32(points.length / 2), u32(...points));
const moveTo = (x: number, y: number) => record(0x1b, u32(x, y));
const lineTo = (x: number, y: number) => record(0x36, u32(x, y));
const rectangle = (...edges: [number, number, number, number]) => record(0x2b, u32(...edges));
const select = (handle: number) => record(0x25, u32(handle));
const brush = (handle: number, color: number) => record(0x27, u32(handle, 0, color, 0));

const outlines = (...records: number[][]) => [...svg(...records).matchAll(/ d="([^"]*)"/g)].map(([, d]) => d);
const paints = (name: "fill" | "stroke", ...records: number[][]) =>
  [...svg(...records).matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map(([, paint]) => paint);

describe("outlines", () => {
  it.each([
    ["rectangles", [rectangle(10, 10, 60, 40)], "M10 10L60 10L60 40L10 40Z"],
    ["ellipses", [record(0x2a, u32(10, 10, 60, 40))], "M10 25A25 15 0 1 1 60 25A25 15 0 1 1 10 25Z"],
    ["polygons", [large(0x03, 0, 0, 10, 0, 10, 10)], "M0 0L10 0L10 10Z"],
    ["polygons of small numbers", [small(0x56, 0, 0, 10, 0, 10, 10)], "M0 0L10 0L10 10Z"],
    ["lines", [large(0x04, 0, 0, 10, 0)], "M0 0L10 0"],
    ["lines of small numbers", [small(0x57, 0, 0, 10, 0)], "M0 0L10 0"],
    ["lines from where the pen is", [moveTo(5, 5), small(0x59, 1, 1, 2, 2)], "M5 5L1 1L2 2"],
    ["a line", [moveTo(5, 5), lineTo(9, 9)], "M5 5L9 9"],
    ["curves", [small(0x55, 0, 0, 1, 1, 2, 2, 3, 3)], "M0 0C1 1 2 2 3 3"],
    ["curves from where the pen is", [moveTo(5, 5), small(0x58, 1, 1, 2, 2, 3, 3)], "M5 5C1 1 2 2 3 3"],
    [
      "several polygons",
      [record(0x5b, BOUNDS, u32(2, 5, 3, 2), u16(0, 0, 1, 0, 1, 1, 5, 5, 6, 6))],
      "M0 0L1 0L1 1ZM5 5L6 6Z",
    ],
    ["several lines", [record(0x07, BOUNDS, u32(2, 4, 2, 2), u32(0, 0, 1, 0, 5, 5, 6, 6))], "M0 0L1 0M5 5L6 6"],
    [
      "round corners",
      [record(0x2c, u32(10, 10, 60, 40, 10, 20))],
      "M15 10H55A5 10 0 0 1 60 20V30A5 10 0 0 1 55 40H15A5 10 0 0 1 10 30V20A5 10 0 0 1 15 10Z",
    ],
  ])("has %s", (_, records, expected) => {
    expect(outlines(...records)).toEqual([expected]);
  });

  it.each([
    ["arcs stay open", 0x2d, /A10 10 0 0 0 10 0$/],
    ["chords are closed", 0x2e, /A10 10 0 0 0 10 0Z$/],
    ["pies reach their middle", 0x2f, /A10 10 0 0 0 10 0L10 10Z$/],
  ])("%s", (_, type, expected) => {
    expect(outlines(record(type, u32(0, 0, 20, 20, 20, 10, 10, 0)))[0]).toMatch(expected);
  });

  it("collects a path and paints it as a whole", () => {
    const path = [record(0x3b), moveTo(0, 0), lineTo(9, 0), lineTo(9, 9), record(0x3d), record(0x3c)];
    expect(outlines(...path, record(0x3f, BOUNDS))).toEqual(["M0 0L9 0L9 9Z"]);
    expect(paints("fill", ...path, record(0x40, BOUNDS))).toEqual(["none"]);
    expect(paints("stroke", ...path, record(0x3e, BOUNDS))).toEqual([]);
    expect(outlines(...path, record(0x44))).toEqual([]);
  });
});

it("joins curves and lines to a path that has begun", () => {
  const curve = (...points: number[]) => small(0x58, ...points);
  const path = [record(0x3b), moveTo(0, 0), curve(1, 1, 2, 2, 3, 3), lineTo(4, 4), curve(5, 5, 6, 6, 7, 7)];
  expect(outlines(...path, record(0x3c), record(0x40, BOUNDS))).toEqual(["M0 0C1 1 2 2 3 3L4 4C5 5 6 6 7 7"]);
});

describe("pens and brushes", () => {
  it("are what is selected", () => {
    const pen = record(0x26, u32(1, 0, 3, 0, 0x0000ff));
    const drawn = [pen, brush(2, 0xff0000), select(1), select(2), rectangle(1, 1, 9, 9)];
    expect([paints("fill", ...drawn), paints("stroke", ...drawn)]).toEqual([["#0000ff"], ["#ff0000"]]);
    expect(svg(...drawn)).toContain('stroke-width="3"');
  });

  it("may be stock objects, or extended", () => {
    const pen = record(0x5f, u32(1, 0, 0, 0, 0, 1, 4, 0, 0x00ff00, 0, 0));
    const drawn = [pen, select(1), select(0x8000_0005), rectangle(1, 1, 9, 9)];
    expect([paints("fill", ...drawn), paints("stroke", ...drawn)]).toEqual([["none"], ["#00ff00"]]);
    expect(svg(...drawn)).toContain("stroke-dasharray");
  });

  it("are gone once they are deleted, and grey where they are patterns", () => {
    const pattern = record(0x5d, u32(3), zeros(24));
    expect(paints("fill", pattern, select(3), rectangle(1, 1, 9, 9))).toEqual(["#c0c0c0"]);
    expect(paints("fill", brush(2, 0xff), record(0x28, u32(2)), select(2), rectangle(1, 1, 9, 9))).toEqual(["#ffffff"]);
  });

  it("fill what a line encloses twice only where they are told so", () => {
    const mode = (value: number) => record(0x13, u32(value));
    expect(svg(rectangle(1, 1, 9, 9))).toContain('fill-rule="evenodd"');
    expect(svg(mode(2), rectangle(1, 1, 9, 9))).not.toContain("fill-rule");
    expect(svg(mode(2), mode(1), rectangle(1, 1, 9, 9))).toContain('fill-rule="evenodd"');
  });

  it("come back with the state", () => {
    const drawn = [record(0x21), brush(2, 0xff), select(2), record(0x22, u32(-1)), rectangle(1, 1, 9, 9)];
    expect(paints("fill", ...drawn)).toEqual(["#ffffff"]);
  });
});

describe("places", () => {
  it("are moved and scaled by the world transform, and by what is multiplied into it", () => {
    const found = outlines(
      record(0x23, f32(2, 0, 0, 2, 10, 0)),
      rectangle(1, 1, 9, 9),
      record(0x24, f32(1, 0, 0, 1, 5, 5), u32(2)),
      rectangle(1, 1, 9, 9),
      record(0x24, f32(1, 0, 0, 1, 0, 0), u32(1)),
      rectangle(1, 1, 9, 9),
    );
    expect(found).toEqual(["M12 2L28 2L28 18L12 18Z", "M22 12L38 12L38 28L22 28Z", "M1 1L9 1L9 9L1 9Z"]);
  });

  it("are mapped from the window to the viewport", () => {
    const window = [record(0x11, u32(8)), record(0x0a, u32(0, 0)), record(0x09, u32(1_000, 500))];
    const viewport = [record(0x0c, u32(0, 0)), record(0x0b, u32(100, 50))];
    expect(outlines(...window, ...viewport, rectangle(100, 100, 900, 400))).toEqual(["M10 10L90 10L90 40L10 40Z"]);
  });

  it("are clipped until a region takes the place of all others", () => {
    const clip = record(0x1e, u32(0, 0, 50, 50));
    const drawn = svg(clip, rectangle(1, 1, 9, 9), record(0x4b, u32(0, 5)), rectangle(2, 2, 9, 9));
    const [inside = "", outside = ""] = drawn.split("</svg>");
    expect(inside).toContain('<svg x="0" y="0" width="50" height="50"');
    expect(outside).toContain("M2 2L9 2");
  });
});

describe("texts and bitmaps", () => {
  it("set text in the font, colour and alignment that are selected", () => {
    const look = [...u32(-12, 0, 0, 0, 700), 1, 1, 0, 0, ...zeros(4), ...wide("Arial\0"), ...zeros(52)];
    const text = record(0x54, BOUNDS, u32(1), f32(1, 1), u32(10, 20, 3, 76, 0), BOUNDS, u32(0), wide("A&b"));
    const drawn = svg(record(0x52, u32(3), look), select(3), record(0x18, u32(0x0000ff)), record(0x16, u32(24)), text);
    for (const part of ['x="10" y="20"', "Arial", 'font-size="12"', 'fill="#ff0000"', 'font-weight="700"', ">A&amp;b<"])
      expect(drawn).toContain(part);
  });

  it("set text of single bytes, as wide as the steps of its characters", () => {
    const place = [BOUNDS, u32(1), f32(1, 1), u32(10, 20, 3, 76, 0), BOUNDS];
    const text = record(0x53, ...place, u32(80), [0x41, 0xe9, 0x42, 0], u32(5, 6, 7));
    expect(svg(text)).toMatch(/<text x="10" .*textLength="18" .*>AéB</);
  });

  it("fill a rectangle where there is no bitmap", () => {
    const fill = record(0x4c, BOUNDS, u32(5, 6, 10, 20, 0xf00021), zeros(60));
    expect(outlines(brush(2, 0xff), select(2), fill)).toEqual(["M5 6L15 6L15 26L5 26Z"]);
  });

  it("stretch a bitmap over its place", () => {
    const header = [...u32(40, 1, 1), ...u16(1, 24), ...u32(0, 4, 0, 0, 0, 0)];
    const place = u32(5, 6, 0, 0, 1, 1, 80, 40, 120, 4, 0, 0xcc0020, 10, 20);
    const drawn = svg(record(0x51, BOUNDS, place, header, [0, 0, 255, 0]));
    expect(drawn).toMatch(/<image x="5" y="6" width="10" height="20" [^>]*href="data:image\/bmp;base64,/);
  });
});
