import { describe, expect, it } from "vitest";
import { present } from "../domain/present.ts";
import { warningMessage } from "../domain/template-warning.ts";
import { buildPages } from "../pdf/testing/build-file.ts";
import { engineFor } from "./engines.ts";
import { docx, paragraph as p, row, run, table } from "./testing/docx-builder.ts";
import { pptx, slideTable, textBox } from "./testing/pptx-builder.ts";
import { buildWorkbook, type TestSheet } from "./xlsx/testing/workbook-builder.ts";

const HEADING = '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Delivery</w:t></w:r></w:p>';
const STYLES =
  '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>';
const TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const withStyles = {
  parts: { "word/styles.xml": { content: STYLES, type: `${TYPES}.styles+xml` } },
  relationships: { rId9: { type: "styles", target: "styles.xml" } },
};

/** The text in the second cell of the third row of the second table, under a heading. */
const wordTable = (text: string) =>
  docx({
    body: `${p("x")}${table(row("a"))}${HEADING}${p("{$Known}")}${table(row("a", "b"), row("a", "b"), row("a", text))}`,
    ...withStyles,
  });
const slide = (text: string) => pptx([{ shapes: textBox(2, "x {$Known}") }, { shapes: textBox(7, text) }]);
const workbook = (text: string) =>
  buildWorkbook({ sheets: [{ name: "Data", cells: { A1: "{$Known}", B7: text } }], sharesStrings: true });

/** What people who know another language write, or slips; each is accepted, with a warning. */
const MISTAKES: readonly [text: string, code: string, remedy: string][] = [
  ["Dear {{Name}},", "foreign_syntax", "{$Name}"],
  ["Dear {Name},", "foreign_syntax", "{$Name}"],
  ["Dear <<Name>>,", "foreign_syntax", "{$Name}"],
  ["Dear [Known],", "foreign_syntax", "{$Known}"],
  ["Dear ${Name},", "foreign_syntax", "{$Name}"],
  ["Dear { $Name},", "blank_after_brace", "{$Name}"],
  ["{forech $Items as $i}{$i.name}{/forech}", "near_miss_tag", "{foreach $Items as $i}"],
  ["{if $X}a{elif $Y}b{else}c{/if}", "near_miss_tag", "{elseif $Y}"],
  ["{foreach from=Items item=i}{$i.name}{/foreach}", "loop_over_text", "from=$Items"],
  ["{$Order} {$Order.id}", "prints_collection", "{$Order.id}"],
  ["TableStart:Orders and more", "foreign_syntax", "{tablerow $Orders as $Order}"],
];

describe("what looks right and is not, with its place in a person's words", () => {
  it.each(MISTAKES)("Word: %s", async (text, code, remedy) => {
    const { warnings, errors } = await engineFor("docx").inspect(wordTable(text), {});
    expect(errors).toEqual([]);
    expect(warnings[0]).toMatchObject({
      code,
      part: "word/document.xml",
      place: "table 2, row 3, cell 2, under the heading “Delivery”",
    });
    expect(warnings[0]?.remedy).toContain(remedy);
    expect(warnings[0]?.text).not.toBe("");
  });

  it.each(MISTAKES)("PowerPoint: %s", async (text, code, remedy) => {
    const { warnings, errors } = await engineFor("pptx").inspect(slide(text), {});
    expect(errors).toEqual([]);
    expect(warnings[0]).toMatchObject({ code, place: "slide 2, the shape “Text 7”" });
    expect(warnings[0]?.remedy).toContain(remedy);
  });

  it.each(MISTAKES)("Excel: %s", async (text, code, remedy) => {
    const { warnings, errors } = await engineFor("xlsx").inspect(workbook(text), {});
    expect(errors).toEqual([]);
    expect(warnings[0]).toMatchObject({ code, part: "Data!B7", place: "Data!B7" });
    expect(warnings[0]?.remedy).toContain(remedy);
  });

  it("loops that name no item", async () => {
    const word = docx({ body: table(row("{tablerow $Items}{$name}", "b{/tablerow}")) });
    expect((await engineFor("docx").inspect(word, {})).warnings).toMatchObject([
      { code: "loop_without_item", place: "table 1, row 1, cell 1" },
    ]);
    const deck = pptx([{ shapes: textBox(3, "{slide $Items}{$name}") }]);
    expect((await engineFor("pptx").inspect(deck, {})).warnings).toMatchObject([
      { code: "loop_without_item", place: "slide 1, the shape “Text 3”" },
    ]);
    const sheet = buildWorkbook({
      sheets: [{ name: "S", cells: { A2: "{tablerow $Items}{$name}", B2: "{/tablerow}" } }],
    });
    expect((await engineFor("xlsx").inspect(sheet, {})).warnings).toMatchObject([
      { code: "loop_without_item", place: "S!A2" },
    ]);
  });

  it("loops of another format", async () => {
    const inspected = async (type: "docx" | "pptx" | "xlsx", file: Uint8Array) => engineFor(type).inspect(file, {});
    const repeated = (unit: string) => `{${unit} $L as $i}{$i.a}{/${unit}}`;
    for (const unit of ["slide", "sheet"]) {
      const { warnings } = await inspected("docx", wordTable(repeated(unit)));
      expect(warnings).toMatchObject([{ code: "other_format", remedy: expect.stringContaining("{foreach $L as $i}") }]);
    }
    expect((await inspected("pptx", slide(repeated("sheet")))).warnings).toMatchObject([{ code: "other_format" }]);
    expect((await inspected("xlsx", workbook(repeated("slide")))).warnings).toMatchObject([{ code: "other_format" }]);
    // Where a loop belongs, there is no warning.
    const columns = { A1: "{column $L as $i}{$i.a}", B1: "{/column}", A3: "{tablerow $M as $i}{$i.a}" };
    const sheets = [{ name: "{sheet $N as $n}{$n.a}", cells: columns }];
    expect((await inspected("xlsx", buildWorkbook({ sheets }))).warnings).toEqual([]);
    expect((await inspected("pptx", slide(repeated("slide")))).warnings).toEqual([]);
    const { errors } = await inspected("docx", wordTable("{slide $L as $i}{$i.a}"));
    expect(errors[0]?.message).toContain("{slide} belongs to templates of PowerPoint");
  });

  it("regions of merge fields", async () => {
    const field = (name: string) => `<w:fldSimple w:instr=" MERGEFIELD ${name} ">${run(`«${name}»`)}</w:fldSimple>`;
    const body = `<w:p>${field("TableStart:Orders")}${field("Number")}${field("TableEnd:Orders")}</w:p>`;
    const { warnings } = await engineFor("docx").inspect(docx({ body }), {});
    expect(warnings.map(({ code, place }) => [code, place])).toEqual([
      ["foreign_syntax", "paragraph 1"],
      ["foreign_syntax", "paragraph 1"],
    ]);
    expect(warnings[0]?.message).toContain("`TableStart:Orders`");
  });

  it("an {if} that is closed with another word is refused, and the word is named", async () => {
    for (const [type, file] of [
      ["docx", wordTable("{if $X == 1}yes{endif}")],
      ["pptx", slide("{if $X == 1}yes{endif}")],
      ["xlsx", workbook("{if $X == 1}yes{endif}")],
    ] as const) {
      const { errors } = await engineFor(type).inspect(file, {});
      expect(errors).toHaveLength(1);
      expect(errors[0]?.message).toContain("{if} is never closed; `{endif}` is not a tag; write `{/if}`");
    }
    const html = await engineFor("html").inspect(new TextEncoder().encode("{if $X == 1}yes{endif}"), {});
    expect(html.errors[0]?.message).toContain("Write `{/if}`");
  });

  it("a template without any field", async () => {
    for (const [type, file] of [
      ["docx", docx({ body: p("Hello") })],
      ["pptx", pptx([{ shapes: textBox(2, "Hello") }])],
      ["xlsx", buildWorkbook({ sheets: [{ name: "S", cells: { A1: "Hello" } }] })],
      ["html", new TextEncoder().encode("<p>Hello</p>")],
      ["pdf", buildPages(1, {})],
    ] as const)
      expect((await engineFor(type).inspect(file, {})).warnings).toMatchObject([{ code: "no_fields" }]);
  });

  it("texts of PDF fields", async () => {
    const field = "<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/FT/Tx/T(Total)/V(\\{\\{Sum\\}\\})>>";
    const form = buildPages(1, {
      catalog: "/AcroForm<</Fields[50 0 R]/DA(/Helv 0 Tf 0 g)>>",
      page: () => "/Annots[50 0 R]",
      objects: { 50: field },
    });
    expect((await engineFor("pdf").inspect(form, {})).warnings).toMatchObject([
      { code: "foreign_syntax", place: "field Total", text: "{{Sum}}" },
    ]);
  });

  it("html gives line and column, for the header, too", async () => {
    const html = new TextEncoder().encode("<p>{$a}</p>\n<p>Dear {{Name}}</p>");
    const { warnings } = await engineFor("html").inspect(html, { header: "<b>{Title}</b>" });
    expect(warnings).toMatchObject([
      { part: "body", place: "line 2, column 9", offset: 20, length: 8 },
      { part: "header", place: "line 1, column 4 of the header" },
    ]);
    expect(warningMessage(warnings[0] ?? present(warnings[1]))).toBe(
      "In line 2, column 9: `{{Name}}` looks like a tag of Mustache, Handlebars or Jinja and is printed as it stands. Here it is written `{$Name}`.",
    );
  });
});

describe("places of errors, in a person's words", () => {
  const part = (kind: string, xml: string, name = `word/${kind}1.xml`) => ({
    parts: {
      [name]: { content: xml, type: `${TYPES}.${kind}+xml` },
      "word/styles.xml": { content: STYLES, type: `${TYPES}.styles+xml` },
    },
    relationships: {
      rId1: { type: kind, target: name.slice(5) },
      rId9: { type: "styles", target: "styles.xml" },
    },
  });
  const section = (reference: string) => `<w:p><w:pPr><w:sectPr>${reference}</w:sectPr></w:pPr></w:p>`;
  const errorsOf = async (file: Parameters<typeof docx>[0]) =>
    (await engineFor("docx").inspect(docx(file), { keep_comments: true })).errors.map(({ message }) => message);

  it("a brace that is missing, in the middle of a sentence of a table", async () => {
    const { errors } = await engineFor("docx").inspect(
      wordTable("We are glad to tell you the price of {$Name, welcome to {$Place} and good bye"),
      {},
    );
    expect(errors[0]?.message).toBe(
      "In table 2, row 3, cell 2, under the heading “Delivery”, near “… glad to tell you the price of {$Name, welcome to {$Place} and good bye”: A `}` is missing: the tag has no end before `{$Place…` begins",
    );
    expect(errors[0]?.place).toContain("table 2, row 3, cell 2");
  });

  it("a tag across cells", async () => {
    expect(await errorsOf({ body: table(row("{$Na", "me}")) })).toEqual([
      "In table 1, row 1, cell 1: The tag begins here and its `}` is in another place, table 1, row 1, cell 2: a tag must be within one paragraph",
    ]);
  });

  it.each([
    ["beside each other", { A1: "Dear {$Na", C1: "me}, hello" }, "S!C1"],
    ["below each other", { A1: "{foreach $Items", B1: "x", A2: "as $i}{$i.a}" }, "S!A2"],
  ])("a tag across cells of a sheet, %s", async (_, cells, end) => {
    const { errors } = await engineFor("xlsx").inspect(buildWorkbook({ sheets: [{ name: "S", cells }] }), {});
    const { place, message } = errors[0] ?? {};
    expect(place).toMatch(/^S!A1/);
    expect(message).toContain(`is in another place, ${end}: a tag must be within one cell`);
  });

  it("headers, notes, comments, text boxes and tables in tables", async () => {
    const header = await errorsOf({
      body: section('<w:headerReference w:type="first" r:id="rId1"/>'),
      ...part("header", `<w:hdr ${W}>${p("x")}${p("{$a|nope}")}</w:hdr>`),
    });
    expect(header[0]).toMatch(/^In the header of the first page of section 1, paragraph 2: /);
    const note = await errorsOf({
      body: p("x"),
      ...part(
        "footnotes",
        `<w:footnotes ${W}><w:footnote w:type="separator" w:id="0">${p("")}</w:footnote><w:footnote w:id="1">${p("a")}</w:footnote><w:footnote w:id="2">${p("{$a|nope}")}</w:footnote></w:footnotes>`,
      ),
    });
    expect(note[0]).toMatch(/^In footnote 2, paragraph 1: /);
    const comment = await errorsOf({
      body: p("x"),
      ...part(
        "comments",
        `<w:comments ${W}><w:comment w:id="1" w:author="Jane">${p("{$a|nope}")}</w:comment></w:comments>`,
      ),
    });
    expect(comment[0]).toMatch(/^In the comment of Jane, paragraph 1: /);
    const box = await errorsOf({
      body: `${HEADING}<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="Box 4"/><a:graphic><w:txbxContent>${p("{$a|nope}")}</w:txbxContent></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
      ...part("footer", `<w:ftr ${W}>${p("x")}</w:ftr>`),
    });
    expect(box[0]).toMatch(/^In the text box “Box 4”, paragraph 1, under the heading “Delivery”: /);
    const inner = await errorsOf({
      body: table(`<w:tr><w:tc>${table(row("x"), row("{$a|nope}"))}${p("")}</w:tc></w:tr>`),
    });
    expect(inner[0]).toMatch(/^In table 1, row 1, cell 1, the table in it, row 2, cell 1: /);
  });

  it("blocks that begin outside of something name it", async () => {
    const control = `<w:sdt><w:sdtContent>${p("a{/if}")}</w:sdtContent></w:sdt>`;
    expect((await errorsOf({ body: p("{if $x}") + control }))[0]).toContain(
      "The block begins outside a content control and ends inside it",
    );
    expect((await errorsOf({ body: table(row("{if $x}")) + p("{/if}") }))[0]).toContain(
      "The block begins inside a table and ends outside it",
    );
  });

  it("one `=` for two says how to compare", async () => {
    expect((await errorsOf({ body: p("{if $a = 1}x{/if}") }))[0]).toContain(
      "A single `=` sets a value; two values are compared with `==`; did you mean `{if $a == 1}`?",
    );
  });

  it("tables of slides and notes", async () => {
    const { errors } = await engineFor("pptx").inspect(
      pptx([
        { shapes: textBox(2, "x") },
        { shapes: slideTable(5, ["a", "b"], ["a", "{$a|nope}"]), notes: "{$b|nope}" },
      ]),
      {},
    );
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^In slide 2, the table “Table”, row 2, cell 2: /),
      expect.stringMatching(/^In the notes of slide 2, /),
    ]);
  });
});

describe("a loop's variable where the loop is not", () => {
  const LOOP = "{foreach $l as $x}{$x.n}{/foreach}";
  const allWarnings = async (type: Parameters<typeof engineFor>[0], bytes: Uint8Array, settings = {}) => {
    const { warnings } = await engineFor(type).inspect(bytes, settings);
    return warnings.filter(({ code }) => code === "outside_loop").map(({ place, message }) => [place, message]);
  };
  const says = expect.stringContaining("`{$x.n}` is not inside `{foreach $l as $x}`, which makes `$x`");
  const MERGE = {
    now: new Date(0),
    locale: "en",
    timeZone: "UTC",
    currency: "EUR",
    settings: {},
    test: false,
  } as const;
  const merge = async (type: Parameters<typeof engineFor>[0], bytes: Uint8Array, data: Record<string, unknown>) => {
    const others = { trace: false, load: async () => ({ problem: "" }), asset: async () => undefined };
    const fonts = { fonts: [], read: async () => undefined };
    const source = { versionKey: `stray ${type}`, bytes: async () => bytes };
    return (await engineFor(type).render(source, data, { ...MERGE, ...others, fonts })).warnings;
  };

  it("in a header of Word that belongs to no section of the loop, at save and at the merge", async () => {
    const header = `<w:hdr ${W}>${p("For {$x.n}")}</w:hdr>`;
    const template = docx({
      body: `${p(LOOP)}<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="rId1"/></w:sectPr></w:pPr></w:p>`,
      parts: { "word/header1.xml": { content: header, type: `${TYPES}.header+xml` } },
      relationships: { rId1: { type: "header", target: "header1.xml" } },
    });
    expect(await allWarnings("docx", template)).toEqual([["the header of section 1, paragraph 1", says]]);
    expect(await merge("docx", template, { l: [{ n: "Cy" }] })).toEqual([
      expect.stringContaining("In the header of section 1, paragraph 1: {$x.n} is not inside {foreach $l as $x}"),
    ]);
    expect(await merge("docx", template, { l: [{ n: "Cy" }], x: { n: "all" } })).toEqual([]);
  });

  it("on another slide", async () => {
    const slides = [{ shapes: textBox(2, LOOP) }, { shapes: textBox(3, "{$x.n}") }];
    expect(await allWarnings("pptx", pptx(slides))).toEqual([["slide 2, the shape “Text 3”", says]]);
  });

  it("in each part that reads it, at save as at the merge", async () => {
    const slides = [
      { shapes: textBox(2, "{$x.n}") },
      { shapes: textBox(2, LOOP) },
      { shapes: textBox(4, "After {$x.n}") },
    ];
    expect(await allWarnings("pptx", pptx(slides))).toEqual([
      ["slide 1, the shape “Text 2”", says],
      ["slide 3, the shape “Text 4”", says],
    ]);
    expect((await merge("pptx", pptx(slides), { l: [] })).length).toBe(2);
  });

  it("in another sheet", async () => {
    const sheets: TestSheet[] = [
      { name: "A", cells: { A1: LOOP } },
      { name: "B", cells: { C3: "{$x.n}" } },
    ];
    expect(await allWarnings("xlsx", buildWorkbook({ sheets }))).toEqual([["B!C3", says]]);
  });

  it("in the header of an html document", async () => {
    const html = new TextEncoder().encode(`<p>${LOOP}</p>`);
    expect(await allWarnings("html", html, { header: "<p>{$x.n}</p>" })).toEqual([
      [expect.stringContaining("header"), says],
    ]);
  });
});
