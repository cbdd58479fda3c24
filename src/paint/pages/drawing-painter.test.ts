import { describe, expect, it } from "vitest";
import { standIn } from "../../domain/testing/stand-in.ts";
import type { LayoutContext } from "../../layout/flow/layout-context.ts";
import type { DrawingNode, ShapeNode } from "../../layout/model/shapes.ts";
import { CAT_PICTURE } from "../testing/cat-picture.ts";
import { attributesOf, placeText, withPageDocument } from "../testing/page-document.ts";
import { paintDrawing } from "./drawing-painter.ts";

withPageDocument();

const place = {
  xPt: 10,
  yPt: 20,
  widthPt: 40,
  heightPt: 30,
  rotationDeg: 0,
  flipHorizontal: false,
  flipVertical: false,
};
const shape: ShapeNode = {
  ...place,
  kind: "shape",
  altText: "",
  geometry: { kind: "preset", name: "rect", adjustments: {} },
  fill: { kind: "solid", color: "#ff0000", opacity: 0.5 },
  stroke: undefined,
  text: undefined,
  shadow: false,
};
const picture = { ...CAT_PICTURE, ...place };
const painted = (node: DrawingNode) => paintDrawing(node, standIn<LayoutContext>({}), () => []);

describe("paintDrawing", () => {
  it("puts a shape at its place, turned about its middle, its outline mirrored but not the box", () => {
    const box = painted({ ...shape, rotationDeg: 30, flipHorizontal: true });
    expect(placeText(box)).toBe("10 20 40x30");
    expect(box.style.transform).toBe("rotate(30deg)");
    expect(attributesOf(box, "g", "transform")).toEqual(["translate(40 0) scale(-1 1)"]);
  });

  it("mirrors pictures as a whole", () => {
    const box = painted({ ...picture, flipVertical: true, rotationDeg: 90 });
    expect(box.style.transform).toBe("rotate(90deg) scale(1,-1)");
    expect(attributesOf(box, "img", "src", "alt")).toEqual(["cat.png A cat"]);
    expect(box.getAttribute("role")).toBeNull();
  });

  it("holds what a group holds, at its place within the group", () => {
    const box = painted({ ...place, kind: "group", altText: "Two", children: [shape, { ...picture, xPt: 1 }] });
    expect([...box.children].map(placeText)).toEqual(["10 20 40x30", "1 20 40x30"]);
    expect([box.getAttribute("role"), box.getAttribute("aria-label")]).toEqual(["img", "Two"]);
  });

  it.each([
    ["https://a.example/", "A"],
    ["javascript:alert(1)", "DIV"],
  ])("is a link to %s: %s", (link, tag) => {
    expect(painted({ ...shape, link }).tagName).toBe(tag);
  });

  it("stretches the lines of WordArt over its box", () => {
    const box = painted({ ...shape, textPath: { text: "ONE\nTWO", fontFamily: "Arial", bold: true, italic: false } });
    expect([...box.querySelectorAll("text")].map((line) => line.textContent)).toEqual(["ONE", "TWO"]);
    expect(attributesOf(box, "text", "y", "font-size", "textLength", "font-weight", "fill", "fill-opacity")).toEqual([
      "12 15 40 700 #ff0000 0.5",
      "27 15 40 700 #ff0000 0.5",
    ]);
  });
});
