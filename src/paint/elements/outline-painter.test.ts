import { describe, expect, it } from "vitest";
import type { OutlineBox } from "../../layout/drawing/outline.ts";
import type { Fill, PictureFill, Stroke } from "../../layout/model/fill.ts";
import { plainStroke } from "../../layout/testing/plain-stroke.ts";
import { attributesOf, placeText, withPageDocument } from "../testing/page-document.ts";
import { outlineSvg, outlineTransform } from "./outline-painter.ts";

withPageDocument();

const NO_FILL: Fill = { kind: "none" };
const RED: Fill = { kind: "solid", color: "#ff0000", opacity: 1 };
const box: OutlineBox = { widthPt: 40, heightPt: 20, flipHorizontal: false, flipVertical: false };
const line = plainStroke("#0000ff", 2);
const units: OutlineBox = {
  ...box,
  geometry: {
    kind: "paths",
    widthUnits: 400,
    heightUnits: 100,
    paths: [
      { d: "M0 0L400 100", filled: false, stroked: true },
      { d: "M0 0L400 0L400 100Z", filled: true, stroked: false },
    ],
  },
};
const shapes = (svg: SVGElement, ...names: string[]) => attributesOf(svg, "g > path", ...names);

describe("outlineTransform", () => {
  it.each<[string, Partial<OutlineBox>, string]>([
    ["nothing to do", {}, ""],
    ["mirrored at the box's middle", { flipHorizontal: true }, "translate(40 0) scale(-1 1)"],
    ["mirrored both ways", { flipHorizontal: true, flipVertical: true }, "translate(40 20) scale(-1 -1)"],
    ["units of its own", { geometry: units.geometry }, "scale(0.1 0.2)"],
  ])("%s", (_, change, expected) => {
    expect(outlineTransform({ ...box, ...change })).toBe(expected);
  });
});

describe("outlineSvg", () => {
  it("lies on its box, and is large enough to be seen if the box is a line", () => {
    expect(placeText(outlineSvg(box, RED, undefined))).toBe("0 0 40x20");
    expect(outlineSvg({ ...box, heightPt: 0 }, NO_FILL, line).getAttribute("viewBox")).toBe("0 0 40 0.75");
  });

  it("fills before it strokes, whatever the order of the paths", () => {
    const svg = outlineSvg(units, RED, line);
    expect(shapes(svg, "d", "fill", "stroke")).toEqual(["M0 0L400 0L400 100Z #ff0000", "M0 0L400 100 none #0000ff"]);
  });

  it("keeps the width of lines in outlines with units of their own", () => {
    expect(shapes(outlineSvg(units, NO_FILL, line), "vector-effect").join("")).toBe("non-scaling-stroke");
    expect(shapes(outlineSvg(box, NO_FILL, line), "vector-effect")).toEqual([""]);
  });

  it.each<[string, Partial<Stroke>, string]>([
    ["stroke-width", { widthPt: 0 }, "0.25"],
    ["stroke-opacity", { opacity: 0.5 }, "0.5"],
    ["stroke-linecap", { cap: "rnd" }, "round"],
    ["stroke-linecap", { cap: "sq" }, "square"],
    ["stroke-dasharray", { dash: "dash" }, "8 6"],
  ])("has %s of %j", (name, change, expected) => {
    expect(shapes(outlineSvg(box, NO_FILL, { ...line, ...change }), name)).toEqual([expected]);
  });

  it("is as transparent as a solid fill", () => {
    expect(shapes(outlineSvg(box, { ...RED, opacity: 0.25 }, undefined), "fill-opacity")).toEqual(["0.25"]);
  });

  it("defines heads large enough to be seen, turned round at the start", () => {
    const end = { type: "triangle", widthFactor: 3, lengthFactor: 2 };
    const svg = outlineSvg(box, NO_FILL, { ...line, widthPt: 0.5, head: end, tail: { ...end, type: "oval" } });
    expect(attributesOf(svg, "marker", "orient", "refX", "markerWidth", "markerHeight")).toEqual([
      "auto-start-reverse 10 4 6",
      "auto 5 4 6",
    ]);
    const [start = "", end_ = ""] = attributesOf(svg, "marker", "id");
    expect(shapes(svg, "marker-start", "marker-end")).toEqual([`url(#${start}) url(#${end_})`]);
  });

  it("cuts a picture to the outline, in the outline's units", () => {
    const picture: PictureFill = { kind: "picture", source: "a.png", tile: false, opacity: 0.5 };
    const svg = outlineSvg(units, picture, undefined);
    expect(attributesOf(svg, "image", "href", "width", "height", "opacity")).toEqual(["a.png 400 100 0.5"]);
    const [clip = ""] = attributesOf(svg, "clipPath", "id");
    expect(attributesOf(svg, "g g", "clip-path")).toEqual([`url(#${clip})`]);
    expect(attributesOf(svg, "clipPath path", "d")).toEqual(["M0 0L400 0L400 100Z"]);
  });

  it("paints the faces of a body in tones of its fill", () => {
    const cube: OutlineBox = { ...box, geometry: { kind: "preset", name: "cube", adjustments: {} } };
    const fills = new Set(shapes(outlineSvg(cube, RED, undefined), "fill"));
    expect(fills).toEqual(new Set(["#ff0000", "#ff3333", "#cc0000", "none"]));
  });
});
