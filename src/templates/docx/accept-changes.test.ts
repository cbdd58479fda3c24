import { describe, expect, it } from "vitest";
import { withDocxtemplater } from "../ooxml/docxtemplater/with-docxtemplater.ts";
import { cell, docx, paragraph as p, run, WORD_NAMESPACES } from "../testing/docx-builder.ts";
import { merge, outline } from "../testing/render.ts";
import { docxEngine } from "./docx-engine.ts";
import { prepareWord } from "./prepare-word.ts";
import { markedDocument } from "./watermark.ts";
import { compileWord } from "./word-template.ts";

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const DOCUMENT = "word/document.xml";
const BY = 'w:id="9" w:author="Jane" w:date="2024-01-01T00:00:00Z"';
const added = (content: string) => `<w:ins ${BY}>${content}</w:ins>`;
const deleted = (text: string) => `<w:del ${BY}><w:r><w:delText>${text}</w:delText></w:r></w:del>`;
const markDeleted = (content: string, properties = "") =>
  `<w:p><w:pPr>${properties}<w:rPr><w:del ${BY}/></w:rPr></w:pPr>${content}</w:p>`;
const rows = (...cells: string[]) =>
  `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="900"/></w:tblGrid>${cells.map((each) => `<w:tr>${each}</w:tr>`).join("")}</w:tbl>`;

const documentOf = async (body: string, data: Record<string, unknown> = {}) =>
  (await merge(docxEngine, docx({ body }), data)).xml(DOCUMENT);

describe("tracked changes", () => {
  it.each([
    ["insertions stay", `<w:p>${run("a")}${added(run("b"))}</w:p>`, "ab¶"],
    ["deletions go", `<w:p>${run("a")}${deleted("b")}${run("c")}</w:p>`, "ac¶"],
    ["a tag half of which was inserted", `<w:p>${run("{$Na")}${added(run("me}"))}</w:p>`, "Ann¶"],
    ["a tag that was deleted", `<w:p>${deleted("{$Nope|nope}")}${run("x")}</w:p>`, "x¶"],
    [
      "what was moved stands where it is now",
      `<w:p><w:moveFromRangeStart ${BY} w:name="m"/><w:moveFrom ${BY}>${run("a")}</w:moveFrom><w:moveFromRangeEnd w:id="9"/></w:p><w:p><w:moveTo ${BY}>${run("a")}</w:moveTo></w:p>`,
      "¶a¶",
    ],
    [
      "paragraphs whose end was deleted are one",
      markDeleted(run("a")) + markDeleted(run("b")) + p("c") + p("d"),
      "abc¶d¶",
    ],
    ["deleted paragraphs go", markDeleted(deleted("x")) + p("a"), "a¶"],
    ["also before a table", markDeleted(deleted("x")) + rows(cell("a")) + p("b"), "a¶|/b¶"],
    ["but the last paragraph of a cell", rows(`<w:tc>${markDeleted(deleted("x"))}</w:tc>`) + p("b"), "¶|/b¶"],
    [
      "deleted rows go, inserted ones stay",
      rows(cell("a"), `<w:trPr><w:ins ${BY}/></w:trPr>${cell("b")}`, `<w:trPr><w:del ${BY}/></w:trPr>${cell("c")}`) +
        p("z"),
      "a¶|/b¶|/z¶",
    ],
    ["tables without rows go", rows(`<w:trPr><w:del ${BY}/></w:trPr>${cell("c")}`) + p("z"), "z¶"],
    [
      "deleted cells go",
      rows(`<w:tc><w:tcPr><w:cellDel ${BY}/></w:tcPr>${p("a")}</w:tc>${cell("b")}`) + p("z"),
      "b¶|/z¶",
    ],
  ])("%s", async (_, body, expected) => {
    const xml = await documentOf(body, { Name: "Ann" });
    expect(outline(xml)).toBe(expected);
    expect(xml).not.toContain("Jane");
    expect(xml).not.toMatch(/<w:(?:ins|del|move)/);
  });

  it("former properties are dropped", async () => {
    const body = `<w:p><w:pPr><w:jc w:val="center"/><w:rPr><w:ins ${BY}/></w:rPr><w:pPrChange ${BY}><w:pPr/></w:pPrChange></w:pPr>${run("a", `<w:b/><w:rPrChange ${BY}><w:rPr><w:i/></w:rPr></w:rPrChange>`)}</w:p>`;
    const xml = await documentOf(body);
    expect(xml).toContain('<w:pPr><w:jc w:val="center"/><w:rPr></w:rPr></w:pPr>');
    expect(xml).toContain("<w:rPr><w:b/></w:rPr>");
    expect(xml).not.toContain("Change");
  });

  it("joined paragraphs have the properties of the last", async () => {
    const last = `<w:p><w:pPr><w:jc w:val="right"/></w:pPr>${run("b")}</w:p>`;
    const xml = await documentOf(markDeleted(run("a"), '<w:jc w:val="center"/>') + last);
    expect(xml).toContain('<w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:t xml:space="preserve">a</w:t>');
    expect(xml).not.toContain("center");
  });
});

const comments = (kind: string, root = "comments") => ({
  content: `<w:${root} ${WORD_NAMESPACES}><w:comment w:id="1" w:author="Jane">${p("Too dear? {$Margin}")}</w:comment></w:${root}>`,
  type: `${WORD}.${kind}+xml`,
});

const commented = () =>
  docx({
    body: `<w:p><w:commentRangeStart w:id="1"/>${run("Price {$Price}")}<w:commentRangeEnd w:id="1"/><w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr><w:commentReference w:id="1"/></w:r>${deleted("old")}</w:p>`,
    parts: {
      "word/comments.xml": comments("comments"),
      "word/people.xml": {
        content: `<w15:people xmlns:w15="x"><w15:person w15:author="Jane"/></w15:people>`,
        type: `${WORD}.people+xml`,
      },
    },
    relationships: {
      rId1: { type: "comments", target: "comments.xml" },
      rId2: { type: "people", target: "people.xml" },
    },
  });

describe("comments", () => {
  it("do not go into merged files, nor do their parts", async () => {
    const file = await merge(docxEngine, commented(), { Price: 5 });
    expect(outline(file.xml(DOCUMENT))).toBe("Price 5¶");
    expect(file.xml(DOCUMENT)).not.toMatch(/omment/);
    expect(file.zip.names()).toEqual(["[Content_Types].xml", "_rels/.rels", DOCUMENT, "word/_rels/document.xml.rels"]);
    expect(file.xml("[Content_Types].xml")).not.toMatch(/comments|people/);
    expect(file.xml("word/_rels/document.xml.rels")).not.toContain("<Relationship ");
  });

  it("make no fields", async () => {
    const names = async (settings = {}) =>
      (await docxEngine.inspect(commented(), settings)).fields.map(({ name }) => name);
    expect(await names()).toEqual(["Price"]);
    expect(await names({ keep_comments: true })).toEqual(["Price", "Margin"]);
  });

  it("stay if the settings say so, with the changes", async () => {
    const settings = { keep_comments: true };
    const file = await merge(docxEngine, commented(), { Price: 5, Margin: 2 }, { settings });
    expect(outline(file.xml("word/comments.xml"))).toBe("Too dear? 2¶");
    expect(file.xml(DOCUMENT)).toContain("<w:del ");
    expect(file.xml(DOCUMENT)).toContain('<w:commentReference w:id="1"/>');
    expect(file.has("word/people.xml")).toBe(true);
  });

  it("the settings of one merge are not those of the next", async () => {
    const source = { versionKey: "accept-changes", bytes: async () => commented() };
    const { TEST_ENVIRONMENT } = await import("../testing/render.ts");
    const sizes = [];
    for (const keep_comments of [true, false, true])
      sizes.push(
        (await docxEngine.render(source, {}, { ...TEST_ENVIRONMENT, settings: { keep_comments } })).bytes.length,
      );
    expect(sizes[0]).toBe(sizes[2]);
    expect(sizes[1]).toBeLessThan(sizes[0] ?? 0);
  });

  it("do not go into files of docxtemplater either", async () => {
    const engine = withDocxtemplater(docxEngine, markedDocument, compileWord, prepareWord);
    const settings = { syntax: "docxtemplater" as const };
    const file = await merge(engine, commented(), {}, { settings });
    expect(file.has("word/comments.xml")).toBe(false);
    expect(file.xml(DOCUMENT)).not.toContain("old");
  });
});

it("pictures that were deleted are not in the file", async () => {
  const imageRun = (id: string) => `<w:r><w:drawing><a:blip r:embed="${id}"/></w:drawing></w:r>`;
  const body = `<w:p>${imageRun("rId1")}<w:del ${BY}>${imageRun("rId2")}${imageRun("rId3")}</w:del></w:p>`;
  const image = (content: string) => ({ content, type: "image/png" });
  const file = await merge(
    docxEngine,
    docx({
      body,
      parts: { "word/media/a.png": image("a"), "word/media/b.png": image("b") },
      relationships: {
        rId1: { type: "image", target: "media/a.png" },
        rId2: { type: "image", target: "media/b.png" },
        rId3: { type: "image", target: "media/a.png" },
      },
    }),
    {},
  );
  expect(file.zip.names().filter((name) => name.includes("media"))).toEqual(["word/media/a.png"]);
});
