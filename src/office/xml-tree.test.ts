import { describe, expect, it } from "vitest";
import { escapeXmlText } from "./xml-text.ts";
import { parseXml } from "./xml-tree.ts";

describe("parseXml", () => {
  const source = `<?xml version="1.0"?><!-- c --><w:p w:a="1 &gt; 0" b='x > "y"'><w:r><w:t xml:space="preserve">a &amp; b</w:t></w:r><w:br/><![CDATA[<raw>]]></w:p>`;

  it("keeps offsets from which every element can be written back byte for byte", () => {
    const root = parseXml(source);
    expect(root.outer()).toBe(source.slice(source.indexOf("<w:p")));
    expect(root.child("w:r")?.outer()).toBe(`<w:r><w:t xml:space="preserve">a &amp; b</w:t></w:r>`);
    expect(root.child("w:br")?.selfClosing).toBe(true);
    expect(root.children.map((child) => child.kind)).toEqual(["element", "element", "cdata"]);
  });

  it("decodes attributes and text", () => {
    const root = parseXml(source);
    expect(root.attribute("w:a")).toBe("1 > 0");
    expect(root.attribute("b")).toBe('x > "y"');
    expect(root.attribute("a")).toBeUndefined();
    expect(root.text()).toBe("a & b<raw>");
    expect([...root.descendants("w:t")].map((element) => element.text())).toEqual(["a & b"]);
  });

  it.each([
    ["a DTD", `<!DOCTYPE x [<!ENTITY y "z">]><x/>`, "DTD"],
    ["a wrong end", "<a><b></a></b>", "closes <a> where <b> is open"],
    ["no end", "<a><b></b>", "ends before <a> is closed"],
    ["two roots", "<a/><b/>", "more than one root"],
    ["nothing", "   ", "no root"],
    ["an open attribute", `<a b="c>`, "ends inside an attribute"],
    ["a tower", "<a>".repeat(1_000), "nested more than 512"],
  ])("refuses %s", (_, xml, message) => {
    expect(() => parseXml(xml)).toThrow(message);
  });
});

it("escapes text so that it reads back the same and drops what XML cannot hold", () => {
  const text = `a<b>&"c"\u0000\u001f\ud800 ü 😀`;
  const read = parseXml(`<t a="${escapeXmlText(text)}">${escapeXmlText(text)}</t>`);
  expect(read.text()).toBe(`a<b>&"c" ü 😀`);
  expect(read.attribute("a")).toBe(`a<b>&"c" ü 😀`);
});
