import { describe, expect, it } from "vitest";
import { WorkMeter } from "../../domain/work-meter.ts";
import { layOut, paragraph, section, wordDocument } from "../testing/word-document.ts";
import { type FloatArea, freeRooms } from "./floats.ts";

const column = { leftPt: 0, rightPt: 400 };
const area = (leftPt: number, rightPt: number, sides: FloatArea["sides"] = "bothSides"): FloatArea => ({
  leftPt,
  rightPt,
  topPt: 100,
  bottomPt: 200,
  sides,
});

describe("freeRooms", () => {
  it("leaves lines above and below alone", () => {
    expect(freeRooms([area(0, 100)], 80, 20, column, new WorkMeter())).toEqual({ rooms: [column], yPt: 80 });
    expect(freeRooms([area(0, 100)], 200, 20, column, new WorkMeter())).toEqual({ rooms: [column], yPt: 200 });
  });

  it("gives both sides of an object in the middle", () => {
    const { rooms } = freeRooms([area(150, 250)], 120, 10, column, new WorkMeter());
    expect(rooms).toEqual([
      { leftPt: 0, rightPt: 150 },
      { leftPt: 250, rightPt: 400 },
    ]);
  });

  it("keeps to the side that the object asks for", () => {
    expect(freeRooms([area(100, 200, "largest")], 120, 10, column, new WorkMeter()).rooms).toEqual([
      { leftPt: 200, rightPt: 400 },
    ]);
    expect(freeRooms([area(150, 250, "left")], 120, 10, column, new WorkMeter()).rooms).toEqual([
      { leftPt: 0, rightPt: 150 },
    ]);
  });

  it("moves below where there is no room", () => {
    expect(freeRooms([area(0, 390)], 120, 10, column, new WorkMeter())).toEqual({ rooms: [column], yPt: 200 });
    expect(freeRooms([area(150, 250, "full")], 95, 10, column, new WorkMeter()).yPt).toBe(200);
  });

  it("flows along an outline, and past it where the outline does not reach", () => {
    const triangle: FloatArea = {
      ...area(100, 300),
      outline: [
        { xPt: 200, yPt: 100 },
        { xPt: 100, yPt: 200 },
        { xPt: 300, yPt: 200 },
      ],
      distanceLeftPt: 5,
      distanceRightPt: 10,
    };
    const [left, right] = freeRooms([triangle], 140, 10, column, new WorkMeter()).rooms;
    expect(left?.rightPt).toBeCloseTo(150 - 5);
    expect(right?.leftPt).toBeCloseTo(250 + 10);
    const flat = { ...triangle, outline: triangle.outline?.map(({ xPt, yPt }) => ({ xPt, yPt: 150 + yPt / 4 })) ?? [] };
    expect(freeRooms([flat], 120, 10, column, new WorkMeter())).toEqual({ rooms: [column], yPt: 120 });
  });
});

describe("an object placed from its paragraph", () => {
  const shapeOf = (wrap: string, heightPt: number, offsetPt: number) =>
    '<w:r><w:drawing><wp:anchor><wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH>' +
    `<wp:positionV relativeFrom="paragraph"><wp:posOffset>${offsetPt * 12700}</wp:posOffset></wp:positionV>` +
    `<wp:extent cx="127000" cy="${heightPt * 12700}"/><wp:${wrap}/><a:graphic><a:graphicData><wps:wsp><wps:spPr>` +
    `<a:xfrm><a:off x="0" y="0"/><a:ext cx="127000" cy="${heightPt * 12700}"/></a:xfrm><a:prstGeom prst="rect"/>` +
    "</wps:spPr></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>";
  const shape = shapeOf("wrapNone", 10, 5);
  const anchored = (properties: string) => `<w:p><w:pPr>${properties}</w:pPr>${shape}<w:r><w:t>x</w:t></w:r></w:p>`;
  const spaced = '<w:spacing w:before="400"/>';
  const topsIn = (body: string) => {
    const [page] = layOut(wordDocument(body + section(20, 20)));
    return page?.body.flatMap((fragment) => (fragment.kind === "anchor" ? [fragment.yPt] : []));
  };

  it("counts from above the paragraph's own space", () => {
    expect(topsIn(anchored(spaced))).toEqual([10 + 5]);
    expect(topsIn(paragraph("above") + anchored(spaced))).toEqual([10 + 12 + 5]);
  });

  it("counts from below the space of the paragraph before", () => {
    expect(topsIn(paragraph("above", '<w:spacing w:after="200"/>') + anchored(spaced))).toEqual([10 + 12 + 10 + 5]);
    expect(topsIn(paragraph("above", '<w:spacing w:after="600"/>') + anchored(spaced))).toEqual([10 + 12 + 30 + 5]);
  });

  const placesIn = (body: string) =>
    layOut(wordDocument(body + section(20, 20))).map(({ body: fragments }) =>
      fragments.flatMap((fragment) => (fragment.kind === "anchor" ? [fragment.yPt] : [])),
    );
  const block = shapeOf("wrapTopAndBottom", 150, 0);
  const turn = '<w:r><w:br w:type="page"/></w:r>';

  it("is on the page of its place in the text", () => {
    expect(placesIn(`<w:p>${shape}${turn}${shape}<w:r><w:t>x</w:t></w:r></w:p>`)).toEqual([[10 + 5], [10 + 5]]);
  });

  it("goes below one that leaves no room beside it, or to the next page with its paragraph", () => {
    const small = shapeOf("wrapTopAndBottom", 60, 0);
    expect(placesIn(`<w:p>${small}</w:p><w:p>${small}</w:p>`)).toEqual([[10, 10 + 60 + 12]]);
    expect(placesIn(`<w:p>${block}</w:p><w:p>${block}${turn}</w:p><w:p>${block}</w:p>`)).toEqual([[10], [10], [10]]);
  });
});
