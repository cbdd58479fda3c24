import { describe, expect, it } from "vitest";
import { openDocumentPresentation } from "../../../test/support/open-document.ts";
import { odpToParts } from "./odp-to-parts.ts";

type Options = Parameters<typeof openDocumentPresentation>[1];

function read(slides: string, options?: Options) {
  const { parts, warnings } = odpToParts(openDocumentPresentation(slides, options));
  const part = (name: string) => new TextDecoder().decode(parts.get(name));
  return { part, parts, slide: part("ppt/slides/slide1.xml"), warnings };
}

const page = (content: string, more = "") => `<draw:page ${more}>${content}</draw:page>`;
const SIZE = 'svg:x="1cm" svg:y="2cm" svg:width="10cm" svg:height="5cm"';
const box = (content: string, more = "") =>
  `<draw:frame ${SIZE} ${more}><draw:text-box>${content}</draw:text-box></draw:frame>`;
const style = (name: string, family: string, properties: string, attributes = "") =>
  `<style:style style:name="${name}" style:family="${family}" ${attributes}>${properties}</style:style>`;
const graphic = (attributes: string) => `<style:graphic-properties ${attributes}/>`;
const filled = style("F", "graphic", graphic('draw:fill="solid" draw:fill-color="#ff0000" draw:stroke="none"'));
const shape = (geometry: string, more = "") =>
  `<draw:custom-shape draw:style-name="F" ${SIZE} ${more}>${geometry}</draw:custom-shape>`;
const texts = (xml: string) => [...xml.matchAll(/<a:t>([^<]*)/g)].map(([, text]) => text);

describe("slides of OpenDocument presentations", () => {
  it("have the size of their master page, with what stands on it", () => {
    const { part, slide } = read(page(box("<text:p>a</text:p>"), 'draw:master-page-name="M"'), {
      layouts:
        '<style:page-layout style:name="L"><style:page-layout-properties fo:page-width="10in" fo:page-height="5in"/></style:page-layout>' +
        style("B", "drawing-page", '<style:drawing-page-properties draw:fill="solid" draw:fill-color="#00ff00"/>') +
        filled,
      masters:
        '<style:master-page style:name="M" style:page-layout-name="L" draw:style-name="B">' +
        '<draw:rect draw:style-name="F" svg:width="1cm" svg:height="1cm"/>' +
        '<draw:frame presentation:class="title" presentation:placeholder="true"><draw:text-box/></draw:frame></style:master-page>',
    });
    expect(part("ppt/presentation.xml")).toContain('<p:sldSz cx="9144000" cy="4572000"/>');
    const master = part("ppt/slideMasters/slideMaster1.xml");
    expect(master).toContain('<p:bgPr><a:solidFill><a:srgbClr val="00FF00"/></a:solidFill>');
    expect(master.match(/<p:sp>/g)).toHaveLength(1);
    expect(slide).toContain('<a:off x="360000" y="720000"/><a:ext cx="3600000" cy="1800000"/>');
  });

  it("show footers, numbers and dates if they say so, and are hidden", () => {
    const edge = (kind: string, field: string) =>
      `<draw:frame ${SIZE} presentation:class="${kind}"><draw:text-box><text:p>${field}</text:p></draw:text-box></draw:frame>`;
    const shown = style(
      "D",
      "drawing-page",
      '<style:drawing-page-properties presentation:display-footer="true" presentation:display-page-number="true" presentation:visibility="hidden"/>',
    );
    const { slide, part } = read(
      '<presentation:footer-decl presentation:name="f">At the foot</presentation:footer-decl>' +
        page("", 'draw:style-name="D" presentation:use-footer-name="f"') +
        page("", 'presentation:use-footer-name="f"'),
      {
        automatic: shown,
        masters: `<style:master-page style:name="M">${edge("footer", "<presentation:footer/>")}${edge("page-number", "<text:page-number>9</text:page-number>")}${edge("date-time", "<presentation:date-time/>")}</style:master-page>`,
      },
    );
    expect(slide).toContain('show="0"');
    expect(texts(slide)).toEqual(["At the foot", "9"]);
    expect(slide).toContain('<a:fld type="slidenum">');
    expect(texts(part("ppt/slides/slide2.xml"))).toEqual([]);
  });

  it("have no empty places and no notes", () => {
    const { slide, warnings } = read(
      page(
        '<draw:frame presentation:class="outline" presentation:placeholder="true"><draw:text-box><text:p>click</text:p></draw:text-box></draw:frame>' +
          `<presentation:notes>${box("<text:p>secret</text:p>")}</presentation:notes>`,
      ),
    );
    expect(texts(slide)).toEqual([]);
    expect(warnings).toEqual([]);
  });
});

describe("formulas of OpenDocument presentations", () => {
  it("stand in the middle of their frame", () => {
    const { slide, warnings } = read(page(`<draw:frame ${SIZE}><draw:object xlink:href="./Object 1"/></draw:frame>`), {
      more: { "Object 1/content.xml": '<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>x</mi></math>' },
    });
    expect(slide).toContain('anchor="ctr" anchorCtr="1"/>');
    expect(slide).toContain(
      '<a:p><a14:m><m:oMath><m:r><a:rPr sz="1200"/><m:t xml:space="preserve">x</m:t></m:r></m:oMath></a14:m></a:p>',
    );
    expect(warnings).toEqual([]);
  });
});

describe("texts of OpenDocument presentations", () => {
  it("look as the styles of shapes, paragraphs and spans say", () => {
    const { slide } = read(
      page(
        box(
          '<text:p text:style-name="P">a <text:span text:style-name="T">b</text:span></text:p>',
          'draw:style-name="G"',
        ),
      ),
      {
        styles:
          '<style:default-style style:family="graphic"><style:text-properties fo:font-family="Carlito" fo:font-size="24pt"/></style:default-style>',
        automatic:
          style(
            "G",
            "graphic",
            `${graphic('draw:auto-grow-height="true" fo:padding="0cm" draw:textarea-vertical-align="middle"')}<style:text-properties fo:color="#0000ff"/>`,
          ) +
          style(
            "P",
            "paragraph",
            '<style:paragraph-properties fo:text-align="center" fo:margin-top="10pt" fo:line-height="90%"/>',
          ) +
          style(
            "T",
            "text",
            '<style:text-properties fo:font-weight="bold" fo:font-size="50%" style:text-position="super 58%"/>',
          ),
      },
    );
    expect(slide).toContain(
      '<a:bodyPr wrap="square" lIns="0" tIns="0" rIns="0" bIns="0" anchor="ctr"><a:spAutoFit/></a:bodyPr>',
    );
    expect(slide).toContain('algn="ctr"><a:lnSpc><a:spcPct val="90000"/></a:lnSpc><a:spcBef><a:spcPts val="1000"/>');
    expect(slide).toContain(
      '<a:rPr sz="2400" b="0" i="0"><a:solidFill><a:srgbClr val="0000FF"/></a:solidFill><a:latin typeface="Carlito"/></a:rPr><a:t>a </a:t>',
    );
    expect(slide).toContain('<a:rPr sz="1200" b="1" i="0" baseline="33000">');
  });

  it("are outlines with bullets, each level by its style", () => {
    const level = (number: number) =>
      `<text:list-level-style-bullet text:level="${number}" text:bullet-char="●"><style:list-level-properties text:space-before="${number - 1}cm" text:min-label-width="1cm"/><style:text-properties fo:font-family="StarSymbol" fo:font-size="45%"/></text:list-level-style-bullet>`;
    const outline = (number: number, size: string) =>
      style(
        `M-outline${number}`,
        "presentation",
        `<style:graphic-properties><text:list-style>${level(1)}${level(2)}</text:list-style></style:graphic-properties><style:text-properties fo:font-size="${size}"/>`,
        number > 1 ? 'style:parent-style-name="M-outline1"' : "",
      );
    const list = (content: string) => `<text:list><text:list-item>${content}</text:list-item></text:list>`;
    const { slide } = read(
      page(
        box(
          `${list(`<text:p>one</text:p>${list("<text:p>two</text:p>")}`)}<text:p>none</text:p>`,
          'presentation:style-name="pr1"',
        ),
      ),
      {
        styles: outline(1, "30pt") + outline(2, "20pt"),
        automatic: style(
          "pr1",
          "presentation",
          graphic('style:shrink-to-fit="true"'),
          'style:parent-style-name="M-outline1"',
        ),
      },
    );
    expect(slide).toContain("<a:normAutofit/>");
    const paragraphs = [...slide.matchAll(/<a:pPr marL="(\d+)" indent="(-?\d+)"[^>]*>(<a:bu\w+|.*?<a:buChar)/g)];
    expect(paragraphs.map(([, left, first]) => [left, first])).toEqual([
      ["360000", "-360000"],
      ["720000", "-360000"],
      ["0", "0"],
    ]);
    expect(slide).toContain('<a:buSzPct val="45000"/><a:buChar char="●"/>');
    const runs = slide.split("<a:r>").slice(1);
    expect(runs.map((run) => [/sz="(\d+)"/.exec(run)?.[1], ...texts(run)])).toEqual([
      ["3000", "one"],
      ["2000", "two"],
      ["3000", "none"],
    ]);
  });

  it("are numbered, with links, breaks and spaces", () => {
    const { slide, part } = read(
      page(
        box(
          '<text:list text:style-name="N"><text:list-item text:start-value="3"><text:p>a<text:s text:c="2"/>b<text:line-break/><text:a xlink:href="https://a.example/">c</text:a></text:p></text:list-item></text:list>',
        ),
      ),
      {
        automatic:
          '<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="a" style:num-suffix=")"/></text:list-style>',
      },
    );
    expect(slide).toContain('<a:buAutoNum type="alphaLcParenR" startAt="3"/>');
    expect(texts(slide)).toEqual(["a  b", "c"]);
    expect(slide).toContain("<a:br>");
    expect(part("ppt/slides/_rels/slide1.xml.rels")).toContain('Target="https://a.example/" TargetMode="External"');
  });
});

describe("shapes of OpenDocument presentations", () => {
  it("are drawn by their own path, with equations and modifiers", () => {
    const { slide } = read(
      page(
        shape(
          '<draw:enhanced-geometry svg:viewBox="0 0 100 100" draw:modifiers="25" draw:text-areas="?f0 0 100 100" draw:enhanced-path="M ?f0 0 L ?f1 0 C 0 0 50 50 100 100 Z N F T 50 50 50 50 0 360 N">' +
            '<draw:equation draw:name="f0" draw:formula="$0*2"/><draw:equation draw:name="f1" draw:formula="if(?f0-50,1,max(width,0)) - -(2+3)*2"/></draw:enhanced-geometry>',
        ),
      ),
      { automatic: filled },
    );
    expect(slide).toContain('<a:rect l="1800000" t="0" r="3600000" b="1800000"/>');
    expect(slide).toContain('<a:moveTo><a:pt x="1800000" y="0"/></a:moveTo><a:lnTo><a:pt x="3960000" y="0"/></a:lnTo>');
    expect(slide).toContain(
      '<a:path w="3600000" h="1800000" fill="none"><a:moveTo><a:pt x="3600000" y="900000"/></a:moveTo>',
    );
  });

  it("without a path are what they name", () => {
    const { slide } = read(page(shape('<draw:enhanced-geometry draw:type="diamond"/>')), { automatic: filled });
    expect(slide).toContain('<a:prstGeom prst="diamond"/>');
  });

  it("are turned and mirrored", () => {
    const turned = `<draw:rect draw:style-name="F" svg:width="4cm" svg:height="2cm" draw:transform="rotate (-1.5707963) translate (10cm 3cm)"/>`;
    const { slide } = read(
      page(turned + shape('<draw:enhanced-geometry draw:mirror-horizontal="true" draw:type="rectangle"/>')),
      {
        automatic: filled,
      },
    );
    expect(slide).toMatch(/<a:xfrm rot="5400000"><a:off x="2520000" y="1440000"\/><a:ext cx="1440000" cy="720000"\/>/);
    expect(slide).toContain('<a:xfrm flipH="1">');
  });

  it("are lines, connectors, polygons, paths and pieces of ellipses", () => {
    const line = style("L", "graphic", graphic('draw:stroke="dash" svg:stroke-width="0.1cm" draw:marker-end="Arrow"'));
    const { slide } = read(
      page(
        '<draw:line draw:style-name="L" svg:x1="5cm" svg:y1="1cm" svg:x2="1cm" svg:y2="2cm"/>' +
          '<draw:connector draw:style-name="L" svg:x1="1cm" svg:y1="1cm" svg:x2="3cm" svg:y2="2cm" svg:d="M0 0h1000v1000h1000"/>' +
          `<draw:polygon draw:style-name="F" ${SIZE} svg:viewBox="0 0 10 5" draw:points="0,0 10,5 0,5"/>` +
          `<draw:path draw:style-name="F" ${SIZE} svg:viewBox="0 0 10 5" svg:d="m0 0l10 5q1 1 2 2a5 5 0 0 1 5 5z"/>` +
          `<draw:ellipse draw:style-name="F" ${SIZE} draw:kind="section" draw:start-angle="0" draw:end-angle="90"/>` +
          `<draw:ellipse draw:style-name="F" ${SIZE}/><draw:rect draw:style-name="F" ${SIZE} draw:corner-radius="1cm"/>`,
      ),
      { automatic: line + filled },
    );
    expect(slide).toContain(
      '<a:xfrm flipH="1"><a:off x="360000" y="360000"/><a:ext cx="1440000" cy="360000"/></a:xfrm><a:prstGeom prst="line"/>',
    );
    expect(slide).toContain('<a:prstDash val="dash"/><a:round/><a:tailEnd type="triangle"');
    expect(slide).toContain(
      '<a:path w="720000" h="360000" fill="none"><a:moveTo><a:pt x="0" y="0"/></a:moveTo><a:lnTo><a:pt x="360000" y="0"/>',
    );
    expect(slide).toContain(
      '<a:lnTo><a:pt x="3600000" y="1800000"/></a:lnTo><a:lnTo><a:pt x="0" y="1800000"/></a:lnTo><a:close/>',
    );
    expect(slide).toContain("<a:quadBezTo>");
    expect(slide).toContain(
      '<a:moveTo><a:pt x="1800000" y="900000"/></a:moveTo><a:lnTo><a:pt x="3600000" y="900000"/>',
    );
    expect(slide).toContain('<a:prstGeom prst="ellipse"/>');
    expect(slide).toContain('<a:gd name="adj" fmla="val 20000"/>');
  });

  it("have gradients, hatches and transparency", () => {
    const paint = (name: string, attributes: string) => style(name, "graphic", graphic(attributes));
    const rect = (name: string) => `<draw:rect draw:style-name="${name}" ${SIZE}/>`;
    const { slide } = read(page(["A", "B", "C"].map(rect).join("")), {
      styles:
        '<draw:gradient draw:name="g" draw:style="linear" draw:start-color="#000000" draw:end-color="#ffffff" draw:angle="30deg" draw:border="50%"/>' +
        '<draw:hatch draw:name="h" draw:style="single" draw:color="#0000ff" draw:rotation="450"/>',
      automatic:
        paint("A", 'draw:fill="gradient" draw:fill-gradient-name="g"') +
        paint("B", 'draw:fill="hatch" draw:fill-hatch-name="h"') +
        paint("C", 'draw:fill="solid" draw:fill-color="#ffffff" draw:opacity="40%"'),
    });
    expect(slide).toContain(
      '<a:gs pos="50000"><a:srgbClr val="000000"/></a:gs><a:gs pos="100000"><a:srgbClr val="FFFFFF"/></a:gs></a:gsLst><a:lin ang="3600000" scaled="0"/>',
    );
    expect(slide).toContain('<a:pattFill prst="ltUpDiag"><a:fgClr><a:srgbClr val="0000FF"/>');
    expect(slide).toContain('<a:srgbClr val="FFFFFF"><a:alpha val="40000"/></a:srgbClr>');
  });

  it("are pictures, and tables with the styles of their templates", () => {
    const picture = `<draw:frame ${SIZE}><draw:image xlink:href="Pictures/a.png"/></draw:frame>`;
    const cell =
      '<table:table-cell table:number-columns-spanned="2"><text:p>a</text:p></table:table-cell><table:covered-table-cell/>';
    const table = `<draw:frame ${SIZE}><table:table table:template-name="t" table:use-first-row-styles="true"><table:table-column table:number-columns-repeated="2"/><table:table-row>${cell}</table:table-row></table:table></draw:frame>`;
    const { slide, parts } = read(page(picture + table), {
      styles:
        style(
          "c",
          "table-cell",
          `${graphic('draw:fill="solid" draw:fill-color="#123456"')}<style:paragraph-properties fo:border="1pt solid #ff0000"/>`,
        ) + '<table:table-template table:name="t"><table:first-row text:style-name="c"/></table:table-template>',
      more: { "Pictures/a.png": new Uint8Array([1, 2, 3]) },
    });
    expect(parts.get("ppt/media/image1.png")).toEqual(new Uint8Array([1, 2, 3]));
    expect(slide).toContain('<p:blipFill><a:blip r:embed="rId1"/>');
    expect(slide).toContain('<a:gridCol w="1800000"/><a:gridCol w="1800000"/>');
    expect(slide).toContain('<a:tc gridSpan="2">');
    expect(slide).toContain('<a:lnL w="12700"><a:solidFill><a:srgbClr val="FF0000"/>');
    expect(slide).toContain('<a:solidFill><a:srgbClr val="123456"/></a:solidFill></a:tcPr></a:tc><a:tc hMerge="1">');
  });

  it("are controls of forms, those of master pages, too", () => {
    const form = (id: string, label: string) =>
      `<office:forms><form:form><form:checkbox form:id="${id}" form:label="${label}" form:current-state="checked"/></form:form></office:forms><draw:control ${SIZE} draw:control="${id}"/>`;
    const { part, slide, warnings } = read(page(form("b", "on the slide"), 'draw:master-page-name="M"'), {
      masters: `<style:master-page style:name="M">${form("a", "on the master")}</style:master-page>`,
    });
    expect(texts(slide)).toEqual(["on the slide"]);
    expect(slide.match(/<p:sp>/g)).toHaveLength(3);
    expect(slide).toContain('<a:off x="360000" y="1569200"/>');
    expect(texts(part("ppt/slideMasters/slideMaster1.xml"))).toEqual(["on the master"]);
    expect(warnings).toEqual([]);
  });

  it("that are not read are said", () => {
    const { warnings } = read(page(`<draw:control/><draw:frame ${SIZE}><draw:object/></draw:frame>`));
    expect(warnings).toEqual([
      "Controls of forms of a kind that is not read, or that the file does not describe, are left out.",
      "Objects without a picture are not shown.",
    ]);
  });
});

describe("presentations that are no good", () => {
  it("are refused", () => {
    expect(() => read("")).toThrow("It has no slides.");
    expect(() => read("", { more: { "content.xml": "<a" } })).toThrow(expect.objectContaining({ code: "xml_invalid" }));
  });

  it("end soon: equations and styles in circles, repeated cells", () => {
    const circles =
      '<draw:equation draw:name="f0" draw:formula="?f1+?f1"/><draw:equation draw:name="f1" draw:formula="?f0+?f0"/>';
    const brackets = `<draw:equation draw:name="f2" draw:formula="${"(".repeat(3_000)}"/>`;
    const many = Array.from(
      { length: 1_999 },
      (_, at) => `<draw:equation draw:name="g${at}" draw:formula="?g${at + 1}+?g${at + 1}"/>`,
    );
    const geometry = `<draw:enhanced-geometry svg:viewBox="0 0 9 9" draw:enhanced-path="M ?f0 ?f2 L ?g0 9 N">${circles}${brackets}${many.join("")}</draw:enhanced-geometry>`;
    const { slide } = read(page(shape(geometry)), {
      automatic: style("F", "graphic", graphic('draw:fill="solid"'), 'style:parent-style-name="F"'),
    });
    expect(slide).toContain('<a:moveTo><a:pt x="0" y="0"/></a:moveTo>');
    const cells =
      '<table:table-row table:number-rows-repeated="99999"><table:table-cell table:number-columns-repeated="99999"><text:p>a</text:p></table:table-cell></table:table-row>';
    const table = `<draw:frame ${SIZE}><table:table><table:table-column table:number-columns-repeated="99999"/>${cells}</table:table></draw:frame>`;
    expect(() => read(page(table))).toThrow(expect.objectContaining({ code: "too_complex" }));
  });
});
