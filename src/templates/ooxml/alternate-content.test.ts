import { describe, expect, it } from "vitest";
import { docxEngine } from "../docx/docx-engine.ts";
import { pptxEngine } from "../pptx/pptx-engine.ts";
import { docx, paragraph as p, WORD_NAMESPACES } from "../testing/docx-builder.ts";
import { pptx, textBox } from "../testing/pptx-builder.ts";
import { type MergedPackage, merge, outline, TEST_ENVIRONMENT } from "../testing/render.ts";
import { buildWorkbook } from "../xlsx/testing/workbook-builder.ts";
import { xlsxEngine } from "../xlsx/xlsx-engine.ts";

const ITEMS = { l: [{ n: "a" }, { n: "b" }, { n: "c" }], no: false };

/** A text box in its two versions. */
const box = (choice: string, fallback = choice) =>
  `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><w:txbxContent>${choice}</w:txbxContent></w:drawing></mc:Choice> <mc:Fallback><w:pict><w:txbxContent>${fallback}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`;

function versions(xml: string): [choice: string[], fallback: string[]] {
  const of = (name: string) =>
    Array.from(xml.matchAll(new RegExp(`<mc:${name}\\b[^>]*>([\\s\\S]*?)</mc:${name}>`, "g")), ([, inner = ""]) =>
      outline(inner),
    );
  return [of("Choice"), of("Fallback")];
}

async function boxes(
  body: string,
  data: Record<string, unknown> = ITEMS,
): Promise<[string[], string[], MergedPackage]> {
  const file = await merge(docxEngine, docx({ body }), data);
  return [...versions(file.xml("word/document.xml")), file];
}

describe("the two versions of a text box are evaluated once", () => {
  it.each([
    ["an assignment", "{$n = $n + 1}{$n}", ["1¶", "2¶", "3¶"]],
    ["a counter", "{counter}", ["1¶", "2¶", "3¶"]],
    ["a named counter that is assigned", "{counter name=v assign=m}{$m}", ["1¶", "2¶", "3¶"]],
    ["a cycle", '{cycle values="odd,even"}', ["odd¶", "even¶", "odd¶"]],
    ["a capture", "{capture append=all}{$x.n}{/capture}{$all|count}", ["1¶", "2¶", "3¶"]],
    ["a list that grows", "{$list[] = $x.n}{$list|join:'-'}", ["a¶", "a-b¶", "a-b-c¶"]],
    ["a loop", "{foreach $l as $y}{$n = $n + 1}{$n}.{/foreach}", ["1.2.3.¶", "4.5.6.¶", "7.8.9.¶"]],
    ["a condition", "{if $x.n == 'b'}{$n = 10}{/if}{$n}", ["0¶", "10¶", "10¶"]],
  ])("%s", async (_, text, expected) => {
    const body = p("{$n = 0}") + p("{foreach $l as $x}") + box(p(text)) + p("{/foreach}");
    const [choice, fallback] = await boxes(body);
    expect(choice).toEqual(expected);
    expect(fallback).toEqual(expected);
  });

  it("and what comes after them goes on from there", async () => {
    const file = await merge(docxEngine, docx({ body: p("{$n = 1}") + box(p("{$n = $n + 1}{$n}")) + p("{$n}") }), {});
    expect(outline(file.xml("word/document.xml"))).toBe("2¶ 2¶¶2¶");
  });

  it("versions in versions, too", async () => {
    const inner = box(p("{counter}"));
    const xml = (await boxes(p("{foreach $l as $x}") + box(inner + p("{counter}")) + p("{/foreach}")))[2].xml(
      "word/document.xml",
    );
    expect(outline(xml).replace(/[^\d¶]/g, "")).toBe("1¶1¶¶2¶1¶1¶¶2¶¶3¶3¶¶4¶3¶3¶¶4¶¶5¶5¶¶6¶5¶5¶¶6¶¶");
  });

  it("a version without tags stays, in its place", async () => {
    const body =
      p("{foreach $l as $x}") + box(p("see {$x.n}"), p("nothing")) + p("{/foreach}") + box(p("x"), p("{$no}"));
    const [choice, fallback] = await boxes(body);
    expect(choice).toEqual(["see a¶", "see b¶", "see c¶", "x¶"]);
    expect(fallback.slice(0, 3)).toEqual(["nothing¶", "nothing¶", "nothing¶"]);
  });

  it("a barcode is one picture that both refer to", async () => {
    const [, , file] = await boxes(box(p('{qrcode value="x"}')));
    expect(file.zip.names().filter((name) => name.includes("media/"))).toHaveLength(1);
    expect(file.xml("word/document.xml").match(/r:embed="([^"]*)"/g)).toHaveLength(2);
    expect(new Set(file.xml("word/document.xml").match(/r:embed="([^"]*)"/g)).size).toBe(1);
  });

  it("a text that is captured has the text of one of them", async () => {
    const body = `<w:p><w:r><w:t>{capture name=c}</w:t></w:r></w:p>${box(p("{$l.0.n}"))}<w:p><w:r><w:t>{/capture}</w:t></w:r></w:p>${p("{$smarty.capture.c|trim}")}`;
    const file = await merge(docxEngine, docx({ body }), ITEMS);
    expect(outline(file.xml("word/document.xml"))).toBe("a¶");
  });

  it("on slides", async () => {
    const both = textBox(3, "{counter} {$x.n}");
    const slide = `<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice xmlns:a14="a14" Requires="a14">${both}</mc:Choice><mc:Fallback>${both}</mc:Fallback></mc:AlternateContent>`;
    const file = await merge(pptxEngine, pptx([{ shapes: textBox(2, "{slide $l as $x}") + slide }]), ITEMS);
    const texts = ["ppt/slides/slide1.xml", "ppt/slides/slide2.xml", "ppt/slides/slide3.xml"].map((part) =>
      versions(file.xml(part)),
    );
    expect(texts).toEqual([
      [["1 a¶"], ["1 a¶"]],
      [["2 b¶"], ["2 b¶"]],
      [["3 c¶"], ["3 c¶"]],
    ]);
  });

  it("in drawings of sheets", async () => {
    const text = (tag: string) => `<xdr:sp><xdr:txBody><a:p><a:r><a:t>${tag}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
    const content = `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><xdr:oneCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="9" cy="9"/><mc:AlternateContent><mc:Choice xmlns:a14="a" Requires="a14">${text("{counter}")}</mc:Choice><mc:Fallback>${text("{counter}")}</mc:Fallback></mc:AlternateContent><xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`;
    const bytes = buildWorkbook({
      sheets: [
        {
          name: "S",
          cells: { A1: "x" },
          tail: '<drawing r:id="rId1"/>',
          relationships: [["rId1", "drawing", "../drawings/drawing1.xml"]],
        },
      ],
      parts: {
        "xl/drawings/drawing1.xml": { content, type: "application/vnd.openxmlformats-officedocument.drawing+xml" },
      },
    });
    const merged = await merge(xlsxEngine, bytes, {}, TEST_ENVIRONMENT);
    expect(versions(merged.xml("xl/drawings/drawing1.xml"))).toEqual([["1¶"], ["1¶"]]);
  });
});

it("a header's text boxes count on, too", async () => {
  const body = `${p("{foreach $l as $x}")}<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="rId1"/></w:sectPr></w:pPr></w:p>${p("{/foreach}")}`;
  const parts = {
    "word/header1.xml": {
      content: `<w:hdr ${WORD_NAMESPACES}>${box(p("{counter}"))}</w:hdr>`,
      type: "application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml",
    },
  };
  const relationships = { rId1: { type: "header", target: "header1.xml" } };
  const file = await merge(docxEngine, docx({ body, parts, relationships }), ITEMS);
  const headers = file.zip.names().filter((name) => name.startsWith("word/header"));
  expect(headers.map((name) => versions(file.xml(name)))).toEqual([
    [["1¶"], ["1¶"]],
    [["2¶"], ["2¶"]],
    [["3¶"], ["3¶"]],
  ]);
});
