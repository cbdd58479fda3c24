import { describe, expect, it } from "vitest";
import { WorkMeter } from "../../domain/work-meter.ts";
import { bodyTexts, layOut, paragraph, section, wordDocument } from "../testing/word-document.ts";
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
  const step = '<w:r><w:br w:type="page"/></w:r>';

  it("is on the page of its place in the text", () => {
    expect(placesIn(`<w:p>${shape}${step}${shape}<w:r><w:t>x</w:t></w:r></w:p>`)).toEqual([[10 + 5], [10 + 5]]);
  });

  it("goes below one that leaves no room beside it, or to the next page with its paragraph", () => {
    const small = shapeOf("wrapTopAndBottom", 60, 0);
    expect(placesIn(`<w:p>${small}</w:p><w:p>${small}</w:p>`)).toEqual([[10, 10 + 60 + 12]]);
    expect(placesIn(`<w:p>${block}</w:p><w:p>${block}${step}</w:p><w:p>${block}</w:p>`)).toEqual([
      [10],
      [10],
      [10 + 12],
    ]);
  });

  it("is there after the last break of its paragraph, too", () => {
    expect(placesIn(`<w:p><w:r><w:t>x</w:t></w:r>${step}${shape}</w:p>`)).toEqual([[], [10 + 5]]);
  });

  it("takes the mark of a paragraph with nothing else but a break of the page along", () => {
    const firstLines = (content: string) =>
      bodyTexts(layOut(wordDocument(`<w:p>${content}${step}</w:p>${paragraph("next")}${section(20, 20)}`)));
    expect(firstLines(shape)).toEqual([[""], ["", "next"]]);
    expect(firstLines(`${shape}<w:r><w:t>x</w:t></w:r>`)).toEqual([["x"], ["next"]]);
    expect(firstLines("")).toEqual([[""], ["next"]]);
  });

  it("goes to the next page where it is too high for what a section has below another one", () => {
    const columns = `<w:p><w:pPr>${section(20, 20, '<w:type w:val="continuous"/><w:cols w:num="2"/>')}</w:pPr></w:p>`;
    const lines = Array.from({ length: 18 }, () => paragraph("x")).join("");
    const body = `${lines}${columns}<w:p>${block}</w:p>${section(20, 20, '<w:type w:val="continuous"/>')}`;
    const places = layOut(wordDocument(body)).map(({ body: fragments }) =>
      fragments.flatMap((fragment) => (fragment.kind === "anchor" ? [fragment.yPt] : [])),
    );
    expect(places).toEqual([[], [10]]);
  });
});

describe("an object in shares of the page", () => {
  // A page of 120 by 260 points with margins of 10.
  const WP14 = 'xmlns:wp14="http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing"';
  const MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';
  const anchored = (position: string, sizes = "") =>
    `<w:p><w:r><w:drawing><wp:anchor ${WP14} ${MC}>${position}<wp:extent cx="127000" cy="127000"/><wp:wrapNone/>` +
    '<a:graphic><a:graphicData><wps:wsp><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="127000" cy="127000"/></a:xfrm>' +
    `<a:prstGeom prst="rect"/></wps:spPr></wps:wsp></a:graphicData></a:graphic>${sizes}</wp:anchor></w:drawing></w:r></w:p>`;
  const boxes = (body: string) =>
    layOut(wordDocument(body + section(20, 20))).flatMap((page) =>
      page.body.flatMap((fragment) =>
        fragment.kind === "anchor"
          ? [[fragment.xPt, fragment.yPt, fragment.anchor.drawing.widthPt, fragment.anchor.drawing.heightPt]]
          : [],
      ),
    );
  const axis = (name: "H" | "V", share: number, points: number) =>
    `<mc:AlternateContent><mc:Choice Requires="wp14"><wp:position${name} relativeFrom="page"><wp14:pctPos${name}Offset>${share * 1000}</wp14:pctPos${name}Offset></wp:position${name}></mc:Choice>` +
    `<mc:Fallback><wp:position${name} relativeFrom="page"><wp:posOffset>${points * 12700}</wp:posOffset></wp:position${name}></mc:Fallback></mc:AlternateContent>`;

  it("is placed by the share, not by the points beside it for older programs", () => {
    expect(boxes(anchored(axis("H", 50, 1) + axis("V", 10, 2)))).toEqual([[60, 26, 10, 10]]);
  });

  it("is as large as its share, and keeps its size where that is nought", () => {
    const at = axis("H", 0, 0) + axis("V", 0, 0);
    const size = (name: "H" | "V", share: number, from: string) => {
      const member = name === "H" ? "pctWidth" : "pctHeight";
      return `<wp14:sizeRel${name} relativeFrom="${from}"><wp14:${member}>${share * 1000}</wp14:${member}></wp14:sizeRel${name}>`;
    };
    expect(boxes(anchored(at, size("H", 40, "page") + size("V", 50, "margin")))).toEqual([[0, 0, 48, 120]]);
    expect(boxes(anchored(at, size("H", 0, "page") + size("V", 100, "topMargin")))).toEqual([[0, 0, 10, 10]]);
  });
});

it("a floating table is placed from the margins unless it says otherwise, as in Word", () => {
  const floating =
    '<w:tbl><w:tblPr><w:tblpPr w:horzAnchor="margin" w:tblpXSpec="center" w:tblpYSpec="top"/><w:tblW w:w="800" w:type="dxa"/></w:tblPr>' +
    `<w:tblGrid><w:gridCol w:w="800"/></w:tblGrid><w:tr><w:tc>${paragraph("a")}</w:tc></w:tr></w:tbl>`;
  const [page] = layOut(wordDocument(floating + paragraph("b") + section(20, 20)));
  expect(page?.body.flatMap((fragment) => (fragment.kind === "table" ? [fragment.yPt] : []))).toEqual([10]);
});
