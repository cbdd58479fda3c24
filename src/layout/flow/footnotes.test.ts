import { describe, expect, it } from "vitest";
import { bodyTexts, layOut, paragraph, section, textOf, wordDocument } from "../testing/word-document.ts";
import { linesWithin } from "./fragment-notes.ts";
import type { Page } from "./fragments.ts";
import { PageFieldValues } from "./page-fields.ts";

const withNote = (text: string, id: number) =>
  `<w:p><w:r><w:t>${text}</w:t></w:r><w:r><w:footnoteReference w:id="${id}"/></w:r></w:p>`;
const note = (id: number, ...lines: string[]) =>
  `<w:footnote w:id="${id}">${lines.map((line) => paragraph(line, '<w:widowControl w:val="0"/>')).join("")}</w:footnote>`;

const noteTexts = (pages: ReturnType<typeof layOut>) => pages.map((page) => linesWithin(page.footnotes).map(textOf));

describe("footnotes", () => {
  it("are below a line on the page of their reference", () => {
    const document = wordDocument(`${withNote("one", 1)}${paragraph("two")}${section(6, 20)}`, {
      footnotes: note(1, "first"),
    });
    const pages = layOut(document);
    expect(bodyTexts(pages)).toEqual([["one1", "two"]]);
    expect(noteTexts(pages)).toEqual([["", "first"]]);
  });

  it("take the height of the document's own separator", () => {
    const separator = (size: number) =>
      `<w:footnote w:type="separator" w:id="-1"><w:p><w:pPr><w:rPr><w:sz w:val="${size}"/></w:rPr></w:pPr><w:r><w:rPr><w:sz w:val="${size}"/></w:rPr><w:separator/></w:r></w:p></w:footnote>`;
    const body = `${withNote("one", 1)}${paragraph("two")}${paragraph("three")}${section(5, 20)}`;
    const pagesWith = (size: number) => layOut(wordDocument(body, { footnotes: separator(size) + note(1, "first") }));
    expect(bodyTexts(pagesWith(20))).toEqual([["one1", "two", "three"]]);
    expect(bodyTexts(pagesWith(40))).toEqual([["one1", "two"], ["three"]]);
  });

  it("continue on the next page when they do not fit", () => {
    const body = `${paragraph("one")}${withNote("two", 1)}${paragraph("three")}${section(6, 20)}`;
    const pages = layOut(wordDocument(body, { footnotes: note(1, "n1", "n2", "n3", "n4", "n5") }));
    expect(bodyTexts(pages)).toEqual([["one", "two1"], ["three"]]);
    expect(noteTexts(pages)).toEqual([
      ["", "n1", "n2", "n3"],
      ["", "n4", "n5"],
    ]);
  });

  it("go on over pages of their own after the text", () => {
    const lines = Array.from({ length: 9 }, (_, index) => `n${index}`);
    const pages = layOut(wordDocument(`${withNote("one", 1)}${section(6, 20)}`, { footnotes: note(1, ...lines) }));
    expect(noteTexts(pages).flat().filter(Boolean)).toEqual(lines);
    expect(pages.length).toBeGreaterThan(1);
  });

  it("move with their line when not even their start fits", () => {
    const body = `${paragraph("one")}${paragraph("two")}${paragraph("three")}${withNote("four", 1)}${section(5, 20)}`;
    const pages = layOut(wordDocument(body, { footnotes: note(1, "n1") }));
    expect(bodyTexts(pages)).toEqual([["one", "two", "three"], ["four1"]]);
  });

  it("are at the foot of their column, as wide as it, and leave the others alone", () => {
    const columns = '<w:cols w:num="2" w:space="0"/>';
    const step = '<w:p><w:r><w:br w:type="column"/></w:r></w:p>';
    // Below the mark of the paragraph with the break.
    const right = Array.from({ length: 5 }, (_, index) => paragraph(`r${index}`)).join("");
    const body = `${withNote("left", 1)}${step}${right}${section(6, 20, columns)}`;
    const [page, ...others] = layOut(wordDocument(body, { footnotes: note(1, "aaaa bbbb cccc") }));
    expect(others).toEqual([]);
    expect(linesWithin(page?.footnotes ?? []).map(textOf)).toEqual(["", "aaaa bbbb ", "cccc"]);
    expect(page?.footnotes.map(({ xPt }) => xPt)).toEqual([10, 10]);
  });

  it("are above those of columns that were placed differently", () => {
    const broken = `<w:p><w:pPr>${section(9, 20, '<w:cols w:num="2" w:space="0"/>')}</w:pPr></w:p>`;
    const body = `${withNote("one", 1)}${broken}${withNote("two", 2)}${section(9, 20, '<w:type w:val="continuous"/>')}`;
    const [page] = layOut(wordDocument(body, { footnotes: note(1, "n1") + note(2, "n2") }));
    const tops = page?.footnotes.map(({ yPt }) => Math.round(yPt - 10));
    expect(linesWithin(page?.footnotes ?? []).map(textOf)).toEqual(["", "n1", "", "n2"]);
    expect(tops).toEqual([84, 96, 60, 72]);
  });

  it("count by the rules of their section", () => {
    const rules = '<w:footnotePr><w:numFmt w:val="upperRoman"/><w:numRestart w:val="eachSect"/></w:footnotePr>';
    const broken = `<w:p><w:pPr>${section(6, 20, '<w:footnotePr><w:numStart w:val="4"/></w:footnotePr>')}</w:pPr></w:p>`;
    const body = `${withNote("one", 1)}${withNote("two", 2)}${broken}${withNote("three", 3)}${section(6, 20, rules)}`;
    const pages = layOut(wordDocument(body, { footnotes: note(1, "a") + note(2, "b") + note(3, "c") }));
    expect(bodyTexts(pages).flat().filter(Boolean)).toEqual(["one4", "two5", "threeI"]);
  });

  it("restart on each page if their section says so", () => {
    const rules =
      '<w:footnotePr><w:numFmt w:val="upperRoman"/><w:numStart w:val="2"/><w:numRestart w:val="eachPage"/></w:footnotePr>';
    const labeled = (id: number) => `<w:footnote w:id="${id}"><w:p><w:r><w:footnoteRef/></w:r></w:p></w:footnote>`;
    const body = `${withNote("one", 1)}${withNote("two", 2)}${withNote("three", 3)}${section(6, 20, rules)}`;
    const pages = layOut(wordDocument(body, { footnotes: [1, 2, 3].map(labeled).join("") }));
    const values = new PageFieldValues(new Set());
    for (const page of pages) values.add(page);
    const numbersOf = (fragments: Page["body"], page: Page) =>
      linesWithin(fragments).flatMap(({ parts }) =>
        parts.flatMap((part) => (part.kind === "text" && part.field ? values.evaluate(part.field, page, "") : [])),
      );
    expect(pages.map((page) => numbersOf(page.body, page))).toEqual([["II", "III"], ["II"]]);
    expect(pages.map((page) => numbersOf(page.footnotes, page))).toEqual([["II", "III"], ["II"]]);
  });
});

describe("endnotes", () => {
  const reference = (text: string, id: number) =>
    `<w:p><w:r><w:t>${text}</w:t></w:r><w:r><w:endnoteReference w:id="${id}"/></w:r></w:p>`;
  const endnote = (id: number, text: string) => `<w:endnote w:id="${id}">${paragraph(text)}</w:endnote>`;
  const endnotes = endnote(1, "first") + endnote(2, "second");
  const textsWith = (settings: string, firstSection = "") => {
    const broken = `<w:p><w:pPr>${section(8, 20, firstSection)}</w:pPr></w:p>`;
    const body = `${reference("one", 1)}${broken}${reference("two", 2)}${section(8, 20)}`;
    const pages = bodyTexts(layOut(wordDocument(body, { endnotes, settings })));
    return pages.map((texts) => texts.filter(Boolean));
  };
  const atSections = '<w:endnotePr><w:pos w:val="sectEnd"/></w:endnotePr>';

  it("come after the document", () => {
    expect(textsWith("")).toEqual([["onei"], ["twoii", "first", "second"]]);
  });

  it("come after their section if the document says so", () => {
    expect(textsWith(atSections)).toEqual([
      ["onei", "first"],
      ["twoii", "second"],
    ]);
  });

  it("are left to the next section by one that prints none", () => {
    expect(textsWith(atSections, "<w:noEndnote/>")).toEqual([["onei"], ["twoii", "first", "second"]]);
  });

  it("take part when the columns of their section are balanced", () => {
    const broken = `<w:p><w:pPr>${section(8, 20, '<w:cols w:num="2" w:space="0"/>')}</w:pPr></w:p>`;
    const body = `${reference("one", 1)}${broken}${reference("two", 2)}${section(8, 20, '<w:type w:val="continuous"/>')}`;
    const [page] = layOut(wordDocument(body, { endnotes, settings: atSections }));
    expect(bodyTexts(page ? [page] : [])[0]?.filter(Boolean)).toEqual(["onei", "first", "twoii", "second"]);
  });
});
