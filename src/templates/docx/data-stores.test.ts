import { expect, it } from "vitest";
import { docx, paragraph, run } from "../testing/docx-builder.ts";
import { merge, outline } from "../testing/render.ts";
import { docxEngine } from "./docx-engine.ts";

const ID = "{55AF091B-3C7A-41E3-B477-F2FDAA23CFDA}";
const control = (id: string) =>
  `<w:sdt><w:sdtPr><w:alias w:val="Abstract"/><w:id w:val="101"/><w:dataBinding w:xpath="/a[1]/b[1]" w:storeItemID="${id}"/><w:text/></w:sdtPr><w:sdtContent>${paragraph("{$Abstract}")}</w:sdtContent></w:sdt>`;

function template(boundTo: string): Uint8Array {
  const store = (text: string) => ({
    content: `<a xmlns="urn:a"><b>${text}</b><c>{A1B2}</c></a>`,
    type: "application/xml",
  });
  const properties = `<ds:datastoreItem xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml" ds:itemID="${ID}"/>`;
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  return docx({
    body: `${control(boundTo)}<w:p>${run("end")}</w:p>`,
    parts: {
      "customXml/item1.xml": store("{$Abstract}, {if $x}x{/if}"),
      "customXml/itemProps1.xml": {
        content: properties,
        type: "application/vnd.openxmlformats-officedocument.customXmlProperties+xml",
      },
      "customXml/_rels/item1.xml.rels": {
        content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/customXmlProps" Target="itemProps1.xml"/></Relationships>`,
        type: "application/vnd.openxmlformats-package.relationships+xml",
      },
    },
    relationships: { x1: { type: "customXml", target: "../customXml/item1.xml" } },
  });
}

it("the data behind a content control with tags are merged, and nothing puts the tag back into it", async () => {
  const file = await merge(docxEngine, template(ID.toLowerCase()), { Abstract: "A & B", x: 1 });
  const xml = file.xml("word/document.xml");
  expect(outline(xml)).toBe("A & B¶end¶");
  expect(xml).not.toContain("dataBinding");
  expect(file.xml("customXml/item1.xml")).toContain("<b>A &amp; B, x</b><c>{A1B2}</c>");
});

it("data that no control shows are somebody else's", async () => {
  const file = await merge(docxEngine, template("{00000000-0000-0000-0000-000000000000}"), { Abstract: "A", x: 1 });
  expect(file.xml("customXml/item1.xml")).toContain("{$Abstract}");
});
