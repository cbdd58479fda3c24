import { describe, expect, it } from "vitest";
import { escapeXmlText } from "../../office/xml-text.ts";
import { PackageBuilder, PartRelationships } from "./package-builder.ts";

describe("PackageBuilder", () => {
  it("stops at a size that no presentation needs", () => {
    const builder = new PackageBuilder();
    const part = "x".repeat(8_000_000);
    const fill = () => {
      for (let index = 0; index < 20; index++) builder.addXml(`part${index}.xml`, "x", part);
    };
    expect(fill).toThrow("too large");
  });

  it("lists the types of its parts and adds a picture once", () => {
    const builder = new PackageBuilder();
    const blip = { bytes: Uint8Array.of(1), extension: "wmf" };
    expect([builder.mediaPart(blip), builder.mediaPart(blip)]).toEqual([
      "ppt/media/image1.wmf",
      "ppt/media/image1.wmf",
    ]);
    builder.addXml("a.xml", "theme", "<a/>");
    const types = new TextDecoder().decode(builder.finish().get("[Content_Types].xml"));
    expect(types).toContain('PartName="/a.xml" ContentType="application/vnd.openxmlformats-officedocument.theme+xml"');
    expect(types).toContain('Extension="wmf" ContentType="image/x-wmf"');
  });
});

describe("PartRelationships", () => {
  it("gives one id to one target", () => {
    const relationships = new PartRelationships();
    expect(relationships.add("image", "a.png")).toBe("rId1");
    expect(relationships.add("hyperlink", "https://example.com/?a&b", true)).toBe("rId2");
    expect(relationships.add("image", "a.png")).toBe("rId1");
    expect(relationships.xml()).toContain('Target="https://example.com/?a&amp;b" TargetMode="External"');
  });
});

describe("escapeXmlText", () => {
  it("escapes markup and leaves out what XML does not know", () => {
    expect(escapeXmlText('a<b>&"c"\t')).toBe("a&lt;b&gt;&amp;&quot;c&quot;\t");
    expect(escapeXmlText("a\u0000\u001fb\ud800c\u{1f600}")).toBe("abc\u{1f600}");
  });
});
