import { expect, it } from "vitest";
import { drawingSize, isHidden } from "./drawing-size.ts";
import { findSvg, rootOf, svgInData } from "./svg-places.ts";

const found = (html: string) => findSvg(html).places.map(({ start, end }) => html.slice(start, end));

it("finds drawings in the text whole, with those within them", () => {
  const inner = '<svg width="9" title="a > b"><svg/><svg x="1"><g/></svg><!-- </svg> --></svg>';
  expect(found(`<p>${inner}</p><SVG viewBox='0 0 1 1'></SVG >`)).toEqual([inner, "<SVG viewBox='0 0 1 1'></SVG >"]);
});

it("finds pictures whose source is a drawing, as data or at an address that says so", () => {
  const images = [
    `<img alt="x" src="data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg'></svg>">`,
    "<IMG src='https://a.example/logo.SVG?v=2#mark'/>",
    "<img src=https://a.example/logo.svg width=2>",
  ];
  const others = '<img src="https://a.example/x.svg.png"><img src="cid:a.svg"><img src="data:image/png;base64,AA==">';
  expect(found(others + images.join(others))).toEqual(images);
});

it("passes over comments, which are for one mail program, scripts and texts, and what never ends", () => {
  const html = `<!--[if mso]><svg></svg><![endif]--><style>a{content:"<svg></svg>"}</style><script>"<svg></svg>"</script>
    <textarea><svg></svg></textarea><svgs></svgs><svg width="1"><p>`;
  expect(findSvg(html)).toEqual({ places: [], styleSheets: ['a{content:"<svg></svg>"}'] });
});

it.each([
  ["data:image/svg+xml;base64,PHN2Zz7DqTwvc3ZnPg==", "<svg>é</svg>"],
  ["data:image/svg+xml;charset=utf-8;base64, PHN2Zz4 8L3N2Zz4=", "<svg></svg>"],
  ["data:image/svg+xml,%3Csvg%3E%C3%A9%3C/svg%3E", "<svg>é</svg>"],
  ["data:image/svg+xml;utf8,<svg width='100%'></svg>", "<svg width='100%'></svg>"],
  ["data:image/png;base64,AA==", undefined],
])("reads %s", (address, svg) => {
  expect(svgInData(address)).toBe(svg);
});

it.each([
  ['<svg width="40" height="20">', {}, [40, 20]],
  ['<svg viewBox="0 0 200 50">', {}, [200, 50]],
  ['<svg viewBox="0 0 200 50" width="1in">', {}, [96, 24]],
  ['<svg viewBox="0 0 200 50" style="width:100%;height:auto">', {}, [600, 150]],
  ['<svg viewBox="0 0 200 50" style="width:100%; max-width: 120px !important">', {}, [120, 30]],
  ['<svg width="40" height="20" style="height:10PX">', {}, [40, 10]],
  ["<svg>", {}, [300, 150]],
  ['<svg viewBox="0 0 9000 3000">', {}, [2000, 667]],
  ['<?xml version="1.0"?><!-- a --><svg width="40" height="20">', { width: "20" }, [20, 10]],
  ['<svg viewBox="0 0 10 10">', { style: "height: 24px" }, [24, 24]],
] as const)("shows %s within %j as large as %j", (svg, around, [widthPixels, heightPixels]) => {
  expect(drawingSize(rootOf(svg) ?? {}, around)).toEqual({ widthPixels, heightPixels });
});

it.each([
  ['<svg width="0" height="0">', true],
  ['<svg style="display: none">', true],
  ['<svg style="position:absolute;width:0;height:0">', true],
  ['<svg visibility="hidden">', true],
  ['<svg style="display:inline-block">', false],
])("knows whether %s is seen: hidden is %s", (svg, hidden) => {
  expect(isHidden(rootOf(svg) ?? {})).toBe(hidden);
});

it.each(["<svg ", "<svg>", "<style>", "<style ", "<!--", '<img alt="'])(
  "is found before what never ends: %s",
  (piece) => {
    expect(found(`<svg><g/></svg>${piece.repeat(200_000)}`)[0]).toBe("<svg><g/></svg>");
  },
);
