import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { bodyTexts, layOut, paragraph, section, wordDocument } from "../testing/word-document.ts";

const TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/** Lines of a document with a chunk between two paragraphs, and the warnings. */
function read(chunk: string | Uint8Array): { lines: string[]; warnings: string[] } {
  const body = `${paragraph("before")}<w:altChunk r:id="rId-chunk"/>${paragraph("after")}${section(30, 40)}`;
  const document = wordDocument(body, {}, { chunk: typeof chunk === "string" ? strToU8(chunk) : chunk });
  return { lines: bodyTexts(layOut(document)).flat(), warnings: document.warnings };
}

describe("altChunk", () => {
  it("takes in HTML and plain text", () => {
    expect(read("<html><body><p>one</p><p>two</p></body></html>").lines).toEqual(["before", "one", "two", "after"]);
    expect(read("one & <two\nthree").lines).toEqual(["before", "one & <two", "three", "after"]);
  });

  it("takes in the HTML of web archives", () => {
    const zip = (encoding: string, body: string) =>
      `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Transfer-Encoding: ${encoding}\r\nContent-Type: text/html\r\n\r\n${body}\r\n--b--`;
    expect(read(zip("quoted-printable", "<p>caf=C3=A9 a=\r\nnd</p>")).lines).toEqual(["before", "café and", "after"]);
    expect(read(zip("base64", btoa("<p>text</p>"))).lines).toEqual(["before", "text", "after"]);
  });

  it("takes in Word documents", () => {
    const inner = zipSync({
      "_rels/.rels": strToU8(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${TYPES}/officeDocument" Target="word/document.xml"/></Relationships>`,
      ),
      "word/document.xml": strToU8(`<w:document xmlns:w="${W}"><w:body>${paragraph("inner")}</w:body></w:document>`),
    });
    expect(read(inner).lines).toEqual(["before", "inner", "after"]);
  });

  it("warns of formats that it does not know", () => {
    const rtf = read("{\\rtf1 text}");
    expect(rtf.lines).toEqual(["before", "after"]);
    expect(rtf.warnings).toEqual(["embedded content of another format was left out"]);
    const damaged = read(Uint8Array.of(0x50, 0x4b, 3, 4));
    expect(damaged).toEqual(rtf);
  });
});
