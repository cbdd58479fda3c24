import { describe, expect, it } from "vitest";
import type { Fill, Stroke } from "../../layout/model/fill.ts";
import type { DisplayItem, GroupItem } from "../display-list/display-item.ts";
import { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { rectangle } from "../display-list/outline.ts";
import { readPathData } from "../display-list/path-data.ts";
import { drawFill, drawStroke } from "./fills.ts";
import type { ImageLookup } from "./vector-renderer.ts";

const SIZE = { widthPt: 100, heightPt: 50 };
const png = { format: "png", bytes: new Uint8Array() } as const;

function filled(fill: Fill, images: ImageLookup = () => png): DisplayItem[] {
  const builder = new DisplayListBuilder();
  return builder.record(() => drawFill(builder, rectangle(0, 0, 100, 50), fill, SIZE, images));
}

function stroked(path: string, more: Partial<Stroke>): DisplayItem[] {
  const plain: Stroke = {
    ...{ color: "#ff0000", opacity: 1, widthPt: 4, dash: "solid", cap: "flat" },
    ...{ head: undefined, tail: undefined, compound: false },
  };
  const builder = new DisplayListBuilder();
  return builder.record(() => drawStroke(builder, readPathData(path), { ...plain, ...more }, SIZE));
}

const groups = (items: readonly DisplayItem[]) => items.filter((item) => item.kind === "group");
const only = ({ items }: GroupItem) => items[0];

describe("a gradient", () => {
  const stops = [
    { offset: 1, color: "#0000ff", opacity: 1 },
    { offset: 0, color: "#ff0000", opacity: 0.5 },
  ];

  it.each([
    ["across", { angleDeg: 0 }, { x1Pt: 0, y1Pt: 25, x2Pt: 100, y2Pt: 25 }],
    ["down", { angleDeg: 90 }, { x1Pt: 50, y1Pt: 0, x2Pt: 50, y2Pt: 50 }],
    ["from corner to corner", { angleDeg: 45, scaled: true }, { x1Pt: 0, y1Pt: 0, x2Pt: 100, y2Pt: 50 }],
  ])("%s reaches from edge to edge, its stops in order", (_, angle, line) => {
    const [shading] = filled({ kind: "gradient", stops, radial: false, ...angle });
    expect(shading).toMatchObject({
      kind: "shading",
      geometry: { kind: "linear" },
      stops: [{ offset: 0 }, { offset: 1 }],
    });
    const { geometry } = shading as Extract<DisplayItem, { kind: "shading" }>;
    for (const [name, value] of Object.entries(line)) expect(geometry).toHaveProperty(name, expect.closeTo(value, 0));
  });

  it.each([
    ["about the middle", undefined, { xPt: 50, yPt: 25, radiusXPt: 50, radiusYPt: 25 }],
    [
      "in a circle that takes in the far corner of its focus",
      { shape: "circle", focus: { left: 0, top: 0, right: 1, bottom: 1 } },
      { xPt: 0, yPt: 0, radiusXPt: Math.hypot(100, 50), radiusYPt: Math.hypot(100, 50) },
    ],
    [
      "in rectangles",
      { shape: "rect", focus: { left: 0.5, top: 0.5, right: 0.5, bottom: 0.5 } },
      { xPt: 50, yPt: 25, radiusXPt: 60, radiusYPt: 30 },
    ],
  ] as const)("runs %s", (_, path, geometry) => {
    const fill: Fill = { kind: "gradient", stops, radial: true, angleDeg: 0, ...(path ? { path } : {}) };
    expect(filled(fill)).toMatchObject([{ geometry: { kind: "radial", ...geometry } }]);
  });
});

describe("a picture as a fill", () => {
  const image = { kind: "picture", source: "image1.png", tile: false, opacity: 0.5 } as const;

  it("is stretched over the box and cut to the outline, in the colours that replace black and white", () => {
    const [group] = groups(filled({ ...image, duotone: ["#000000", "#ff0000"] }));
    expect(group?.clip).toEqual(rectangle(0, 0, 100, 50));
    const [place] = groups(group?.items ?? []);
    expect(place?.matrix.map((value) => value + 0)).toEqual([1, 0, 0, 1, 50, 25]);
    expect(place && only(place)).toMatchObject({
      ...{ kind: "picture", opacity: 0.5, box: { xPt: -50, yPt: -25, widthPt: 100, heightPt: 50 } },
      colors: [{ kind: "duotone", dark: [0, 0, 0], light: [1, 0, 0] }],
    });
  });

  it("is mirrored in every second tile if it says so", () => {
    const tiling = { offsetXPt: 0, offsetYPt: 0, scaleX: 1, scaleY: 1, flip: "x", align: "tl" } as const;
    const tilePt = { widthPt: 50, heightPt: 50 };
    const [group] = groups(filled({ ...image, tile: true, tiling: { ...tiling, tilePt } }));
    const rotations = groups(group?.items ?? []).map(({ matrix }) => matrix[0]);
    expect(rotations.slice(0, 2).toSorted()).toEqual([-1, 1]);
  });

  it("is left out if it is missing", () => {
    expect(filled(image, () => undefined)).toEqual([]);
  });
});

describe("a pattern", () => {
  it("is a tile of eight pixels of the screen, in two colours", () => {
    const colors = { foreground: "#000000", background: "#ffffff" };
    const [pattern] = filled({ kind: "pattern", preset: "pct50", opacity: 1, ...colors });
    expect(pattern).toMatchObject({ kind: "pattern", tileSizePt: 6, tileUnits: 8, ...colors });
  });
});

describe("a line", () => {
  const medium = { widthFactor: 3, lengthFactor: 3 };

  it("is never thinner than a quarter of a point; its dashes are as long as it is thick", () => {
    const [line] = stroked("M0 0L9 0", { widthPt: 0, dash: "dash", cap: "rnd" });
    expect(line).toMatchObject({ stroke: { widthPt: 0.25, cap: "round", dashesPt: expect.any(Array) } });
    const dashes = (widthPt: number) => {
      const [item] = stroked("M0 0L9 0", { widthPt, dash: "dash" });
      return item?.kind === "path" ? item.stroke?.dashesPt : undefined;
    };
    expect(dashes(2)).toEqual([8, 6]);
    expect(dashes(4)).toEqual([16, 12]);
  });

  it.each([
    ["triangle", true, -12],
    ["stealth", true, -12],
    ["oval", true, -6],
    ["diamond", true, -6],
    ["arrow", false, -12],
  ])("has a %s at its end, turned with the line", (type, isFilled, left) => {
    const [, head] = stroked("M0 0L0 10", { tail: { type, ...medium } });
    const turned = head as GroupItem;
    expect(turned.matrix.map((value) => Math.round(value))).toEqual([0, 1, -1, 0, 0, 10]);
    const placed = only(turned) as GroupItem;
    expect(placed.matrix).toEqual([1.2, 0, 0, 1.2, left, -6]);
    const shape = only(placed) as Extract<DisplayItem, { kind: "path" }>;
    expect([shape.fill !== undefined, shape.stroke !== undefined]).toEqual([isFilled, !isFilled]);
  });

  it("has a head at its start that points back", () => {
    const [, head] = stroked("M0 0L10 0", { head: { type: "triangle", ...medium } });
    expect((head as GroupItem).matrix.map((value) => Math.round(value) + 0)).toEqual([-1, 0, 0, -1, 0, 0]);
  });

  it("has no heads where it has no ends, and colours that run over its box", () => {
    const gradient = { kind: "gradient", angleDeg: 0, radial: false, stops: [] } as const;
    const [line, ...heads] = stroked("", { tail: { type: "oval", ...medium }, gradient: { ...gradient, stops: [] } });
    expect(heads).toEqual([]);
    expect(line).toMatchObject({ stroke: { shading: { geometry: { x1Pt: 0, x2Pt: 100 } } } });
  });
});
