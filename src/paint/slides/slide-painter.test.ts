import { describe, expect, it } from "vitest";
import { readPresentation } from "../../layout/slides/presentation-reader.ts";
import { SlideReader } from "../../layout/slides/slide-reader.ts";
import { presentationFile, slideBox, slideParagraph, slideShape } from "../../layout/testing/presentation-file.ts";
import { TextMeasurer } from "../../layout/text/measure.ts";
import { TextStyles } from "../../layout/text/text-style.ts";
import { inflateWithFflate } from "../../office/inflate.ts";
import { OpcPackage } from "../../office/package.ts";
import { attributesOf, placeText, withPageDocument } from "../testing/page-document.ts";
import { SlidePainter } from "./slide-painter.ts";

withPageDocument();

const RED = '<a:solidFill><a:srgbClr val="FF0000"/></a:solidFill>';
const metrics = () => ({ ascent: 0.9, descent: 0.3 });

/** The slide's paper with its objects, the first of them, and what cannot be drawn. */
function painted(objects: string, file: Parameters<typeof presentationFile>[1] = {}) {
  const pack = OpcPackage.ofZip(presentationFile([objects], file), inflateWithFflate);
  const presentation = readPresentation(pack);
  const shared = {
    pack,
    warnings: new Set<string>(),
    imageUrl: (part: string) => part,
    checkTime() {},
    now: new Date(0),
  };
  const [source] = presentation.slides;
  if (!source) throw new Error("the presentation has no slide");
  const slide = new SlideReader(presentation, shared, { linkOf: () => undefined }).read(source);
  const tools = {
    styles: new TextStyles(metrics),
    evenStyles: new TextStyles(metrics),
    measurer: new TextMeasurer((text) => [...text].length / 2),
    checkTime() {},
  };
  const problems: string[] = [];
  const paper = new SlidePainter(presentation, tools, (problem) => problems.push(problem)).paint(slide);
  const sheet = paper.querySelector("foreignObject > div");
  const node = sheet?.querySelector(":scope > div");
  if (!sheet || !node) throw new Error("nothing is painted");
  return { paper, node: node as HTMLElement, problems };
}

describe("slides", () => {
  it("are papers of their size, with a sheet that is as large", () => {
    const { paper } = painted(slideShape(slideBox(0, 0, 10, 10) + RED));
    expect([paper.className, paper.style.width, paper.style.height]).toEqual(["slide", "720pt", "540pt"]);
    expect(placeText(paper.querySelector("foreignObject > div") as Element)).toBe("- - 720x540");
  });
});

describe("shapes", () => {
  it("are in their place, turned about their middle", () => {
    const { node } = painted(slideShape(slideBox(100, 50, 200, 40, 'rot="5400000"') + RED));
    expect(placeText(node)).toBe("100 50 200x40");
    expect(node.style.transform).toBe("rotate(90deg)");
    expect(attributesOf(node, "path", "fill")).toEqual(["#ff0000"]);
  });

  it("have their text within their insets, titles as headings", () => {
    const title = { placeholder: '<p:ph type="title"/>' };
    const text = slideParagraph("Plan", 'sz="1000"');
    const { node } = painted(slideShape(slideBox(100, 50, 200, 40), text, title));
    const [heading] = node.querySelectorAll("h1");
    expect(heading?.textContent).toBe("Plan");
    expect(placeText(heading as Element)).toMatch(/^7.2 3.6 185.6x/);
    expect(painted(slideShape(slideBox(0, 0, 99, 40), text)).node.querySelector("h1")).toBeNull();
  });

  it.each([
    ["vert", "90"],
    ["vert270", "-90"],
  ])("turn %s text in their box, which lies across theirs", (direction, degrees) => {
    const body = `<a:bodyPr vert="${direction}"/>`;
    const { node } = painted(slideShape(slideBox(0, 0, 40, 200), slideParagraph("x"), { body }));
    const turned = node.querySelector<HTMLElement>(`[style*="rotate(${degrees}deg)"]`);
    expect(turned && placeText(turned)).toBe("-80 80 200x40");
  });

  it("turn ideographs of vertical East Asian text back, and no other characters", () => {
    const body = '<a:bodyPr vert="eaVert"/>';
    const { node } = painted(slideShape(slideBox(0, 0, 40, 200), slideParagraph("x日y"), { body }));
    const upright = [...node.querySelectorAll('span[style*="rotate(-90deg)"]')].map((span) => span.textContent);
    expect(upright).toEqual(["日"]);
    expect(node.textContent).toBe("x日y");
  });

  it("cast their shadow behind them, moved and blurred", () => {
    const shadow = (blur: number) =>
      `${slideBox(50, 50, 100, 100)}${RED}<a:effectLst><a:outerShdw blurRad="${blur * 12700}" dist="63500"><a:srgbClr val="000000"><a:alpha val="40000"/></a:srgbClr></a:outerShdw></a:effectLst>`;
    const [behind, shape] = painted(slideShape(shadow(8))).node.children;
    expect(attributesOf(behind as Element, "svg > g", "transform")[0]?.trim()).toBe("translate(5 0)");
    expect(behind?.querySelectorAll("path")).toHaveLength(8);
    expect(attributesOf(shape as Element, "path", "fill")).toEqual(["#ff0000"]);
    const [sharp] = painted(slideShape(shadow(0))).node.children;
    expect(attributesOf(sharp as Element, "g g", "opacity")).toEqual(["0.4"]);
  });

  it("say what they show where they have no text", () => {
    const { node } = painted(slideShape(slideBox(0, 0, 9, 9) + RED, "", { names: 'descr="A square"' }));
    expect([node.getAttribute("role"), node.getAttribute("aria-label")]).toEqual(["img", "A square"]);
  });

  it.each([
    ["https://a.example/", "https://a.example/"],
    ["javascript:alert(1)", undefined],
  ])("link to %s: %s", (target, expected) => {
    const linked = slideShape(slideBox(0, 0, 9, 9) + RED).replace(
      /<p:cNvPr([^>]*)\/>/,
      '<p:cNvPr$1><a:hlinkClick r:id="web"/></p:cNvPr>',
    );
    const { node } = painted(linked, { relations: [["web", "hyperlink", `${target}" TargetMode="External`]] });
    expect(node.querySelector("a")?.getAttribute("href")).toBe(expected);
  });
});

describe("groups", () => {
  it("hold their objects in their own space", () => {
    const group =
      `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="2" name="g"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr>` +
      `<a:xfrm><a:off x="1270000" y="0"/><a:ext cx="2540000" cy="1270000"/><a:chOff x="0" y="0"/><a:chExt cx="1270000" cy="635000"/></a:xfrm></p:grpSpPr>` +
      `${slideShape(slideBox(10, 10, 20, 20) + RED)}</p:grpSp>`;
    const { node } = painted(group);
    expect(placeText(node)).toBe("100 0 200x100");
    expect(placeText(node.firstElementChild as Element)).toBe("20 20 40x40");
  });
});

describe("tables", () => {
  const side = (name: string, color: string) =>
    `<a:${name} w="12700"><a:solidFill><a:srgbClr val="${color}"/></a:solidFill></a:${name}>`;
  const cell = (text: string, properties = "") =>
    `<a:tc><a:txBody><a:bodyPr/>${slideParagraph(text, 'sz="1000"')}</a:txBody><a:tcPr>${properties}</a:tcPr></a:tc>`;
  const table = (...rows: string[]) =>
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="t"/><p:nvPr/></p:nvGraphicFramePr>` +
    `${slideBox(20, 30, 200, 40).replaceAll("a:xfrm", "p:xfrm")}<a:graphic><a:graphicData><a:tbl><a:tblPr/>` +
    `<a:tblGrid><a:gridCol w="1270000"/><a:gridCol w="1270000"/></a:tblGrid>` +
    `${rows.map((row) => `<a:tr h="254000">${row}</a:tr>`).join("")}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;

  it("have rows and cells, their fills under the text", () => {
    const { node } = painted(table(cell("a") + cell("b", RED), cell("c") + cell("d")));
    expect(attributesOf(node, "[role]", "role")).toEqual(["table", "row", "cell", "cell", "row", "cell", "cell"]);
    expect([...node.querySelectorAll("p")].map((text) => text.textContent)).toEqual(["a", "b", "c", "d"]);
    const fill = node.querySelector('[style*="background"]');
    expect(fill && placeText(fill)).toBe("100 0 100x20");
  });

  it("draw one line where two cells meet", () => {
    const { node } = painted(table(cell("a", side("lnR", "0000FF")) + cell("b", side("lnL", "00FF00"))));
    expect(attributesOf(node, "path[stroke]", "d", "stroke", "stroke-width")).toEqual(["M100 0L100 20 #00ff00 1"]);
  });
});
