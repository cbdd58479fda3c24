import { describe, expect, it } from "vitest";
import { container, options, record, shapeHead, u16, u32 } from "../officeart/testing/art-records.ts";
import { pptToParts } from "./ppt-to-parts.ts";
import { PPT } from "./record-types.ts";
import { placeholder, shape, styleRuns, text, textBox, wide } from "./testing/ppt-shapes.ts";
import {
  compound,
  currentUser,
  documentStream,
  font,
  presentationFile,
  scheme,
  type TestPresentation,
} from "./testing/ppt-writer.ts";

const BOX = [576, 576, 1_152, 864] as const;
const BLUE_SCHEME = scheme(0xffffff, 0, 0x808080, 0, 0xff0000, 0, 0, 0);

function parts(presentation: TestPresentation): Map<string, string> {
  const decoder = new TextDecoder();
  const converted = pptToParts(presentationFile(presentation));
  return new Map([...converted].map(([name, bytes]) => [name, decoder.decode(bytes)]));
}

function slideXml(presentation: TestPresentation, number = 1): string {
  return parts(presentation).get(`ppt/slides/slide${number}.xml`) ?? "";
}

function slideOf(...shapes: Uint8Array[]): string {
  return slideXml({ slides: [{ shapes }] });
}

describe("pptToParts", () => {
  it("makes a package of presentation, slides, layouts, masters and themes", () => {
    const package_ = parts({ slides: [{}, {}] });
    expect([...package_.keys()]).toEqual(
      expect.arrayContaining([
        "[Content_Types].xml",
        "_rels/.rels",
        "ppt/presentation.xml",
        "ppt/slides/slide2.xml",
        "ppt/slideLayouts/slideLayout1.xml",
        "ppt/slideMasters/slideMaster1.xml",
        "ppt/theme/theme1.xml",
      ]),
    );
    expect(package_.get("ppt/presentation.xml")).toContain('<p:sldSz cx="9144000" cy="6858000"/>');
    expect(package_.get("ppt/slides/_rels/slide1.xml.rels")).toContain('Target="/ppt/slideLayouts/slideLayout1.xml"');
  });

  it("places shapes by their anchors, which are given in 1/576 inch", () => {
    expect(slideOf(shape(1, BOX))).toContain('<a:off x="914400" y="914400"/><a:ext cx="914400" cy="457200"/>');
  });

  it("writes children of groups where they lie on the slide", () => {
    const head = container(
      0xf004,
      record(0xf009, u32(0, 0, 10, 10)),
      shapeHead(0, 9, 0x201),
      record(0xf010, u16(576, 576, 1_152, 1_152)),
    );
    const member = container(0xf004, shapeHead(1, 8, 0x202), record(0xf00f, u32(5, 0, 10, 10)));
    const xml = slideOf(container(0xf003, head, member));
    expect(xml).toContain('<a:chOff x="914400" y="914400"/><a:chExt cx="914400" cy="914400"/>');
    expect(xml).toContain('<a:off x="1371600" y="914400"/><a:ext cx="457200" cy="914400"/>');
  });

  it("hides what is hidden: shapes and slides", () => {
    const hidden = shape(1, BOX, { 0x03bf: 0x0002_0002 });
    const info = record(PPT.slideShowInfo, u16(0, 0, 0, 0, 0, 4, 0, 0));
    const xml = slideXml({ slides: [{ shapes: [hidden], records: [info] }] });
    expect(xml).not.toContain("<p:sp>");
    expect(xml).toContain('show="0"');
  });

  it("keeps links that browsers may follow and drops the others", () => {
    const link = (id: number, target: string) =>
      container(PPT.hyperlink, record(PPT.hyperlinkAtom, u32(id)), record(PPT.cString, wide(target), 1));
    const click = (id: number) =>
      container(0xf011, container(PPT.interactiveInfo, record(PPT.interactiveInfoAtom, u32(0, id, 0, 0))));
    const documentRecords = [
      container(PPT.objectList, link(1, "https://example.com/?a=1&b=2"), link(2, "file:///c:/x.exe")),
    ];
    const package_ = parts({
      slides: [{ shapes: [shape(1, BOX, {}, click(1)), shape(1, BOX, {}, click(2))] }],
      documentRecords,
    });
    expect(package_.get("ppt/slides/slide1.xml")?.match(/hlinkClick/g)).toHaveLength(1);
    const relationships = package_.get("ppt/slides/_rels/slide1.xml.rels");
    expect(relationships).toContain('Target="https://example.com/?a=1&amp;b=2" TargetMode="External"');
    expect(relationships).not.toContain("file:");
  });

  it("embeds a picture once, wherever it is shown", () => {
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1);
    const blip = record(0xf01e, Uint8Array.of(...new Uint8Array(17), ...png), 0x6e0);
    const group = container(PPT.drawingGroup, container(0xf000, container(0xf001, blip)));
    const package_ = parts({
      slides: [{ shapes: [shape(75, BOX, { 0x0104: 1 }), shape(75, BOX, { 0x0104: 1 })] }],
      documentRecords: [group],
    });
    expect(package_.get("ppt/slides/slide1.xml")?.match(/<p:pic>/g)).toHaveLength(2);
    expect([...package_.keys()].filter((name) => name.startsWith("ppt/media/"))).toEqual(["ppt/media/image1.png"]);
  });
});

describe("masters", () => {
  it("draws a master's own shapes and leaves its placeholders to the slides", () => {
    const master = { shapes: [shape(3, BOX), shape(1, BOX, {}, placeholder(1))], background: { 0x0181: 0xff } };
    const xml = parts({ slides: [{}], masters: [master] }).get("ppt/slideMasters/slideMaster1.xml");
    expect(xml?.match(/<p:sp>/g)).toHaveLength(1);
    expect(xml).toContain('<p:bg><p:bgPr><a:solidFill><a:srgbClr val="FF0000">');
  });

  it("makes a layout of a title master, on its main master", () => {
    const package_ = parts({
      slides: [{ masterId: 0x8000_0001 }],
      masters: [{ shapes: [shape(3, BOX)] }],
      titleMasters: [{ shapes: [shape(5, BOX)], flags: 6 }],
    });
    expect(package_.get("ppt/slideLayouts/slideLayout1.xml")).toMatch(/showMasterSp="0".*prst="triangle"/);
    expect(package_.get("ppt/slideMasters/slideMaster1.xml")).toContain('prst="ellipse"');
  });

  it("follows a slide's flags: shapes, background, scheme", () => {
    const slide = { flags: 0, background: { 0x0181: 0x0800_0000 }, records: [BLUE_SCHEME] };
    const package_ = parts({ slides: [{}, slide], masters: [{ records: [scheme(1, 2, 3, 4, 5, 6, 7, 8)] }] });
    expect(package_.get("ppt/slides/slide1.xml")).not.toContain("<p:bg>");
    expect(package_.get("ppt/slides/slide1.xml")).not.toContain("showMasterSp");
    expect(package_.get("ppt/slides/slide2.xml")).toContain('showMasterSp="0"');
    expect(package_.get("ppt/slides/slide2.xml")).toContain('<p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1">');
    // A scheme of its own needs a master of its own.
    expect(package_.get("ppt/theme/theme2.xml")).toContain('<a:accent1><a:srgbClr val="0000FF"/></a:accent1>');
  });

  it("lets a shape that follows the master's inherit its looks", () => {
    const master = container(0xf004, shapeHead(1, 77, 0xa00), options({ 0x0181: 0x00ff00 }), placeholder(2));
    const follower = container(
      0xf004,
      shapeHead(1, 5, 0xa20),
      options({ 0x0301: 77 }),
      record(0xf010, u16(0, 0, 576, 576)),
    );
    expect(slideXml({ slides: [{ shapes: [follower] }], masters: [{ shapes: [master] }] })).toContain('val="00FF00"');
  });

  it("shows the master's date, number and footer on slides that want them and have none", () => {
    const mark = record(PPT.slideNumberMark, u32(0));
    const number = shape(1, BOX, {}, placeholder(8), textBox(text(4, "*"), mark));
    const footer = shape(1, BOX, {}, placeholder(9), textBox(text(4, "*"), record(PPT.footerMark, u32(0))));
    const settings = container(
      PPT.headersFooters,
      record(PPT.headersFootersAtom, u16(0, 0x28)),
      record(PPT.cString, wide("The end"), 2),
    );
    const own = shape(1, BOX, {}, placeholder(9), textBox(text(4, "Mine")));
    const presentation = {
      slides: [{ records: [settings] }, { records: [settings], shapes: [own] }, {}],
      masters: [{ shapes: [number, footer] }],
    };
    expect(slideXml(presentation, 1)).toMatch(/type="slidenum".*<a:t>1<\/a:t>.*<a:t>The end<\/a:t>/);
    expect(slideXml(presentation, 2)).not.toContain("The end");
    expect(slideXml(presentation, 3)).not.toContain("slidenum");
  });
});

describe("text", () => {
  const say = (...records: Uint8Array[]) => slideOf(shape(202, BOX, {}, textBox(...records)));

  it("splits paragraphs and lines, and escapes", () => {
    const xml = say(text(4, "a<b\rc\u000bd"));
    expect(xml.match(/<a:p>/g)).toHaveLength(2);
    expect(xml).toContain("<a:t>a&lt;b</a:t>");
    expect(xml).toMatch(/<a:t>c<\/a:t><\/a:r><a:br>.*<\/a:br><a:r>.*<a:t>d<\/a:t>/);
  });

  it("formats runs of characters and paragraphs", () => {
    const bold = Uint8Array.of(...u32(0x0006_0001), ...u16(1, 40), ...u32(0xfe00_00ff));
    const centered = Uint8Array.of(...u32(0x0800), ...u16(1));
    const xml = say(
      text(
        4,
        "ab",
        styleRuns(
          [[3, 0, centered]],
          [
            [1, bold],
            [2, u32(0)],
          ],
        ),
      ),
    );
    expect(xml).toContain('algn="ctr"');
    expect(xml).toMatch(/<a:rPr sz="4000" b="1"[^>]*><a:solidFill><a:srgbClr val="FF0000">.*<a:t>a<\/a:t>/);
    expect(xml).toMatch(/<a:rPr sz="1800" b="0"[^>]*>.*<a:t>b<\/a:t>/);
  });

  it("layers document, master by type and level, ruler and text", () => {
    const level = (masks: number, ...fields: number[]) => [...u32(masks), ...u16(...fields), ...u32(0x20000)];
    // two levels of body text: a bullet at 24 points, a deeper one at 20
    const body = Uint8Array.of(
      ...u16(2),
      ...level(0x501 | 0x80, 1, 0x2d, 100, 0),
      ...u16(24),
      ...level(0x100, 300),
      ...u16(20),
    );
    const master = { records: [record(PPT.textMasterStyle, body, 1)] };
    const ruler = record(PPT.textRuler, Uint8Array.of(...u32(0x200), ...u16(144)));
    const style = styleRuns(
      [
        [2, 0, u32(0)],
        [2, 1, u32(0)],
      ],
      [[4, u32(0)]],
    );
    const content = textBox(text(1, "a\rb", style), ruler);
    const xml = slideXml({ slides: [{ shapes: [shape(1, BOX, {}, content)] }], masters: [master] });
    expect(xml).toMatch(/<a:pPr marL="158750" indent="-158750" lvl="0".*<a:buChar char="-"\/>.*sz="2400".*<a:t>a</);
    expect(xml).toMatch(/<a:pPr marL="476250" indent="-247650" lvl="1".*<a:buChar char="-"\/>.*sz="2000".*<a:t>b</);
  });

  it("numbers paragraphs whose extended properties say so", () => {
    const extended = Uint8Array.of(...u32(0x0300_0000), ...u16(1, 7, 3), ...u32(0), ...u32(0));
    const tags = container(
      PPT.programTags,
      container(
        PPT.programBinaryTag,
        record(PPT.cString, wide("___PPT9")),
        record(PPT.binaryTagData, record(PPT.styleTextProp9, extended)),
      ),
    );
    const bullet = Uint8Array.of(...u32(1), ...u16(1));
    const box = textBox(text(4, "a", styleRuns([[2, 0, bullet]], [[2, u32(0)]])));
    expect(slideOf(shape(1, BOX, {}, container(0xf011, tags), box))).toContain(
      '<a:buAutoNum type="romanUcPeriod" startAt="3"/>',
    );
  });

  it("takes the text of placeholders from the document's list", () => {
    const reference = textBox(record(PPT.outlineTextRef, u32(1)));
    const slide = {
      texts: [text(0, "Title"), text(1, "Body")],
      shapes: [shape(1, BOX, {}, placeholder(14), reference)],
    };
    const xml = slideXml({ slides: [slide] });
    expect(xml).toContain("<a:t>Body</a:t>");
    expect(xml).not.toContain("Title");
  });

  it("names fonts by the collection", () => {
    const collection = container(PPT.fontCollection, font(0, "Arial"), font(1, "Wingdings"));
    const symbol = Uint8Array.of(...u32(0x0001_0000), ...u16(1));
    const box = textBox(text(4, "a", styleRuns([[2, 0, u32(0)]], [[2, symbol]])));
    const xml = slideXml({ slides: [{ shapes: [shape(1, BOX, {}, box)] }], environment: [collection] });
    expect(xml).toContain('<a:latin typeface="Wingdings"/>');
  });

  it("shows WordArt as text", () => {
    const xml = slideOf(shape(136, BOX, { 0x00c0: wide("Big\0"), 0x00ff: 0x4000_4000 }));
    expect(xml).toContain('<a:prstTxWarp prst="textPlain">');
    expect(xml).toContain("<a:t>Big</a:t>");
    expect(xml).toContain('fromWordArt="1"');
  });

  it("gives the letters of WordArt what their shape is filled with", () => {
    const xml = slideOf(shape(136, BOX, { 0x00c0: wide("Big\0"), 0x00ff: 0x4000_4000, 0x0181: 0x0000ff }));
    expect(xml).toMatch(/<a:noFill\/>[\s\S]*<a:rPr[^>]*>[\s\S]*FF0000[\s\S]*<a:t>Big/);
  });
});

describe("files other than plain presentations", () => {
  const { bytes, editAt } = documentStream({ slides: [{ shapes: [shape(1, BOX)] }] });

  it.each([
    ["a password", { "PowerPoint Document": bytes, "Current User": currentUser(editAt, 0xf3d1_c4df) }, /password/],
    ["another program", { WordDocument: Uint8Array.of(1) }, /no presentation/],
    ["no document", { "PowerPoint Document": bytes.subarray(bytes.length - 40) }, /directory/],
  ])("says what is the matter: %s", (_, streams, message) => {
    expect(() => pptToParts(compound(streams))).toThrow(message);
  });

  it("finds the newer form in files for two versions", () => {
    const dual = {
      PP40: Uint8Array.of(1),
      "PP97_DUALSTORAGE/PowerPoint Document": bytes,
      "PP97_DUALSTORAGE/Current User": currentUser(editAt),
    };
    expect(pptToParts(compound(dual)).has("ppt/slides/slide1.xml")).toBe(true);
  });

  it("shows the slides of a stream that has no directory any more", () => {
    const lost = bytes.subarray(0, editAt);
    const slides = pptToParts(compound({ "PowerPoint Document": lost }));
    expect(new TextDecoder().decode(slides.get("ppt/slides/slide1.xml"))).toContain("<p:sp>");
  });

  it("finds the last edit where the current user is missing or wrong", () => {
    const lost = { "PowerPoint Document": bytes, "Current User": currentUser(12) };
    expect(pptToParts(compound(lost)).has("ppt/slides/slide1.xml")).toBe(true);
    expect(pptToParts(compound({ "PowerPoint Document": bytes })).has("ppt/slides/slide1.xml")).toBe(true);
  });
});
