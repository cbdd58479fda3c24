import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { standIn } from "../../domain/testing/stand-in.ts";
import { OpcPackage } from "../../office/package.ts";
import { readXml } from "../../office/xml-node.ts";
import type { Chart } from "../model/chart.ts";
import type { DrawingNode } from "../model/shapes.ts";
import { Theme } from "../model/theme.ts";
import type { DrawingContext } from "./drawing-context.ts";
import { readDrawingNode } from "./shape-reader.ts";

const OPEN_XML = "http://schemas.openxmlformats.org";
const NAMES = [
  ["a", `${OPEN_XML}/drawingml/2006/main`],
  ["r", `${OPEN_XML}/officeDocument/2006/relationships`],
  ["pic", `${OPEN_XML}/drawingml/2006/picture`],
  ["c", `${OPEN_XML}/drawingml/2006/chart`],
  ["dgm", `${OPEN_XML}/drawingml/2006/diagram`],
  ["dsp", "http://schemas.microsoft.com/office/drawing/2008/diagram"],
  ["mc", `${OPEN_XML}/markup-compatibility/2006`],
  ["wps", "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"],
  ["wpg", "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"],
  ["asvg", "http://schemas.microsoft.com/office/drawing/2016/SVG/main"],
  ["adec", "http://schemas.microsoft.com/office/drawing/2017/decorative"],
]
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(" ");

const IMAGES: Readonly<Record<string, string>> = { rId1: "picture.png", rId2: "drawing.svg" };
const CHART = standIn<Chart>({});
const BOX = { xPt: 0, yPt: 0, widthPt: 100, heightPt: 50 };
const NO_BOX = { xPt: 0, yPt: 0, widthPt: 0, heightPt: 0 };

/** A package with further parts, and relationships of the document by id. */
function packageOf(links: readonly (readonly [id: string, type: string, target: string])[], parts: [string, string][]) {
  const relationships = links.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`,
  );
  const namespace = `${OPEN_XML}/package/2006/relationships`;
  const all: [string, string][] = [
    ...parts,
    ["word/_rels/document.xml.rels", `<Relationships xmlns="${namespace}">${relationships.join("")}</Relationships>`],
  ];
  return OpcPackage.ofParts(all.map(([name, text]) => [name, new TextEncoder().encode(text)]));
}

function read(markup: string, box = BOX, pack = packageOf([], [])): DrawingNode | undefined {
  const [element] = present(readXml(`<a:holder ${NAMES}>${markup}</a:holder>`)).children;
  const part = "word/document.xml";
  const context = standIn<DrawingContext>({
    package: pack,
    part,
    theme: new Theme(undefined),
    targetPart: (id: string | undefined) => pack.relationships(part).get(id ?? "")?.target,
    imageSource: (id: string | undefined) => IMAGES[id ?? ""],
    readChart: () => CHART,
  });
  return readDrawingNode(present(element), context, box);
}

const extent = (x: number, y: number, width: number, height: number) =>
  `<a:off x="${x * 12_700}" y="${y * 12_700}"/><a:ext cx="${width * 12_700}" cy="${height * 12_700}"/>`;
/** A rectangle at a place in points. */
const shape = (place: string, attributes = "") =>
  `<wps:wsp><wps:spPr><a:xfrm ${attributes}>${place}</a:xfrm></wps:spPr></wps:wsp>`;

describe("pictures", () => {
  const blipFill = (blip: string, more = "") =>
    `<pic:blipFill><a:blip r:embed="rId1">${blip}</a:blip>${more}</pic:blipFill>`;
  const picture = (fill: string, properties = "", names = "") =>
    `<pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="P" descr="A photo">${names}</pic:cNvPr></pic:nvPicPr>${fill}` +
    `<pic:spPr><a:xfrm>${extent(5, 5, 20, 10)}</a:xfrm>${properties}</pic:spPr></pic:pic>`;

  it("are as large as their drawing, or as they say where they are one of several", () => {
    expect(read(picture(blipFill("")))).toMatchObject({ kind: "picture", source: "picture.png", ...BOX });
    expect(read(picture(blipFill("")), NO_BOX)).toMatchObject({ xPt: 5, yPt: 5, widthPt: 20, heightPt: 10 });
  });

  it("are cut by shares of their edges", () => {
    const crop = '<a:srcRect l="25000" t="-10000" b="50000"/>';
    expect(read(picture(blipFill("", crop)))).toMatchObject({ crop: { left: 0.25, top: -0.1, right: 0, bottom: 0.5 } });
  });

  it("are faded", () => {
    expect(read(picture(blipFill('<a:alphaModFix amt="40000"/>')))).toMatchObject({ opacity: 0.4 });
    expect(read(picture(blipFill("")))).toMatchObject({ opacity: 1 });
  });

  it.each([
    ["in their colors", "", undefined],
    ["in shades of gray", "<a:grayscl/>", "grayscale(1)"],
    ["in black and white", '<a:biLevel thresh="50000"/>', "grayscale(1) contrast(100)"],
    [
      "brighter and with less contrast",
      '<a:lum bright="20000" contrast="-40000"/>',
      "contrast(0.600) brightness(1.200)",
    ],
    ["as they are by a change of nothing", '<a:lum bright="0"/>', undefined],
  ])("are shown %s", (_, effect, filter) => {
    expect(read(picture(blipFill(effect)))).toMatchObject({ filter });
  });

  it("are the drawing behind the pixels, where that can be shown", () => {
    const vector = (id: string) => `<a:extLst><a:ext uri="{}"><asvg:svgBlip r:embed="${id}"/></a:ext></a:extLst>`;
    expect(read(picture(blipFill(vector("rId2"))))).toMatchObject({ source: "drawing.svg" });
    expect(read(picture(blipFill(vector("rId9"))))).toMatchObject({ source: "picture.png" });
  });

  it("are those that a program falls back to, if it does not know the others", () => {
    const other = '<mc:Choice Requires="ma"><pic:blipFill><a:blip r:embed="rId2"/></pic:blipFill></mc:Choice>';
    const alternatives = `<mc:AlternateContent>${other}<mc:Fallback>${blipFill("")}</mc:Fallback></mc:AlternateContent>`;
    expect(read(picture(alternatives))).toMatchObject({ source: "picture.png" });
  });

  it("have an outline and a line, but none that only is their box", () => {
    const preset = (name: string) => `<a:prstGeom prst="${name}"/>`;
    const line = '<a:ln w="25400"><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></a:ln>';
    expect(read(picture(blipFill(""), preset("ellipse") + line))).toMatchObject({
      geometry: { kind: "preset", name: "ellipse" },
      stroke: { color: "#ff0000", widthPt: 2 },
    });
    expect(read(picture(blipFill(""), preset("rect")))).toMatchObject({ geometry: undefined, stroke: undefined });
  });

  it("are described in words, unless they only decorate", () => {
    const mark = (value: string) => `<a:extLst><a:ext uri="{}"><adec:decorative val="${value}"/></a:ext></a:extLst>`;
    expect(read(picture(blipFill(""), "", mark("1")))).toMatchObject({ altText: "A photo", decorative: true });
    expect(read(picture(blipFill(""), "", mark("0")))).not.toHaveProperty("decorative");
    expect(read(picture(blipFill("")))).not.toHaveProperty("decorative");
  });

  it("fill shapes", () => {
    const filled = `<wps:wsp><wps:spPr><a:blipFill><a:blip r:embed="rId1"/><a:stretch/></a:blipFill></wps:spPr></wps:wsp>`;
    expect(read(filled)).toMatchObject({ kind: "shape", fill: { kind: "picture", source: "picture.png" } });
  });
});

describe("groups", () => {
  const transform = (own: string, children: [x: number, y: number, width: number, height: number]) =>
    `<wpg:grpSpPr><a:xfrm>${own}${extent(...children)
      .replaceAll("a:off", "a:chOff")
      .replaceAll("a:ext", "a:chExt")}</a:xfrm></wpg:grpSpPr>`;
  const group = (name: string, properties: string, content: string) =>
    `<wpg:${name}>${properties}${content}</wpg:${name}>`;
  const membersOf = (node: DrawingNode | undefined) => (node?.kind === "group" ? node.children : []);

  it("place what is in them in their own units, groups within them, too", () => {
    const inner = group("grpSp", transform(extent(10, 0, 50, 40), [0, 0, 100, 80]), shape(extent(20, 20, 40, 20)));
    const outer = group(
      "wgp",
      transform(extent(0, 0, 200, 100), [10, 0, 100, 50]),
      inner + shape(extent(10, 25, 30, 5)),
    );
    const members = membersOf(read(outer, { xPt: 0, yPt: 0, widthPt: 200, heightPt: 100 }));
    expect(members).toMatchObject([
      { kind: "group", xPt: 0, yPt: 0, widthPt: 100, heightPt: 80 },
      { kind: "shape", xPt: 0, yPt: 50, widthPt: 60, heightPt: 10 },
    ]);
    expect(membersOf(members[0])).toMatchObject([{ kind: "shape", xPt: 20, yPt: 20, widthPt: 40, heightPt: 20 }]);
  });

  it("stretch what lies on its side along the axes that are seen", () => {
    const turned = shape(extent(0, 0, 40, 20), 'rot="5400000"');
    const wide = group("wgp", transform(extent(0, 0, 200, 50), [0, 0, 100, 50]), turned);
    expect(membersOf(read(wide, { xPt: 0, yPt: 0, widthPt: 200, heightPt: 50 }))).toMatchObject([
      { rotationDeg: 90, xPt: 20, yPt: -10, widthPt: 40, heightPt: 40 },
    ]);
  });

  it("hold charts in frames, and leave out those whose part is missing", () => {
    const frame = (id: string) =>
      `<wpg:graphicFrame><wpg:xfrm>${extent(20, 10, 50, 20)}</wpg:xfrm><a:graphic><a:graphicData uri="c"><c:chart r:id="${id}"/></a:graphicData></a:graphic></wpg:graphicFrame>`;
    const pack = packageOf([["rId5", "chart", "charts/chart1.xml"]], [["word/charts/chart1.xml", "<chartSpace/>"]]);
    const charts = group(
      "wgp",
      transform(extent(0, 0, 100, 50), [10, 0, 50, 25]),
      `${frame("rId5")}${frame("rId6")}<wpg:graphicFrame/>`,
    );
    expect(membersOf(read(charts, BOX, pack))).toEqual([
      expect.objectContaining({ kind: "chart", chart: CHART, xPt: 20, yPt: 20, widthPt: 100, heightPt: 40 }),
    ]);
  });

  it("end where they are nested more than twenty times", () => {
    const nested = (depth: number): string =>
      depth === 0
        ? shape(extent(0, 0, 1, 1))
        : group(depth === 24 ? "wgp" : "grpSp", "<wpg:grpSpPr/>", nested(depth - 1));
    let depth = 0;
    for (let node = read(nested(24)); node; [node] = membersOf(node)) depth += 1;
    expect(depth).toBe(21);
  });
});

describe("diagrams", () => {
  /** Of a rectangle ten points to the right for each number. */
  const drawing = (number: number): [string, string] => [
    `word/diagrams/drawing${number}.xml`,
    `<dsp:drawing ${NAMES}><dsp:spTree><dsp:grpSpPr/><dsp:sp><dsp:spPr><a:xfrm>${extent(10 * number, 0, 20, 10)}</a:xfrm></dsp:spPr></dsp:sp></dsp:spTree></dsp:drawing>`,
  ];
  const data = (number: number) => ["rId1", "diagramData", `diagrams/data${number}.xml`] as const;
  const related = (number: number) => [`rId${number + 1}`, "diagramDrawing", `diagrams/drawing${number}.xml`] as const;

  it.each([
    ["the drawing of its number, of several", [data(2), related(1), related(2)], 20],
    ["the only drawing, whatever its number", [data(2), related(7)], 70],
    ["the drawing beside its data, if none is named", [data(2)], 20],
  ])("show %s", (_, links, x) => {
    const pack = packageOf(links, [drawing(1), drawing(2), drawing(7)]);
    expect(read('<dgm:relIds r:dm="rId1"/>', BOX, pack)).toMatchObject({
      kind: "group",
      ...BOX,
      children: [{ kind: "shape", xPt: x, yPt: 0, widthPt: 20, heightPt: 10 }],
    });
  });

  it("are left out where each drawing belongs to another one", () => {
    const pack = packageOf([data(3), related(1), related(2)], [drawing(1), drawing(2)]);
    expect(read('<dgm:relIds r:dm="rId1"/>', BOX, pack)).toBeUndefined();
  });
});
