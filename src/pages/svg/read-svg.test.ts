import { describe, expect, it } from "vitest";
import { png } from "../../image/testing/image-files.ts";
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
    // From corner to corner of a box twice as wide as high: lines of one color run along the other diagonal.
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
      parts: [{ kind: "image", image: { box: { widthPt: 3, heightPt: 2 } } }],
    });
  });

  it("lets parts through by a mask's brightness or opacity, within its region", () => {
    const mask = '<mask id="m" x="0" y="0" width="1" height="1"><rect width="10" height="10" fill="white"/></mask>';
    const [region] = parts(`${mask}<rect x="2" y="1" width="4" height="2" mask="url(#m)"/>`) ?? [];
    expect(region).toMatchObject({ kind: "clip", outline: { numbers: [20, 10, 60, 10, 60, 30, 20, 30] } });
    expect(region?.kind === "clip" && region.parts).toMatchObject([
      {
        ...{ kind: "masked", letsThrough: "luminance", region: { xPt: 20, yPt: 10, widthPt: 40, heightPt: 20 } },
        mask: [{ kind: "path", fill: { color: "#ffffff" } }],
        parts: [{ kind: "path" }],
      },
    ]);
    // In shares of the box, ten per cent around it, by opacity.
    const [inBox] =
      parts(
        '<mask id="m" mask-type="alpha" maskContentUnits="objectBoundingBox"><rect width=".5" height="1"/></mask>' +
          '<g mask="url(#m)"><path d="M0 0h10v10"/></g>',
      ) ?? [];
    expect(inBox?.kind === "clip" && [rounded(inBox.outline.numbers), inBox.parts]).toMatchObject([
      [-10, -10, 110, -10, 110, 110, -10, 110],
      [{ letsThrough: "alpha", mask: [{ outline: { numbers: [0, 0, 50, 0, 50, 100, 0, 100] } }] }],
    ]);
    expect(parts('<g mask="url(#none)"><path d="M0 0h1v1"/></g>')).toMatchObject([{ kind: "path" }]);
  });

  /** The region of a mask that is its element's box. */
  const boxOf = (content: string) => {
    const all = 'x="0" y="0" width="1" height="1"';
    const mask = `<mask id="m" ${all}><rect width="99" height="99" fill="white"/></mask>`;
    const region = parts(`${mask}<g mask="url(#m)">${content}</g>`)?.at(-1);
    return region?.kind === "clip" ? rounded(region.outline.numbers) : undefined;
  };
  const data = Buffer.from(png({ width: 1, height: 1, rows: new Uint8Array(4) })).toString("base64");

  it.each([
    // a clip shows less of the element, or would show more, and does not change its box
    [
      "what is clipped",
      '<clipPath id="c"><rect width="90" height="40"/></clipPath><rect x="2" y="1" width="4" height="2" clip-path="url(#c)"/>',
      [20, 10, 60, 10, 60, 30, 20, 30],
    ],
    [
      "what is masked",
      '<g mask="url(#m)"><rect x="2" y="1" width="4" height="2"/></g>',
      [20, 10, 60, 10, 60, 30, 20, 30],
    ],
    [
      "what has a shadow",
      '<filter id="f"><feDropShadow dx="1" dy="1" stdDeviation="3"/></filter><rect x="2" y="1" width="4" height="2" filter="url(#f)"/>',
      [20, 10, 60, 10, 60, 30, 20, 30],
    ],
    [
      "a turned picture",
      `<image transform="rotate(90 5 5)" x="5" y="5" width="3" height="2" href="data:image/png;base64,${data}"/>`,
      [30, 50, 50, 50, 50, 80, 30, 80],
    ],
  ])("measures a mask by the box of %s", (_, content, numbers) => {
    expect(boxOf(content)).toEqual(numbers);
  });

  it.each([
    ["start", 100],
    ["middle", 80],
    ["end", 60],
  ])(
    "takes letters as half as wide as they are high, and leaves as much room at each side: from the %s",
    (anchor, left) => {
      // four letters of 20 units: 40 wide, from 18 above the baseline to 5 below it
      const text = `<text x="10" y="5" font-size="2" text-anchor="${anchor}">abcd</text>`;
      expect(boxOf(text)).toEqual([left - 40, 32, left + 80, 32, left + 80, 55, left - 40, 55]);
    },
  );

  it("fills with the tiles of a pattern that are in the shape's box", () => {
    const [tiles] =
      parts(
        '<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"><rect width="5" height="5" fill="red"/></pattern>' +
          '<pattern id="q" href="#p" patternTransform="translate(5 0)"/><rect width="20" height="10" fill="url(#q)" opacity=".5"/>',
      ) ?? [];
    expect(tiles).toMatchObject({
      ...{ kind: "repeated", outline: { operators: "MLLLZ" }, tile: { numbers: [50, 0, 150, 0, 150, 100, 50, 100] } },
      // From 5 to the left of the box on.
      offsets: [
        [-100, 0],
        [0, 0],
        [100, 0],
      ],
      parts: [{ fill: { color: "#ff0000", opacity: 0.5 }, outline: { numbers: [50, 0, 100, 0, 100, 50, 50, 50] } }],
    });
    // A quarter of the box, whose view is fitted into it.
    const [quarters] =
      parts(
        '<pattern id="p" width=".25" height=".5" viewBox="0 0 2 1"><path d="M0 0h1v1"/></pattern><rect x="4" width="16" height="4" fill="url(#p)"/>',
      ) ?? [];
    expect(quarters?.kind === "repeated" && [quarters.offsets.length, quarters.parts]).toMatchObject([
      8,
      [{ outline: { numbers: [40, 0, 60, 0, 60, 20] } }],
    ]);
  });

  it("puts markers at vertices, turned along the line, in the colour of the line", () => {
    const marker = (attributes: string) =>
      `<marker id="m" viewBox="0 0 2 2" refX="1" refY="1" markerWidth="2" markerHeight="2" overflow="visible" ${attributes}><path d="M1 1h1" fill="context-stroke"/></marker>`;
    const line = (extra: string) =>
      `<polyline points="1,1 5,1 5,5" fill="none" stroke="teal" stroke-width="2" ${extra}/>`;
    const drawn = parts(marker('orient="auto"') + line('style="marker: url(#m)"')) ?? [];
    const marks = drawn.slice(1).map((part) => part.kind === "path" && rounded(part.outline.numbers));
    const half = 20 / Math.SQRT2;
    expect(marks).toEqual([[10, 10, 30, 10], rounded([50, 10, 50 + half, 10 + half]), [50, 50, 50, 70]]);
    expect(drawn[1]).toMatchObject({ fill: { color: "#008080" } });
    const [, back] =
      parts(marker('orient="auto-start-reverse" markerUnits="userSpaceOnUse"') + line('marker-start="url(#m)"')) ?? [];
    expect(back?.kind === "path" && rounded(back.outline.numbers)).toEqual([10, 10, 0, 10]);
  });

  it("shows blurs and shadows as layers of the element", () => {
    const shadow =
      '<filter id="f"><feGaussianBlur in="SourceAlpha" stdDeviation="1"/><feOffset dx="2" dy="1" result="o"/>' +
      '<feFlood flood-color="navy" flood-opacity=".5"/><feComposite in2="o" operator="in"/>' +
      '<feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge></filter>';
    const layersOf = (filter: string) => {
      const [region] = parts(`${filter}<rect width="10" height="10" filter="url(#f)"/>`) ?? [];
      const [filtered] = region?.kind === "clip" ? region.parts : [];
      return filtered?.kind === "filtered" ? filtered.layers : undefined;
    };
    const own = { color: undefined, opacity: 1, right: 0, down: 0, deviation: 0 };
    expect(layersOf(shadow)).toEqual([{ color: "#000080", opacity: 0.5, right: 20, down: 10, deviation: 10 }, own]);
    expect(layersOf('<filter id="f"><feDropShadow dx="1" dy="0" stdDeviation="3"/></filter>')).toEqual([
      { color: "#000000", opacity: 1, right: 10, down: 0, deviation: 30 },
      own,
    ]);
    const half = '<feComponentTransfer><feFuncA type="linear" slope="0.5"/></feComponentTransfer>';
    const faint = { ...own, opacity: 0.5 };
    expect(layersOf(`<filter id="f">${half}</filter>`)).toEqual([faint]);
    const shifted = '<feOffset in="SourceAlpha" dx="1" result="s"/>';
    const behind = { ...own, color: "#000000", right: 10 };
    expect(layersOf(`<filter id="f">${shifted}<feBlend in="SourceGraphic" in2="s"/></filter>`)).toEqual([behind, own]);
    expect(layersOf(`<filter id="f">${shifted}<feComposite in="SourceGraphic" in2="s"/></filter>`)).toEqual([
      behind,
      own,
    ]);
    const tint = '<feColorMatrix values="0 0 0 0 1  0 0 0 0 0  0 0 0 0 0  0 0 0 .25 0"/>';
    expect(layersOf(`<filter id="f"><feGaussianBlur stdDeviation="2 4"/>${tint}</filter>`)).toEqual([
      { color: "#ff0000", opacity: 0.25, right: 0, down: 0, deviation: 30 },
    ]);
  });

  it.each([
    [
      "filters that compute with pixels",
      '<filter id="f"><feTurbulence/></filter><path style="filter: url(#f)" d="M0 0h1"/>',
    ],
    [
      "a color all over that is changed",
      '<filter id="f"><feFlood/><feComponentTransfer><feFuncA type="linear" slope=".5"/></feComponentTransfer><feComposite operator="in" in2="SourceAlpha"/></filter><path filter="url(#f)" d="M0 0h1v1"/>',
    ],
    [
      "filters that multiply",
      '<filter id="f"><feBlend mode="multiply" in2="SourceAlpha"/></filter><path filter="url(#f)" d="M0 0h1v1"/>',
    ],
    ["functions as filters", '<path filter="blur(2px)" d="M0 0h1"/>'],
    [
      "tiles without number",
      '<pattern id="p" width=".001" height=".001"><path d="M0 0h1v1"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
    ],
    [
      "patterns within themselves",
      '<pattern id="p" width=".5" height=".5"><rect width="9" height="9" fill="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
    ],
    [
      "masks within themselves",
      '<mask id="m"><rect width="9" height="9" mask="url(#m)"/></mask><rect width="9" height="9" mask="url(#m)"/>',
    ],
    [
      "blurs without number",
      `<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><g filter="url(#f)">${'<path d="M0 0h1v1"/>'.repeat(201)}</g>`,
    ],
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
