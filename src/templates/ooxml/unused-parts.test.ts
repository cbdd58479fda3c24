import { describe, expect, it } from "vitest";
import { inflateNatively } from "../../office/inflate-native.ts";
import { OFFICE_LIMITS } from "../../office/limits.ts";
import { ZipArchive } from "../../office/zip-archive.ts";
import { docxEngine } from "../docx/docx-engine.ts";
import { pptxEngine } from "../pptx/pptx-engine.ts";
import { docx, paragraph as p, WORD_NAMESPACES } from "../testing/docx-builder.ts";
import { pptx, textBox } from "../testing/pptx-builder.ts";
import { merge, outline, TEST_ENVIRONMENT } from "../testing/render.ts";
import { writeChartWorkbook } from "./chart-workbook.ts";

const RELS = "application/vnd.openxmlformats-package.relationships+xml";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const SLIDES = "application/vnd.openxmlformats-officedocument.presentationml";
const PNG = { content: new Uint8Array([137, 80, 78, 71]), type: "image/png" };

const relationships = (...items: [id: string, type: string, target: string][]) => ({
  content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type.includes(":") ? type : `${OFFICE}/${type}`}" Target="${target}"/>`).join("")}</Relationships>`,
  type: RELS,
});
const image = (id: string) => `<w:p><w:r><w:drawing><a:blip r:embed="${id}"/></w:drawing></w:r></w:p>`;
const chart = (id: string) => `<w:p><w:r><w:drawing><c:chart xmlns:c="c" r:id="${id}"/></w:drawing></w:r></w:p>`;
const link = (id: string) => `<w:p><w:hyperlink r:id="${id}"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>`;

describe("what a condition hides in Word", () => {
  const template = docx({
    body:
      p("{if $no}") +
      chart("rId1") +
      image("rId2") +
      link("rId3") +
      `<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="rId4"/></w:sectPr></w:pPr></w:p>` +
      p("{/if}") +
      image("rId5"),
    parts: {
      "word/charts/chart1.xml": {
        content: '<c:chartSpace xmlns:c="c" xmlns:r="r"><c:externalData r:id="rId1"/></c:chartSpace>',
        type: "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
      },
      "word/charts/_rels/chart1.xml.rels": relationships(["rId1", "package", "../embeddings/w.xlsx"]),
      "word/embeddings/w.xlsx": { content: writeChartWorkbook(new Map()), type: "application/x" },
      "word/header1.xml": { content: `<w:hdr ${WORD_NAMESPACES}>${p("{$x}")}</w:hdr>`, type: `${WORD}.header+xml` },
      "word/media/secret.png": PNG,
      "word/media/shown.png": PNG,
    },
    relationships: {
      rId1: { type: "chart", target: "charts/chart1.xml" },
      rId2: { type: "image", target: "media/secret.png" },
      rId3: { type: "hyperlink", target: "https://e.test/secret", external: true },
      rId4: { type: "header", target: "header1.xml" },
      rId5: { type: "image", target: "media/shown.png" },
    },
  });
  const own = (names: readonly string[]) => names.filter((name) => !/^\[Content|_rels\/|document\.xml$/.test(name));

  it("is in no part, relationship or media type", async () => {
    const file = await merge(docxEngine, template, { x: "SECRET" });
    expect(own(file.zip.names())).toEqual(["word/media/shown.png"]);
    expect(file.xml("word/_rels/document.xml.rels").match(/ Id="[^"]*"/g)).toEqual([' Id="rId5"']);
    expect(file.xml("[Content_Types].xml")).not.toMatch(/chart|header|secret/);
  });

  it("is all there if the condition holds", async () => {
    const file = await merge(docxEngine, template, { no: 1, x: "y" });
    expect(own(file.zip.names())).toHaveLength(5);
    expect(file.xml("word/_rels/document.xml.rels")).toContain("https://e.test/secret");
  });
});

describe("odd parts that something uses stay", () => {
  it("of types that nobody knows, named in extensions, implied, or found without regard to case and escapes", async () => {
    const template = docx({
      body: `${p("{$x}")}<w:p><w:r><w:drawing><a:extLst><a:ext uri="u"><odd:thing xmlns:odd="o" odd:ref="rIdExt"/></a:ext></a:extLst></w:drawing></w:r></w:p>`,
      parts: {
        "word/odd/implied.bin": { content: new Uint8Array([1]), type: "application/odd" },
        "word/odd/named.xml": { content: "<n/>", type: "application/xml" },
        "word/odd/%C3%A4.xml": { content: "<n/>", type: "application/xml" },
        "customXml/item1.xml": { content: "<i/>", type: "application/xml" },
        "customXml/itemProps1.xml": { content: "<i/>", type: "application/xml" },
        "customXml/_rels/item1.xml.rels": relationships(["rId1", "customXmlProps", "itemProps1.xml"]),
        "word/fontTable.xml": {
          content: `<w:fonts ${WORD_NAMESPACES}><w:font w:name="F"><w:embedRegular r:id="rId1"/></w:font></w:fonts>`,
          type: `${WORD}.fontTable+xml`,
        },
        "word/_rels/fontTable.xml.rels": relationships(["rId1", "font", "fonts/font1.odttf"]),
        "word/fonts/font1.odttf": {
          content: new Uint8Array([1]),
          type: "application/vnd.openxmlformats-officedocument.obfuscatedFont",
        },
        "word/printerSettings1.bin": { content: new Uint8Array([1]), type: "application/printer" },
      },
      relationships: {
        rIdImp: { type: "urn:nobody:knows", target: "odd/implied.bin" },
        rIdExt: { type: "urn:nobody:knows:either", target: "odd/named.xml" },
        rIdEsc: { type: "urn:nobody:knows:escapes", target: "odd/\u00e4.xml" },
        rIdCus: { type: "customXml", target: "../customXml/item1.xml" },
        rIdFon: { type: "fontTable", target: "fontTable.xml" },
        rIdPri: { type: "printerSettings", target: "printerSettings1.bin" },
      },
    });
    const source = { versionKey: "odd parts", bytes: async () => template };
    const { bytes } = await docxEngine.render(source, { x: 1 }, TEST_ENVIRONMENT);
    const before = ZipArchive.open(template, OFFICE_LIMITS, inflateNatively).names();
    expect(ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively).names()).toEqual(before);
  });

  it("but not what Office keeps in [trash], nor the thumbnail", async () => {
    const file = await merge(
      docxEngine,
      docx({
        body: p("{$x}"),
        parts: {
          "[trash]/0000.dat": { content: "{$secret}", type: "application/trash" },
          "word/forgotten.xml": { content: "<f>{$secret}</f>", type: "application/xml" },
        },
        packageRelationships: {
          rId9: {
            type: "http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail",
            target: "docProps/thumbnail.jpeg",
          },
        },
      }),
      {},
    );
    expect(file.zip.names()).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "word/document.xml",
      "word/_rels/document.xml.rels",
    ]);
    expect(file.xml("_rels/.rels")).not.toContain("thumbnail");
  });
});

it("the signature of a template goes, with all that belongs to it, and is told at save and at the merge", async () => {
  const origin = "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature";
  const template = docx({
    body: p("{$x}"),
    parts: {
      "_xmlsignatures/origin.sigs": {
        content: new Uint8Array(),
        type: "application/vnd.openxmlformats-package.digital-signature-origin",
      },
      "_xmlsignatures/_rels/origin.sigs.rels": relationships(["rId1", `${origin}/signature`, "sig1.xml"]),
      "_xmlsignatures/sig1.xml": {
        content: "<Signature/>",
        type: "application/vnd.openxmlformats-package.digital-signature-xmlsignature+xml",
      },
    },
    packageRelationships: { rId9: { type: `${origin}/origin`, target: "_xmlsignatures/origin.sigs" } },
  });
  const allWarnings = expect.stringMatching(/^The template's digital signature was left out/);
  const { warnings } = await docxEngine.inspect(template, {});
  expect(warnings.map(({ code, message }) => [code, message])).toEqual([["left_out", allWarnings]]);
  const file = await merge(docxEngine, template, { x: 1 });
  expect(file.warnings).toEqual([allWarnings]);
  expect(file.zip.names().filter((name) => name.includes("signature"))).toEqual([]);
  expect(file.xml("[Content_Types].xml")).not.toContain("digital-signature");
  expect(file.xml("_rels/.rels")).not.toContain("digital-signature");
});

it("a tag in a part that is copied as it is, is told", async () => {
  const template = docx({
    body: p("{$x}"),
    parts: {
      "word/glossary/document.xml": {
        content: `<w:glossaryDocument ${WORD_NAMESPACES}><w:docParts><w:docPart><w:docPartBody><w:p><w:r><w:t>Dear {$</w:t></w:r><w:r><w:t>name}</w:t></w:r></w:p></w:docPartBody></w:docPart></w:docParts></w:glossaryDocument>`,
        type: `${WORD}.document.glossary+xml`,
      },
    },
    relationships: { rId1: { type: "glossaryDocument", target: "glossary/document.xml" } },
  });
  const { warnings } = await docxEngine.inspect(template, {});
  expect(warnings.map(({ code, place, text }) => [code, place, text])).toEqual([
    ["copied_part", "word/glossary/document.xml", "{$name}"],
  ]);
  const file = await merge(docxEngine, template, { x: 1 });
  expect(file.warnings).toEqual([
    "{$name} in word/glossary/document.xml was not filled: this part of the template is copied as it is.",
  ]);
});

describe("PowerPoint", () => {
  const COMMENTS = {
    "ppt/comments/comment1.xml": {
      content: `<p:cmLst xmlns:p="p"><p:cm authorId="0" idx="1"><p:pos x="1" y="1"/><p:text>Ask {$x}</p:text></p:cm></p:cmLst>`,
      type: `${SLIDES}.comments+xml`,
    },
    "ppt/comments/modernComment_1.xml": {
      content: `<p188:cmLst xmlns:p188="q" xmlns:a="a"><p188:cm id="{1}"><p188:txBody><a:bodyPr/><a:p><a:r><a:t>Check {$x}</a:t></a:r></a:p></p188:txBody></p188:cm></p188:cmLst>`,
      type: "application/vnd.ms-powerpoint.comments+xml",
    },
    "ppt/commentAuthors.xml": { content: "<p:cmAuthorLst xmlns:p='p'/>", type: `${SLIDES}.commentAuthors+xml` },
    "ppt/authors.xml": { content: "<a/>", type: "application/vnd.ms-powerpoint.authors+xml" },
  };
  const MODERN = "http://schemas.microsoft.com/office/2018/10/relationships";
  const extension = `<p:extLst><p:ext uri="{6950BFC3-D8DA-4A85-94F7-54DA5524770B}"><p188:commentRel xmlns:p188="q" r:id="rId2"/></p:ext></p:extLst>`;
  const commented = (text: string) =>
    pptx(
      [
        {
          shapes: textBox(2, text) + extension,
          relationships: {
            rId1: { type: "comments", target: "../comments/comment1.xml" },
            rId2: { type: `${MODERN}/comments`, target: "../comments/modernComment_1.xml" },
          },
        },
      ],
      {
        parts: COMMENTS,
        relationships: {
          rId8: { type: "commentAuthors", target: "commentAuthors.xml" },
          rId9: { type: `${MODERN}/authors`, target: "authors.xml" },
        },
      },
    );

  it("comments and their authors are left out", async () => {
    const file = await merge(pptxEngine, commented("{$x}"), { x: "y" });
    expect(file.zip.names().filter((name) => /comment|author/i.test(name))).toEqual([]);
    expect(file.xml("ppt/slides/slide1.xml")).not.toContain("commentRel");
  });

  it("or kept and merged, with each copy of their slide", async () => {
    const settings = { keep_comments: true };
    const template = commented("{slide $l as $x}{$x}");
    expect((await pptxEngine.inspect(template, settings)).fields.map(({ name }) => name)).toEqual(["l"]);
    const file = await merge(pptxEngine, template, { l: ["Ann", "Bob"] }, { settings });
    const texts = file.zip
      .names()
      .filter((name) => name.startsWith("ppt/comments/"))
      .map((name) => outline(file.xml(name)));
    expect(texts.sort()).toEqual(["Ask Ann", "Ask Bob", "Check Ann¶", "Check Bob¶"]);
  });

  it("what belongs to slides that are gone goes with them", async () => {
    const slide = (text: string, media: string) => ({
      shapes: `${textBox(2, text)}<p:pic><p:blipFill><a:blip r:embed="rId1"/></p:blipFill></p:pic>`,
      notes: "Secret notes",
      relationships: { rId1: { type: "image", target: `../media/${media}` } },
    });
    const file = await merge(
      pptxEngine,
      pptx([slide("{slide if=$no}Secret", "secret.png"), slide("Shown", "shown.png")], {
        parts: {
          "ppt/media/secret.png": PNG,
          "ppt/media/shown.png": PNG,
          "ppt/viewProps.xml": {
            content: `<p:viewPr xmlns:p="p" xmlns:r="r"><p:sldLst><p:sld r:id="rId1"/><p:sld r:id="rId2"/></p:sldLst></p:viewPr>`,
            type: `${SLIDES}.viewProps+xml`,
          },
          "ppt/_rels/viewProps.xml.rels": relationships(
            ["rId1", "slide", "slides/slide1.xml"],
            ["rId2", "slide", "slides/slide2.xml"],
          ),
        },
        relationships: { rId8: { type: "viewProps", target: "viewProps.xml" } },
      }),
      {},
    );
    expect(file.zip.names().filter((name) => /slide\d|media|notes/i.test(name) && !name.endsWith(".rels"))).toEqual([
      "ppt/slides/slide2.xml",
      "ppt/notesSlides/notesSlide2.xml",
      "ppt/media/shown.png",
    ]);
    expect(file.xml("ppt/viewProps.xml")).toContain('<p:sldLst><p:sld r:id="rId2"/></p:sldLst>');
  });
});
