import { expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { docxEngine } from "../docx/docx-engine.ts";
import { pptxEngine } from "../pptx/pptx-engine.ts";
import { docx, paragraph as p, run } from "../testing/docx-builder.ts";
import { pptx, textBox } from "../testing/pptx-builder.ts";
import { merge } from "../testing/render.ts";
import { mergeWorkbook } from "../xlsx/testing/merged-workbook.ts";
import { buildWorkbook } from "../xlsx/testing/workbook-builder.ts";

/** Pictures of two colors, so that a mix-up is noticed. */
const image = (last: string) =>
  `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg${last}`;
const FIRST = { items: [1, 2], logo: image("gg=="), html: "<ol><li>a</li></ol>" };
const SECOND = { ...FIRST, logo: image("gh==") };
// Tags for the second merge come out of the first one as text.
const later = (text: string) => `{literal}${text}{/literal}`;

it("a merged document is a template like any other: its pictures, lists, bookmarks and notes stay", async () => {
  const marked = `<w:p><w:bookmarkStart w:id="3" w:name="mark"/>${run("x")}<w:bookmarkEnd w:id="3"/></w:p>`;
  const body = [
    p("{foreach $items as $i}"),
    marked,
    p("{/foreach}"),
    p("{image src=$logo}"),
    p("{$html|html}"),
    p(later("{image src=$logo}")),
    p(later("{$html|html}")),
  ].join("");
  const once = await merge(docxEngine, docx({ body }), FIRST);
  const again = await merge(docxEngine, once.bytes, SECOND);
  const media = again.zip.names().filter((name) => name.startsWith("word/media/"));
  expect(media).toEqual(["word/media/merged1.png", "word/media/merged2.png"]);
  expect(again.zip.read(present(media[0]))).toEqual(once.zip.read(present(media[0])));
  expect(again.xml("word/numbering.xml").match(/<w:num /g)).toHaveLength(2);
});

it("and so is a merged presentation", async () => {
  const shapes = textBox(2, "{image src=$logo}") + textBox(3, later("{image src=$logo}"));
  const once = await merge(
    pptxEngine,
    pptx([{ shapes: textBox(2, "{slide from=$items item=i}x") + shapes.replace('id="2"', 'id="5"') }]),
    FIRST,
  );
  const again = await merge(pptxEngine, once.bytes, SECOND);
  expect(again.zip.names().filter((name) => name.startsWith("ppt/media/"))).toHaveLength(2);
});

it("and a merged workbook with copies of sheets", async () => {
  const template = buildWorkbook({
    sheets: [
      { name: "{$i}", cells: { A1: "{sheet from=$items item=i}{image src=$logo}", A2: later("{image src=$logo}") } },
    ],
  });
  const once = await mergeWorkbook(template, FIRST);
  const again = await mergeWorkbook(once.bytes, SECOND);
  expect(again.names().filter((name) => name.startsWith("xl/media/"))).toHaveLength(2);
  expect(again.sheetNames()).toEqual(["1", "2"]);
});
