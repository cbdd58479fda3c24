import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { WorkMeter } from "../../domain/work-meter.ts";
import { OpcPackage } from "../../office/package.ts";
import type { ShapeNode, Slide, SlideNode } from "./model/slide.ts";
import { readPresentation } from "./presentation-reader.ts";
import { SlideReader } from "./slide-reader.ts";

const NAMES =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const RELATIONSHIP = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function relationships(...entries: readonly (readonly [id: string, type: string, target: string])[]): string {
  const list = entries.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONSHIP}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join("")}</Relationships>`;
}

const shape = (placeholder: string, properties: string, text: string, bodyProperties = "<a:bodyPr/>") =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr>` +
  `<p:spPr>${properties}</p:spPr><p:txBody>${bodyProperties}<a:lstStyle/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
const box = (x: number, y: number, width: number, height: number) =>
  `<a:xfrm><a:off x="${x * 12700}" y="${y * 12700}"/><a:ext cx="${width * 12700}" cy="${height * 12700}"/></a:xfrm>`;
const sheet = (name: string, objects: string, more = "", attributes = "") =>
  `<p:${name} ${NAMES} ${attributes}><p:cSld><p:spTree>${objects}</p:spTree></p:cSld>${more}</p:${name}>`;

const MASTER_STYLES =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1"/>' +
  '<p:txStyles><p:titleStyle><a:lvl1pPr algn="ctr"><a:defRPr sz="4400"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill></a:defRPr></a:lvl1pPr></p:titleStyle></p:txStyles>';

/** A presentation of one slide; parts may be replaced. */
function presentation(slide: string, parts: Readonly<Record<string, string>> = {}): OpcPackage {
  const all: Record<string, string> = {
    "_rels/.rels": relationships(["r1", "officeDocument", "ppt/presentation.xml"]),
    "ppt/presentation.xml": `<p:presentation ${NAMES}><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relationships(["r1", "slide", "slides/slide1.xml"]),
    "ppt/slides/slide1.xml": slide,
    "ppt/slides/_rels/slide1.xml.rels": relationships(["r1", "slideLayout", "../slideLayouts/slideLayout1.xml"]),
    "ppt/slideLayouts/slideLayout1.xml": sheet(
      "sldLayout",
      shape('<p:ph type="title"/>', "", "Prompt", '<a:bodyPr anchor="b"/>') +
        shape("", box(0, 500, 10, 10), "On the layout"),
    ),
    "ppt/slideLayouts/_rels/slideLayout1.xml.rels": relationships([
      "r1",
      "slideMaster",
      "../slideMasters/slideMaster1.xml",
    ]),
    "ppt/slideMasters/slideMaster1.xml": sheet(
      "sldMaster",
      shape(
        '<p:ph type="title"/>',
        `${box(36, 20, 640, 90)}<a:solidFill><a:srgbClr val="FFCC00"/></a:solidFill>`,
        "Prompt",
      ),
      MASTER_STYLES,
    ),
    ...parts,
  };
  return OpcPackage.ofParts(Object.entries(all).map(([name, content]) => [name, new TextEncoder().encode(content)]));
}

function read(pack: OpcPackage): Slide {
  const source = readPresentation(pack);
  const reader = new SlideReader(
    source,
    { pack, warnings: new Set(), imageUrl: () => undefined, meter: new WorkMeter(), now: new Date(0) },
    { linkOf: () => undefined },
  );
  return reader.read(present(source.slides[0]));
}

const shapesOf = (nodes: readonly SlideNode[]): ShapeNode[] => nodes.filter((node) => node.kind === "shape");
const textOf = (node: ShapeNode) =>
  node.text?.paragraphs
    .flatMap(({ inlines }) => inlines.map((inline) => (inline.kind === "text" ? inline.text : "")))
    .join("");

describe("SlideReader", () => {
  it("takes what a placeholder does not say from layout, master and text styles", () => {
    const title = present(
      shapesOf(read(presentation(sheet("sld", shape('<p:ph type="title"/>', "", "Hello")))).nodes).at(-1),
    );
    expect(title).toMatchObject({ xPt: 36, yPt: 20, widthPt: 640, heightPt: 90, isTitle: true });
    expect(title.fill).toEqual({ kind: "solid", color: "#ffcc00", opacity: 1 });
    expect(title.text?.frame.anchor).toBe("bottom");
    expect(title.text?.paragraphs[0]).toMatchObject({ alignment: "ctr", endFormat: { sizePt: 44, color: "#000000" } });
  });

  it("shows the layout's own objects, but not its placeholders", () => {
    const slide = sheet("sld", shape('<p:ph type="title"/>', "", "Hello"));
    expect(shapesOf(read(presentation(slide)).nodes).map(textOf)).toEqual(["On the layout", "Hello"]);
    const alone = sheet("sld", shape('<p:ph type="title"/>', "", "Hello"), "", 'showMasterSp="0"');
    expect(shapesOf(read(presentation(alone)).nodes).map(textOf)).toEqual(["Hello"]);
  });

  it("maps colours as the slide says", () => {
    const colored = shape("", `${box(0, 0, 9, 9)}<a:solidFill><a:schemeClr val="tx1"/></a:solidFill>`, "x");
    const override = '<p:clrMapOvr><a:overrideClrMapping bg1="dk1" tx1="lt1" bg2="dk2" tx2="lt2"/></p:clrMapOvr>';
    const fillOf = (slide: Slide) => shapesOf(slide.nodes).at(-1)?.fill;
    expect(fillOf(read(presentation(sheet("sld", colored))))).toMatchObject({ color: "#000000" });
    expect(fillOf(read(presentation(sheet("sld", colored, override))))).toMatchObject({ color: "#ffffff" });
  });

  it("scales and mirrors the children of groups", () => {
    const group =
      '<p:grpSp><p:nvGrpSpPr/><p:grpSpPr><a:xfrm flipH="1"><a:off x="1270000" y="0"/><a:ext cx="2540000" cy="1270000"/>' +
      '<a:chOff x="0" y="0"/><a:chExt cx="1270000" cy="1270000"/></a:xfrm></p:grpSpPr>' +
      `${shape("", box(0, 10, 20, 30), "x")}</p:grpSp>`;
    const node = read(presentation(sheet("sld", group))).nodes.at(-1);
    expect(node).toMatchObject({ kind: "group", xPt: 100, widthPt: 200 });
    expect(node?.kind === "group" && node.children[0]).toMatchObject({
      xPt: 160,
      yPt: 10,
      widthPt: 40,
      heightPt: 30,
      flipHorizontal: true,
    });
  });

  it("ends even though groups nest deep and layouts lead to themselves", () => {
    const deep = `${"<p:grpSp><p:grpSpPr/>".repeat(150)}${shape("", box(0, 0, 1, 1), "x")}${"</p:grpSp>".repeat(150)}`;
    const circle = relationships(["r1", "slideMaster", "slideLayout1.xml"], ["r2", "slideLayout", "slideLayout1.xml"]);
    const slide = read(presentation(sheet("sld", deep), { "ppt/slideLayouts/_rels/slideLayout1.xml.rels": circle }));
    expect(slide.nodes.length).toBeGreaterThan(0);
  });

  it.each([
    ["what was stored with it", "<a:t>May 1, 2001</a:t>", "May 1, 2001"],
    ["the present date where nothing was", "", "January 1, 1970"],
  ])("shows in a date field %s", (_, stored, expected) => {
    const field = `</a:t></a:r><a:fld id="{1}" type="datetime4">${stored}</a:fld><a:r><a:t>`;
    expect(shapesOf(read(presentation(sheet("sld", shape("", "", field)))).nodes).map(textOf)).toContain(expected);
  });

  describe("of Hebrew text", () => {
    const run = (language: string, text: string, font = "Arial") =>
      `<a:r><a:rPr lang="${language}"><a:latin typeface="Arial"/><a:cs typeface="${font}"/></a:rPr><a:t>${text}</a:t></a:r>`;
    const inlinesOf = (direction: string, ...runs: readonly string[]) => {
      const inside = `</a:t></a:r></a:p><a:p><a:pPr rtl="${direction}"/>${runs.join("")}</a:p><a:p><a:r><a:t>`;
      const text = shapesOf(read(presentation(sheet("sld", shape("", "", inside)))).nodes).at(-1)?.text;
      return (text?.paragraphs[1]?.inlines ?? []).filter((inline) => inline.kind === "text");
    };

    it.each([
      ["Liberation Sans", "Microsoft Sans Serif"],
      ["Arial", "Arial"],
      ["David", "David"],
    ])("in %s, the font is %s", (font, expected) => {
      expect(inlinesOf("1", run("he-IL", "שלום", font))[0]?.format.fonts.complex).toBe(expected);
    });

    it.each([
      ["1", "he-IL", ", ", "\u200f, \u200f"],
      ["1", "en-US", ", ", ", "],
      ["0", "he-IL", ", ", ", "],
      ["1", "he-IL", ", 1", ", 1"],
      ["1", "heb", ", ", ", "],
    ])("with rtl=%s, what stands between words in %s (%j) is %j", (direction, language, between, expected) => {
      const inlines = inlinesOf(direction, run("en-US", "SQL"), run(language, between), run("en-US", "OS"));
      expect(inlines.map((inline) => inline.text)).toEqual(["SQL", expected, "OS"]);
    });
  });

  it("leaves hidden slides out", () => {
    const pack = presentation(sheet("sld", "", "", 'show="0"'));
    expect(readPresentation(pack).slides).toEqual([]);
  });
});
