import { describe, expect, it } from "vitest";
import { testFonts } from "../../font/testing/fonts.ts";
import { bmp } from "../../image/testing/bitmaps.ts";
import type { DrawnPart, DrawnText } from "../../metafile/drawing.ts";
import type { DisplayItem, GroupItem } from "../display-list/display-item.ts";
import { DisplayListBuilder } from "../display-list/display-list-builder.ts";
import { drawableMetafile } from "./metafile-images.ts";
import { drawMetafile } from "./metafile-renderer.ts";

const text: DrawnText = {
  ...{ kind: "text", text: "ab", x: 10, y: 20, drop: 9, family: "Arial", size: 10, color: "#0000ff", anchor: "middle" },
  ...{ bold: false, italic: false, underline: false, strikeOut: false, width: 60, rotationDeg: 0, clip: undefined },
};
const path: DrawnPart = {
  kind: "path",
  d: "M0 0L10 0L10 10Z",
  fill: "#ff0000",
  evenOdd: false,
  stroke: { color: "#000000", width: 2, dash: "6 3" },
  clip: { left: 1, top: 2, right: 5, bottom: 6 },
};

/** What a metafile of 100 by 50 units draws in a box of 200 by 200 points. */
async function drawn(...parts: DrawnPart[]): Promise<GroupItem> {
  const fonts = await testFonts();
  await fonts.prepare(new Map([['400 |"Arial"', "ab"]]));
  const builder = new DisplayListBuilder();
  const drawing = drawableMetafile({ x: 0, y: 0, width: 100, height: 50, parts });
  if (!drawing) throw new Error("the metafile can be drawn");
  const [group] = builder.record(() =>
    drawMetafile(builder, fonts, drawing, { xPt: 5, yPt: 6, widthPt: 200, heightPt: 200 }),
  );
  if (group?.kind !== "group") throw new Error("a metafile is a group");
  return group;
}

const inner = (item: DisplayItem | undefined) => (item?.kind === "group" ? item.items[0] : undefined);

describe("a metafile", () => {
  it("is stretched over its box and cut to it", async () => {
    const group = await drawn(path);
    expect(group.matrix).toEqual([2, 0, 0, 4, 5, 6]);
    expect(group.clip?.numbers).toEqual([0, 0, 100, 0, 100, 50, 0, 50]);
  });

  it("keeps lines and areas, within their clips", async () => {
    const [clipped] = (await drawn(path)).items;
    expect(clipped).toMatchObject({ kind: "group", clip: { numbers: [1, 2, 5, 2, 5, 6, 1, 6] } });
    expect(inner(clipped)).toMatchObject({
      kind: "path",
      fill: { color: "#ff0000", rule: "nonzero" },
      stroke: { widthPt: 2, dashesPt: [6, 3] },
    });
  });

  it("stretches text to the width that the file gives it, about its anchor", async () => {
    const placed = inner((await drawn(text)).items[0]);
    if (placed?.kind !== "text") throw new Error("text stays text");
    expect(placed).toMatchObject({ xPt: -30, yPt: 9, color: "#0000ff" });
    const ownWidth = placed.advancesPt.reduce((sum, advance) => sum + advance, 0);
    expect(ownWidth * placed.scale).toBeCloseTo(60);
  });

  it("is not drawn with pictures that no one can read", () => {
    const drawing = (...parts: DrawnPart[]) => ({ x: 0, y: 0, width: 1, height: 1, parts });
    const image: DrawnPart = { kind: "image", url: "", x: 0, y: 0, width: 1, height: 1, clip: undefined };
    expect(drawableMetafile(drawing(path, text))).toBeDefined();
    expect(drawableMetafile(drawing(image))).toBeUndefined();
  });

  it("draws bitmaps in their place, mirrored where they run backwards", async () => {
    const url = `data:image/bmp;base64,${Buffer.from(bmp(1, [[1, 0]])).toString("base64")}`;
    const image: DrawnPart = { kind: "image", url, x: 10, y: 8, width: 4, height: -6, clip: undefined };
    const [placed] = (await drawn(image)).items;
    expect(placed).toMatchObject({ kind: "group", matrix: [1, 0, 0, -1, 10, 8] });
    const picture = placed?.kind === "group" ? placed.items[0] : undefined;
    expect(picture).toMatchObject({ kind: "picture", box: { widthPt: 4, heightPt: 6 }, source: { format: "png" } });
  });
});
