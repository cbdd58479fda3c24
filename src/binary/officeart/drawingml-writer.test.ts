import { describe, expect, it } from "vitest";
import type { DrawingContext } from "./drawing-color.ts";
import { geometryXml, shapeAppearancesXml } from "./drawingml-writer.ts";
import { fillXml } from "./fill-xml.ts";
import { imageXml } from "./image-xml.ts";
import { lineXml } from "./line-xml.ts";
import { PROPERTY } from "./property-ids.ts";
import { readNode } from "./records.ts";
import { type ArtShape, readDrawing } from "./shape-tree.ts";
import { array, container, options, record, shapeHead, u16, u32 } from "./testing/art-records.ts";
import { bodyPropertiesXml } from "./text-body-xml.ts";
import { transformXml } from "./transform-xml.ts";

const SQUARE = { width: 100, height: 100 };
const CONTEXT: DrawingContext = {
  indexedColor: (index) => (index === 4 ? { rgb: "112233", scheme: "accent1" } : undefined),
  imageRelationship: (blip) => (blip === 2 ? "rId9" : undefined),
};

function shape(type: number, values: Record<number, number | Uint8Array> = {}, flags = 0): ArtShape {
  const member = container(0xf004, shapeHead(type, 1, flags), options(values));
  const drawing = readDrawing(readNode(container(0xf002, container(0xf003, container(0xf004), member)), 0));
  const [found] = drawing.shapes;
  if (!found) throw new Error("no shape");
  return found;
}

const fill = (values: Record<number, number | Uint8Array>) => fillXml(shape(1, values).properties, CONTEXT);

describe("readDrawing", () => {
  it("reads groups, anchors and the background; deleted shapes are left out", () => {
    const edges = (...values: number[]) => u32(...values);
    const group = container(
      0xf003,
      container(0xf004, record(0xf009, edges(0, 0, 10, 20)), shapeHead(0, 5, 0x201), record(0xf010, u16(1, 2, 3, 4))),
      container(0xf004, shapeHead(1, 6, 0x42), record(0xf00f, edges(1, 2, 3, 4))),
      container(0xf004, shapeHead(1, 7, 0x08)),
    );
    const bytes = container(
      0xf002,
      container(0xf003, container(0xf004, shapeHead(0, 1, 5)), group),
      container(0xf004, shapeHead(1, 2, 0x400)),
    );
    const { background, shapes } = readDrawing(readNode(bytes, 0));
    expect(background?.isBackground).toBe(true);
    expect(shapes[0]).toMatchObject({
      isGroup: true,
      id: 5,
      groupCoordinates: { left: 0, top: 0, right: 10, bottom: 20 },
    });
    expect(shapes[0]?.children.map((child) => child.id)).toEqual([6]);
    expect(shapes[0]?.children[0]).toMatchObject({
      flipsHorizontally: true,
      childAnchor: { left: 1, top: 2, right: 3, bottom: 4 },
    });
  });
});

describe("geometryXml", () => {
  it("names presets and converts adjustments", () => {
    expect(geometryXml(shape(1), SQUARE)).toBe('<a:prstGeom prst="rect"><a:avLst></a:avLst></a:prstGeom>');
    expect(geometryXml(shape(2), SQUARE)).toContain('prst="roundRect"><a:avLst><a:gd name="adj" fmla="val 16667"/>');
    expect(geometryXml(shape(5, { [PROPERTY.firstAdjustment]: 21_600 }), SQUARE)).toContain(
      'name="adj" fmla="val 100000"',
    );
  });

  it("measures an arrow's head by the shorter side", () => {
    const xml = geometryXml(shape(13), { width: 200, height: 100 });
    expect(xml).toContain('name="adj1" fmla="val 50000"');
    expect(xml).toContain('name="adj2" fmla="val 50000"');
  });

  it("turns a callout's line round", () => {
    const xml = geometryXml(shape(47), SQUARE);
    expect([...xml.matchAll(/val (-?\d+)/g)].map((match) => Number(match[1]))).toEqual([
      18_750, -8_333, 112_500, -38_333,
    ]);
  });

  it("draws free forms from points and segments", () => {
    const xml = geometryXml(
      shape(0, {
        [PROPERTY.geometryRight]: 100,
        [PROPERTY.geometryBottom]: 50,
        [PROPERTY.vertices]: array(0xfff0, u16(0, 0), u16(100, 0), u16(100, 50), u16(50, 50), u16(0, 50)),
        [PROPERTY.segments]: array(2, u16(0x4000), u16(0x0001), u16(0x2001), u16(0x6001), u16(0x8000)),
      }),
      SQUARE,
    );
    expect(xml).toContain('<a:path w="100" h="50">');
    expect(xml).toMatch(/<a:moveTo><a:pt x="0" y="0"\/><\/a:moveTo><a:lnTo>.*<a:cubicBezTo>.*<a:close\/>/);
  });

  it("lets a coordinate space without extent reach as far as the points", () => {
    const points = array(0xfff0, u16(0, 0), u16(400, 2));
    const sides = { [PROPERTY.geometryRight]: 0, [PROPERTY.geometryBottom]: 0 };
    expect(geometryXml(shape(0, { ...sides, [PROPERTY.vertices]: points }), SQUARE)).toContain('w="400" h="2"');
  });

  it("calculates the points that formulas stand for", () => {
    const xml = geometryXml(
      shape(0, {
        [PROPERTY.firstAdjustment]: 300,
        // the adjustment doubled, then half of that taken from 1000
        [PROPERTY.guides]: array(8, u16(0x2001, PROPERTY.firstAdjustment, 2, 1), u16(0x8000, 1_000, 0, 0x400)),
        [PROPERTY.vertices]: array(8, u32(0, 0), u32(0x8000_0000, 0x8000_0001)),
      }),
      SQUARE,
    );
    expect(xml).toContain('<a:pt x="600" y="400"/>');
  });

  it("draws arcs as curves", () => {
    const xml = geometryXml(
      shape(0, {
        [PROPERTY.vertices]: array(8, u32(100, 100), u32(50, 50), u32(0, 360 * 65_536)),
        [PROPERTY.segments]: array(2, u16(0xa203), u16(0x8000)),
      }),
      SQUARE,
    );
    expect(xml.match(/cubicBezTo>/g)).toHaveLength(8);
  });
});

describe("fillXml", () => {
  it("writes colours, theme colours and opacity", () => {
    expect(fill({ [PROPERTY.fillColor]: 0x0000ff })).toBe(
      '<a:solidFill><a:srgbClr val="FF0000"></a:srgbClr></a:solidFill>',
    );
    expect(fill({ [PROPERTY.fillColor]: 0x0800_0004, [PROPERTY.fillOpacity]: 0x8000 })).toBe(
      '<a:solidFill><a:schemeClr val="accent1"><a:alpha val="50000"/></a:schemeClr></a:solidFill>',
    );
    expect(fill({ 0x01bf: 0x0010_0000 })).toBe("<a:noFill/>");
  });

  it("darkens the colour that another property has", () => {
    const xml = fill({ [PROPERTY.fillColor]: 0x1080_01f2, [PROPERTY.lineColor]: 0xffffff });
    expect(xml).toContain('val="808080"');
  });

  it("does not follow colours that refer to each other", () => {
    expect(fill({ [PROPERTY.fillColor]: 0x1000_00f0 })).toContain('val="000000"');
  });

  it("places the last colour of a gradient where the focus is", () => {
    const stops = (focus: number) =>
      [
        ...fill({
          [PROPERTY.fillType]: 7,
          [PROPERTY.fillColor]: 0xff,
          [PROPERTY.fillBackColor]: 0xff0000,
          [PROPERTY.fillFocus]: focus >>> 0,
        }).matchAll(/pos="(\d+)"><a:srgbClr val="(\w+)"/g),
      ].map((match) => `${match[1]} ${match[2]}`);
    expect(stops(0)).toEqual(["0 FF0000", "100000 0000FF"]);
    expect(stops(100)).toEqual(["0 0000FF", "100000 FF0000"]);
    expect(stops(50)).toEqual(["0 FF0000", "50000 0000FF", "100000 FF0000"]);
    expect(stops(-50)).toEqual(["0 0000FF", "50000 FF0000", "100000 0000FF"]);
  });

  it("turns gradients counterclockwise, those with a negative angle from the other end", () => {
    const angle = (degrees: number) =>
      /ang="(\d+)"/.exec(fill({ [PROPERTY.fillType]: 7, [PROPERTY.fillAngle]: (degrees * 65_536) >>> 0 }))?.[1];
    expect([angle(0), angle(-90), angle(90), angle(-45)]).toEqual(["16200000", "10800000", "10800000", "8100000"]);
  });

  it("embeds pictures", () => {
    expect(fill({ [PROPERTY.fillType]: 3, [PROPERTY.fillImage]: 2 })).toContain('r:embed="rId9"');
    expect(fill({ [PROPERTY.fillType]: 2, [PROPERTY.fillImage]: 2 })).toContain("<a:tile");
    expect(fill({ [PROPERTY.fillType]: 3, [PROPERTY.fillImage]: 1 })).toContain("<a:solidFill>");
  });
});

describe("other looks", () => {
  it("writes lines with dashes, arrows and compounds", () => {
    const xml = lineXml(
      shape(20, {
        [PROPERTY.lineWidth]: 25_400,
        [PROPERTY.lineDashing]: 6,
        [PROPERTY.lineStyle]: 1,
        [PROPERTY.lineEndArrow]: 1,
        [PROPERTY.lineEndArrowLength]: 2,
      }).properties,
      CONTEXT,
    );
    expect(xml).toContain('w="25400" cap="flat" cmpd="dbl"');
    expect(xml).toContain('<a:prstDash val="dash"/>');
    expect(xml).toContain('<a:tailEnd type="triangle" w="med" len="lg"/>');
  });

  it("lays the box of a shape on its side when it is turned by about a quarter", () => {
    const anchor = { left: 0, top: 0, right: 200, bottom: 100 };
    const box = (degrees: number) => transformXml(shape(1, { [PROPERTY.rotation]: degrees * 65_536 }), anchor, 1);
    expect(box(0)).toBe('<a:xfrm><a:off x="0" y="0"/><a:ext cx="200" cy="100"/></a:xfrm>');
    expect(box(90)).toBe('<a:xfrm rot="5400000"><a:off x="50" y="-50"/><a:ext cx="100" cy="200"/></a:xfrm>');
    expect(box(180)).toContain('cx="200" cy="100"');
  });

  it("mirrors shapes, and trapezoids the other way round", () => {
    const anchor = { left: 0, top: 0, right: 1, bottom: 1 };
    expect(transformXml(shape(1, {}, 0xc0), anchor, 1)).toContain('flipH="1" flipV="1"');
    expect(transformXml(shape(8), anchor, 1)).toContain('flipV="1"');
  });

  it("crops and recolours pictures", () => {
    const xml = imageXml(
      shape(75, { [PROPERTY.cropLeft]: 0x4000, [PROPERTY.pictureBrightness]: 0x4000, 0x013f: 0x0004_0004 }).properties,
      "rId1",
    );
    expect(xml).toContain('<a:srcRect l="25000"/>');
    expect(xml).toContain("<a:grayscl/>");
    expect(xml).toContain('bright="50000" contrast="0"');
  });

  it("lays text out by insets, anchor and direction", () => {
    const xml = bodyPropertiesXml(
      shape(202, {
        [PROPERTY.textInsetLeft]: 0,
        [PROPERTY.textAnchor]: 4,
        [PROPERTY.textFlow]: 2,
        [PROPERTY.textWrap]: 2,
        0x00bf: 0x0002_0002,
      }).properties,
    );
    expect(xml).toContain('vert="vert270" wrap="none" lIns="0" tIns="45720"');
    expect(xml).toContain('anchor="ctr" anchorCtr="1"><a:spAutoFit/>');
  });

  it("gives pictures no fill and no line of their own accord, and lines no fill", () => {
    expect(shapeAppearancesXml(shape(75), SQUARE, CONTEXT)).toContain("<a:noFill/><a:ln><a:noFill/></a:ln>");
    expect(shapeAppearancesXml(shape(20), SQUARE, CONTEXT)).not.toContain('<a:solidFill><a:srgbClr val="FFFFFF"');
  });

  it("casts shadows where they are wanted", () => {
    const xml = shapeAppearancesXml(shape(1, { 0x023f: 0x0002_0002, [PROPERTY.shadowOffsetX]: 0 }), SQUARE, CONTEXT);
    expect(xml).toContain('dist="25400" dir="5400000"');
  });
});
