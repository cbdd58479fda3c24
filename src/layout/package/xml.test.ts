import { describe, expect, it } from "vitest";
import { child, descend, findAll, parseXml, XmlError } from "./xml.ts";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

describe("parseXml", () => {
  it("names elements by canonical prefixes, whatever the file calls them", () => {
    const root = parseXml(`<x:document xmlns:x="${W}"><x:body x:val="1"/></x:document>`);
    expect(root.name).toBe("w:document");
    expect(child(root, "w:body")?.attributes["w:val"]).toBe("1");
  });

  it("applies a default namespace to elements only", () => {
    const root = parseXml(`<document xmlns="${W}"><p val="1"/></document>`);
    expect(child(root, "w:p")?.attributes).toEqual({ val: "1" });
  });

  it("treats the strict namespace like the transitional one", () => {
    expect(parseXml('<a:p xmlns:a="http://purl.oclc.org/ooxml/wordprocessingml/main"/>').name).toBe("w:p");
  });

  it("decodes entities, references and CDATA", () => {
    expect(parseXml("<a>&lt;&amp;&#65;&#x42;<![CDATA[<c>]]></a>").text).toBe("<&AB<c>");
  });

  it("reads quoted angle brackets and both kinds of quotes", () => {
    expect(parseXml(`<a b="1 > 2" c='"'/>`).attributes).toEqual({ b: "1 > 2", c: '"' });
  });

  it("finds by path and anywhere", () => {
    const root = parseXml("<a><b><c/></b><c/></a>");
    expect(descend(root, "b", "c")?.name).toBe("c");
    expect(findAll(root, "c")).toHaveLength(2);
  });

  it.each([
    ["a document type", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"],
    ["an open element", "<a><b></a>"],
    ["an open tag", "<a"],
    ["nothing", ""],
    ["too deep nesting", "<a>".repeat(500) + "</a>".repeat(500)],
  ])("refuses %s", (_, source) => {
    expect(() => parseXml(source)).toThrow(XmlError);
  });

  it("does not let attributes reach the prototype", () => {
    const root = parseXml('<a __proto__="x" constructor="y"/>');
    expect(Object.getPrototypeOf(root.attributes)).toBeNull();
  });
});
