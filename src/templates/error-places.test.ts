import { describe, expect, it } from "vitest";
import type { Failure } from "../domain/failure.ts";
import { present } from "../domain/present.ts";
import { buildPages } from "../pdf/testing/build-file.ts";
import { engineFor } from "./engines.ts";
import { docx, paragraph as p, row, run, table } from "./testing/docx-builder.ts";
import { pptx, slideTable, textBox } from "./testing/pptx-builder.ts";
import { TEST_ENVIRONMENT } from "./testing/render.ts";
import { buildWorkbook } from "./xlsx/testing/workbook-builder.ts";

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const header = (text: string) => ({
  parts: { "word/header1.xml": { content: `<w:hdr ${W}>${p("x")}${p(text)}</w:hdr>`, type: `${WORD}.header+xml` } },
  relationships: { rId1: { type: "header", target: "header1.xml" } },
});
const notes = (text: string) => ({
  parts: {
    "word/footnotes.xml": {
      content: `<w:footnotes ${W}><w:footnote w:id="1">${p(text)}</w:footnote></w:footnotes>`,
      type: `${WORD}.footnotes+xml`,
    },
  },
  relationships: { rId1: { type: "footnotes", target: "footnotes.xml" } },
});
const link = (target: string) => ({ relationships: { rId1: { type: "hyperlink", target, external: true } } });
const sheet = (cells: Record<string, string>, more: object = {}, workbook: object = {}) =>
  buildWorkbook({
    sheets: [
      { name: "First", cells: { A1: "x" } },
      { name: "Data", cells, ...more },
    ],
    ...workbook,
  });
const form = (...texts: string[]) => {
  const numbers = texts.map((_, index) => `${50 + index} 0 R`).join(" ");
  const field = (text: string, index: number) =>
    `<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/FT/Tx/T(Field${index + 1})/V(${text})>>`;
  return buildPages(1, {
    catalog: `/AcroForm<</Fields[${numbers}]/DA(/Helv 0 Tf 0 g)>>`,
    page: () => `/Annots[${numbers}]`,
    objects: Object.fromEntries(texts.map((text, index) => [50 + index, field(text, index)])),
  });
};

type Case = [
  what: string,
  type: "docx" | "xlsx" | "pptx" | "pdf",
  template: Uint8Array,
  ...errors: [part: string, tag: string, message: string][],
];

const CASES: Case[] = [
  [
    "an unknown modifier",
    "docx",
    docx({ body: p("x") + p("{$a|uper}") }),
    ["word/document.xml", "{$a|uper}", "In paragraph 2: Unknown modifier `uper`, did you mean `upper`?"],
  ],
  [
    "all errors, in the order of the text",
    "docx",
    docx({ body: p("{$a +}") + p("{if $x}") + table(row("{$b|nope}", "y")) }),
    ["word/document.xml", "{$a +}", "In paragraph 1:"],
    ["word/document.xml", "{$b|nope}", "In table 1, row 1, cell 1: Unknown modifier `nope`"],
    ["word/document.xml", "{if $x}", "In paragraph 2: {if} is never closed"],
  ],
  [
    "a tag split over runs",
    "docx",
    docx({ body: `<w:p>${run("{$a|")}${run("upp", "<w:b/>")}${run("r}")}</w:p>` }),
    ["word/document.xml", "{$a|uppr}", "In paragraph 1: Unknown modifier"],
  ],
  [
    "a header",
    "docx",
    docx({ body: p("x"), ...header("{$a ==}") }),
    ["word/header1.xml", "{$a ==}", "In a header, paragraph 2:"],
  ],
  [
    "a footnote",
    "docx",
    docx({ body: p("x"), ...notes("{/if}") }),
    ["word/footnotes.xml", "{/if}", "In footnote 1, paragraph 1:"],
  ],
  [
    "a link's address",
    "docx",
    docx({ body: p("x"), ...link("https://e.test/{$a|nope}") }),
    ["word/document.xml", "{$a|nope}", "In a link's address, near “https://e.test/{$a|nope}”: Unknown modifier"],
  ],
  [
    "a block over the edge of a table",
    "docx",
    docx({ body: p("{if $x}") + table(row("a{/if}")) }),
    ["word/document.xml", "{if $x}", "In paragraph 1: The block begins outside a table"],
  ],
  [
    "a tag without its end",
    "docx",
    docx({ body: p("Hello {$name") }),
    ["word/document.xml", "{$name", "In paragraph 1, near “Hello {$name”: A `}` is missing"],
  ],
  [
    "a shape",
    "pptx",
    pptx([{ shapes: textBox(2, "x") }, { shapes: textBox(2, "a", "{$b|nope}") }]),
    ["ppt/slides/slide2.xml", "{$b|nope}", "In slide 2, the shape “Text 2”: Unknown modifier"],
  ],
  [
    "a table of a slide",
    "pptx",
    pptx([{ shapes: slideTable(2, ["a", "{foreach $x as $y}"]) }]),
    ["ppt/slides/slide1.xml", "{foreach $x as $y}", "In slide 1, the table “Table”, row 1, cell 2:"],
  ],
  [
    "notes",
    "pptx",
    pptx([{ shapes: textBox(2, "x"), notes: "{else}" }]),
    ["ppt/notesSlides/notesSlide1.xml", "{else}", "notes"],
  ],
  [
    "a slide's end without a start",
    "pptx",
    pptx([{ shapes: textBox(2, "{/slide}") }]),
    ["ppt/slides/slide1.xml", "{/slide}", "In slide 1, the shape “Text 2”:"],
  ],
  ["a cell", "xlsx", sheet({ B7: "{$a|nope}" }), ["Data!B7", "{$a|nope}", "In Data!B7: Unknown modifier"]],
  [
    "blocks that cross",
    "xlsx",
    sheet({ A1: "{foreach $x as $y}", B2: "{if $z}", C3: "{/foreach}" }),
    ["Data!B2", "{if $z}", ""],
  ],
  ["a formula's text", "xlsx", sheet({ C2: '="{$a|nope}"&B1' }), ["Data!C2", "{$a|nope}", "Unknown modifier"]],
  [
    "a sheet's name",
    "xlsx",
    buildWorkbook({ sheets: [{ name: "{$a|nope}", cells: {} }] }),
    ["{$a|nope}", "{$a|nope}", "In the sheet's name: Unknown modifier"],
  ],
  [
    "a header of a sheet",
    "xlsx",
    sheet({}, { tail: "<headerFooter><oddHeader>{$a|nope}</oddHeader></headerFooter>" }),
    ["Data", "{$a|nope}", "In the header or footer: Unknown modifier"],
  ],
  [
    "a name of the workbook",
    "xlsx",
    sheet({}, {}, { names: `<definedName name="Title">"{$a|nope}"</definedName>` }),
    ["Title", "{$a|nope}", "In the name's formula: Unknown modifier"],
  ],
  ["a field's text", "pdf", form("ok", "{$a|nope}"), ["field Field2", "{$a|nope}", "Unknown modifier"]],
  [
    "fields' texts, all of them",
    "pdf",
    form("{$a +}", "{if $b}"),
    ["field Field1", "{$a +}", ""],
    ["field Field2", "{if $b}", "{if} is never closed"],
  ],
];

describe("templates whose XML is damaged are refused with the part and the place", () => {
  const styles = { content: `<w:styles ${W}>\n  <w:style>`, type: `${WORD}.styles+xml` };
  const cut = "<w:p><w:r><w:t>Tom & <Jerry></w:t></w:r></w:p>";

  it.each([
    [
      "docx",
      docx({ body: cut }),
      "word/document.xml",
      /^The XML closes <w:t> where <Jerry> is open \(line 2, column \d+\)\.$/,
    ],
    [
      "docx",
      docx({
        body: p("{$a}"),
        parts: { "word/styles.xml": styles },
        relationships: { rId1: { type: "styles", target: "styles.xml" } },
      }),
      "word/styles.xml",
      /^The XML ends before <w:style> is closed \(line \d, column 12\)\.$/,
    ],
    ["pptx", pptx([{ shapes: "<p:sp>" }]), "ppt/slides/slide1.xml", /^The XML closes <p:spTree> where <p:sp> is open/],
  ] as const)("%s", async (type, template, part, message) => {
    const failure = await engineFor(type)
      .inspect(template, {})
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "xml_invalid", errors: [{ part }] });
    const { errors, message: sentence } = failure as Failure;
    expect(errors[0]?.message).toMatch(message);
    expect(sentence).toBe(`The part "${part}" is damaged. ${errors[0]?.message}`);
  });
});

describe("errors of templates are listed when they are saved, each with its part, place and tag", () => {
  it.each(CASES)("%s (%s)", async (_, type, template, ...expected) => {
    const { errors } = await engineFor(type).inspect(template, {});
    expect(errors.map(({ part, tag }) => [part, tag])).toEqual(expected.map(([part, tag]) => [part, tag]));
    for (const [index, [, , message]] of expected.entries()) expect(present(errors[index]).message).toContain(message);
  });

  it.each(CASES.filter(([, type]) => type !== "pdf"))(
    "and such a template is not merged: %s (%s)",
    async (what, type, template) => {
      const source = { versionKey: `error ${what}`, bytes: async () => template };
      await expect(engineFor(type).render(source, {}, TEST_ENVIRONMENT)).rejects.toMatchObject({
        code: "template_invalid",
      });
    },
  );
});
