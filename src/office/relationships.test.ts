import { expect, it } from "vitest";
import { ContentTypes } from "./content-types.ts";
import { relationshipsPartOf, relativePartName, resolvePartName } from "./part-name.ts";
import { Relationships } from "./relationships.ts";

const XML = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://x/image" Target="media/a.png"/><Relationship Id="rId3" Type="http://x/hyperlink" Target="https://e.com/?a=1&amp;b=2" TargetMode="External"/></Relationships>`;

it("reads, changes and writes relationships", () => {
  const relationships = Relationships.parse("word/document.xml", XML);
  expect(relationships.partName).toBe("word/_rels/document.xml.rels");
  expect(relationships.ofType("image").map((item) => relationships.targetPart(item))).toEqual(["word/media/a.png"]);
  expect(relationships.byId("rId3")).toMatchObject({ target: "https://e.com/?a=1&b=2", external: true });
  expect(relationships.changed).toBe(false);

  const id = relationships.add("http://x/image", "media/b.png");
  expect(id).toBe("rId4");
  relationships.remove("rId1");
  const again = Relationships.parse("word/document.xml", relationships.toXml());
  expect(again.all()).toEqual(relationships.all());
});

it("resolves targets inside the package only", () => {
  expect(resolvePartName("../media/i.png", "ppt/slides/slide1.xml")).toBe("ppt/media/i.png");
  expect(resolvePartName("/word/a.xml", "word/document.xml")).toBe("word/a.xml");
  expect(resolvePartName("../../etc/passwd", "word/document.xml")).toBeUndefined();
  expect(relativePartName("ppt/media/i.png", "ppt/slides/slide1.xml")).toBe("../media/i.png");
  expect(relationshipsPartOf("")).toBe("_rels/.rels");
});

it("types parts by override, then by extension", () => {
  const types = ContentTypes.parse(
    `<Types><Default Extension="PNG" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/main+xml"/></Types>`,
  );
  types.setOverride("word/new.xml", "application/new");
  types.remove("word/document.xml");
  const again = ContentTypes.parse(types.toXml());
  expect(again.of("media/a.png")).toBe("image/png");
  expect(again.of("word/new.xml")).toBe("application/new");
  expect(again.of("word/document.xml")).toBeUndefined();
});
