import { describe, expect, it } from "vitest";
import { readXmpPacket, XMP_NAMESPACES, xmpProperty, xmpText } from "./packet.ts";
import type { XmpProperty, XmpValue } from "./rdf.ts";
import { writeXmpPacket } from "./write-packet.ts";
import { property, simple } from "./xmp-values.ts";

const HEADER = '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>';
const NAMESPACES = `xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="${XMP_NAMESPACES.dc}" xmlns:pdf="${XMP_NAMESPACES.pdf}"`;

const rdf = (content: string) => `<rdf:RDF ${NAMESPACES}>${content}</rdf:RDF>`;
const description = (content: string) => rdf(`<rdf:Description rdf:about="">${content}</rdf:Description>`);
const read = (xml: string) => readXmpPacket(new TextEncoder().encode(xml));

/** The value of dc:title. */
const titleOf = (content: string): XmpValue | undefined =>
  xmpProperty(read(description(content)), "dc", "title")?.value;

describe("a metadata packet", () => {
  it("is read as it was written", () => {
    const stated = (local: string, value: XmpValue): XmpProperty => property(XMP_NAMESPACES.dc, "dc", local, value);
    const properties = [
      stated("title", {
        kind: "array",
        form: "Alt",
        items: [{ kind: "simple", text: "A & <B>", language: "x-default" }],
      }),
      stated("creator", { kind: "array", form: "Seq", items: [simple("Ann"), simple("Bob")] }),
      stated("source", { kind: "structure", fields: [stated("format", simple("text/plain"))] }),
      stated("date", simple("2026")),
    ];
    const packet = readXmpPacket(writeXmpPacket(properties));
    expect(packet.properties).toEqual(properties);
    expect([packet.encoding, packet.header]).toEqual(["UTF-8", expect.stringContaining('id="W5M0')]);
  });

  it.each([
    ["UTF-16", 2, false, ""],
    ["UTF-16", 2, true, ""],
    ["UTF-16", 2, false, "\ufeff"],
    ["UTF-16", 2, true, "\ufeff"],
    ["UTF-32", 4, false, ""],
    ["UTF-32", 4, true, ""],
    ["UTF-32", 4, false, "\ufeff"],
    ["UTF-32", 4, true, "\ufeff"],
  ] as const)(
    "is read in %s, %i bytes a character, the last byte first: %s, after %j",
    (encoding, width, isLittle, mark) => {
      const text = `${mark}${HEADER}${description("<dc:title>Zoë</dc:title>")}`;
      const view = new DataView(new ArrayBuffer(text.length * width));
      [...text].forEach((character, index) => {
        if (width === 2) view.setUint16(index * 2, character.charCodeAt(0), isLittle);
        else view.setUint32(index * 4, character.charCodeAt(0), isLittle);
      });
      const packet = readXmpPacket(new Uint8Array(view.buffer));
      expect(packet.encoding).toBe(encoding);
      expect(xmpText(xmpProperty(packet, "dc", "title")?.value)).toBe("Zoë");
    },
  );

  it.each([
    ["an element's text", "<dc:title>T</dc:title>", "T"],
    ["an address", '<dc:title rdf:resource="urn:t"/>', "urn:t"],
    ["the first of a list", "<dc:title><rdf:Bag><rdf:li>T</rdf:li><rdf:li>U</rdf:li></rdf:Bag></dc:title>", "T"],
    ["a value beside its qualifiers", '<dc:title rdf:value="T" dc:type="q"/>', "T"],
    [
      "a value among its qualifiers",
      "<dc:title><rdf:Description><rdf:value>T</rdf:value><dc:type>q</dc:type></rdf:Description></dc:title>",
      "T",
    ],
    ["CDATA", "<dc:title><![CDATA[<T>]]></dc:title>", "<T>"],
    ["references", "<dc:title>&#x54;&amp;</dc:title>", "T&"],
  ])("states a property by %s", (_, content, expected) => {
    expect(xmpText(titleOf(content))).toBe(expected);
  });

  it.each([
    ["attributes", '<dc:title dc:type="a" dc:format="b"/>'],
    ["elements", '<dc:title rdf:parseType="Resource"><dc:type>a</dc:type><dc:format>b</dc:format></dc:title>'],
    ["a description", '<dc:title><rdf:Description dc:type="a"><dc:format>b</dc:format></rdf:Description></dc:title>'],
  ])("states a structure by %s", (_, content) => {
    const value = titleOf(content);
    expect(
      value?.kind === "structure" && value.fields.map(({ local, value: field }) => [local, xmpText(field)]),
    ).toEqual([
      ["type", "a"],
      ["format", "b"],
    ]);
  });

  it("takes several descriptions of one thing together, wherever its RDF is", () => {
    const descriptions = '<rdf:Description dc:title="T"/><rdf:Description rdf:about="" pdf:Producer="P"/>';
    const packet = read(`<a><b>${rdf(descriptions)}</b></a>`);
    expect(xmpText(xmpProperty(packet, "dc", "title")?.value)).toBe("T");
    expect(xmpText(xmpProperty(packet, "pdf", "Producer")?.value)).toBe("P");
    expect(xmpProperty(packet, "pdf", "Keywords")).toBeUndefined();
    expect(xmpProperty(undefined, "pdf", "Keywords")).toBeUndefined();
  });

  it.each([
    ["no RDF", "<a/>", "no rdf:RDF"],
    ["something beside descriptions", rdf("<dc:title/>"), "other than rdf:Description"],
    ["two things", rdf('<rdf:Description rdf:about="a"/><rdf:Description rdf:about="b"/>'), "rdf:about differ"],
    ["a property twice", description("<dc:title>a</dc:title><dc:title>b</dc:title>"), "title occurs twice"],
    ["a field twice", description('<dc:title dc:type="a"><rdf:Description/></dc:title><dc:title/>'), "occurs twice"],
    ["a property without a namespace", description("<title/>"), "in no namespace"],
    ["a description as a property", description("<rdf:Description/>"), "where a property is expected"],
    ["a literal of XML", description('<dc:title rdf:parseType="Literal"/>'), 'parseType="Literal"'],
    ["two values", description("<dc:title><rdf:Bag/><rdf:Bag/></dc:title>"), "more than one value"],
    ["text beside a value", description("<dc:title>a<rdf:Bag/></dc:title>"), "text beside"],
    ["an element as a value", description("<dc:title><dc:type/></dc:title>"), "holds <type>"],
    ["text in a list", description("<dc:title><rdf:Bag>a</rdf:Bag></dc:title>"), "text outside"],
    ["a list of other things", description("<dc:title><rdf:Bag><dc:type/></rdf:Bag></dc:title>"), "other than rdf:li"],
    ["a prefix that is not declared", "<x:a/>", "prefix x"],
    ["an entity", description("<dc:title>&company;</dc:title>"), "entity that is not known"],
    ["an attribute twice", '<a b="1" b="2"/>', "attribute b twice"],
    ["more prefixes than anybody needs", `<a ${prefixes(600)}/>`, "too many prefixes"],
    ["tags that do not match", "<a></b>", ""],
  ])("is refused with %s", (_, xml, message) => {
    expect(() => read(xml)).toThrow(
      expect.objectContaining({ code: "xml_invalid", message: expect.stringContaining(message) }),
    );
  });
});

function prefixes(count: number): string {
  return Array.from({ length: count }, (_, index) => `xmlns:p${index}="urn:${index}"`).join(" ");
}
