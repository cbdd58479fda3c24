import { expect, it } from "vitest";
import { firstSheet, testWorkbook } from "../../testing/sheet-package.ts";

const BOX = { xPt: 1, yPt: 2, widthPt: 30, heightPt: 40 };

function drawings(shapes: string) {
  const vml = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shapetype id="_x0000_t75" coordsize="21600,21600"/>${shapes}</xml>`;
  const rels =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="../media/a.svg"/></Relationships>';
  const rest = '<legacyDrawing r:id="v"/>';
  const workbook = testWorkbook([{ name: "One", rest, related: [["v", "vmlDrawing", "../drawings/a.vml"]] }], {
    parts: {
      "xl/drawings/a.vml": vml,
      "xl/drawings/_rels/a.vml.rels": rels,
      "xl/media/a.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    },
  });
  return firstSheet(workbook).drawings;
}

const shape = (type: string, anchor: string, style = "") =>
  `<v:shape id="_x0000_s1025" type="#_x0000_t75" style="position:absolute;width:90pt;height:30pt;${style}"><v:imagedata o:relid="rId1"/>` +
  `<x:ClientData ObjectType="${type}"><x:Anchor>${anchor}</x:Anchor></x:ClientData></v:shape>`;

it("embedded objects show their pictures between the cells that they are anchored to", () => {
  const [object, ...others] = drawings(shape("Pict", "1, 4, 2, 0, 3, 30, 7, 8"));
  expect(others).toEqual([]);
  expect(object).toMatchObject({
    from: { column: 1, columnOffsetPt: 3, row: 2, rowOffsetPt: 0 },
    to: { column: 3, columnOffsetPt: 22.5, row: 7, rowOffsetPt: 6 },
  });
  expect(object?.node(BOX)).toMatchObject({ kind: "picture", ...BOX });
});

it("notes, hidden objects and those without a place are not drawn", () => {
  const all = [
    shape("Note", "1, 0, 2, 0, 3, 0, 7, 0"),
    shape("Pict", "1, 0, 2, 0, 3, 0, 7, 0", "visibility:hidden"),
    shape("Pict", "1, 0, x, 0"),
  ];
  expect(drawings(all.join(""))).toEqual([]);
});
