import { describe, expect, it } from "vitest";
import { inflateNatively } from "../../office/inflate-native.ts";
import { OFFICE_LIMITS } from "../../office/limits.ts";
import { ZipArchive } from "../../office/zip-archive.ts";
import { ZipWriter } from "../../office/zip-writer.ts";
import { docx, paragraph, row, run, table } from "../testing/docx-builder.ts";
import { merge, outline } from "../testing/render.ts";
import { docxEngine } from "./docx-engine.ts";

const DOCUMENT = "word/document.xml";

/** The same file with the document as another program writes it. */
function rewritten(file: Uint8Array, change: (xml: string) => string): Uint8Array {
  const zip = ZipArchive.open(file, OFFICE_LIMITS, inflateNatively);
  const writer = new ZipWriter();
  for (const name of zip.names()) {
    const text = new TextDecoder().decode(zip.read(name));
    writer.add(name, new TextEncoder().encode(name === DOCUMENT ? change(text) : text));
  }
  return writer.finish();
}

describe("files of other programs", () => {
  const template = docx({
    body:
      table(row("{tablerow $l as $x}{$x.n}", "{$x.n|upper}{/tablerow}")) +
      paragraph("{if $ok}yes{else}no{/if} {$n}") +
      `<w:p>${run("{$n}")}<w:hyperlink w:anchor="a">${run("x")}</w:hyperlink></w:p>`,
  });
  const data = { l: [{ n: "a" }, { n: "b" }], ok: 1, n: "Ann & Co" };
  const expected = "a¶|A¶|/b¶|B¶|/yes Ann & Co¶Ann & Cox¶";

  it.each([
    [
      "another prefix",
      (xml: string) =>
        xml
          .replace(/(<\/?)w:/g, "$1ns0:")
          .replace(/ w:/g, " ns0:")
          .replace("xmlns:w=", "xmlns:ns0="),
    ],
    [
      "no prefix",
      (xml: string) =>
        xml
          .replace(/(<\/?)w:/g, "$1")
          .replace("xmlns:w=", 'xmlns="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w='),
    ],
  ])("with %s are merged like others", async (_, change) => {
    expect(outline((await merge(docxEngine, template, data)).xml(DOCUMENT))).toBe(expected);
    const file = await merge(docxEngine, rewritten(template, change), data);
    expect(outline(file.xml(DOCUMENT))).toBe(expected);
  });

  const wrapper = (content: string, tag = "goog_rdk_5") =>
    `<w:sdt><w:sdtPr><w:id w:val="5"/><w:tag w:val="${tag}"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;

  it("wrappers of Google Docs are no walls, in text, around paragraphs and within each other", async () => {
    const inline = `<w:p>${wrapper(wrapper(run("{if $ok}"), "goog_rdk_6"))}${run("YES{else}NO")}${wrapper(run("{/if}"))}</w:p>`;
    const blocks = `${wrapper(paragraph("{foreach $l as $x}"))}${paragraph("{$x.n}")}${wrapper(paragraph("{/foreach}"))}`;
    const file = await merge(docxEngine, docx({ body: inline + blocks }), data);
    expect(outline(file.xml(DOCUMENT))).toBe("YES¶a¶b¶");
    expect(file.xml(DOCUMENT)).not.toContain("w:sdt");
  });

  it("content controls that somebody made are still what they are", async () => {
    const body = `<w:p>${wrapper(run("old"), "n")}</w:p>${paragraph("{$n}")}`;
    const xml = (await merge(docxEngine, docx({ body }), data)).xml(DOCUMENT);
    expect(outline(xml)).toBe("Ann & Co¶Ann & Co¶");
    expect(xml).toContain("<w:sdt>");
  });
});
