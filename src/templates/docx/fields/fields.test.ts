import { describe, expect, it } from "vitest";
import { docx, paragraph, row, run, table } from "../../testing/docx-builder.ts";
import { merge } from "../../testing/render.ts";
import { docxEngine } from "../docx-engine.ts";

const DOCUMENT = "word/document.xml";
const TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const character = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const code = (instruction: string) =>
  `<w:r><w:instrText xml:space="preserve">${instruction.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</w:instrText></w:r>`;
/** A field with its result; braces in `instruction` would be fields of their own. */
const field = (instruction: string, result = "old") =>
  character("begin") + code(instruction) + character("separate") + run(result) + character("end");
const p = (content: string, style = "") =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${content}</w:p>`;
let bookmarks = 0;
const bookmark = (name: string, content: string) =>
  `<w:bookmarkStart w:id="${++bookmarks}" w:name="${name}"/>${content}<w:bookmarkEnd w:id="${bookmarks}"/>`;

const STYLES = `<w:styles ${W}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="1"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style><w:style w:type="paragraph" w:styleId="TOC2"><w:name w:val="toc 2"/></w:style></w:styles>`;
const level = (index: number, text: string, format = "decimal") =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const NUMBERING = `<w:numbering ${W}><w:abstractNum w:abstractNumId="0">${level(0, "%1.")}${level(1, "%1.%2")}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level(0, "%1.")}${level(1, "(%2)", "lowerLetter")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;

function template(body: string, more: Record<string, { content: string; type: string }> = {}, relations = {}) {
  return docx({
    body,
    parts: {
      "word/styles.xml": { content: STYLES, type: `${TYPES}.styles+xml` },
      "word/numbering.xml": { content: NUMBERING, type: `${TYPES}.numbering+xml` },
      ...more,
    },
    relationships: {
      rIdS: { type: "styles", target: "styles.xml" },
      rIdN: { type: "numbering", target: "numbering.xml" },
      ...relations,
    },
  });
}

async function merged(body: string, data: Record<string, unknown> = {}, locale = "en-US") {
  const file = await merge(docxEngine, template(body), data, { locale });
  return { xml: file.xml(DOCUMENT), warnings: file.warnings };
}

/** What a reader sees: results of fields, not their instructions. */
const seen = (xml: string): string[] =>
  xml
    .replace(/<w:instrText\b[^>]*>[^<]*<\/w:instrText>/g, "")
    .replace(/<w:sectPr[\s\S]*?<\/w:sectPr>/g, "")
    .replace(/<w:tabs>[\s\S]*?<\/w:tabs>/g, "")
    .replace(/<w:tab\/>/g, "→")
    .split("</w:p>")
    .map((each) =>
      each
        .replace(/<[^>]*>/g, "")
        .replaceAll("&lt;", "<")
        .trim(),
    )
    .filter((each) => each !== "");

const loop = (content: string) => `${paragraph("{foreach $Items as $i}")}${content}${paragraph("{/foreach}")}`;
const ITEMS = { Items: [{ n: "Alpha" }, { n: "Beta" }, { n: "Gamma" }] };

describe("sequences", () => {
  it("count over loops, restart on request and after headings, and have formats", async () => {
    const { xml } = await merged(
      loop(p(`${run("Figure ")}${field(" SEQ Figure \\* ARABIC ")}${run(": {$i.n}")}`)) +
        p(field("SEQ Figure \\c")) +
        p(field("SEQ Figure \\r 7 \\* ROMAN")) +
        p(`<w:fldSimple w:instr=" SEQ Figure "><w:r><w:t>old</w:t></w:r></w:fldSimple>`) +
        p(run("One"), "Heading1") +
        p(field("SEQ Part \\s 1")) +
        p(field("SEQ Part \\s 1")) +
        p(run("Two"), "Heading1") +
        p(field("SEQ Part \\s 1")),
      ITEMS,
    );
    const numbers = ["3", "VII", "8", "One", "1", "2", "Two", "1"];
    expect(seen(xml)).toEqual(["Figure 1: Alpha", "Figure 2: Beta", "Figure 3: Gamma", ...numbers]);
    expect(xml).not.toContain("w:dirty");
  });
});

describe("references", () => {
  it("show the text that their bookmark has now, each turn its own", async () => {
    const { xml, warnings } = await merged(
      p(bookmark("customer", run("{$Name}"))) +
        p(field(" REF customer \\h ", "{$Name}")) +
        p(field("REF customer \\* Upper")) +
        loop(
          p(bookmark("fig", `${run("Figure ")}${field("SEQ Figure")}`) + run(" {$i.n}")) +
            p(run("see ") + field("REF fig \\h")),
        ) +
        p(field("REF gone \\h")),
      { ...ITEMS, Name: "Ann" },
    );
    expect(seen(xml)).toEqual([
      "Ann",
      "Ann",
      "ANN",
      ...["Figure 1 Alpha", "see Figure 1", "Figure 2 Beta", "see Figure 2", "Figure 3 Gamma", "see Figure 3"],
      "old",
    ]);
    expect(warnings).toEqual([expect.stringContaining('The reference to "gone" leads nowhere')]);
  });

  it("show numbers of paragraphs: \\n, \\r, \\w and where they are: \\p", async () => {
    const item = (text: string, depth: number, mark = "") =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="2"/></w:numPr></w:pPr>${mark ? bookmark(mark, run(text)) : run(text)}</w:p>`;
    const references = ["n", "r", "w"].map((kind) => p(field(`REF clause \\${kind} \\h`))).join("");
    const { xml } = await merged(
      `${loop(item("{$i.n}", 0))}${item("last", 0)}${item("first", 1)}${item("second", 1, "clause")}${references}${p(field("REF clause \\p"))}${p(field("REF later \\n \\p"))}${p(bookmark("later", run("x")), "Heading1")}`,
      ITEMS,
    );
    expect(seen(xml).slice(6)).toEqual(["(b)", "4.(b)", "4.(b)", "above", "1 below", "x"]);
    expect(xml.match(/w:dirty="true"/g)).toHaveLength(2);
  });

  it("to pages are marked dirty", async () => {
    const { xml } = await merged(p(bookmark("a", run("{$Name}"))) + p(field("PAGEREF a \\h", "1")), { Name: "x" });
    expect(xml).toMatch(/<w:fldChar w:dirty="true" w:fldCharType="begin"\/><\/w:r><w:r><w:instrText[^>]*>PAGEREF/);
  });

  it("to styles show the nearest paragraph of the style", async () => {
    const { xml } = await merged(
      loop(p(run("{$i.n}"), "Heading1") + p(field('STYLEREF "heading 1"')) + p(field("STYLEREF 1 \\n"))),
      ITEMS,
    );
    expect(seen(xml)).toEqual(["Alpha", "Alpha", "1", "Beta", "Beta", "2", "Gamma", "Gamma", "3"]);
  });
});

describe("conditions and formulas", () => {
  it.each([
    ['IF "{$Sex}" = "M" "Mr" "Ms"', { Sex: "M" }, "Mr"],
    ['IF "{$Sex}" = "M" "Mr" "Ms"', { Sex: "F" }, "Ms"],
    ['IF {$Sum} >= 100 "big" "small" \\* MERGEFORMAT', { Sum: "1,250.00" }, "big"],
    ["IF {$Sum} <> 5 yes no", { Sum: 5 }, "no"],
    ['IF "{$Name}" = "An*" "starts" "other"', { Name: "Anton" }, "starts"],
    ["= {$a} * (2 + {$b}) / 4", { a: 10, b: 3 }, "12.5"],
    ['= {$a} * 1000 \\# "#,##0.00"', { a: 1234.5 }, "1,234,500.00"],
    ['= {$a} \\# "$#,##0.00;($#,##0.00)"', { a: -12 }, "($12.00)"],
    ["= ROUND({$a}; 0) + MAX(1, 2)", { a: 2.6 }, "5"],
    ["= {$a} +", { a: 1 }, "old"],
  ])("%s", async (instruction, data, shown) => {
    expect(seen((await merged(p(field(instruction)), data)).xml)).toEqual([shown]);
  });

  it("use what merge fields in them show", async () => {
    const inner = character("begin") + code("MERGEFIELD Sex") + character("separate") + run("«Sex»") + character("end");
    const outer = `${character("begin")}${code('IF "')}${inner}${code('" = "M" "Dear Mr" "Dear Ms"')}${character("separate")}${run("old")}${character("end")}`;
    const { xml } = await merged(p(outer), { Sex: "M" });
    expect(seen(xml)).toEqual(["Dear Mr"]);
    expect(xml).toMatch(/<w:instrText[^>]*>M<\/w:instrText>/);
  });

  it("calculate with the cells of a looped table, bookmarks and the separators of the locale", async () => {
    const sum = (place: string) =>
      `<w:tr><w:tc>${p(run("Sum"))}</w:tc><w:tc>${p(field(`=SUM(${place}) \\# "#.##0,00 €"`))}</w:tc></w:tr>`;
    const rows = table(row("{tablerow $Items as $i}{$i.n}", "{$i.v} €{/tablerow}")).replace(
      "</w:tbl>",
      `${sum("ABOVE")}${sum("B1:B2")}</w:tbl>`,
    );
    const data = {
      Items: [
        { n: "a", v: "1.250,50" },
        { n: "b", v: "49,50" },
      ],
      Rate: "19 %",
    };
    const { xml } = await merged(rows + p(bookmark("rate", run("{$Rate}"))) + p(field("= 200 * rate")), data, "de-DE");
    expect(seen(xml)).toEqual([
      "a",
      "1.250,50 €",
      "b",
      "49,50 €",
      "Sum",
      "1.300,00 €",
      "Sum",
      "1.300,00 €",
      "19 %",
      "38",
    ]);
  });
});

describe("properties", () => {
  it("are those of the merged file", async () => {
    const core = `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Offer {$Number}</dc:title></cp:coreProperties>`;
    const file = await merge(
      docxEngine,
      template(
        p(field("TITLE", "Offer {$Number}")) + p(field("DOCPROPERTY Title \\* Upper")) + p(field("DOCPROPERTY Other")),
        {
          "docProps/core.xml": { content: core, type: "application/vnd.openxmlformats-package.core-properties+xml" },
        },
      ),
      { Number: 7 },
    );
    expect(seen(file.xml(DOCUMENT))).toEqual(["Offer 7", "OFFER 7", "old"]);
  });
});

describe("tables of contents", () => {
  const entry = (style: string, anchor: string, text: string, before = "", behind = "") =>
    `<w:p><w:pPr><w:pStyle w:val="${style}"/><w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9000"/></w:tabs></w:pPr>${before}<w:hyperlink w:anchor="${anchor}"><w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r><w:r><w:tab/></w:r>${field(` PAGEREF ${anchor} \\h `, "4")}</w:hyperlink>${behind}</w:p>`;
  const contents = (instruction: string, entries: (before: string) => string, end = p(character("end"))) =>
    entries(character("begin") + code(instruction) + character("separate")) + end;
  const chapters =
    p(bookmark("_Toc1", run("Introduction")), "Heading1") +
    loop(p(bookmark("_Toc2", run("{$i.n}")), "Heading1") + p(run("Details of {$i.n}"), "Heading2"));

  it("list the headings that loops made, with numbers, links and pages that are dirty", async () => {
    const toc = contents(
      ' TOC \\o "1-2" \\h \\z \\u ',
      (start) => entry("TOC1", "_Toc1", "Introduction", start) + entry("TOC1", "_Toc2", "{$i.n}"),
    );
    const { xml, warnings } = await merged(toc + chapters, { Items: ITEMS.Items.slice(0, 2) });
    expect(warnings).toEqual([]);
    expect(seen(xml).slice(0, 5)).toEqual([
      "1.→Introduction→4",
      "2.→Alpha→4",
      "2.1→Details of Alpha→1",
      "3.→Beta→4",
      "3.1→Details of Beta→1",
    ]);
    const anchors = Array.from(xml.matchAll(/<w:hyperlink w:anchor="([^"]*)"/g), ([, name]) => name);
    expect(new Set(anchors).size).toBe(5);
    for (const name of anchors) expect(xml.match(new RegExp(`w:name="${name}"`, "g"))).toHaveLength(1);
    // Word processors calculate the page of each entry when they open the file.
    expect(xml.match(/w:dirty="true"/g)).toHaveLength(5);
    expect(xml.match(/fldCharType="begin"/g)?.length).toBe(xml.match(/fldCharType="end"/g)?.length);
    expect(xml).toContain('<w:pStyle w:val="TOC2"/>');
  });

  it("make no fields of the text that they remember", async () => {
    const toc = contents("TOC \\o", (start) => entry("TOC1", "_Toc2", "{$i.n} {$Other}", start));
    const { fields } = await docxEngine.inspect(template(toc + chapters), {});
    expect(fields.map(({ name }) => name)).toEqual(["Items"]);
  });

  it("of figures list captions; one that ends in its only paragraph stays whole", async () => {
    const toc = `<w:p>${run("List: ")}${character("begin")}${code('TOC \\h \\c "Figure"')}${character("separate")}${run("none")}${character("end")}</w:p>`;
    const captions = loop(p(`${run("Figure ")}${field("SEQ Figure")}${run(" {$i.n}")}`));
    const { xml } = await merged(toc + captions, ITEMS);
    expect(seen(xml).slice(0, 3)).toEqual(["List: Figure 1 Alpha→1", "Figure 2 Beta→1", "Figure 3 Gamma→1"]);
  });
});
