import { describe, expect, it } from "vitest";
import { docx, paragraph as p, row, run, table, WORD_NAMESPACES } from "../testing/docx-builder.ts";
import { merge, outline } from "../testing/render.ts";
import { docxEngine } from "./docx-engine.ts";

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const settings = { keep_comments: true };
const merged = (body: string, data: Record<string, unknown> = {}) =>
  merge(docxEngine, docx({ body }), data, { settings });

describe("what a dropped block leaves", () => {
  it.each(["bookmark", "commentRange"])("is not half of a %s", async (kind) => {
    const start = `<w:${kind}Start w:id="1"${kind === "bookmark" ? ' w:name="x"' : ""}/>`;
    const body = `<w:p>${start}${run("A")}</w:p>${p("{if $no}")}<w:p>${run("B")}<w:${kind}End w:id="1"/></w:p>${p("{/if}")}`;
    expect((await merged(body)).xml("word/document.xml")).not.toContain(kind);
    const kept = (await merged(body, { no: 1 })).xml("word/document.xml");
    expect(kept.match(new RegExp(`<w:${kind}(?:Start|End)`, "g"))).toHaveLength(2);
  });

  it.each(["footnote", "endnote", "comment"])("is no %s that nothing refers to", async (kind) => {
    const note = (id: number, text: string) => `<w:${kind} w:id="${id}">${p(text)}</w:${kind}>`;
    const separator = kind === "comment" ? "" : `<w:${kind} w:type="separator" w:id="-1">${p("")}</w:${kind}>`;
    const parts = {
      [`word/${kind}s.xml`]: {
        content: `<w:${kind}s ${WORD_NAMESPACES}>${separator}${note(1, "kept")}${note(2, "secret")}</w:${kind}s>`,
        type: `${WORD}.${kind}s+xml`,
      },
    };
    const reference = (id: number) => `<w:p>${run("x")}<w:r><w:${kind}Reference w:id="${id}"/></w:r></w:p>`;
    const body = reference(1) + p("{if $no}") + reference(2) + p("{/if}");
    const relationships = { rId1: { type: `${kind}s`, target: `${kind}s.xml` } };
    const xml = (await merge(docxEngine, docx({ body, parts, relationships }), {}, { settings })).xml(
      `word/${kind}s.xml`,
    );
    expect(outline(xml).replace(/¶/g, "")).toBe("kept");
    expect(xml.includes("separator")).toBe(kind !== "comment");
  });
});

describe("paragraphs that only compute", () => {
  it.each([
    ["an assignment", "{$x = 1}"],
    ["{assign}", "{assign var=x value=1}"],
    ["a comment", "{* for the author *}"],
    ["{capture}", "{capture name=c}y{/capture}"],
    ["an else branch without text", "{foreach $none as $n}{foreachelse}{/foreach}"],
  ])("leave no empty line: %s", async (_, text) => {
    expect(outline((await merged(p("A") + p(text) + p("B"))).xml("word/document.xml"))).toBe("A¶B¶");
  });

  it("but a cell keeps its paragraph, and an empty value its line", async () => {
    const body = table(row("{$x = 1}", "B")) + p("{$none}") + p("C");
    expect(outline((await merged(body)).xml("word/document.xml"))).toBe("¶|B¶|/¶C¶");
  });
});
