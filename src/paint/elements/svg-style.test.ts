import { describe, expect, it } from "vitest";
import type { Fill, GradientFill } from "../../layout/model/fill.ts";
import { attributesOf, withPageDocument } from "../testing/page-document.ts";
import { svgElement } from "./elements.ts";
import { svgFill } from "./svg-style.ts";

withPageDocument();

const stops = [
  { offset: 0, color: "#000000", opacity: 1 },
  { offset: 1, color: "#ffffff", opacity: 0.5 },
];
const linear: GradientFill = { kind: "gradient", stops, angleDeg: 0, radial: false };
const middle = { left: 0.5, top: 0.5, right: 0.5, bottom: 0.5 };
const box = { widthPt: 40, heightPt: 20 };

function definition(fill: Fill, size?: typeof box) {
  const definitions = svgElement("defs", {});
  const paint = svgFill(fill, definitions, size);
  return { paint, definitions, attributes: (...names: string[]) => attributesOf(definitions, "defs > *", ...names) };
}

describe("svgFill", () => {
  it.each<[Fill, string]>([
    [{ kind: "none" }, "none"],
    [{ kind: "solid", color: "#123456", opacity: 0.5 }, "#123456"],
    [{ kind: "picture", source: "a", tile: false, opacity: 1 }, "none"],
  ])("needs no definition for %j", (fill, expected) => {
    const { paint, definitions } = definition(fill);
    expect(paint).toBe(expected);
    expect(definitions.childElementCount).toBe(0);
  });

  it("names each definition for itself", () => {
    const [first, second] = [definition(linear), definition(linear)];
    expect(first.paint).not.toBe(second.paint);
    expect(first.attributes("id")).toEqual([first.paint.replace(/url\(#(.*)\)/, "$1")]);
  });

  it("has the colours where they lie, with their opacity", () => {
    const { definitions } = definition(linear, box);
    expect(attributesOf(definitions, "stop", "offset", "stop-color", "stop-opacity")).toEqual([
      "0 #000000",
      "1 #ffffff 0.5",
    ]);
  });

  it.each([
    [0, "0 10 40 10"],
    [90, "20 0 20 20"],
    [45, "5 -5 35 25"],
  ])("runs a gradient of %d degrees through the box's middle and out to its corners", (angleDeg, expected) => {
    const [ends = ""] = definition({ ...linear, angleDeg }, box).attributes("x1", "y1", "x2", "y2");
    expect(
      ends
        .split(" ")
        .map((value) => Math.round(Number(value)))
        .join(" "),
    ).toBe(expected);
  });

  it("turns the angle with the box's proportions where it is scaled", () => {
    const [ends = ""] = definition({ ...linear, angleDeg: 45, scaled: true }, box).attributes("x1", "y1", "x2", "y2");
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ends.split(" ").map(Number);
    expect((y2 - y1) / (x2 - x1)).toBeCloseTo(box.heightPt / box.widthPt);
  });

  it("reaches the farthest corner from the focus", () => {
    const path = { shape: "circle", focus: middle } as const;
    const circle = definition({ ...linear, radial: true, path }, box);
    expect(circle.attributes("cx", "cy", "r")).toEqual([`20 10 ${Math.hypot(20, 10)}`]);
    const corner = { left: 0, top: 0, right: 1, bottom: 1 };
    const fromCorner = definition({ ...linear, radial: true, path: { ...path, focus: corner } }, box);
    expect(fromCorner.attributes("cx", "cy", "r")).toEqual([`0 0 ${Math.hypot(40, 20)}`]);
  });

  it("draws a pattern with its two colours", () => {
    const pattern: Fill = { kind: "pattern", preset: "pct50", foreground: "#f00", background: "#0f0", opacity: 1 };
    const { definitions } = definition(pattern);
    expect(attributesOf(definitions, "pattern > *", "fill")).toEqual(["#0f0", "#f00"]);
  });
});
