import { describe, expect, it } from "vitest";
import { layOut, paragraph, section, textOf, wordDocument } from "../testing/word-document.ts";
import { linesWithin } from "./fragment-notes.ts";

const mode = (value: number) => ({
  settings: `<w:compat><w:compatSetting w:name="compatibilityMode" w:val="${value}"/></w:compat>`,
});

/** Where the bodies' paragraphs begin below the top margin, by page. */
const tops = (body: string, compatibilityMode = 15) =>
  layOut(wordDocument(body + section(10, 20), mode(compatibilityMode))).map((page) =>
    page.body.map((fragment) => Math.round((fragment.kind === "anchor" ? Number.NaN : fragment.yPt) - 10)),
  );

describe("space above a paragraph that asks for a page of its own", () => {
  const body =
    paragraph("one") + paragraph("two", '<w:pageBreakBefore/><w:spacing w:before="400"/>') + paragraph("three");

  it("is dropped since Word 2013", () => {
    expect(tops(body)).toEqual([[0], [0, 12]]);
  });

  it("stays in files of Word 2010 and before", () => {
    expect(tops(body, 14)).toEqual([[0], [20, 32]]);
  });

  it("is dropped below a page break in all files", () => {
    const turned = `<w:p><w:r><w:t>one</w:t><w:br w:type="page"/></w:r></w:p>${paragraph("two", '<w:spacing w:before="400"/>')}`;
    expect(tops(turned)).toEqual([[0], [0]]);
    expect(tops(turned, 14)).toEqual([[0], [0]]);
  });

  it("stays at the top of the first page", () => {
    expect(tops(paragraph("one", '<w:pageBreakBefore/><w:spacing w:before="400"/>'))).toEqual([[20]]);
  });
});

describe("space above the first paragraph of a section", () => {
  const first = (after: number) =>
    `<w:p><w:pPr><w:spacing w:after="${after}"/>${section(10, 20)}</w:pPr><w:r><w:t>one</w:t></w:r></w:p>`;
  const second = paragraph("two", '<w:spacing w:before="400"/>');

  it("is less by what the paragraph before the break has given", () => {
    expect(tops(first(0) + second)).toEqual([[0], [20]]);
    expect(tops(first(160) + second)).toEqual([[0], [12]]);
    expect(tops(first(600) + second)).toEqual([[0], [0]]);
  });

  it("is less in columns below the text before them, too", () => {
    const columns = '<w:type w:val="continuous"/><w:cols w:num="2" w:space="100"/>';
    const body = (after: number) => first(after) + second + section(10, 20, columns);
    const topsOf = (after: number) =>
      layOut(wordDocument(body(after), mode(15))).map((page) =>
        page.body.map((fragment) => Math.round(fragment.kind === "anchor" ? Number.NaN : fragment.yPt) - 10),
      );
    expect(topsOf(0)).toEqual([[0, 12 + 20]]);
    expect(topsOf(160)).toEqual([[0, 12 + 8 + 12]]);
  });
});

describe("the mark of a section after its last paragraph", () => {
  const mark = `<w:p><w:pPr>${section(10, 20)}</w:pPr></w:p>`;

  it("takes no room where the next section goes on below", () => {
    const continuous = section(10, 20, '<w:type w:val="continuous"/>');
    const pages = layOut(wordDocument(paragraph("one") + mark + paragraph("two") + continuous));
    expect(pages.map((page) => page.body.map(({ yPt }) => Math.round(yPt - 10)))).toEqual([[0, 12]]);
  });

  it("is a line where it is all that the section has", () => {
    const continuous = section(10, 20, '<w:type w:val="continuous"/>');
    const pages = layOut(wordDocument(mark + paragraph("two") + continuous));
    expect(pages.map((page) => page.body.map(({ yPt }) => Math.round(yPt - 10)))).toEqual([[0, 12]]);
  });
});

describe("a section that asks for an odd page", () => {
  const odd = (number: string) => section(10, 20, `<w:type w:val="oddPage"/>${number}`);
  const fillers = (number: string) =>
    layOut(
      wordDocument(
        `<w:p><w:pPr>${section(10, 20)}</w:pPr><w:r><w:t>a</w:t></w:r></w:p>${paragraph("b")}${odd(number)}`,
      ),
    ).map(({ isFiller, number: shown }) => (isFiller ? "empty" : shown));

  it("has an empty page before it where its own would be even", () => {
    expect(fillers("")).toEqual([1, "empty", 3]);
  });

  it("has one, too, where it counts its pages afresh", () => {
    expect(fillers('<w:pgNumType w:start="1"/>')).toEqual([1, "empty", 1]);
  });
});

describe("automatic space", () => {
  const body = paragraph("one", '<w:spacing w:afterAutospacing="1" w:after="0"/>') + paragraph("two");

  it("is that of html", () => {
    expect(tops(body)).toEqual([[0, 12 + 14]]);
  });

  it("is five points in documents without html's spacing", () => {
    const settings = "<w:compat><w:doNotUseHTMLParagraphAutoSpacing/></w:compat>";
    const [page] = layOut(wordDocument(body + section(10, 20), { settings }));
    expect(page?.body.map(({ yPt }) => Math.round(yPt - 10))).toEqual([0, 12 + 5]);
  });
});

it("automatic space is dropped above the first paragraph of a document, not above the first of a later page", () => {
  const auto = '<w:spacing w:beforeAutospacing="1"/>';
  const ending = `<w:p><w:pPr>${auto}${section(10, 20)}</w:pPr><w:r><w:t>one</w:t></w:r></w:p>`;
  expect(tops(ending + paragraph("two", auto))).toEqual([[0], [14]]);
});

it("what a multiple adds below the last line of a page may stick out", () => {
  const above = ["a", "b", "c"].map((text) => paragraph(text)).join("");
  const pagesWith = (spacing: string) =>
    layOut(wordDocument(above + paragraph("d", `<w:spacing ${spacing}/>`) + section(4, 20))).length;
  expect(pagesWith('w:line="480" w:lineRule="auto"')).toBe(1);
  // Room above the text may not.
  expect(pagesWith('w:line="300" w:lineRule="atLeast"')).toBe(2);
});

it("a page break by itself turns a full page, not an empty one after it", () => {
  const lines = Array.from({ length: 10 }, (_, index) => paragraph(`${index}`)).join("");
  const step = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
  const pages = layOut(wordDocument(lines + step + paragraph("next") + section(10, 20)));
  expect(pages.map((page) => linesWithin(page.body).map(textOf).join(""))).toEqual(["0123456789", "next"]);
});

describe("a cell", () => {
  const cell = (content: string) => `<w:tc><w:tcPr><w:tcW w:w="1000" w:type="dxa"/></w:tcPr>${content}</w:tc>`;
  const table = (content: string) => `<w:tbl><w:tblPr/><w:tr>${cell(content)}</w:tr></w:tbl>`;
  const heights = (content: string) =>
    layOut(wordDocument(table(content) + paragraph("after") + section(10, 20)))
      .flatMap(({ body }) => body)
      .flatMap((fragment) => (fragment.kind === "table" ? [Math.round(fragment.heightPt)] : []));

  it("keeps the space around its paragraphs", () => {
    expect(heights(paragraph("a", '<w:spacing w:before="100" w:after="180"/>'))).toEqual([26]);
  });

  it("drops it between neighbours of one style that go without", () => {
    const spacing = '<w:contextualSpacing/><w:spacing w:before="100" w:after="180"/>';
    expect(heights(paragraph("a", spacing) + paragraph("b", spacing))).toEqual([5 + 24]);
  });

  it("takes the paragraphs of the cells and the text around it for neighbours", () => {
    const spacing = '<w:contextualSpacing/><w:spacing w:before="100" w:after="180"/>';
    const other = `<w:pStyle w:val="Other"/>${spacing}`;
    const row = (...contents: string[]) => `<w:tr>${contents.map(cell).join("")}</w:tr>`;
    const heightOf = (body: string) =>
      layOut(wordDocument(body + section(20, 40), { styles: '<w:style w:type="paragraph" w:styleId="Other"/>' }))
        .flatMap(({ body: fragments }) => fragments)
        .flatMap((fragment) => (fragment.kind === "table" ? fragment.rows.map((row) => Math.round(row.heightPt)) : []));
    const rows = (...content: string[]) => `<w:tbl><w:tblPr/>${content.join("")}</w:tbl>`;
    const text = paragraph("a", spacing);
    expect(heightOf(text + rows(row(text, text)) + text)).toEqual([12]);
    expect(heightOf(paragraph("a", other) + rows(row(text, text)) + text)).toEqual([5 + 12]);
    expect(heightOf(text + rows(row(text), row(paragraph("b", other))) + text)).toEqual([12 + 9, 5 + 12 + 9]);
  });

  it("has numbers at its one decimal tab without a tab before them", () => {
    const places = (text: string, tabs: string) =>
      layOut(wordDocument(table(paragraph(text, `<w:tabs>${tabs}</w:tabs>`)) + section(10, 40)))
        .flatMap((page) => linesWithin(page.body))
        .flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "gap" ? [part.widthPt] : [])));
    const stop = (position: number, kind = "decimal") => `<w:tab w:val="${kind}" w:pos="${position}"/>`;
    expect(places("1.5", stop(500))).toEqual([20]);
    expect(places("text", stop(500))).toEqual([5]);
    expect(places("1.5", stop(500) + stop(800))).toEqual([]);
    expect(places("1.5", stop(500, "right"))).toEqual([]);
  });

  it("has lines on the grid only where the document says so", () => {
    const grid = '<w:docGrid w:type="lines" w:linePitch="400"/>';
    const heightsWith = (compat: string) =>
      layOut(
        wordDocument(table(paragraph("a")) + paragraph("b") + section(10, 40, grid), {
          settings: `<w:compat>${compat}</w:compat>`,
        }),
      )
        .flatMap((page) => linesWithin(page.body))
        .map(({ heightPt }) => heightPt);
    expect(heightsWith("")).toEqual([12, 20]);
    expect(heightsWith("<w:adjustLineHeightInTable/>")).toEqual([20, 20]);
  });

  it("passes over breaks of pages and columns", () => {
    const content = '<w:p><w:r><w:br w:type="page"/><w:br w:type="column"/><w:t>a</w:t></w:r></w:p>';
    expect(heights(content)).toEqual([12]);
    const [page] = layOut(wordDocument(table(content) + section(10, 20)));
    expect(linesWithin(page?.body ?? []).map(textOf)).toContain("a");
  });
});

describe("the height of a line", () => {
  const heights = (body: string) =>
    layOut(wordDocument(body + section(10, 40))).flatMap(({ body: fragments }) =>
      linesWithin(fragments).map(({ heightPt }) => Math.round(heightPt)),
    );
  const mark = '<w:rPr><w:sz w:val="40"/></w:rPr>';

  it("is the mark's only in a paragraph of nothing else", () => {
    expect(heights(`<w:p><w:pPr>${mark}</w:pPr></w:p>`)).toEqual([24]);
    expect(heights(paragraph("text", mark))).toEqual([12]);
  });

  it("owes nothing to spaces and tabs between its words", () => {
    const large = (content: string) => `<w:r>${mark}${content}</w:r>`;
    const words = (between: string) => `<w:p><w:r><w:t>a</w:t></w:r>${large(between)}<w:r><w:t>b</w:t></w:r></w:p>`;
    expect(heights(words("<w:tab/>"))).toEqual([12]);
    expect(heights(words('<w:t xml:space="preserve"> </w:t>'))).toEqual([12]);
    expect(heights(words("<w:t>c</w:t>"))).toEqual([24]);
  });
});

it("a full stop or a comma hangs into the margin of documents with Korean layout", () => {
  const korean = '<w:themeFontLang w:eastAsia="ko-KR"/><w:compat><w:useFELayout/></w:compat>';
  const first = (properties: string, settings = korean, text = "one two. six") =>
    layOut(wordDocument(paragraph(text, properties) + section(10, 7), { settings }))
      .flatMap((page) => linesWithin(page.body))
      .map((line) => textOf(line).trim())[0];
  expect(first("")).toBe("one two.");
  expect(first("", korean, "one two) six")).toBe("one");
  expect(first('<w:overflowPunct w:val="0"/>')).toBe("one");
  expect(first("", korean.replace("<w:useFELayout/>", ""))).toBe("one");
  expect(first("", korean.replace("ko-KR", "ja-JP"))).toBe("one");
});

describe("a justified line", () => {
  const lines = (text: string, compatibilityMode: number, characters: number) =>
    layOut(wordDocument(paragraph(text, '<w:jc w:val="both"/>') + section(10, characters), mode(compatibilityMode)))
      .flatMap(({ body }) => linesWithin(body))
      .map(textOf);
  // 19 characters on a line of 18.5: its four spaces give up an eighth each, or the last but three stretch by half.
  const text = "one two six ten ten and more of them follows";

  it("shrinks its spaces since Word 2013 where they would otherwise stretch twice as much", () => {
    expect(lines(text, 15, 18.5)[0]).toBe("one two six ten ten ");
    expect(lines(text, 14, 18.5)[0]).toBe("one two six ten ");
  });

  it("does not shrink them by more than a quarter", () => {
    expect(lines(text, 15, 17.5)[0]).toBe("one two six ten ");
  });

  it("counts spaces that do not break among those that stretch", () => {
    const text = "one two\u00a0six ten and more of them follows";
    const [page] = layOut(wordDocument(paragraph(text, '<w:jc w:val="both"/>') + section(10, 17)));
    const [line] = linesWithin(page?.body ?? []);
    expect(line && textOf(line)).toBe("one two\u00a0six ten ");
    // Fifteen characters in the space of seventeen, and three gaps.
    expect(line?.wordSpacingPt).toBeCloseTo((2 * 5) / 3);
  });

  it("stretches above a break within the paragraph, too, unless the document says no", () => {
    const body = `<w:p><w:pPr><w:jc w:val="both"/></w:pPr><w:r><w:t>one two</w:t><w:br/><w:t>three</w:t></w:r></w:p>`;
    const spacings = (compat: string) =>
      layOut(wordDocument(body + section(10, 40), { settings: `<w:compat>${compat}</w:compat>` }))
        .flatMap((page) => linesWithin(page.body))
        .map(({ wordSpacingPt }) => Math.round(wordSpacingPt));
    expect(spacings("")).toEqual([33 * 5, 0]);
    expect(spacings("<w:doNotExpandShiftReturn/>")).toEqual([0, 0]);
  });

  it("stretches where that shows less", () => {
    // One character too wide: a fifth of five spaces, which stretch by a quarter without the word of one letter.
    expect(lines("one two six ten ten a more of them follows", 15, 20)[0]).toBe("one two six ten ten ");
  });
});
