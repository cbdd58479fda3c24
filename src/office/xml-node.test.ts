import { describe, expect, it } from "vitest";
import { child, descend, findAll, readXml, readXmlInPieces, type XmlNode } from "./xml-node.ts";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

describe("readXml", () => {
  it("names elements by canonical prefixes, whatever the file calls them", () => {
    const root = readXml(`<x:document xmlns:x="${W}"><x:body x:val="1"/></x:document>`);
    expect(root.name).toBe("w:document");
    expect(child(root, "w:body")?.attributes["w:val"]).toBe("1");
  });

  it("applies a default namespace only to elements", () => {
    const root = readXml(`<document xmlns="${W}"><p val="1"/></document>`);
    expect(child(root, "w:p")?.attributes).toEqual({ val: "1" });
  });

  it("hands white space down to texts until an element says otherwise", () => {
    const root = readXml(
      `<w:p xmlns:w="${W}" xml:space="preserve"><w:t> a </w:t><w:r xml:space="default"><w:t>b</w:t></w:r><w:r><w:t xml:space="default">c</w:t></w:r><w:t>d</w:t></w:p>`,
    );
    const texts = findAll(root, "w:t").map(({ text, attributes }) => [text, attributes["xml:space"]]);
    expect(texts).toEqual([
      [" a ", "preserve"],
      ["b", undefined],
      ["c", "default"],
      ["d", "preserve"],
    ]);
  });

  it("treats the strict namespace like the transitional one", () => {
    expect(readXml('<a:p xmlns:a="http://purl.oclc.org/ooxml/wordprocessingml/main"/>').name).toBe("w:p");
  });

  it("decodes entities, references and CDATA", () => {
    expect(readXml("<a>&lt;&amp;&#65;&#x42;<![CDATA[<c>]]></a>").text).toBe("<&AB<c>");
  });

  it("reads quoted angle brackets and both kinds of quotes", () => {
    expect(readXml(`<a b="1 > 2" c='"'/>`).attributes).toEqual({ b: "1 > 2", c: '"' });
  });

  it("leaves out what is about editing only, and reads what follows it", () => {
    const root = readXml(
      `<w:styles xmlns:w="${W}"><w:latentStyles w:count="2">x<w:lsdException w:name="a"/><w:lsdException w:name="b"><w:x/><![CDATA[y]]></w:lsdException></w:latentStyles><w:rsids/><w:rsids><w:rsid w:val="1"/></w:rsids><w:style w:rsidR="00A1" w:type="paragraph"><w:name w:val="Normal"/></w:style></w:styles>`,
    );
    expect(root.children.map(({ name }) => name)).toEqual(["w:latentStyles", "w:rsids", "w:rsids", "w:style"]);
    expect(root.children.slice(0, 3).flatMap(({ children, text }) => [children.length, text])).toEqual([
      0,
      "",
      0,
      "",
      0,
      "",
    ]);
    expect(root.children[0]?.attributes).toEqual({ "w:count": "2" });
    expect(root.children[3]?.attributes).toEqual({ "w:type": "paragraph" });
    expect(descend(root, "w:style", "w:name")?.attributes["w:val"]).toBe("Normal");
  });

  it("refuses damage in what is left out, too", () => {
    expect(() => readXml(`<w:styles xmlns:w="${W}"><w:latentStyles><w:a></w:latentStyles></w:styles>`)).toThrow(
      expect.objectContaining({ code: "xml_invalid" }),
    );
  });

  it("finds by path and anywhere", () => {
    const root = readXml("<a><b><c/></b><c/></a>");
    expect(descend(root, "b", "c")?.name).toBe("c");
    expect(findAll(root, "c")).toHaveLength(2);
  });

  it.each([
    ["a document type", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"],
    ["an open element", "<a><b></a>"],
    ["a closing tag of another element", "<a><b></c></a>"],
    ["a closing tag that begins alike", "<a><bc></b></a>"],
    ["a second root", "<a/><b/>"],
    ["an open tag", "<a"],
    ["an open attribute", '<a b="c>'],
    ["nothing", ""],
    ["too deep nesting", "<a>".repeat(600) + "</a>".repeat(600)],
  ])("refuses %s", (_, source) => {
    expect(() => readXml(source)).toThrow(expect.objectContaining({ code: "xml_invalid" }));
  });

  it("reads 200,000 elements, for which it must not go through the text once each", () => {
    const elements = "<a>b</a>".repeat(200_000);
    expect(readXml(`<x>${elements}</x>`).children).toHaveLength(200_000);
  });

  it("ends comments, CDATA sections and instructions where they end, not where their first character stands", () => {
    expect(readXml("<a><!-- - ->-- >x--->b<!----></a>").text).toBe("b");
    expect(readXml("<a><![CDATA[]]]]]><![CDATA[x]y]]z>]]]></a>").text).toBe("]]]x]y]]z>]");
    expect(readXml("<a><?x ? >?y?>b</a>").text).toBe("b");
  });

  it("ends a scope of prefixes with its element", () => {
    const root = readXml(`<a xmlns="${W}"><b xmlns=""/><c xmlns:x="${W}"><x:d x:e="1"/></c><x:d/></a>`);
    expect(root.children.map(({ name }) => name)).toEqual(["w:a", "b", "w:c", "x:d"].slice(1));
    expect(descend(root, "w:c", "w:d")?.attributes).toEqual({ "w:e": "1" });
  });

  it("does not let attributes reach the prototype", () => {
    const root = readXml('<a __proto__="x" constructor="y"/>');
    expect(Object.getPrototypeOf(root.attributes)).toBeNull();
  });
});

describe("a part in pieces", () => {
  const NAMES = new Set(["w:p", "w:tr"]);
  const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const plain = ({ name, attributes, children, text }: XmlNode): unknown => [
    name,
    { ...attributes },
    children.map(plain),
    text,
  ];

  it.each([
    ["nested pieces", `<x:body xmlns:x="${W}"><x:p x:id="1"><x:r>one &amp; two</x:r><x:p/></x:p>tail<x:p/></x:body>`],
    [
      "rows of tables",
      `<w:tbl xmlns:w="${W}"><w:tr><w:p>a</w:p><w:p>b</w:p></w:tr><!-- --><w:tr><![CDATA[c]]></w:tr></w:tbl>`,
    ],
    [
      "prefixes of their own",
      `<body xmlns:q="${W}"><q:p xmlns:r="urn:r" r:a="1"><q:r r:b="2"/></q:p><z:p xmlns:z="${W}"/></body>`,
    ],
    ["a piece as root", `<w:p xmlns:w="${W}"><w:r/></w:p>`],
  ])("is the same as a whole: %s", (_, source) => {
    expect(plain(readXmlInPieces(source, NAMES))).toEqual(plain(readXml(source)));
  });

  it("reads again what it let go of", () => {
    const rows = Array.from({ length: 50 }, (_, index) => `<w:tr><w:p>${index}</w:p></w:tr>`);
    const root = readXmlInPieces(`<w:tbl xmlns:w="${W}">${rows.join("")}</w:tbl>`, NAMES);
    const texts = () => root.children.map(({ children }) => children[0]?.text);
    expect(texts()).toEqual(texts());
    expect(texts()[49]).toBe("49");
  });

  it("is refused where the whole would be", () => {
    expect(() => readXmlInPieces("<a><w:p><b></w:p></a>", NAMES)).toThrow("closes");
  });
});
