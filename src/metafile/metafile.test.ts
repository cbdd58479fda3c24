import { describe, expect, it } from "vitest";
import { metafileKind, metafileToSvg } from "./metafile.ts";
import { emfRecord, emfSvg, u16, u32 } from "./testing/emf-file.ts";

/** A WMF record of words. */
const wmfRecord = (type: number, ...words: number[]) => [...u32(words.length + 3), ...u16(type, ...words)];

/** The header of a WMF, and the one that programs put before it to say where the picture is. */
const HEAD = [...u16(1, 9, 0x300), ...u32(0), ...u16(1), ...u32(0), ...u16(0)];
const placeable = (left: number, top: number, right: number, bottom: number) => [
  ...u32(0x9ac6cdd7),
  ...u16(0, left, top, right, bottom, 96, 0, 0, 0),
];

const wmfFile = (...parts: number[][]) => Uint8Array.from([...parts.flat(), ...wmfRecord(0)]);

function wmf(...records: number[][]): string {
  return metafileToSvg(wmfFile(HEAD, ...records), "wmf") ?? "";
}

const WINDOW = [wmfRecord(0x020b, 10, 20), wmfRecord(0x020c, 100, 200)];
const RECTANGLE = [60, 120, 10, 20] as const;
const rectangle = wmfRecord(0x041b, ...RECTANGLE);

/** In the window, whose corner is at 20, 10. */
const outlines = (...records: number[][]) =>
  [...wmf(...WINDOW, ...records).matchAll(/ d="([^"]*)"/g)].map(([, d]) => d);
const paint = (name: "fill" | "stroke", ...records: number[][]) =>
  new RegExp(` ${name}="([^"]*)"`).exec(wmf(...WINDOW, ...records))?.[1];

const select = (handle: number) => wmfRecord(0x012d, handle);
const remove = (handle: number) => wmfRecord(0x01f0, handle);
/** COLORREF: red is in the lowest byte. */
const brush = (color: number, style = 0) => wmfRecord(0x02fc, style, color, color >> 16, 0);
const pen = (color: number, width: number, style = 0) => wmfRecord(0x02fa, style, width, 0, color, color >> 16);

describe("wmf", () => {
  it("shows the window: width and height, from its origin", () => {
    const svg = wmf(...WINDOW, wmfRecord(0x041b, ...RECTANGLE));
    expect(svg).toContain('viewBox="0 0 200 100"');
    expect(svg).toContain('d="M0 0L100 0L100 50L0 50Z"');
  });

  it("shows the bounds before its header where no window is set", () => {
    const svg = metafileToSvg(wmfFile(placeable(20, 10, 220, 110), HEAD, wmfRecord(0x041b, ...RECTANGLE)), "wmf");
    expect(svg).toContain('viewBox="0 0 200 100"');
    expect(svg).toContain('d="M0 0L100 0L100 50L0 50Z"');
  });

  it("moves the window by a step", () => {
    expect(outlines(wmfRecord(0x020f, 10, 20), wmfRecord(0x041b, 70, 140, 20, 40))).toEqual([
      "M0 0L100 0L100 50L0 50Z",
    ]);
  });

  it("stretches windows that are set later over the same picture, and goes back with the state", () => {
    const svg = wmf(
      ...WINDOW,
      wmfRecord(0x041b, ...RECTANGLE),
      wmfRecord(0x001e),
      wmfRecord(0x020b, 0, 0),
      wmfRecord(0x020c, 1_000, 2_000),
      wmfRecord(0x041b, 1_000, 2_000, 0, 0),
      wmfRecord(0x0127, 0xffff),
      wmfRecord(0x041b, ...RECTANGLE),
    );
    expect(svg).toContain('viewBox="0 0 200 100"');
    expect([...svg.matchAll(/d="([^"]*)"/g)].map((match) => match[1])).toEqual([
      "M0 0L100 0L100 50L0 50Z",
      "M0 0L200 0L200 100L0 100Z",
      "M0 0L100 0L100 50L0 50Z",
    ]);
  });

  it("scales the window before drawing", () => {
    const svg = wmf(...WINDOW, wmfRecord(0x0410, 2, 1, 2, 1), wmfRecord(0x041b, ...RECTANGLE));
    expect(svg).toContain('viewBox="0 0 100 50"');
  });

  it("turns pictures whose heights count upwards", () => {
    const svg = wmf(wmfRecord(0x020b, 100, 0), wmfRecord(0x020c, -100, 100), wmfRecord(0x041b, 0, 100, 50, 0));
    expect(svg).toContain('viewBox="0 0 100 100"');
    expect(svg).toContain("M0 50L100 50L100 100L0 100Z");
  });

  it("draws pies, round corners and filled patterns", () => {
    expect(wmf(...WINDOW, wmfRecord(0x081a, 0, 60, 60, 0, 110, 220, 10, 20))).toMatch(/A100 50 0 0 0 .*L100 50Z/);
    expect(wmf(...WINDOW, wmfRecord(0x061c, 10, 20, ...RECTANGLE))).toContain("A10 5 0 0 1");
    expect(wmf(...WINDOW, wmfRecord(0x061d, 0x42, 0, 10, 20, 10, 20))).toContain(
      'width="20" height="10" fill="#000000"',
    );
  });

  it.each([
    ["ellipses", [wmfRecord(0x0418, ...RECTANGLE)], "M0 25A50 25 0 1 1 100 25A50 25 0 1 1 0 25Z"],
    ["polygons", [wmfRecord(0x0324, 3, 20, 10, 30, 10, 30, 20)], "M0 0L10 0L10 10Z"],
    ["lines through points", [wmfRecord(0x0325, 3, 20, 10, 30, 10, 30, 20)], "M0 0L10 0L10 10"],
    [
      "several polygons",
      [wmfRecord(0x0538, 2, 3, 2, 20, 10, 30, 10, 30, 20, 25, 15, 26, 16)],
      "M0 0L10 0L10 10ZM5 5L6 6Z",
    ],
    ["a line from where the pen is", [wmfRecord(0x0214, 15, 25), wmfRecord(0x0213, 19, 29)], "M5 5L9 9"],
  ])("draws %s", (_, records, expected) => {
    expect(outlines(...records)).toEqual([expected]);
  });

  it("leaves arcs open, closes chords and leads pies to their middle", () => {
    const quarter = [110, 120, 60, 20, 110, 220, 10, 20];
    const arc = "M0 50A100 50 0 0 0 29.29 85.36A100 50 0 0 0 100 100";
    expect([0x0817, 0x0830, 0x081a].flatMap((type) => outlines(wmfRecord(type, ...quarter)))).toEqual([
      arc,
      `${arc}Z`,
      `${arc}L100 50Z`,
    ]);
  });

  it("draws with the pen and the brush that are selected", () => {
    const drawn = [pen(0x0000ff, 3, 1), brush(0xff0000), select(0), select(1), rectangle];
    expect([paint("stroke", ...drawn), paint("fill", ...drawn)]).toEqual(["#ff0000", "#0000ff"]);
    expect(wmf(...WINDOW, ...drawn)).toContain('stroke-width="3" stroke-dasharray="6 3"');
  });

  it("draws neither lines nor faces with a pen and a brush of no style", () => {
    expect(outlines(pen(0, 1, 5), select(0), rectangle)).toHaveLength(1);
    expect(paint("stroke", pen(0, 1, 5), select(0), rectangle)).toBeUndefined();
    expect(outlines(pen(0, 1, 5), brush(0, 1), select(0), select(1), rectangle)).toEqual([]);
  });

  it("gives a new object the first handle that is free", () => {
    const freed = [brush(0x0000ff), brush(0x00ff00), remove(0)];
    expect(paint("fill", ...freed, select(0), rectangle)).toBe("#ffffff");
    expect(paint("fill", ...freed, brush(0xff0000), select(0), rectangle)).toBe("#0000ff");
  });

  it.each([
    ["a palette", 0x00f7],
    ["a region", 0x06ff],
  ])("counts %s among the objects, and draws as before where it is selected", (_, type) => {
    const drawn = [brush(0x0000ff), wmfRecord(type), brush(0xff0000), select(0), select(1), rectangle];
    expect(paint("fill", ...drawn)).toBe("#ff0000");
    expect(paint("fill", ...drawn.slice(0, -1), select(2), rectangle)).toBe("#0000ff");
  });

  it("takes a patterned brush for a grey one", () => {
    for (const type of [0x0142, 0x01f9]) expect(paint("fill", wmfRecord(type), select(0), rectangle)).toBe("#c0c0c0");
  });

  it("fills what a line encloses twice only where it is told so", () => {
    expect(wmf(...WINDOW, rectangle)).toContain('fill-rule="evenodd"');
    expect(wmf(...WINDOW, wmfRecord(0x0106, 2), rectangle)).not.toContain("fill-rule");
    expect(wmf(...WINDOW, wmfRecord(0x0106, 2), wmfRecord(0x0106, 1), rectangle)).toContain('fill-rule="evenodd"');
  });

  const dib = [40, 0, 1, 0, 1, 0, 1, 24, ...[0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0, 0xff];
  const COPY = [0x0020, 0x00cc];
  it.each([
    ["STRETCHDIB", 0x0f43, [...COPY, 0, 1, 1, 0, 0]],
    ["DIBSTRETCHBLT", 0x0b41, [...COPY, 1, 1, 0, 0]],
    ["DIBBITBLT", 0x0940, [...COPY, 0, 0]],
  ])("stretches the bitmap of a %s over its place", (_, type, source) => {
    const [height, width, y, x] = [20, 10, 16, 25];
    expect(wmf(...WINDOW, wmfRecord(type, ...source, height, width, y, x, ...dib))).toMatch(
      /<image x="5" y="6" width="10" height="20" [^>]*href="data:image\/bmp;base64,Qk0/,
    );
    expect(wmf(...WINDOW, wmfRecord(type, ...source, height, width, y, x))).toBe("");
  });

  const BASELINE = 24;
  const align = (mode: number) => wmfRecord(0x012e, BASELINE | mode);
  const text = (...words: number[]) => wmfRecord(0x0a32, 30, 40, ...words);

  it("writes text in its color at its place, as wide as the steps of its characters", () => {
    const svg = wmf(...WINDOW, align(0), wmfRecord(0x0209, 0x00ff, 0), text(3, 0, 0x4241, 0x0043, 5, 6, 7));
    expect(svg).toMatch(/<text x="20" y="20" .*fill="#ff0000" text-anchor="start" textLength="18" .*>ABC</);
  });

  it("reads text behind the box that it is cut off at, or that is filled", () => {
    const box = [0, 0, 9, 9];
    for (const options of [2, 4]) expect(wmf(...WINDOW, text(2, options, ...box, 0x4241))).toMatch(/>AB</);
    expect(wmf(...WINDOW, text(2, 2, ...box, 0x4241))).not.toContain("textLength");
  });

  it("aligns text with its place", () => {
    const anchorOf = (mode: number) => /text-anchor="(\w+)"/.exec(wmf(...WINDOW, align(mode), text(1, 0, 0x41)))?.[1];
    expect([0, 2, 6].map(anchorOf)).toEqual(["start", "end", "middle"]);
  });

  it("goes on where the text before has ended, if texts move the pen", () => {
    const UPDATES_POSITION = 1;
    const svg = wmf(
      ...WINDOW,
      align(UPDATES_POSITION),
      wmfRecord(0x0214, 50, 40),
      text(2, 0, 0x4241, 10, 15),
      text(1, 0, 0x43, 10),
    );
    expect([...svg.matchAll(/x="(\d+)" y="(\d+)"[^>]*>(\w+)</g)].map((found) => found.slice(1))).toEqual([
      ["20", "40", "AB"],
      ["45", "40", "C"],
    ]);
  });

  it("writes symbols as the characters that they look like", () => {
    const face = [..."Wingdings"].map((character) => character.charCodeAt(0));
    const name = Array.from({ length: 5 }, (_, index) => (face[index * 2] ?? 0) | ((face[index * 2 + 1] ?? 0) << 8));
    const font = wmfRecord(0x02fb, 12, 0, 0, 0, 400, 0, 0x0200, 0, 0, ...name);
    const text = wmfRecord(0x0521, 2, 0x9f6c, 20, 30);
    expect(wmf(...WINDOW, font, wmfRecord(0x012d, 0), text)).toContain(">●•</text>");
  });

  it("clips what is drawn until the state is restored", () => {
    const svg = wmf(
      ...WINDOW,
      wmfRecord(0x001e),
      wmfRecord(0x0416, ...RECTANGLE),
      wmfRecord(0x041b, 110, 220, 10, 20),
      wmfRecord(0x0127, 0xffff),
      wmfRecord(0x041b, ...RECTANGLE),
    );
    expect(svg.match(/<svg/g)).toHaveLength(2);
    expect(svg).toContain('<svg x="0" y="0" width="100" height="50" viewBox="0 0 100 50"');
  });
});

describe("emf", () => {
  it("draws in pixels even with a window set, as long as nothing maps it", () => {
    const svg = emfSvg(emfRecord(9, u32(10, 5)), emfRecord(43, u32(0, 0, 50, 25)));
    expect(svg).toContain("M0 0L50 0L50 25L0 25Z");
  });

  it("maps a window onto its viewport", () => {
    const svg = emfSvg(
      emfRecord(17, u32(8)),
      emfRecord(9, u32(10, 5)),
      emfRecord(11, u32(100, 50)),
      emfRecord(43, u32(0, 0, 5, 5)),
    );
    expect(svg).toContain("M0 0L50 0L50 50L0 50Z");
  });

  it("draws arcs and clips", () => {
    expect(emfSvg(emfRecord(45, u32(0, 0, 100, 50, 100, 25, 0, 25)))).toContain("A50 25 0 0 0");
    expect(emfSvg(emfRecord(30, u32(0, 0, 10, 10)), emfRecord(43, u32(0, 0, 50, 25)))).toContain(
      '<svg x="0" y="0" width="10" height="10"',
    );
  });
});

describe("metafileKind", () => {
  const emfHead = [...u32(1, 108), ...Array(32).fill(0), ...u32(0x464d4520)];
  it.each([
    ["a WMF", "wmf", HEAD],
    ["a WMF with bounds before its header", "wmf", [...placeable(0, 0, 9, 9), ...HEAD]],
    ["an EMF", "emf", emfHead],
    ["what only begins as an EMF does", undefined, emfHead.slice(0, 40)],
    ["a PNG", undefined, [0x89, 0x50, 0x4e, 0x47]],
    ["nothing", undefined, []],
  ])("knows %s by its first bytes", (_, kind, bytes) => {
    expect(metafileKind(Uint8Array.from(bytes))).toBe(kind);
  });
});
