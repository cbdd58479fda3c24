import { describe, expect, it } from "vitest";
import { png } from "../../convert/testing/pictures.ts";
import { isSvg, readSvg } from "./read-svg.ts";

const svg = (content: string, attributes = 'viewBox="0 0 100 50"') =>
  new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  );
const parts = (content: string, attributes?: string) => readSvg(svg(content, attributes))?.parts;
const rounded = (values: readonly number[]) => values.map((value) => Math.round(value * 100) / 100);

describe("an SVG", () => {
  it("is recognised by its beginning", () => {
    expect(isSvg(svg(""))).toBe(true);
    expect(isSvg(new TextEncoder().encode('<?xml version="1.0"?><!-- x --><svg:svg/>'))).toBe(true);
    expect(isSvg(new TextEncoder().encode("<html/>"))).toBe(false);
  });

  it("has the proportions of its view, and a thousand units along its longer side", () => {
    expect(readSvg(svg(""))).toMatchObject({ width: 1000, height: 500, stretches: false });
    expect(readSvg(svg("", 'width="2in" height="96"'))).toMatchObject({ width: 1000, height: 500 });
    expect(readSvg(svg("", 'width="0"'))).toBeUndefined();
  });

  // In units of ten.
  it.each([
    ["rect", '<rect x="1" y="2" width="3" height="4"/>', "MLLLZ", [10, 20, 40, 20, 40, 60, 10, 60]],
    ["line", '<line x1="1" y1="0" x2="2" y2="3" stroke="red" fill="none"/>', "ML", [10, 0, 20, 30]],
    ["polygon", '<polygon points="0,0 1,0,1 1"/>', "MLLZ", [0, 0, 10, 0, 10, 10]],
    ["path", '<path d="m1 1h2v2z"/>', "MLLZ", [10, 10, 30, 10, 30, 30]],
    ["transform", '<g transform="translate(1 2) scale(2)"><path d="M0 0L1 1"/></g>', "ML", [10, 20, 30, 40]],
    ["rotate", '<path transform="rotate(90 1 1)" d="M1 1L2 1"/>', "ML", [10, 10, 10, 20]],
    ["use", '<defs><path id="p" d="M0 0L1 1"/></defs><use xlink:href="#p" x="3"/>', "ML", [30, 0, 40, 10]],
    [
      "symbol",
      '<symbol id="s" viewBox="0 0 10 10"><path d="M0 0L10 10"/></symbol><use href="#s" width="20" height="20"/>',
      "ML",
      [0, 0, 200, 200],
    ],
  ])("draws %s", (_, content, operators, numbers) => {
    const [part] = parts(content) ?? [];
    expect(part?.kind === "path" && [part.outline.operators, rounded(part.outline.numbers)]).toEqual([
      operators,
      numbers,
    ]);
  });

  it("reads arcs whose flags directly precede what follows them", () => {
    const [apart, together] = ["M0 0a2 2 0 0 1 2 2", "M0 0a2 2 0 012 2"].map((d) => parts(`<path d="${d}"/>`));
    expect(together).toEqual(apart);
  });

  it("takes looks from attributes, styles, classes and ancestors", () => {
    const [part] =
      parts(
        "<style>.a, #z { fill: #0f0; stroke: rgb(0, 0, 255) } path { fill: gold }</style>" +
          '<g opacity=".5" stroke-width="2" fill="red"><path class="a" style="fill-opacity:50%" fill-rule="evenodd" stroke-dasharray="1 2" d="M0 0L1 1"/></g>',
      ) ?? [];
    expect(part).toMatchObject({ fill: { color: "#00ff00", opacity: 0.25 } });
    const [, line] =
      parts('<g stroke-width="2"><path stroke="navy" stroke-dasharray="1" stroke-linecap="round" d="M0 0L1 1"/></g>') ??
      [];
    expect(line).toMatchObject({
      fill: undefined,
      stroke: { color: "#000080", widthPt: 20, cap: "round", dashesPt: [10, 10] },
    });
    expect(parts('<path display="none" d="M0 0L1 1"/><path fill="none" d="M0 0L1 1"/>')).toEqual([]);
    expect(parts('<g color="teal"><path fill="currentColor" d="M0 0L1 1"/></g>')).toMatchObject([
      { fill: { color: "#008080" } },
    ]);
  });

  it("fills with gradients, across the box or the view, slanted with it", () => {
    const stops = '<stop offset="0" stop-color="red"/><stop offset="100%" stop-color="blue" stop-opacity=".5"/>';
    const [across] =
      parts(
        `<linearGradient id="g">${stops}</linearGradient><linearGradient id="h" href="#g" gradientUnits="userSpaceOnUse" x1="0" x2="10" y1="0" y2="0"/>` +
          '<rect x="10" width="20" height="10" fill="url(#g)" opacity=".5"/>',
      ) ?? [];
    expect(across).toMatchObject({
      kind: "shading",
      geometry: { kind: "linear", x1Pt: 100, y1Pt: 0, x2Pt: 300, y2Pt: 0 },
      stops: [
        { offset: 0, color: "#ff0000", opacity: 0.5 },
        { offset: 1, color: "#0000ff", opacity: 0.25 },
      ],
    });
    // From corner to corner of a box twice as wide as high: lines of one colour run along the other diagonal.
    const [slanted] =
      parts(
        `<linearGradient id="g" x2="1" y2="1">${stops}</linearGradient><rect width="20" height="10" fill="url(#g)"/>`,
      ) ?? [];
    const geometry = slanted?.kind === "shading" && slanted.geometry.kind === "linear" ? slanted.geometry : undefined;
    const [dx, dy] = [geometry?.x2Pt ?? 0, geometry?.y2Pt ?? 0];
    const share = (x: number, y: number) => (x * dx + y * dy) / (dx * dx + dy * dy);
    expect([share(200, 100), share(200, 0), share(0, 100)].map((value) => Math.round(value * 1e6))).toEqual([
      1e6, 5e5, 5e5,
    ]);
    const [round] =
      parts(`<radialGradient id="g">${stops}</radialGradient><rect width="20" height="10" fill="url(#g)"/>`) ?? [];
    expect(round).toMatchObject({ geometry: { kind: "radial", xPt: 100, yPt: 50, radiusXPt: 100, radiusYPt: 50 } });
  });

  it("sets text, and pictures within it", () => {
    const [text] =
      parts(
        '<text x="5" y="7" font-size="4" font-family="\'Arial\', serif" text-anchor="middle" font-weight="bold"> A  b </text>',
      ) ?? [];
    expect(text).toMatchObject({
      kind: "text",
      text: "A b",
      size: 40,
      family: "Arial",
      anchor: "middle",
      bold: true,
      matrix: [1, 0, 0, 1, 50, 70],
    });
    const data = Buffer.from(png({ width: 1, height: 1, rows: new Uint8Array(4) })).toString("base64");
    const [clip] =
      parts(
        `<clipPath id="c"><rect width="1" height="1"/></clipPath><image clip-path="url(#c)" width="3" height="2" href="data:image/png;base64,${data}"/>`,
      ) ?? [];
    expect(clip).toMatchObject({
      kind: "clip",
      parts: [{ kind: "image", picture: { box: { widthPt: 3, heightPt: 2 } } }],
    });
  });

  it.each([
    ["masks", '<g mask="url(#m)"/>'],
    ["filters", '<path style="filter: url(#f)" d="M0 0"/>'],
    ["patterns", '<pattern id="p"/><path fill="url(#p)" d="M0 0L1 1"/>'],
    ["pages within", "<foreignObject/>"],
    ["pictures elsewhere", '<image width="1" height="1" href="https://example.com/a.png"/>'],
    ["letters one by one", '<text x="1 2 3">abc</text>'],
    ["references in circles", '<g id="g"><use href="#g"/></g>'],
    [
      "references that multiply",
      Array.from(
        { length: 20 },
        (_, index) => `<g id="g${index}"><use href="#g${index + 1}"/><use href="#g${index + 1}"/></g>`,
      ).join(""),
    ],
    ["markup that is not well-formed", "<g>"],
    ["long style sheets", `<style>${"/*".repeat(20_000)}</style>`],
  ])("leaves %s to others", (_, content) => {
    expect(readSvg(svg(content))).toBeUndefined();
  });
});
