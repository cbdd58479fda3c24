import { describe, expect, it } from "vitest";
import { docx, paragraph as p, run, WORD_NAMESPACES } from "../testing/docx-builder.ts";
import { merge } from "../testing/render.ts";
import { docxEngine } from "./docx-engine.ts";

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const level = (index: number, start: number, style = "") =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="${start}"/><w:numFmt w:val="decimal"/>${style && `<w:pStyle w:val="${style}"/>`}<w:lvlText w:val="%${index + 1}."/><w:lvlJc w:val="left"/></w:lvl>`;
const numbering = `<w:numbering ${WORD_NAMESPACES}><w:abstractNum w:abstractNumId="1">${level(0, 5, "Step")}${level(1, 1)}</w:abstractNum><w:num w:numId="4"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;
const styles = `<w:styles ${WORD_NAMESPACES}><w:style w:type="paragraph" w:styleId="Step"><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr><w:ind w:left="400"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="SubStep"><w:basedOn w:val="Step"/></w:style></w:styles>`;
const parts = {
  "word/numbering.xml": { content: numbering, type: `${WORD}.numbering+xml` },
  "word/styles.xml": { content: styles, type: `${WORD}.styles+xml` },
};
const relationships = {
  rId1: { type: "numbering", target: "numbering.xml" },
  rId2: { type: "styles", target: "styles.xml" },
};

const styled = (text: string, style = "Step") =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/><w:keepNext/><w:jc w:val="both"/></w:pPr>${run(text)}</w:p>`;
const item = (text: string, depth = 0) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="4"/></w:numPr></w:pPr>${run(text)}</w:p>`;
const DATA = {
  groups: [
    { n: "A", steps: ["x", "y"] },
    { n: "B", steps: ["z"] },
  ],
};

async function listsOf(body: string) {
  const file = await merge(docxEngine, docx({ body, parts, relationships }), DATA);
  const xml = file.xml("word/document.xml");
  return {
    xml,
    numbering: file.xml("word/numbering.xml"),
    ids: Array.from(xml.matchAll(/<w:numId w:val="(\d+)"/g), ([, id]) => id),
  };
}

describe("lists that come with a style", () => {
  it.each(["Step", "SubStep"])("start again with each turn: %s", async (style) => {
    const body =
      p("{foreach $groups as $g}") +
      p("{$g.n}") +
      p("{foreach $g.steps as $s}") +
      styled("{$s}", style) +
      p("{/foreach}{/foreach}");
    const { ids, xml, numbering: lists } = await listsOf(body);
    expect(ids).toEqual(["4", "4", "100001"]);
    expect(xml).toContain(
      `<w:pStyle w:val="${style}"/><w:keepNext/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="4"/></w:numPr><w:ind w:left="400"/><w:jc w:val="both"/>`,
    );
    // The list begins at 5, and so does its copy.
    expect(lists).toContain('<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>');
  });

  it("stay as they are if they do not restart", async () => {
    const body = p("{foreach $groups as $g}") + p("{$g.n}") + styled("{$g.n}") + p("{/foreach}") + styled("Last");
    expect((await listsOf(body)).xml).not.toContain("numPr");
  });
});

describe("lists of a loop's body", () => {
  it("with one item that each turn begins with are numbered headings: they continue", async () => {
    const body = p("{foreach $groups as $g}") + item("{$g.n}") + item("detail", 1) + p("Text") + p("{/foreach}");
    expect(new Set((await listsOf(body)).ids)).toEqual(new Set(["4"]));
  });

  it("with several items restart, also at the head of the body", async () => {
    const body = p("{foreach $groups as $g}") + item("{$g.n} one") + item("two") + p("Text") + p("{/foreach}");
    expect((await listsOf(body)).ids).toEqual(["4", "4", "100001", "100001"]);
  });

  it("restart in an inner loop at the head of the body", async () => {
    const body =
      p("{foreach $groups as $g}") +
      p("{foreach $g.steps as $s}") +
      item("{$s}") +
      p("{/foreach}") +
      p("Text") +
      p("{/foreach}");
    expect((await listsOf(body)).ids).toEqual(["4", "4", "100001"]);
  });
});
