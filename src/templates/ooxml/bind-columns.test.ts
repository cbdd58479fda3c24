import { expect, it } from "vitest";
import { docxEngine } from "../docx/docx-engine.ts";
import { pptxEngine } from "../pptx/pptx-engine.ts";
import { docx, paragraph } from "../testing/docx-builder.ts";
import { pptx, slideParagraph, slideTable } from "../testing/pptx-builder.ts";
import { merge, outline } from "../testing/render.ts";

const COLUMNS = { cols: ["a", "b", "c"], rows: [{ a: 1, b: 2, c: 3 }] };
const all = (xml: string, pattern: RegExp) => Array.from(xml.matchAll(pattern), ([, group]) => group);

it("Word: cells over repeated columns span their copies, widths are divided", async () => {
  const cell = (width: number, text: string, span = 1) =>
    `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>${span > 1 ? `<w:gridSpan w:val="${span}"/>` : ""}</w:tcPr>${paragraph(text)}</w:tc>`;
  const grid = [2000, 3000, 1000].map((width) => `<w:gridCol w:w="${width}"/>`).join("");
  const rows = [
    cell(6000, "Title", 3),
    cell(2000, "Name") + cell(3000, "{column from=$cols item=c}{$c}{/column}") + cell(1000, "End"),
    cell(2000, "{foreach $rows as $r}x") + cell(3000, "{$r[$c]}") + cell(1000, "y{/foreach}"),
  ].map((cells) => `<w:tr>${cells}</w:tr>`);
  const body = `<w:tbl><w:tblPr><w:tblW w:w="6000" w:type="dxa"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows.join("")}</w:tbl>`;
  const xml = (await merge(docxEngine, docx({ body }), COLUMNS)).xml("word/document.xml");
  expect(outline(xml)).toBe("Title¶|/Name¶|a¶|b¶|c¶|End¶|/x¶|1¶|2¶|3¶|y¶|/");
  expect(all(xml, /<w:gridCol w:w="(\d+)"/g)).toEqual(["2000", "1000", "1000", "1000", "1000"]);
  expect(all(xml, /<w:tcW w:w="(\d+)"/g).slice(0, 6)).toEqual(["6000", "2000", "1000", "1000", "1000", "1000"]);
  expect(all(xml, /<w:gridSpan w:val="(\d+)"/g)).toEqual(["5"]);
});

it("PowerPoint: covered cells are repeated with their columns, the cell over them spans them", async () => {
  const cell = (text: string, attributes = "") =>
    `<a:tc${attributes}><a:txBody><a:bodyPr/><a:lstStyle/>${slideParagraph(text)}</a:txBody><a:tcPr/></a:tc>`;
  const head = cell("Title {$cols|count}", ' gridSpan="3"') + cell("", ' hMerge="1"') + cell("", ' hMerge="1"');
  const line = cell("N") + cell("{column from=$cols item=c}{$c}{/column}") + cell("E");
  const shapes = slideTable(2, ["", "", ""]).replace(
    /<a:tr [\s\S]*<\/a:tr>/,
    `<a:tr h="1">${head}</a:tr><a:tr h="1">${line}</a:tr>`,
  );
  const xml = (await merge(pptxEngine, pptx([{ shapes }]), COLUMNS)).xml("ppt/slides/slide1.xml");
  expect(outline(xml)).toBe("Title 3¶|¶|¶|¶|¶|/N¶|a¶|b¶|c¶|E¶|/");
  expect(all(xml, /gridSpan="(\d+)"/g)).toEqual(["5"]);
  expect(all(xml, /<a:gridCol w="(\d+)"/g)).toEqual(["1000", "333", "333", "333", "1000"]);
});
