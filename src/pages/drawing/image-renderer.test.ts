import { expect, it } from "vitest";
import { testFonts } from "../../font/testing/fonts.ts";
import { png } from "../../image/testing/image-files.ts";
import type { ImageNode } from "../../layout/model/shapes.ts";
import type { DisplayItem } from "../display-list/display-item.ts";
import { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { rectangle } from "../display-list/outline.ts";
import type { SvgFile } from "../svg/svg-image.ts";
import { drawImage } from "./image-renderer.ts";
import type { ImageLookup } from "./vector-renderer.ts";

const FONTS = await testFonts();
/** Twice as wide as high. */
const WIDE = { format: "png", bytes: png({ width: 2, height: 1, rows: new Uint8Array(7) }) } as const;
const SVG: SvgFile = {
  ...{ vector: "svg", width: 1000, height: 1000, stretches: false },
  parts: [
    {
      ...{ kind: "path", outline: rectangle(0, 0, 5, 5), stroke: undefined },
      fill: { color: "#ff0000", opacity: 1 },
    },
  ],
};

/** A picture of 100 by 100 points, at 10 and 20. */
function drawn(node: Partial<ImageNode>, image: ReturnType<ImageLookup> = WIDE): DisplayItem[] {
  const builder = new DisplayListBuilder();
  const whole: ImageNode = {
    ...{ kind: "picture", source: "a", opacity: 1, filter: undefined, geometry: undefined, stroke: undefined },
    ...{ xPt: 10, yPt: 20, widthPt: 100, heightPt: 100, rotationDeg: 0, flipHorizontal: false, flipVertical: false },
    crop: { left: 0, top: 0, right: 0, bottom: 0 },
    altText: "",
    ...node,
  };
  return builder.record(() => drawImage(builder, FONTS, whole, () => image, { xPt: 10, yPt: 20 }));
}

it("a picture fills its box", () => {
  const box = { xPt: 10, yPt: 20, widthPt: 100, heightPt: 100 };
  expect(drawn({ opacity: 0.5 })).toMatchObject([{ kind: "picture", source: WIDE, box, opacity: 0.5 }]);
});

it("a cropped picture is larger than its box, and cut to it", () => {
  const [group] = drawn({ crop: { left: 0.25, top: 0, right: 0.25, bottom: 0.5 } });
  expect(group).toMatchObject({
    ...{ kind: "group", matrix: [1, 0, 0, 1, 10, 20], clip: rectangle(0, 0, 100, 100) },
    items: [{ kind: "picture", box: { xPt: -50, yPt: -0, widthPt: 200, heightPt: 200 } }],
  });
});

it("a picture is cut to its outline", () => {
  const [round] = drawn({ geometry: { kind: "preset", name: "ellipse", adjustments: {} } });
  expect(round?.kind === "group" && round.clip?.operators).toMatch(/^MC+Z$/);
  const [square] = drawn({ geometry: { kind: "preset", name: "rect", adjustments: {} } });
  expect(square?.kind).toBe("picture");
});

it.each([
  [0, 20],
  [0.5, 45],
  [1, 70],
])("a picture that is shown whole is not stretched, and has %d of the free room above it", (down, yPt) => {
  const box = { xPt: 10, yPt, widthPt: 100, heightPt: 50 };
  expect(drawn({ whole: { across: 0.5, down } })).toMatchObject([{ box }]);
});

it("a picture that cannot be read is as large as its box, even if it is to be shown whole", () => {
  const broken = { format: "png", bytes: new Uint8Array() } as const;
  expect(drawn({ whole: { across: 0, down: 0 } }, broken)).toMatchObject([{ box: { widthPt: 100, heightPt: 100 } }]);
});

it("a picture is recolored as its document says, in that order", () => {
  const [item] = drawn({
    filter: "grayscale(1) brightness(1.5) contrast(0.5)",
    duotone: ["#000000", "#ff8000"],
  });
  expect(item).toMatchObject({
    colors: [
      { kind: "gray" },
      { kind: "linear", factor: 1.5, offset: 0 },
      // around the middle
      { kind: "linear", factor: 0.5, offset: 0.25 },
      { kind: "duotone", dark: [0, 0, 0], light: [1, 128 / 255, 0] },
    ],
  });
});

it("a translucent drawing is let through as much, and so is the page of a PDF", () => {
  const [drawing] = drawn({ opacity: 0.2 }, SVG);
  expect(drawing).toMatchObject({
    kind: "group",
    mask: { kind: "pixels", alpha: Uint8Array.of(51), box: { xPt: 10, yPt: 20, widthPt: 100, heightPt: 100 } },
    items: [{ kind: "group", items: SVG.parts }],
  });
  expect(drawn({}, SVG)[0]).not.toHaveProperty("mask.kind");
  const page = { format: "pdf", bytes: new Uint8Array() } as const;
  expect(drawn({ opacity: 0.2 }, page)).toMatchObject([{ kind: "picture", source: page, opacity: 0.2 }]);
});

it("a line is around the picture, even where the picture is missing", () => {
  const stroke = {
    ...{ color: "#0000ff", opacity: 1, widthPt: 2, dash: "solid", cap: "flat", compound: false },
    ...{ head: undefined, tail: undefined },
  };
  const lines = (items: readonly DisplayItem[]): unknown[] =>
    items.flatMap((item) => (item.kind === "group" ? lines(item.items) : item.kind === "path" ? [item.stroke] : []));
  const line = [expect.objectContaining({ color: "#0000ff", widthPt: 2 })];
  expect(lines(drawn({ stroke }))).toEqual(line);
  expect(lines(drawn({ stroke, source: undefined }))).toEqual(line);
});
