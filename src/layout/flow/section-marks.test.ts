import { describe, expect, it } from "vitest";
import { bodyTexts, layOut, paragraph, section, wordDocument } from "../testing/word-document.ts";

const NUMBERING =
  '<w:abstractNum w:abstractNumId="1">' +
  [0, 1, 2, 3, 4, 5, 6, 7, 8]
    .map(
      (level) =>
        `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%${level + 1}."/></w:lvl>`,
    )
    .join("") +
  '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>';

/** Headings of nine levels, numbered, boxed, each on a page of its own and kept with what follows. */
const STYLES = Array.from(
  { length: 9 },
  (_, level) =>
    `<w:style w:type="paragraph" w:styleId="H${level + 1}"><w:name w:val="heading ${level + 1}"/><w:pPr><w:keepNext/>` +
    `<w:pageBreakBefore/><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>` +
    '<w:pBdr><w:top w:val="single" w:sz="8"/></w:pBdr><w:spacing w:before="240" w:after="240"/>' +
    `<w:outlineLvl w:val="${level}"/></w:pPr></w:style>`,
).join("");

const mark = (format: string, properties = "", content = "") =>
  `<w:p><w:pPr>${properties}${format}</w:pPr>${content}</w:p>`;
const styled = (level: number) => `<w:pStyle w:val="H${level}"/>`;
const heading = (level: number, text: string) => paragraph(text, styled(level));
const laidOut = (body: string) => layOut(wordDocument(body, { styles: STYLES, numbering: NUMBERING }));
const labelsOf = (body: string) =>
  wordDocument(body, { styles: STYLES, numbering: NUMBERING }).sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "paragraph" && block.label ? [block.label.text] : [])),
  );

const CONTINUOUS = '<w:type w:val="continuous"/>';
const BREAK = '<w:r><w:br w:type="page"/></w:r>';

describe("a paragraph that holds only the end of its section", () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])("is not a heading of level %i", (level) => {
    const body = `${paragraph("one")}${mark(section(4, 20), styled(level))}${heading(1, "two")}${section(4, 20)}`;
    expect(bodyTexts(laidOut(body)).map((texts) => texts.map((text) => text.trim()))).toEqual([["one"], ["1.\ttwo"]]);
    expect(labelsOf(body)).toEqual(["1."]);
  });

  it("takes no room where the next section goes on below", () => {
    const body = `${paragraph("one")}${mark(section(6, 20), styled(1))}${paragraph("two")}${section(6, 20, CONTINUOUS)}`;
    const [page, ...others] = laidOut(body);
    expect(others).toEqual([]);
    expect(page?.body.map(({ yPt }) => yPt)).toEqual([10, 22]);
  });

  it("takes none after a table", () => {
    const table =
      '<w:tbl><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr>' +
      `${paragraph("cell")}</w:tc></w:tr></w:tbl>`;
    const body = `${table}${mark(section(6, 20), styled(2))}${paragraph("two")}${section(6, 20, CONTINUOUS)}`;
    const [page, ...others] = laidOut(body);
    expect(others).toEqual([]);
    expect(page?.body.map(({ kind, yPt }) => [kind, yPt])).toEqual([
      ["table", 10],
      ["paragraph", 22],
    ]);
  });

  it("takes none after a table of contents, whose field ends in it", () => {
    const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const contents =
      `<w:p>${field("begin")}<w:r><w:instrText>TOC \\o "1-3"</w:instrText></w:r>${field("separate")}` +
      "<w:r><w:t>Chapter 1</w:t></w:r></w:p>";
    const body = `${contents}${mark(section(1, 20), styled(1), field("end"))}${paragraph("two")}${section(4, 20)}`;
    expect(bodyTexts(laidOut(body))).toEqual([["Chapter 1"], ["two"]]);
  });

  it("takes none in columns", () => {
    const columns = '<w:cols w:num="2" w:space="0"/>';
    const texts = ["a", "b", "c", "d"].map((text) => paragraph(text)).join("");
    const body = `${texts}${mark(section(6, 20, columns), styled(1))}${paragraph("e")}${section(6, 20, CONTINUOUS)}`;
    const [page, ...others] = laidOut(body);
    expect(others).toEqual([]);
    expect(page?.body.map(({ yPt }) => yPt)).toEqual([10, 22, 10, 22, 34]);
  });

  it("has no page of its own when the text above fills the last one", () => {
    const body = `${["a", "b", "c"].map((text) => paragraph(text)).join("")}${mark(section(3, 20), styled(1))}${paragraph("d")}${section(3, 20)}`;
    expect(bodyTexts(laidOut(body))).toEqual([["a", "b", "c"], ["d"]]);
  });

  it("is an empty page where it is all of its section", () => {
    const body = `${paragraph("one")}${mark(section(4, 20))}${mark(section(4, 20), styled(1))}${paragraph("two")}${section(4, 20)}`;
    const pages = laidOut(body);
    expect(bodyTexts(pages)).toEqual([["one"], [""], ["two"]]);
    expect(pages[1]?.body.map((fragment) => fragment.kind === "paragraph" && fragment.decoration.top)).toEqual([
      undefined,
    ]);
  });

  it("leaves a heading with text what it is", () => {
    const ends = `<w:p><w:pPr>${styled(1)}${section(4, 20)}</w:pPr><w:r><w:t>last</w:t></w:r></w:p>`;
    expect(labelsOf(`${paragraph("one")}${ends}${heading(1, "two")}${section(4, 20)}`)).toEqual(["1.", "2."]);
    expect(laidOut(`${paragraph("one")}${ends}${section(4, 20)}`)).toHaveLength(3);
  });

  it("leaves its bookmarks to the text before it", () => {
    const bookmark = '<w:bookmarkStart w:id="1" w:name="there"/><w:bookmarkEnd w:id="1"/>';
    const pages = laidOut(
      `${paragraph("one")}${mark(section(4, 20), "", bookmark)}${paragraph("two")}${section(4, 20)}`,
    );
    const [first] = pages[0]?.body ?? [];
    expect(first?.kind === "paragraph" && first.lines.flatMap(({ bookmarks }) => bookmarks)).toEqual(["there"]);
  });
});

describe("a page break at the very end of a section", () => {
  const breaks = paragraph("").replace("</w:p>", `${BREAK}</w:p>`);

  it("makes no empty page, before the mark and in its paragraph", () => {
    const before = `${paragraph("one")}${breaks}${mark(section(4, 20))}${paragraph("two")}${section(4, 20)}`;
    const within = `${paragraph("one")}${mark(section(4, 20), "", BREAK)}${paragraph("two")}${section(4, 20)}`;
    expect(laidOut(before)).toHaveLength(2);
    expect(laidOut(within)).toHaveLength(2);
    expect(laidOut(within).map(({ number }) => number)).toEqual([1, 2]);
  });

  it("leaves the page between two breaks", () => {
    const body = `${paragraph("one")}${breaks}${breaks}${mark(section(4, 20))}${paragraph("two")}${section(4, 20)}`;
    expect(laidOut(body)).toHaveLength(3);
  });

  it("turns the page of a section that would go on below", () => {
    const body = `${paragraph("one")}${mark(section(4, 20), "", BREAK)}${paragraph("two")}${section(4, 20, CONTINUOUS)}`;
    expect(bodyTexts(laidOut(body)).map((texts) => texts.filter(Boolean))).toEqual([["one"], ["two"]]);
  });

  it("leaves an empty page where text or the document's last mark comes after it", () => {
    const body = `${paragraph("one")}${breaks}${paragraph("")}${section(4, 20)}`;
    expect(laidOut(body)).toHaveLength(2);
  });
});
