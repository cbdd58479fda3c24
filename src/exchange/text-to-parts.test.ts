import { describe, expect, it } from "vitest";
import { textToParts } from "./text-to-parts.ts";

function read(bytes: Uint8Array): { body: string; warnings: string[] } {
  const { parts, warnings } = textToParts(bytes);
  return { body: new TextDecoder().decode(parts.get("word/document.xml")), warnings };
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const paragraphs = (body: string) => body.match(/<w:p[ >].*?<\/w:p>|<w:p\/>/g) ?? [];

describe("a plain text", () => {
  it("has a paragraph for each line, whatever ends it, and tabs and pages", () => {
    const { body, warnings } = read(utf8("one\r\ntwo\tthree\rfour\n\nfive\fsix\n"));
    expect(paragraphs(body)).toHaveLength(5);
    expect(body).toContain("two</w:t><w:tab/><w:t");
    expect(body).toContain('five</w:t><w:br w:type="page"/><w:t');
    expect(warnings).toEqual([]);
  });

  it("has the ends of lines that Unicode and word processors write", () => {
    const { body } = read(utf8("one\vtwo\u2028three\u2029four"));
    expect(paragraphs(body)).toHaveLength(2);
    expect(body.match(/<w:br\/>/g)).toHaveLength(2);
  });

  it.each([
    ["UTF-8 with its mark", Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8("Grüße")), 0],
    ["UTF-16, low byte first", Uint8Array.from([0xff, 0xfe, ...wide("Grüße", 0)]), 0],
    ["UTF-16, high byte first", Uint8Array.from([0xfe, 0xff, ...wide("Grüße", 1)]), 0],
    ["Windows-1252", Uint8Array.of(0x47, 0x72, 0xfc, 0xdf, 0x65), 1],
  ])("is read as %s", (_, bytes, warned) => {
    const { body, warnings } = read(bytes);
    expect(body).toContain(">Grüße<");
    expect(warnings).toHaveLength(warned);
  });

  it("stays UTF-8 where a few bytes of it are broken, and says so", () => {
    const cut = (text: string, ...end: number[]) => read(Uint8Array.of(...utf8(text), ...end));
    const { body, warnings } = cut("Grüße aus Köln, schöne Füße, größer, Bär, ", 0xc3);
    expect(body).toContain("Grüße aus Köln");
    expect(body).toContain("\ufffd");
    expect(warnings).toEqual([expect.stringContaining("Some bytes of the text are not UTF-8")]);
    // most of what is beyond ASCII is broken: another encoding, in which two letters happen to be one of UTF-8
    expect(cut("Ã¼ plain ", 0xfc, 0xdf, 0xe4).warnings).toEqual([expect.stringContaining("Windows-1252")]);
  });

  it("keeps what looks like markup, and goes from right to left where it begins so", () => {
    const { body } = read(utf8("a < b && c\nשלום world"));
    expect(body).toContain("a &lt; b &amp;&amp; c");
    expect(paragraphs(body)[1]).toContain("<w:bidi/>");
  });
});

function wide(text: string, high: 0 | 1): number[] {
  return Array.from(text, (character) => character.charCodeAt(0)).flatMap((code) =>
    high ? [code >> 8, code & 255] : [code & 255, code >> 8],
  );
}
