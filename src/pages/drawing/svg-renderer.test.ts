import { expect, it } from "vitest";
import { testFonts } from "../../font/testing/fonts.ts";
import type { DisplayItem, GroupItem, ImageItem } from "../display-list/display-item.ts";
import { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { rectangle } from "../display-list/outline.ts";
import type { SvgFile, SvgPart } from "../svg/svg-image.ts";
import { drawSvg } from "./svg-renderer.ts";

const BOX = { xPt: 10, yPt: 20, widthPt: 200, heightPt: 200 };
const path: SvgPart = {
  ...{ kind: "path", outline: rectangle(0, 0, 5, 5), stroke: undefined },
  fill: { color: "#ff0000", opacity: 1 },
};

async function drawn(parts: readonly SvgPart[], more: Partial<SvgFile> = {}): Promise<GroupItem> {
  const fonts = await testFonts();
  await fonts.prepare(new Map([['400 |"Arial"', "ab"]]));
  const builder = new DisplayListBuilder();
  const image: SvgFile = { vector: "svg", width: 1000, height: 500, stretches: false, parts, ...more };
  const [group] = builder.record(() => drawSvg(builder, fonts, image, BOX));
  if (group?.kind !== "group") throw new Error("an SVG is a group");
  return group;
}

const inner = (item: DisplayItem | undefined) => (item?.kind === "group" ? item.items[0] : undefined);

it("an SVG keeps its proportions in the middle of its box, unless it has to be stretched", async () => {
  const kept = await drawn([path]);
  expect([kept.matrix, kept.clip]).toEqual([[0.2, 0, 0, 0.2, 10, 70], rectangle(0, 0, 1000, 500)]);
  expect(kept.items).toEqual([path]);
  expect((await drawn([path], { stretches: true })).matrix).toEqual([0.2, 0, 0, 0.4, 10, 20]);
});

it("clips and pictures of an SVG have their own coordinates", async () => {
  const image: ImageItem = {
    ...{ kind: "picture", box: { xPt: 0, yPt: 0, widthPt: 1, heightPt: 1 }, opacity: 1 },
    source: { format: "png", bytes: new Uint8Array() },
  };
  const outline = rectangle(1, 1, 2, 2);
  const { items } = await drawn([
    { kind: "clip", outline, parts: [path] },
    { kind: "image", image, matrix: [30, 0, 0, 40, 5, 6] },
  ]);
  expect(items).toMatchObject([
    { kind: "group", clip: outline, items: [path] },
    { kind: "group", matrix: [30, 0, 0, 40, 5, 6], items: [image] },
  ]);
});

it.each([
  ["start", 0],
  ["middle", -5.56],
  ["end", -11.12],
] as const)("text of an SVG that is placed by its %s stands there", async (anchor, left) => {
  const look = { family: "Arial", bold: false, italic: false, color: "#0000ff", opacity: 0.5 };
  const text: SvgPart = { kind: "text", text: "ab", matrix: [1, 0, 0, 1, 7, 8], size: 10, anchor, ...look };
  const [placed] = (await drawn([text])).items;
  expect(placed).toMatchObject({ matrix: [1, 0, 0, 1, 7, 8] });
  // "ab" in Arial is 0.5561 em twice
  const shown = { kind: "text", xPt: expect.closeTo(left, 1), sizePt: 10, color: "#0000ff", opacity: 0.5 };
  expect(inner(placed)).toMatchObject(shown);
});

it("a mask of an SVG is a drawing of its own, and a tile is drawn wherever it is", async () => {
  const { items } = await drawn([
    {
      ...{ kind: "masked", mask: [path], letsThrough: "alpha", parts: [path] },
      region: { xPt: 0, yPt: 0, widthPt: 9, heightPt: 9 },
    },
    {
      ...{ kind: "repeated", outline: rectangle(0, 0, 9, 9), tile: rectangle(0, 0, 5, 5), parts: [path] },
      offsets: [
        [0, 0],
        [5, 0],
      ],
    },
  ]);
  expect(items).toMatchObject([
    { kind: "group", mask: { kind: "drawing", letsThrough: "alpha", items: [path] }, items: [path] },
    {
      ...{ kind: "group", clip: rectangle(0, 0, 9, 9) },
      items: [
        { matrix: [1, 0, 0, 1, 0, 0], clip: rectangle(0, 0, 5, 5), items: [path] },
        { matrix: [1, 0, 0, 1, 5, 0] },
      ],
    },
  ]);
});

it("a shadow of an SVG is one colour behind the element, for the eye only; a blurred text is still read", async () => {
  const own = { color: undefined, opacity: 1, right: 0, down: 0, deviation: 0 };
  const shadow = { color: "#0000ff", opacity: 0.5, right: 3, down: 4, deviation: 2 };
  const { items } = await drawn([{ kind: "filtered", layers: [shadow, own], parts: [path] }]);
  expect(items).toMatchObject([
    {
      matrix: [1, 0, 0, 1, 3, 4],
      items: [
        {
          ...{ kind: "mark", element: "artifact" },
          items: [{ kind: "picture", source: { format: "veil", color: "#0000ff" }, opacity: 0.5 }],
        },
      ],
    },
    { matrix: [1, 0, 0, 1, 0, 0], items: [path] },
  ]);
  const look = { family: "Arial", bold: false, italic: false, color: "#0000ff", opacity: 1 };
  const text: SvgPart = { kind: "text", text: "ab", matrix: [1, 0, 0, 1, 7, 8], size: 10, anchor: "start", ...look };
  const [blurred] = (await drawn([{ kind: "filtered", layers: [{ ...own, deviation: 1 }], parts: [text] }])).items;
  expect(blurred).toMatchObject({
    items: [
      { kind: "group", items: [{ kind: "text", isUnseen: true }] },
      { kind: "group", items: [{ kind: "picture", source: { format: "veil" } }] },
    ],
  });
});

it("a layer of a filter is all of the element in one color, or in its own", async () => {
  const stops = [
    { offset: 0, color: "#ff0000", opacity: 1 },
    { offset: 0.5, color: "#00ff00", opacity: 0.5 },
    { offset: 1, color: "#0000ff", opacity: 1 },
  ];
  const geometry = { kind: "linear", x1Pt: 0, y1Pt: 0, x2Pt: 1, y2Pt: 0 } as const;
  const shading: SvgPart = { kind: "shading", outline: rectangle(0, 0, 9, 9), geometry, stops };
  const image: ImageItem = {
    ...{ kind: "picture", box: { xPt: 1, yPt: 2, widthPt: 3, heightPt: 4 }, opacity: 1 },
    source: { format: "png", bytes: new Uint8Array() },
  };
  const look = { family: "Arial", bold: false, italic: false, color: "#0000ff", opacity: 1 };
  const text: SvgPart = { kind: "text", text: "ab", matrix: [1, 0, 0, 1, 7, 8], size: 10, anchor: "start", ...look };
  const parts: SvgPart[] = [
    shading,
    { kind: "image", image, matrix: [1, 0, 0, 1, 0, 0] },
    { kind: "clip", outline: rectangle(1, 1, 2, 2), parts: [text] },
  ];
  const layer = { opacity: 0.5, right: 0, down: 0, deviation: 0 };
  const { items } = await drawn([
    {
      kind: "filtered",
      layers: [
        { ...layer, color: "#123456" },
        { ...layer, color: undefined },
      ],
      parts,
    },
  ]);
  const [tinted, own] = items;
  expect(tinted).toMatchObject({
    items: [
      {
        ...{ kind: "mark", element: "artifact" },
        items: [
          // a gradient has the opacity of its middle
          { kind: "path", outline: rectangle(0, 0, 9, 9), fill: { color: "#123456", opacity: 0.25 } },
          { items: [{ kind: "path", outline: rectangle(1, 2, 3, 4), fill: { color: "#123456", opacity: 0.5 } }] },
          { items: [{ items: [{ kind: "text", color: "#123456", opacity: 0.5 }] }] },
        ],
      },
    ],
  });
  expect(own).toMatchObject({
    items: [
      { kind: "shading", stops: [{ opacity: 0.5 }, { color: "#00ff00", opacity: 0.25 }, { opacity: 0.5 }] },
      { items: [{ kind: "picture", opacity: 0.5 }] },
      { items: [{ items: [{ kind: "text", color: "#0000ff", opacity: 0.5 }] }] },
    ],
  });
});
