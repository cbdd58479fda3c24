import { describe, expect, it } from "vitest";
import { WorkMeter } from "../domain/work-meter.ts";
import { mathematics, testFonts } from "../font/testing/fonts.ts";
import { smallFont } from "../font/testing/small-font.ts";
import { presentationFile, slideBox, slideParagraph, slideShape } from "../layout/testing/presentation-file.ts";
import { openPdf } from "../pdf/document.ts";
import { PdfStream } from "../pdf/objects.ts";
import { pageContent } from "../pdf/testing/read-pages.ts";
import { openPackage } from "./open-package.ts";
import { openSlidesFile } from "./open-slides-file.ts";
import { slidesToPdf } from "./slides-to-pdf.ts";

const OPTIONS = { now: new Date(0), maxPages: 100, meter: new WorkMeter() };
const FILL = '<a:solidFill><a:srgbClr val="FF0000"/></a:solidFill>';
/** A picture whose part is missing: only its frame is drawn. */
const framed = (top: number, extension: string) =>
  `<p:pic><p:nvPicPr><p:cNvPr id="7" name="P">${extension}</p:cNvPr></p:nvPicPr><p:blipFill/>` +
  `<p:spPr>${slideBox(0, top, 10, 10)}<a:prstGeom prst="rect"/><a:ln w="12700">${FILL}</a:ln></p:spPr></p:pic>`;
const DECORATIVE =
  '<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>';
const text = (content: string) => slideShape(slideBox(36, 36, 200, 50), slideParagraph(content, 'sz="1000"'));

function opened(slides: readonly string[], file: Parameters<typeof presentationFile>[1] = {}) {
  return openSlidesFile(openPackage("pptx", presentationFile(slides, file)), OPTIONS);
}

async function converted(slides: readonly string[], file: Parameters<typeof presentationFile>[1] = {}) {
  const result = opened(slides, file);
  const pdf = await slidesToPdf(result.deck, {
    fonts: await testFonts(result.faces),
    images: result.image,
    fileName: "Talk.pptx",
    ...OPTIONS,
  });
  return { ...pdf, document: openPdf(pdf.bytes) };
}

const content = async (objects: string) => pageContent((await converted([objects])).document, 0);

describe("a presentation", () => {
  it("becomes a page for each slide, with its text where layout put it", async () => {
    const { document, pageCount, warnings } = await converted([text("First"), text("Second")]);
    expect(pageCount).toBe(2);
    expect(warnings).toEqual([]);
    expect(document.pages[0]?.dict.get("MediaBox")).toEqual([0, 0, 720, 540]);
    // right of and below the insets, by the ascent of Arial in a line of 12 points
    expect(pageContent(document, 0)).toContain("1 0 0 -1 43.2 49.39 Tm");
  });

  it("has the structure of its titles, lists, tables and figures, and an outline", async () => {
    const title = slideShape(slideBox(0, 0, 300, 50), slideParagraph("Plan"), { placeholder: '<p:ph type="title"/>' });
    const bullet = '<a:pPr><a:buChar char="-"/></a:pPr>';
    const list = slideShape(
      slideBox(0, 60, 300, 50),
      slideParagraph("a", "", bullet) + slideParagraph("b", "", bullet),
    );
    const cell = `<a:tc><a:txBody><a:bodyPr/>${slideParagraph("c")}</a:txBody><a:tcPr/></a:tc>`;
    const table =
      `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="t"/><p:nvPr/></p:nvGraphicFramePr>` +
      `${slideBox(0, 200, 200, 40).replaceAll("a:xfrm", "p:xfrm")}<a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/><a:tblGrid><a:gridCol w="1270000"/></a:tblGrid>` +
      `<a:tr h="254000">${cell}</a:tr><a:tr h="254000">${cell}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    const figure = slideShape(slideBox(0, 400, 10, 10) + FILL, "", { names: 'descr="A square"' });
    const plain = slideShape(slideBox(0, 400, 10, 10) + FILL);
    const decoration = framed(420, DECORATIVE);
    const image = framed(440, "");
    const { document } = await converted([title + list + table + figure + plain + decoration + image]);
    const marks = [...pageContent(document, 0).matchAll(/\/(\w+) (?:<<\/MCID|BMC)/g)].map(([, role]) => role);
    expect(marks).toEqual(["H1", "LBody", "LBody", "P", "P", "Figure", "Artifact", "Artifact", "Figure"]);
    expect(document.catalog.has("Outlines")).toBe(true);
    expect(document.catalog.has("StructTreeRoot")).toBe(true);
  });

  it("marks what is on the master as an artifact", async () => {
    const { document } = await converted([text("Own")], { master: text("Repeated") });
    const marks = [...pageContent(document, 0).matchAll(/\/(\w+) (?:<<\/MCID|BMC)/g)].map(([, role]) => role);
    expect(marks).toEqual(["Artifact", "P"]);
  });

  it("turns shapes around their middle, and text with them", async () => {
    const turned = slideShape(slideBox(100, 100, 200, 40, 'rot="5400000"') + FILL, slideParagraph("x"));
    expect(await content(turned)).toContain("0 1 -1 0 200 120 cm");
  });

  it.each([
    ["vert", "0 1 -1 0"],
    ["vert270", "0 -1 1 0"],
  ])("turns %s text in its box", async (direction, matrix) => {
    const body = `<a:bodyPr vert="${direction}"/>`;
    expect(await content(slideShape(slideBox(0, 0, 40, 200), slideParagraph("x"), { body }))).toContain(
      `${matrix} 20 100 cm`,
    );
  });

  it("sets the ideographs of vertical East Asian text upright", async () => {
    const body = '<a:bodyPr vert="eaVert"/>';
    const operators = await content(slideShape(slideBox(0, 0, 40, 200), slideParagraph("x\u65e5"), { body }));
    expect(operators).toContain("0 1 -1 0 20 100 cm");
    expect(operators).toContain("0 -1 1 0 ");
  });

  it("casts soft shadows as pixels of opacity, and sharp ones as outlines", async () => {
    const shadow = (blur: number) =>
      `<a:prstGeom prst="ellipse"/>${FILL}<a:effectLst><a:outerShdw blurRad="${blur * 12700}" dist="63500"><a:srgbClr val="000000"><a:alpha val="40000"/></a:srgbClr></a:outerShdw></a:effectLst>`;
    const soft = await converted([slideShape(slideBox(50, 50, 100, 100) + shadow(8))]);
    const resources = soft.document.dict(soft.document.pages[0]?.dict.get("Resources"));
    const image = soft.document.resolve(soft.document.dict(resources?.get("XObject"))?.get("I0"));
    expect(image instanceof PdfStream && image.dict.has("SMask")).toBe(true);
    expect(pageContent(soft.document, 0)).toMatch(/1 0 0 1 55 50 cm/);
    expect(await content(slideShape(slideBox(50, 50, 100, 100) + shadow(0)))).not.toContain(" Do");
  });

  it("leads links to slides and to addresses", async () => {
    const names = (id: string, action = "") => `<a:hlinkClick r:id="${id}" ${action}/>`;
    const linked = (id: string, action = "") =>
      slideShape(slideBox(0, 0, 50, 50) + FILL).replace(
        /<p:cNvPr([^>]*)\/>/,
        `<p:cNvPr$1>${names(id, action)}</p:cNvPr>`,
      );
    const { document } = await converted(
      [linked("next", 'action="ppaction://hlinksldjump"') + linked("web"), text("Next")],
      {
        relations: [
          ["next", "slide", "slide1.xml"],
          ["web", "hyperlink", 'https://example.com/" TargetMode="External'],
        ],
      },
    );
    const annotations = document.array(document.pages[0]?.dict.get("Annots"));
    expect(annotations?.map((annotation) => document.dict(annotation)?.has("Dest"))).toEqual([true, false]);
  });

  it("lets paragraphs from right to left begin at the right edge of their column, with their bullets", async () => {
    const paragraph = (attributes: string, more = "") =>
      slideParagraph("ab", 'sz="1000"', `<a:pPr ${attributes}>${more}</a:pPr>`);
    const starts = async (paragraphs: string) =>
      [
        ...(await content(slideShape(slideBox(36, 36, 200, 50), paragraphs))).matchAll(/1 0 0 -1 ([\d.]+) [\d.]+ Tm/g),
      ].map(([, xPt]) => Number(xPt));
    // Of 200 points 7.2 are left free; "ab" is twice Arial's 0.5561 wide.
    expect(await starts(paragraph('rtl="1"'))).toEqual([expect.closeTo(36 + 200 - 7.2 - 11.12, 1)]);
    expect(await starts(paragraph('rtl="1" algn="l"'))).toEqual([expect.closeTo(36 + 7.2, 1)]);
    // The bullet ends where its paragraph begins; the text, on the same baseline, ends 20 points before that.
    const bulleted = paragraph('rtl="1" marL="254000" indent="-254000"', '<a:buChar char="-"/>');
    const shown = await content(slideShape(slideBox(36, 36, 200, 50), bulleted));
    expect(await starts(bulleted)).toEqual([expect.closeTo(228.8 - 3.33, 1)]);
    // Thousandths of 10 points, back from where the bullet ended.
    expect(Number(/>([\d.]+)</.exec(shown)?.[1]) / 100).toBeCloseTo(20 + 11.12, 1);
  });

  it("is drawn with the fonts that it carries, as far as they can be read", async () => {
    const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const font = smallFont();
    const envelope = (flags: number, data: Uint8Array) => {
      const head = new Uint8Array(40);
      const view = new DataView(head.buffer);
      view.setUint32(0, head.length + data.length, true);
      view.setUint32(4, data.length, true);
      view.setUint32(12, flags, true);
      view.setUint16(34, 0x504c, true);
      return Uint8Array.from([...head, ...data]);
    };
    const inFont = (family: string) =>
      `<a:p><a:r><a:rPr sz="1000"><a:latin typeface="${family}"/></a:rPr><a:t>AB</a:t></a:r></a:p>`;
    const shown = async (file: Uint8Array) => {
      const list = `<p:embeddedFontLst><p:embeddedFont><p:font typeface="Squares"/><p:regular r:id="f"/></p:embeddedFont></p:embeddedFontLst>`;
      const names = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${REL}"`;
      const parts = {
        "ppt/fonts/font1.fntdata": file,
        "ppt/presentation.xml": `<p:presentation ${names}><p:sldIdLst><p:sldId id="256" r:id="r0"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/>${list}</p:presentation>`,
        "ppt/_rels/presentation.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r0" Type="${REL}/slide" Target="slides/slide0.xml"/><Relationship Id="f" Type="${REL}/font" Target="fonts/font1.fntdata"/></Relationships>`,
      };
      const { document, warnings } = await converted([slideShape(slideBox(36, 36, 200, 50), inFont("Squares"))], {
        parts,
      });
      return { isOwn: pageContent(document, 0).includes("<00010002> Tj"), warnings };
    };
    const drawn = { isOwn: true, warnings: [] };
    expect(await shown(font)).toEqual(drawn);
    expect(await shown(envelope(0, font))).toEqual(drawn);
    expect(
      await shown(
        envelope(
          0x1000_0000,
          font.map((byte) => byte ^ 0x50),
        ),
      ),
    ).toEqual(drawn);
    expect(await shown(envelope(4, font))).toEqual({
      isOwn: false,
      warnings: ['the font "Squares" in the presentation is compressed in a way that is not read'],
    });
    expect(await shown(font.subarray(0, 60))).toEqual({ isOwn: false, warnings: [] });
  });

  it("is the same each time", async () => {
    const slides = [text("One"), slideShape(slideBox(0, 0, 9, 9) + FILL)];
    const [first, second] = [await converted(slides), await converted(slides)];
    expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true);
  });

  it("sets Hangul in Gulim for a font without any, with the letters of a font that is often missing", async () => {
    const run = (family: string) =>
      `<a:p><a:r><a:rPr sz="1000"><a:latin typeface="${family}"/><a:ea typeface="${family}"/></a:rPr><a:t>AB\uac00</a:t></a:r></a:p>`;
    const operators = (family: string) => content(slideShape(slideBox(36, 36, 200, 50), run(family)));
    // The size at which the syllables of the substitute are an em wide.
    expect(await operators("Roboto")).toMatch(/^\/F0 10\.87 Tf$/m);
    expect(await operators("Roboto")).not.toMatch(/ 10 Tf/);
    expect(await operators("Arial")).toMatch(/ 10 Tf/);
  });

  it("names characters that no font has", async () => {
    expect((await converted([text("a\u{10000}"), text("b")])).warnings).toEqual(["no font has U+10000"]);
  });
});

describe("an equation", () => {
  const x = "<m:r><m:t>x</m:t></m:r>";
  const half = "<m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>";
  const drawn = async (equations: string) => {
    const shape = slideShape(slideBox(0, 0, 500, 200), `<a:p><a14:m>${equations}</a14:m></a:p>`);
    const result = opened([shape]);
    const options = { images: result.image, fileName: "Talk.pptx", ...OPTIONS };
    const { bytes, warnings } = await slidesToPdf(result.deck, { ...options, fonts: await testFonts([mathematics()]) });
    expect(warnings).toEqual([]);
    return pageContent(openPdf(bytes), 0);
  };

  it("is a formula of its slide, in the middle of the shape if it has a line of its own", async () => {
    const operators = await drawn(`<m:oMathPara><m:oMath>${x}</m:oMath></m:oMathPara>`);
    expect(operators).toMatch(/\/Formula <<\/MCID/);
    const [, left] = /1 0 0 -1 ([\d.]+) [\d.]+ Tm/.exec(operators) ?? [];
    expect(Math.abs(Number(left) - 250)).toBeLessThan(10);
  });

  it("is drawn with the rules of its fractions", async () => {
    expect(await drawn(`<m:oMath>${half}</m:oMath>`)).toMatch(/ h f/);
  });
});

describe("what is refused", () => {
  it("a presentation of more than an isolate holds", () => {
    const number = (_: unknown, index: number) => `<m:t>${(index * 7919) % 99_991}</m:t>`;
    const equation = (_: unknown, index: number) =>
      `<m:oMath><m:r>${Array.from({ length: 8_000 }, (__, place) => number(__, 8_000 * index + place)).join("")}</m:r></m:oMath>`;
    const paragraphs = `<a:p><a14:m>${Array.from({ length: 22 }, equation).join("")}</a14:m></a:p>`;
    expect(() => opened([text("plain"), slideShape(slideBox(0, 0, 9, 9), paragraphs)])).toThrow(
      /bytes of memory for the objects and texts of the slides/,
    );
  });
});

it("one of more slides than there may be pages is refused before the first is drawn", () => {
  const pack = openPackage("pptx", presentationFile(["", "", ""]));
  expect(() => openSlidesFile(pack, { ...OPTIONS, maxPages: 2 })).toThrow("more than 2 pages");
});

it("a file without slides is refused", () => {
  expect(() => opened([])).toThrow("no slide that is shown");
});
