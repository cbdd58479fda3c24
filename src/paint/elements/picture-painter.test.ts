import { describe, expect, it } from "vitest";
import type { PictureNode } from "../../layout/model/shapes.ts";
import { CAT_PICTURE } from "../testing/cat-picture.ts";
import { withPageDocument } from "../testing/page-document.ts";
import { element } from "./elements.ts";
import { paintPicture } from "./picture-painter.ts";

withPageDocument();

function painted(change: Partial<PictureNode>) {
  const box = element("div", "");
  paintPicture({ ...CAT_PICTURE, ...change }, box);
  const image = box.querySelector("img");
  const frame = box.firstElementChild as HTMLElement | null;
  return { box, image, frame, style: image?.style };
}

describe("paintPicture", () => {
  it("says what the picture shows", () => {
    expect(painted({}).image?.alt).toBe("A cat");
    expect(painted({}).image?.getAttribute("src")).toBe("cat.png");
  });

  it("enlarges what a crop leaves to the whole box", () => {
    const { style } = painted({ crop: { left: 0.25, top: 0, right: 0.25, bottom: 0.5 } });
    expect([style?.left, style?.top, style?.width, style?.height]).toEqual([
      "-50.000%",
      "0.000%",
      "200.000%",
      "200.000%",
    ]);
  });

  it("leaves room around it if the crop is negative", () => {
    const { style } = painted({ crop: { left: -0.5, top: 0, right: -0.5, bottom: 0 } });
    expect([style?.left, style?.width]).toEqual(["25.000%", "50.000%"]);
  });

  it("is cut to ellipses and other outlines", () => {
    const geometry = (name: string) => ({ kind: "preset" as const, name, adjustments: {} });
    expect(painted({ geometry: geometry("ellipse") }).frame?.style.borderRadius).toBe("50%");
    expect(painted({ geometry: geometry("triangle") }).frame?.getAttribute("style")).toContain("clip-path");
  });

  it("is nothing without a source", () => {
    expect(painted({ source: undefined }).box.childElementCount).toBe(0);
  });
});
