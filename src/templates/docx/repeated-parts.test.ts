import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { readChartWorkbook, writeChartWorkbook } from "../ooxml/chart-workbook.ts";
import { docx, paragraph as p, run, table, WORD_NAMESPACES } from "../testing/docx-builder.ts";
import { type MergedPackage, merge, outline } from "../testing/render.ts";
import { docxEngine } from "./docx-engine.ts";

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const DRAWING = "application/vnd.openxmlformats-officedocument.drawingml";
const RELS = "application/vnd.openxmlformats-package.relationships+xml";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MICROSOFT = "http://schemas.microsoft.com/office/2007/relationships";
const DOCUMENT = "word/document.xml";

const PEOPLE = { co: "ACME", l: [{ n: "Ann" }, { n: "Bob" }, { n: "Cy" }] };

const header = (text: string, extra = "") => ({
  content: `<w:hdr ${WORD_NAMESPACES}>${p(text)}${extra}</w:hdr>`,
  type: `${WORD}.header+xml`,
});
const footer = (text: string) => ({
  content: `<w:ftr ${WORD_NAMESPACES}>${p(text)}</w:ftr>`,
  type: `${WORD}.footer+xml`,
});
const section = (...references: string[]) =>
  `<w:p><w:pPr><w:sectPr>${references.join("")}<w:titlePg/></w:sectPr></w:pPr></w:p>`;
const headerReference = (id: string, type = "default") => `<w:headerReference w:type="${type}" r:id="${id}"/>`;
const footerReference = (id: string) => `<w:footerReference w:type="default" r:id="${id}"/>`;
const relationships = (...items: [id: string, type: string, target: string][]) => ({
  content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`).join("")}</Relationships>`,
  type: RELS,
});

/** The texts of parts that references of the document lead to, in the order of the document. */
function shown(file: MergedPackage, reference: RegExp): string[] {
  const targets = new Map(
    Array.from(
      file.xml("word/_rels/document.xml.rels").matchAll(/Id="([^"]*)"[^>]*? Target="([^"]*)"/g),
      ([, id = "", target = ""]) => [id, target],
    ),
  );
  return Array.from(file.xml(DOCUMENT).matchAll(reference), ([, id = ""]) =>
    outline(file.xml(`word/${present(targets.get(id))}`)),
  );
}

const parts = (file: MergedPackage, pattern: RegExp) => file.zip.names().filter((name) => pattern.test(name));
const HEADERS = /headerReference w:type="\w+" r:id="([^"]*)"/g;

describe("headers and footers of sections in a loop", () => {
  const letters = (...references: string[]) =>
    p("{foreach $l as $x}") + p("Dear {$x.n}") + section(...references) + p("{/foreach}") + p("Appendix");

  it("hold what belongs to their turn, on first and even pages, too", async () => {
    const file = await merge(
      docxEngine,
      docx({
        body: letters(headerReference("rId1"), headerReference("rId2", "first"), headerReference("rId3", "even")),
        parts: {
          "word/header1.xml": header("For {$x.n}"),
          "word/header2.xml": header("First of {$x.n} ({$x@iteration})"),
          "word/header3.xml": header("{if $x@last}last{else}{$x.n}{/if}"),
        },
        relationships: {
          rId1: { type: "header", target: "header1.xml" },
          rId2: { type: "header", target: "header2.xml" },
          rId3: { type: "header", target: "header3.xml" },
        },
      }),
      PEOPLE,
    );
    expect(shown(file, HEADERS)).toEqual([
      ...["For Ann¶", "First of Ann (1)¶", "Ann¶"],
      ...["For Bob¶", "First of Bob (2)¶", "Bob¶"],
      ...["For Cy¶", "First of Cy (3)¶", "last¶"],
    ]);
    expect(parts(file, /header/)).toHaveLength(9);
  });

  it("stay one if nothing in them belongs to the turn", async () => {
    const file = await merge(
      docxEngine,
      docx({
        body: letters(headerReference("rId1"), footerReference("rId2")),
        parts: {
          "word/header1.xml": header("{$co} {foreach $l as $y}{$y.n} {/foreach}"),
          "word/footer1.xml": footer("x"),
        },
        relationships: {
          rId1: { type: "header", target: "header1.xml" },
          rId2: { type: "footer", target: "footer1.xml" },
        },
      }),
      { ...PEOPLE, other: 1 },
    );
    expect(parts(file, /footer/)).toEqual(["word/footer1.xml"]);
    expect(shown(file, /footerReference w:type="default" r:id="([^"]*)"/g)).toEqual(["x¶", "x¶", "x¶"]);
  });

  it("are those of the template where the loop is not, and copies where it is", async () => {
    const body = section(headerReference("rId1")) + letters(headerReference("rId1"));
    const file = await merge(
      docxEngine,
      docx({
        body,
        parts: { "word/header1.xml": header("For {$x.n|default:'all'}") },
        relationships: { rId1: { type: "header", target: "header1.xml" } },
      }),
      PEOPLE,
    );
    expect(shown(file, HEADERS).slice(1)).toEqual(["For Ann¶", "For Bob¶", "For Cy¶"]);
    expect(parts(file, /header/)).toHaveLength(4);
  });

  it("have pictures, links and numbers of their own", async () => {
    const pixel =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const file = await merge(
      docxEngine,
      docx({
        body: letters(headerReference("rId1")),
        parts: {
          "word/header1.xml": header("{image src=$x.pic}{link url=$x.url text=$x.n}"),
          "word/_rels/header1.xml.rels": relationships(["rId7", `${OFFICE}/image`, "media/logo.png"]),
          "word/media/logo.png": { content: new Uint8Array([1, 2]), type: "image/png" },
        },
        relationships: { rId1: { type: "header", target: "header1.xml" } },
      }),
      { l: ["a", "b"].map((n) => ({ n, pic: pixel, url: `https://e.test/${n}` })) },
    );
    const copies = parts(file, /word\/header\d+\.xml$/);
    expect(copies).toHaveLength(2);
    const urls = copies.map((part) => file.xml(part.replace("word/", "word/_rels/").concat(".rels")));
    expect(urls.map((xml) => /https:\/\/e\.test\/\w/.exec(xml)?.[0])).toEqual(["https://e.test/a", "https://e.test/b"]);
    expect(parts(file, /media\//)).toHaveLength(1);
  });

  it("of loops in loops belong to the inner turn", async () => {
    const body =
      p("{foreach $g as $a}") +
      p("{foreach $a.l as $x}") +
      p("{$x}") +
      section(headerReference("rId1")) +
      p("{/foreach}") +
      p("{/foreach}");
    const file = await merge(
      docxEngine,
      docx({
        body,
        parts: { "word/header1.xml": header("{$a.n}-{$x}") },
        relationships: { rId1: { type: "header", target: "header1.xml" } },
      }),
      {
        g: [
          { n: "A", l: [1, 2] },
          { n: "B", l: [] },
          { n: "C", l: [3] },
        ],
      },
    );
    expect(shown(file, HEADERS)).toEqual(["A-1¶", "A-2¶", "C-3¶"]);
  });

  it("are marked in test merges, each of them", async () => {
    const file = await merge(
      docxEngine,
      docx({
        body: letters(headerReference("rId1")),
        parts: { "word/header1.xml": header("For {$x.n}") },
        relationships: { rId1: { type: "header", target: "header1.xml" } },
      }),
      PEOPLE,
      { test: true },
    );
    expect(parts(file, /header\d/).map((part) => file.xml(part).includes("SAMPLE"))).toEqual([true, true, true]);
  });

  it("leave nothing behind if the list is empty", async () => {
    const file = await merge(
      docxEngine,
      docx({
        body: letters(headerReference("rId1")),
        parts: { "word/header1.xml": header("For {$x.n}") },
        relationships: { rId1: { type: "header", target: "header1.xml" } },
      }),
      { l: [] },
    );
    expect(parts(file, /header/)).toEqual([]);
  });
});

const graphic = (xml: string) =>
  `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="9" cy="9"/><wp:docPr id="1" name="c"/><a:graphic><a:graphicData>${xml}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
const chartFrame = (id: string) => graphic(`<c:chart xmlns:c="c" r:id="${id}"/>`);
const rich = (text: string) => `<c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx>`;

function chartParts(title: string, cells: Record<string, string>) {
  const reference = (kind: string, formula: string, text: string) =>
    `<c:${kind}Ref><c:f>${formula}</c:f><c:${kind}Cache><c:ptCount val="1"/><c:pt idx="0"><c:v>${text}</c:v></c:pt></c:${kind}Cache></c:${kind}Ref>`;
  const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a" xmlns:r="r"><c:chart><c:title>${rich(title)}</c:title><c:ser><c:cat>${reference("str", "Sheet1!$A$2", "x")}</c:cat><c:val>${reference("num", "Sheet1!$B$2", "1")}</c:val></c:ser></c:chart><c:externalData r:id="rId1"/><c:userShapes r:id="rId3"/></c:chartSpace>`;
  return {
    "word/charts/chart1.xml": { content: chart, type: `${DRAWING}.chart+xml` },
    "word/charts/_rels/chart1.xml.rels": relationships(
      ["rId1", `${OFFICE}/package`, "../embeddings/w.xlsx"],
      ["rId2", "http://schemas.microsoft.com/office/2011/relationships/chartStyle", "style1.xml"],
      ["rId3", `${OFFICE}/chartUserShapes`, "../drawings/drawing1.xml"],
    ),
    "word/charts/style1.xml": {
      content: "<cs:chartStyle xmlns:cs='cs'/>",
      type: "application/vnd.ms-office.chartstyle+xml",
    },
    "word/drawings/drawing1.xml": {
      content: `<c:userShapes xmlns:c="c" xmlns:a="a"><a:p><a:r><a:t>Source: ${title}</a:t></a:r></a:p></c:userShapes>`,
      type: `${DRAWING}.chartshapes+xml`,
    },
    "word/embeddings/w.xlsx": {
      content: writeChartWorkbook(new Map([["Sheet1", new Map(Object.entries(cells))]])),
      type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    },
  };
}

describe("charts in a loop", () => {
  const TAGGED = chartParts("{$x.n}", { A2: "{foreach $x.q as $y}{$y.m}", B2: "{$y.v}{/foreach}" });
  const DATA = {
    l: [
      {
        n: "North",
        q: [
          { m: "Jan", v: 1 },
          { m: "Feb", v: 2 },
        ],
      },
      { n: "South", q: [{ m: "Mar", v: 3 }] },
    ],
  };

  it("show the data of their turn, each with its workbook and its own shapes", async () => {
    const body = table(
      `<w:tr><w:tc>${p("{tablerow $l as $x}{$x.n}")}</w:tc><w:tc>${chartFrame("rId5")}${p("{/tablerow}")}</w:tc></w:tr>`,
    );
    const file = await merge(
      docxEngine,
      docx({ body, parts: TAGGED, relationships: { rId5: { type: "chart", target: "charts/chart1.xml" } } }),
      DATA,
    );
    const charts = parts(file, /charts\/chart\d+\.xml$/);
    expect(charts.map((part) => /<a:t>([^<]*)/.exec(file.xml(part))?.[1])).toEqual(["North", "South"]);
    expect(charts.map((part) => /<c:f>(Sheet1!\$B[^<]*)/.exec(file.xml(part))?.[1])).toEqual([
      "Sheet1!$B$2:$B$3",
      "Sheet1!$B$2",
    ]);
    const books = parts(file, /embeddings\//).map((part) => readChartWorkbook(present(file.zip.read(part))));
    expect(books.map((book) => Object.fromEntries(present(book.get("Sheet1"))))).toEqual([
      { A2: "Jan", A3: "Feb", B2: "1", B3: "2" },
      { A2: "Mar", B2: "3" },
    ]);
    expect(parts(file, /drawings\//).map((part) => outline(file.xml(part)))).toEqual([
      "Source: North¶",
      "Source: South¶",
    ]);
    // What is the same for all stays one.
    expect(parts(file, /style\d/)).toEqual(["word/charts/style1.xml"]);
  });

  it("stay one chart if they hold nothing of the turn", async () => {
    const file = await merge(
      docxEngine,
      docx({
        body: p("{foreach $l as $x}") + chartFrame("rId5") + p("{/foreach}"),
        parts: chartParts("Static", { A2: "x", B2: "1" }),
        relationships: { rId5: { type: "chart", target: "charts/chart1.xml" } },
      }),
      DATA,
    );
    expect(parts(file, /charts\/chart/)).toEqual(["word/charts/chart1.xml"]);
    expect(file.xml(DOCUMENT).match(/r:id="rId5"/g)).toHaveLength(2);
  });

  it("in the headers of sections belong to the section's turn", async () => {
    const file = await merge(
      docxEngine,
      docx({
        body: p("{foreach $l as $x}") + section(headerReference("rId1")) + p("{/foreach}"),
        parts: {
          ...TAGGED,
          "word/header1.xml": header("static", chartFrame("rId2")),
          "word/_rels/header1.xml.rels": relationships(["rId2", `${OFFICE}/chart`, "charts/chart1.xml"]),
        },
        relationships: { rId1: { type: "header", target: "header1.xml" } },
      }),
      DATA,
    );
    const targets = parts(file, /_rels\/header/).map((part) => / Target="charts\/([^"]*)"/.exec(file.xml(part))?.[1]);
    expect(targets.map((name) => /<a:t>([^<]*)/.exec(file.xml(`word/charts/${name}`))?.[1])).toEqual([
      "North",
      "South",
    ]);
  });
});

it("diagrams in a loop have data and a drawing of their turn, and one layout", async () => {
  const text = (tag: string) => `<a:p><a:r><a:t>${tag}</a:t></a:r></a:p>`;
  const data = `<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:ptLst><dgm:pt modelId="1"><dgm:t>${text("{$x.n}")}</dgm:t></dgm:pt></dgm:ptLst><dgm:extLst><a:ext uri="u"><dsp:dataModelExt xmlns:dsp="s" relId="rId9" minVer="m"/></a:ext></dgm:extLst></dgm:dataModel>`;
  const file = await merge(
    docxEngine,
    docx({
      body:
        p("{foreach $l as $x}") +
        graphic('<dgm:relIds xmlns:dgm="d" r:dm="rId5" r:lo="rId6" r:qs="rId7" r:cs="rId8"/>') +
        p("{/foreach}"),
      parts: {
        "word/diagrams/data1.xml": { content: data, type: `${DRAWING}.diagramData+xml` },
        "word/diagrams/layout1.xml": { content: "<l/>", type: `${DRAWING}.diagramLayout+xml` },
        "word/diagrams/quickStyle1.xml": { content: "<q/>", type: `${DRAWING}.diagramStyle+xml` },
        "word/diagrams/colors1.xml": { content: "<c/>", type: `${DRAWING}.diagramColors+xml` },
        "word/diagrams/drawing1.xml": {
          content: `<dsp:drawing xmlns:dsp="s" xmlns:a="a"><dsp:txBody>${text("{$x.n}")}</dsp:txBody></dsp:drawing>`,
          type: "application/vnd.ms-office.drawingml.diagramDrawing+xml",
        },
      },
      relationships: {
        rId5: { type: "diagramData", target: "diagrams/data1.xml" },
        rId6: { type: "diagramLayout", target: "diagrams/layout1.xml" },
        rId7: { type: "diagramQuickStyle", target: "diagrams/quickStyle1.xml" },
        rId8: { type: "diagramColors", target: "diagrams/colors1.xml" },
        rId9: { type: `${MICROSOFT}/diagramDrawing`, target: "diagrams/drawing1.xml" },
      },
    }),
    PEOPLE,
  );
  expect(shown(file, /r:dm="([^"]*)"/g)).toEqual(["Ann¶", "Bob¶", "Cy¶"]);
  const drawings = parts(file, /data\d/).map((part) => /relId="([^"]*)"/.exec(file.xml(part))?.[1]);
  const rels = file.xml("word/_rels/document.xml.rels");
  expect(
    drawings.map((id) => outline(file.xml(`word/${new RegExp(`Id="${id}"[^>]*? Target="([^"]*)"`).exec(rels)?.[1]}`))),
  ).toEqual(["Ann¶", "Bob¶", "Cy¶"]);
  expect(parts(file, /layout/)).toHaveLength(1);
  expect(parts(file, /diagrams/)).toHaveLength(9);
});

it("footnotes without tags are repeated with their references", async () => {
  const body = `${p("{foreach $l as $x}")}<w:p>${run("{$x.n}")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>${p("{/foreach}")}`;
  const file = await merge(
    docxEngine,
    docx({
      body,
      parts: {
        "word/footnotes.xml": {
          content: `<w:footnotes ${WORD_NAMESPACES}><w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote><w:footnote w:id="2">${p("See the terms.")}</w:footnote></w:footnotes>`,
          type: `${WORD}.footnotes+xml`,
        },
      },
      relationships: { rId1: { type: "footnotes", target: "footnotes.xml" } },
    }),
    PEOPLE,
  );
  const ids = Array.from(file.xml(DOCUMENT).matchAll(/footnoteReference w:id="(\d+)"/g), ([, id]) => id);
  expect(new Set(ids).size).toBe(3);
  const notes = file.xml("word/footnotes.xml");
  expect(Array.from(notes.matchAll(/<w:footnote w:id="(\d+)"/g), ([, id]) => id)).toEqual(ids);
  expect(outline(notes)).toBe("¶See the terms.¶See the terms.¶See the terms.¶");
});

it("a part that shows itself does not end the service", async () => {
  const file = await merge(
    docxEngine,
    docx({
      body: p("{foreach $l as $x}") + section(headerReference("rId1")) + p("{/foreach}"),
      parts: {
        "word/header1.xml": header("{$x.n}", chartFrame("rId1")),
        "word/_rels/header1.xml.rels": relationships(["rId1", `${OFFICE}/chart`, "header1.xml"]),
      },
      relationships: { rId1: { type: "header", target: "header1.xml" } },
    }),
    PEOPLE,
  );
  expect(shown(file, HEADERS)).toHaveLength(3);
});

it("notes that only loops refer to are evaluated with their references, and nowhere else", async () => {
  const note = (kind: string, id: number, text: string) => `<w:${kind} w:id="${id}">${p(text)}</w:${kind}>`;
  const reference = (kind: string, id: number) => `<w:p><w:r><w:${kind}Reference w:id="${id}"/></w:r></w:p>`;
  const template = docx({
    body:
      p("{foreach $l as $x}") +
      reference("footnote", 2) +
      reference("endnote", 2) +
      p("{/foreach}") +
      reference("footnote", 3) +
      p("{counter}"),
    parts: {
      "word/footnotes.xml": {
        content: `<w:footnotes ${WORD_NAMESPACES}>${note("footnote", 2, "{counter} {$x.n}")}${note("footnote", 3, "{$last}")}</w:footnotes>`,
        type: `${WORD}.footnotes+xml`,
      },
      "word/endnotes.xml": {
        content: `<w:endnotes ${WORD_NAMESPACES}>${note("endnote", 2, "{$x.n}")}</w:endnotes>`,
        type: `${WORD}.endnotes+xml`,
      },
    },
    relationships: {
      rId1: { type: "footnotes", target: "footnotes.xml" },
      rId2: { type: "endnotes", target: "endnotes.xml" },
    },
  });
  expect((await docxEngine.inspect(template, {})).warnings).toEqual([]);
  const file = await merge(docxEngine, template, { ...PEOPLE, last: "end" });
  expect(file.warnings).toEqual([]);
  expect(outline(file.xml("word/footnotes.xml"))).toBe("end¶1 Ann¶2 Bob¶3 Cy¶");
  expect(outline(file.xml("word/endnotes.xml"))).toBe("Ann¶Bob¶Cy¶");
  expect(outline(file.xml(DOCUMENT))).toMatch(/4¶$/);
});

it("a part that only a loop shows is not read outside of it, although ids in it are those of the document", async () => {
  const chart = `<c:chartSpace xmlns:c="c" xmlns:r="${OFFICE}"><c:title><a:t xmlns:a="a">{$x.n}</a:t></c:title><c:userShapes r:id="rId1"/></c:chartSpace>`;
  const template = docx({
    body: p("{foreach $l as $x}") + chartFrame("rId1") + p("{/foreach}"),
    parts: {
      "word/charts/chart1.xml": { content: chart, type: `${DRAWING}.chart+xml` },
      "word/charts/_rels/chart1.xml.rels": relationships([
        "rId1",
        `${OFFICE}/chartUserShapes`,
        "../drawings/drawing1.xml",
      ]),
      "word/drawings/drawing1.xml": {
        content: '<c:userShapes xmlns:c="c" xmlns:a="a"><a:p><a:r><a:t>{$x.n}</a:t></a:r></a:p></c:userShapes>',
        type: `${DRAWING}.chartshapes+xml`,
      },
    },
    relationships: { rId1: { type: "chart", target: "charts/chart1.xml" } },
  });
  expect((await docxEngine.inspect(template, {})).warnings).toEqual([]);
  const file = await merge(docxEngine, template, PEOPLE);
  expect(file.warnings).toEqual([]);
  expect(parts(file, /charts\/chart/)).toHaveLength(3);
});
