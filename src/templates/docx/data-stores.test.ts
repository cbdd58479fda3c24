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

it("controls without a tag show what their store holds", async () => {
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const bound = (path: string, kind: string, content: string, store = ID) =>
    `<w:sdt><w:sdtPr><w:dataBinding w:prefixMappings="xmlns:ns0='urn:a'" w:xpath="${path}" w:storeItemID="${store}"/>${kind}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
  const old = '<w:r><w:rPr><w:b/></w:rPr><w:t>old</w:t></w:r><w:r><w:t xml:space="preserve"> text</w:t></w:r>';
  const template = docx({
    body: [
      `<w:p>${run("To: ")}${bound("/ns0:letter[1]/ns0:to[2]", "<w:text/>", old)}</w:p>`,
      bound("/ns0:letter[1]/ns0:day[1]", '<w:date><w:dateFormat w:val="dd.MM.yyyy"/></w:date>', `<w:p>${old}</w:p>`),
      bound("/ns0:letter[1]/ns0:note[1]", "<w:text/>", `<w:p>${old}</w:p><w:p>${old}</w:p>`),
      bound(
        "/ns1:coreProperties[1]/ns0:title[1]",
        "<w:text/>",
        `<w:p>${old}</w:p>`,
        "{6C3C8BC8-F283-45AE-878A-BAB7291924A1}",
      ),
      bound("/ns0:letter[1]/ns0:plain[1]", "<w:text/>", `<w:p>${run("kept")}</w:p>`),
    ].join(""),
    parts: {
      "customXml/item1.xml": {
        content:
          '<letter xmlns="urn:a"><to>first</to><to>{$person.name}</to><day>{$day}</day><note>{if $late}Late, {$person.name|upper}{/if}!</note><plain>other</plain></letter>',
        type: "application/xml",
      },
      "customXml/itemProps1.xml": {
        content: `<ds:datastoreItem xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml" ds:itemID="${ID}"/>`,
        type: "application/vnd.openxmlformats-officedocument.customXmlProperties+xml",
      },
      "customXml/_rels/item1.xml.rels": {
        content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/customXmlProps" Target="itemProps1.xml"/></Relationships>`,
        type: "application/vnd.openxmlformats-package.relationships+xml",
      },
      "docProps/core.xml": {
        content:
          '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Offer {$number}</dc:title></cp:coreProperties>',
        type: "application/vnd.openxmlformats-package.core-properties+xml",
      },
    },
    relationships: { x1: { type: "customXml", target: "../customXml/item1.xml" } },
  });
  const data = { person: { name: "A & B" }, day: "2026-03-09", late: true, number: 7 };
  const file = await merge(docxEngine, template, data);
  const xml = file.xml("word/document.xml");
  expect(outline(xml)).toBe("To: A & B¶09.03.2026¶Late, A & B!¶Offer 7¶kept¶");
  expect(xml).toContain("<w:rPr><w:b/></w:rPr>");
  expect(file.xml("customXml/item1.xml")).toContain("<to>A &amp; B</to>");
  expect(file.warnings).toEqual([]);
});
