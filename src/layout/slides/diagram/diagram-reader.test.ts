import { describe, expect, it } from "vitest";
import { WorkMeter } from "../../../domain/work-meter.ts";
import { inflateWithFflate } from "../../../office/inflate.ts";
import { OpcPackage } from "../../../office/package.ts";
import { presentationFile, slideBox, slideShape } from "../../testing/presentation-file.ts";
import type { SlideNode } from "../model/slide.ts";
import { readPresentation } from "../presentation-reader.ts";
import { SlideReader } from "../slide-reader.ts";

const DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram";
const NAMES = `xmlns:dgm="${DIAGRAM}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram"`;

const point = (id: number, text: string) =>
  `<dgm:pt modelId="${id}"><dgm:t><a:bodyPr/><a:lstStyle/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
const below = (parent: number, child: number, order = 0) =>
  `<dgm:cxn modelId="${parent}${child}" srcId="${parent}" destId="${child}" srcOrd="${order}"/>`;

/** The shapes of a diagram 300 by 200 points large; point 0 is the document. */
function shapes(points: string, connections: string, layout: string, parts: Record<string, string> = {}) {
  const frame =
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="d"/><p:nvPr/></p:nvGraphicFramePr>${slideBox(10, 20, 300, 200).replaceAll("a:xfrm", "p:xfrm")}` +
    `<a:graphic><a:graphicData uri="${DIAGRAM}"><dgm:relIds xmlns:dgm="${DIAGRAM}" r:dm="data" r:lo="layout"/></a:graphicData></a:graphic></p:graphicFrame>`;
  const data = `<dgm:dataModel ${NAMES}><dgm:ptLst><dgm:pt modelId="0" type="doc"/>${points}</dgm:ptLst><dgm:cxnLst>${connections}</dgm:cxnLst></dgm:dataModel>`;
  const file = presentationFile([frame], {
    parts: {
      "ppt/diagrams/data1.xml": data,
      "ppt/diagrams/layout1.xml": `<dgm:layoutDef ${NAMES} uniqueId="urn:microsoft.com/office/officeart/2005/8/layout/${layout}"/>`,
      ...parts,
    },
    relations: [
      ["data", "diagramData", "../diagrams/data1.xml"],
      ["layout", "diagramLayout", "../diagrams/layout1.xml"],
    ],
  });
  const pack = OpcPackage.ofZip(file, inflateWithFflate);
  const presentation = readPresentation(pack);
  const shared = {
    pack,
    warnings: new Set<string>(),
    imageUrl: () => undefined,
    meter: new WorkMeter(),
    now: new Date(0),
  };
  const [source] = presentation.slides;
  const slide = source && new SlideReader(presentation, shared, { linkOf: () => undefined }).read(source);
  const [group] = slide?.nodes ?? [];
  return group?.kind === "group" ? group.children : [];
}

function textOf(node: SlideNode): string {
  const paragraphs = node.kind === "shape" ? (node.text?.paragraphs ?? []) : [];
  return paragraphs
    .map(({ inlines }) => inlines.map((inline) => (inline.kind === "text" ? inline.text : "")).join(""))
    .join("/");
}

const FAMILY = [point(1, "Top"), point(2, "Left"), point(3, "Right")].join("");
const TREE = [below(0, 1), below(1, 3, 1), below(1, 2, 0)].join("");

describe("diagrams without a stored drawing", () => {
  it("are trees where their layout is one: parents in the middle above their children, joined by lines", () => {
    const nodes = shapes(FAMILY, TREE, "orgChart1");
    const boxes = nodes.filter((node) => textOf(node) !== "");
    const places = new Map(boxes.map((node) => [textOf(node), node]));
    const [top, left, right] = ["Top", "Left", "Right"].map((name) => places.get(name));
    expect(nodes.length - boxes.length).toBe(2);
    expect(top?.xPt).toBeCloseTo(((left?.xPt ?? 0) + (right?.xPt ?? 0)) / 2);
    expect((left?.xPt ?? 0) < (right?.xPt ?? 0)).toBe(true);
    expect((top?.yPt ?? 0) < (left?.yPt ?? 0)).toBe(true);
    expect(left?.yPt).toBe(right?.yPt);
  });

  it("are rows elsewhere: a point on the left, all below it as a list on the right", () => {
    const nodes = shapes(`${FAMILY}${point(4, "Next")}`, TREE + below(0, 4, 1), "vList5");
    expect(nodes.map(textOf)).toEqual(["Left/Right", "Top", "", "Next"]);
    const [list, head] = nodes;
    expect([head?.xPt, list?.xPt]).toEqual([0, head?.widthPt]);
    expect(nodes[3]?.yPt).toBeCloseTo((head?.yPt ?? 0) + 100);
  });

  it("are side by side if no point has another below it", () => {
    const nodes = shapes(FAMILY, below(0, 1) + below(0, 2, 1) + below(0, 3, 2), "default");
    expect(nodes.map(textOf)).toEqual(["Top", "Left", "Right"]);
    expect(new Set(nodes.map(({ yPt }) => yPt)).size).toBe(1);
  });

  it("end where points hold themselves", () => {
    expect(
      shapes(FAMILY, below(0, 1) + below(1, 2) + below(2, 1), "orgChart1")
        .map(textOf)
        .filter(Boolean),
    ).toEqual(["Top", "Left"]);
  });
});

describe("diagrams with a stored drawing", () => {
  it("show that instead", () => {
    const shape = slideShape(slideBox(5, 6, 70, 30), "<a:p><a:r><a:t>Drawn</a:t></a:r></a:p>").replaceAll("p:", "dsp:");
    const drawing = `<dsp:drawing ${NAMES}><dsp:spTree>${shape}</dsp:spTree></dsp:drawing>`;
    const nodes = shapes(FAMILY, TREE, "orgChart1", { "ppt/diagrams/drawing1.xml": drawing });
    expect(nodes.map((node) => [textOf(node), node.xPt, node.yPt, node.widthPt])).toEqual([["Drawn", 5, 6, 70]]);
  });
});
