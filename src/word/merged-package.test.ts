import { describe, expect, it } from "vitest";
import { Failure } from "../domain/failure.ts";
import { present } from "../domain/present.ts";
import { ZipWriter } from "../office/zip-writer.ts";
import { mergeWordFiles } from "./merge-word-files.ts";
import { merged } from "./testing/merged-files.ts";
import { faultsOf } from "./testing/package-faults.ts";
import { paragraph, type TestWordFile, textsOf, wordFile } from "./testing/word-file.ts";

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3);
const IMAGE = { "word/media/image1.png": { bytes: PNG, type: "image/png" } };

describe("the package", () => {
  it("is a plain document without macros, controls and remote templates", () => {
    const body = '<w:p><w:r><w:object><w:control r:id="rIdC"/></w:object></w:r></w:p>';
    const active: TestWordFile = {
      body,
      mainType: "application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
      links: {
        rIdC: ["control", "activeX/activeX1.xml"],
        rIdV: ["vbaProject", "vbaProject.bin"],
        rIdT: ["attachedTemplate", "file:///x.dotm", true],
      },
      media: {
        "word/activeX/activeX1.xml": { bytes: new TextEncoder().encode("<x/>"), type: "application/xml" },
        "word/vbaProject.bin": { bytes: PNG, type: "application/vnd.ms-office.vbaProject" },
      },
    };
    const { texts, document } = merged(active, active);
    expect([...texts.keys()].filter((name) => /vba|activeX/i.test(name))).toEqual([]);
    expect(texts.get("[Content_Types].xml")).not.toMatch(/macro|vba|template/i);
    expect(document).not.toContain("w:control");
    expect(texts.get("word/_rels/document.xml.rels")).not.toContain("x.dotm");
  });

  it("declares prefixes that only a later file uses, and says that they may be ignored", () => {
    const { document } = merged(
      { body: paragraph("A") },
      {
        body: '<w:p><zz:mark xmlns:q="q" zz:a="1"/></w:p>',
        rootAttributes: ' xmlns:zz="http://example.com/zz" mc:Ignorable="zz"',
      },
    );
    expect(document).toContain('xmlns:zz="http://example.com/zz"');
    expect(document).toContain('mc:Ignorable="zz"');
  });

  it("declares prefixes of its own where they are, if the base means something else by them", () => {
    const named = (name: string) => ({
      body: "<w:p><zz:mark/></w:p>",
      rootAttributes: ` xmlns:zz="http://example.com/${name}"`,
    });
    const { values } = merged(named("one"), named("two"), named("one"));
    expect(values("w:p", "xmlns:zz")).toEqual([undefined, "http://example.com/two", undefined]);
  });

  it("says where they are that prefixes may be ignored that mean something else in the base", () => {
    const named = (name: string, body: string) => ({
      body,
      rootAttributes: ` xmlns:zz="http://example.com/${name}" mc:Ignorable="zz"`,
    });
    const { document, values } = merged(
      named("one", '<w:p zz:a="1"/>'),
      named("two", '<w:p zz:b="1"/><w:p/><w:tbl mc:Ignorable="w14" zz:c="1"/>'),
    );
    expect(document).toMatch(/<w:document[^>]* mc:Ignorable="zz"/);
    expect(values("w:p", "mc:Ignorable").filter(Boolean)).toEqual(["zz"]);
    expect(document).toContain('mc:Ignorable="w14 zz"');
    expect(document.match(/xmlns:zz="http:\/\/example.com\/two"/g)).toHaveLength(2);
  });

  it("does so in lists and styles", () => {
    const file = (name: string) => {
      const [list, style] = [
        `<w:numPicBullet w:numPicBulletId="0" zz:a="1"/><w:abstractNum w:abstractNumId="1" zz:a="1"><w:lvl w:ilvl="0"><w:lvlText w:val="${name}"/><w:lvlPicBulletId w:val="0"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`,
        `<w:style w:type="paragraph" w:styleId="${name}" zz:a="1"><w:name w:val="${name}"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`,
      ];
      const bytes = wordFile({
        body: `<w:p><w:pPr><w:pStyle w:val="${name}"/></w:pPr></w:p>`,
        parts: { numbering: list, styles: style },
      });
      return repacked(textsOf(bytes), (text) =>
        text.replace(/<w:(numbering|styles) /, `<w:$1 xmlns:zz="http://example.com/${name}" mc:Ignorable="zz" `),
      );
    };
    const bytes = mergeWordFiles(["one", "two"].map((name) => ({ name, bytes: file(name) })));
    expect(faultsOf(bytes)).toEqual([]);
    const texts = textsOf(bytes);
    // Each of the second file, and in the roots what the first one means.
    for (const [part, elements] of [
      ["numbering", ["w:numPicBullet", "w:abstractNum"]],
      ["styles", ["w:style"]],
    ] as const) {
      const text = present(texts.get(`word/${part}.xml`));
      const tags = text.match(/<w:\w+ [^>]*xmlns:zz="http:\/\/example.com\/two"[^>]*>/g) ?? [];
      expect(tags.map((tag) => tag.slice(1, tag.indexOf(" ")))).toEqual(elements);
      for (const tag of tags) expect(tag).toContain('mc:Ignorable="zz"');
      expect(text).toMatch(/<w:(?:numbering|styles) [^>]*xmlns:zz="http:\/\/example.com\/one"[^>]* mc:Ignorable="zz"/);
    }
  });

  it("declares what sections need that come to a base without headers", () => {
    const base = repacked(textsOf(wordFile({ body: paragraph("A") })), (text, name) =>
      name === "word/document.xml" ? text.replace(/ xmlns:(?:r|mc)="[^"]*"/g, "") : text,
    );
    const section = '<w:headerReference w:type="default" r:id="rId-header"/>';
    const header = { body: paragraph("B"), section, parts: { header: paragraph("head") } };
    const bytes = mergeWordFiles([
      { name: "a", bytes: base },
      { name: "b", bytes: wordFile({ ...header, rootAttributes: ' xmlns:zz="z" mc:Ignorable="zz"' }) },
    ]);
    expect(faultsOf(bytes)).toEqual([]);
    expect(textsOf(bytes).get("word/document.xml")).toMatch(/<w:document[^>]* xmlns:r="[^>]* mc:Ignorable="zz"/);
  });

  it("reads files with other prefixes and strict ones", () => {
    const file = wordFile({ body: paragraph("strict") });
    const parts = textsOf(file);
    const xml = present(parts.get("word/document.xml"));
    expect(xml).toContain("schemas.openxmlformats.org");
    const bytes = mergeWordFiles([
      { name: "a", bytes: wordFile({ body: paragraph("A") }) },
      { name: "b", bytes: strictCopy(parts) },
    ]);
    expect(faultsOf(bytes)).toEqual([]);
    const document = present(textsOf(bytes).get("word/document.xml"));
    expect(document).toContain("<w:t>strict</w:t>");
    expect(document).not.toContain("purl.oclc.org");
  });

  it("is the file itself, except for what is left out, if there is only one", () => {
    const bytes = mergeWordFiles([
      {
        name: "a",
        bytes: wordFile({ body: paragraph("A"), media: IMAGE, links: { rId9: ["image", "media/image1.png"] } }),
      },
    ]);
    expect(faultsOf(bytes)).toEqual([]);
    expect(textsOf(bytes).has("word/media/image1.png")).toBe(true);
  });

  describe("of markup that is too much", () => {
    /** Stored as it is: what is packed a thousand times smaller would be refused before. */
    const longFile = (characters: number) =>
      repacked(
        textsOf(wordFile({ body: paragraph("LONG") })),
        (text) => text.replace("LONG", "x".repeat(characters)),
        "store",
      );

    it("is refused for a single part", () => {
      expect(() => mergeWordFiles([{ name: "a.docx", bytes: longFile(17 * 1024 * 1024) }])).toThrow(
        expect.objectContaining({
          code: "file_too_large",
          message: 'a.docx: The part "word/document.xml" has more than 16777216 bytes of markup.',
        }),
      );
    });

    it("is refused for all files together, at the file that is too much", () => {
      const bytes = longFile(14 * 1024 * 1024);
      const files = ["a.docx", "b.docx", "c.docx"].map((name) => ({ name, bytes }));
      expect(() => mergeWordFiles(files)).toThrow(
        expect.objectContaining({
          code: "file_too_large",
          message: "c.docx: Together the files have more than 41943040 characters of markup.",
        }),
      );
    });
  });

  it("names the file that is at fault", () => {
    const good = { name: "good.docx", bytes: wordFile({ body: paragraph("A") }) };
    const bad = { name: "bad.docx", bytes: wordFile({ body: "<w:p>&lt;</w:q>" }) };
    expect(() => mergeWordFiles([good, bad])).toThrow(
      expect.objectContaining({
        code: "xml_invalid",
        message: expect.stringMatching(
          /^bad\.docx: The part "word\/document\.xml" is damaged\. The XML closes <w:q> where <w:p> is open \(line 1, /,
        ),
        errors: [expect.objectContaining({ pointer: "/files/1" })],
      }),
    );
    const none = (name: string) => ({ name, bytes: new Uint8Array(40) });
    expect(() => mergeWordFiles([none("a.docx"), good, none("c.docx")])).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^2 of the files cannot be used\. a\.docx: .* c\.docx: /),
      }),
    );
    expect(() => mergeWordFiles([])).toThrow(Failure);
  });
});

/** The same package with the namespaces of strict documents, and another prefix for the main one. */
function strictCopy(parts: ReadonlyMap<string, string>): Uint8Array {
  const strict = (text: string) =>
    text
      .replaceAll(
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main",
      )
      .replaceAll(
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
        "http://purl.oclc.org/ooxml/officeDocument/relationships",
      );
  const renamed = (text: string) =>
    strict(text)
      .replaceAll("xmlns:w=", "xmlns:ns0=")
      .replace(/(<\/?)w:/g, "$1ns0:")
      .replace(/(\s)w:/g, "$1ns0:");
  return repacked(parts, (text, name) => (name === "word/document.xml" ? renamed(text) : strict(text)));
}

function repacked(
  parts: ReadonlyMap<string, string>,
  change: (text: string, name: string) => string,
  how?: "store",
): Uint8Array {
  const writer = new ZipWriter();
  for (const [name, text] of parts) writer.add(name, new TextEncoder().encode(change(text, name)), how);
  return writer.finish();
}
