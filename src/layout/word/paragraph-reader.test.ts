import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import type { Block, Paragraph } from "../model/blocks.ts";
import { type FurtherParts, paragraph, wordDocument } from "../testing/word-document.ts";

const blocks = (body: string, parts: FurtherParts = {}, extra: Readonly<Record<string, Uint8Array>> = {}) =>
  present(wordDocument(body, parts, extra).sections[0]).blocks;

function asParagraph(block: Block | undefined): Paragraph {
  if (block?.kind !== "paragraph") throw new Error("there is no paragraph");
  return block;
}

const only = (...document: Parameters<typeof blocks>) => asParagraph(blocks(...document)[0]);
const list = (level: string, more = "") =>
  `${more}<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0">${level}</w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
const LISTED = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';

describe("a paragraph that is taken out of the list of its style", () => {
  const numbering = list('<w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr>');
  const styled = (indent: string) =>
    `<w:style w:type="paragraph" w:styleId="L"><w:name w:val="L"/><w:pPr>${LISTED}${indent}</w:pPr></w:style>`;
  const indents = (styles: string, properties: string) => {
    const { format, label } = only(paragraph("x", `<w:pStyle w:val="L"/>${properties}`), { styles, numbering });
    return [format.indentLeftPt, format.indentFirstPt, label !== undefined];
  };
  const away = '<w:numPr><w:numId w:val="0"/></w:numPr>';

  it("has none of the list's indents", () => {
    expect(indents(styled(""), "")).toEqual([36, -18, true]);
    expect(indents(styled(""), away)).toEqual([0, 0, false]);
  });

  it("keeps the style's own", () => {
    expect(indents(styled('<w:ind w:left="400" w:firstLine="0"/>'), away)).toEqual([20, 0, false]);
  });
});

describe("the sign of a list", () => {
  it("is the character that it looks like, in a font that has letters", () => {
    const { label } = only(paragraph("x", LISTED), {
      numbering: list(
        '<w:numFmt w:val="bullet"/><w:lvlText w:val="\uf0b7"/><w:rPr><w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/></w:rPr>',
      ),
    });
    expect(label).toMatchObject({ text: "•", format: { symbolFont: "Symbol", fonts: { ascii: "Arial" } } });
  });

  describe("that is a picture", () => {
    const relationships = (target: string) =>
      new TextEncoder().encode(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="x/image" Target="${target}"/></Relationships>`,
      );
    const bullet =
      '<w:numPicBullet w:numPicBulletId="3"><w:pict><v:shape><v:imagedata r:id="rId1"/></v:shape></w:pict></w:numPicBullet>';
    const labelOf = (target: string, id: string) => {
      const level = `<w:numFmt w:val="bullet"/><w:lvlText w:val="o"/><w:lvlPicBulletId w:val="${id}"/>`;
      const extra = { "_rels/numbering.xml.rels": relationships(target) };
      return only(paragraph("x", LISTED), { numbering: list(level, bullet) }, extra).label;
    };

    it("is a little smaller than its text", () => {
      expect(labelOf("media/bullet.png", "3")).toMatchObject({
        image: { widthPt: 8, heightPt: 8, drawing: { kind: "picture", source: "word/media/bullet.png", widthPt: 8 } },
      });
    });

    it("is its character where there is no picture", () => {
      for (const label of [labelOf("media/bullet.unknown", "3"), labelOf("media/bullet.png", "4")]) {
        expect(label).toMatchObject({ text: "o" });
        expect(label).not.toHaveProperty("image");
      }
    });
  });
});

describe("settings of older versions", () => {
  it("make automatic spacing five points", () => {
    const properties = '<w:spacing w:before="600" w:beforeAutospacing="1" w:after="600" w:afterAutospacing="1"/>';
    const settings = "<w:compat><w:doNotUseHTMLParagraphAutoSpacing/></w:compat>";
    expect(only(paragraph("x", properties), { settings }).format).toMatchObject({
      ...{ spaceBeforePt: 5, spaceBeforeAuto: false, spaceAfterPt: 5, spaceAfterAuto: false },
    });
    expect(only(paragraph("x", properties)).format).toMatchObject({ spaceBeforeAuto: true, spaceAfterAuto: true });
  });

  it("let the document's size take the place of twelve points in tables", () => {
    const styles =
      '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:rPr><w:sz w:val="24"/></w:rPr></w:style>' +
      '<w:style w:type="table" w:styleId="T"><w:name w:val="T"/></w:style>';
    const table = `<w:tbl><w:tblPr><w:tblStyle w:val="T"/></w:tblPr><w:tblGrid/><w:tr><w:tc>${paragraph("x")}</w:tc></w:tr></w:tbl>`;
    const sizeOf = (compatibility: string) => {
      const settings = `<w:compat>${compatibility}</w:compat>`;
      const [block] = blocks(table, { styles, settings });
      const cell = block?.kind === "table" ? block.rows[0]?.cells[0] : undefined;
      return asParagraph(cell?.blocks[0]).markFormat.sizePt;
    };
    const setting = (name: string, value: number) => `<w:compatSetting w:name="${name}" w:uri="x" w:val="${value}"/>`;
    expect(sizeOf("")).toBe(10);
    expect(sizeOf(setting("overrideTableStyleFontSizeAndJustification", 1))).toBe(12);
    expect(sizeOf(setting("compatibilityMode", 15))).toBe(12);
  });
});

describe("what is around paragraphs", () => {
  it("is passed through: controls, marks of changes and alternatives", () => {
    const texts = (body: string) =>
      blocks(body).map((block) =>
        asParagraph(block)
          .inlines.map((inline) => inline.kind === "text" && inline.text)
          .join(""),
      );
    const marks = ["ins", "moveTo", "customXml", "smartTag"].map((name) => `<w:${name}>${paragraph(name)}</w:${name}>`);
    expect(texts(marks.join(""))).toEqual(["ins", "moveTo", "customXml", "smartTag"]);
    expect(texts(`<w:sdt><w:sdtContent>${paragraph("inside")}</w:sdtContent></w:sdt><w:sdt/>`)).toEqual(["inside"]);
    const choice = `<mc:Choice Requires="zz">${paragraph("new")}</mc:Choice><mc:Fallback>${paragraph("old")}</mc:Fallback>`;
    expect(texts(`<mc:AlternateContent>${choice}</mc:AlternateContent>`)).toEqual(["old"]);
  });

  it("is one frame for those that say the same of it", () => {
    const framed = (text: string, width: number) =>
      paragraph(text, `<w:framePr w:w="${width}" w:hAnchor="page" w:x="100" w:y="100"/>`);
    const found = blocks(framed("a", 2000) + framed("b", 2000) + framed("c", 3000) + paragraph("d"));
    expect(found.map((block) => (block.kind === "frame" ? block.blocks.length : block.kind))).toEqual([
      2,
      1,
      "paragraph",
    ]);
  });
});
