import { describe, expect, it } from "vitest";
import { firstSheet, testWorkbook } from "../../testing/sheet-package.ts";
import { parseHeader } from "./header-footer.ts";

const VALUES = { page: 1, pages: 1, sheetName: "", fileName: "", date: "", time: "", themeColor: () => undefined };

function images(shapes: string) {
  const vml = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><v:shapetype id="_x0000_t75" coordsize="21600,21600"/>${shapes}</xml>`;
  const rels =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="../media/a.svg"/></Relationships>';
  const rest = '<headerFooter><oddHeader>&amp;L&amp;G</oddHeader></headerFooter><legacyDrawingHF r:id="v"/>';
  const workbook = testWorkbook([{ name: "One", rest, related: [["v", "vmlDrawing", "../drawings/hf.vml"]] }], {
    parts: {
      "xl/drawings/hf.vml": vml,
      "xl/drawings/_rels/hf.vml.rels": rels,
      "xl/media/a.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    },
  });
  return firstSheet(workbook).headerImages;
}

const shape = (id: string, size = "width:90pt;height:30pt", crop = "") =>
  `<v:shape id="${id}" type="#_x0000_t75" style="position:absolute;margin-left:0;margin-top:0;${size}"><v:imagedata o:relid="rId1" o:title="logo" ${crop}/></v:shape>`;

describe("pictures of headers and footers", () => {
  it("are found by section and page, with their size", () => {
    const found = images(shape("LH") + shape("RFEVEN", "width:1in;height:20pt"));
    expect([...found.keys()]).toEqual(["LH", "RFEVEN"]);
    expect(found.get("LH")).toMatchObject({ kind: "picture", widthPt: 90, heightPt: 30 });
    expect(found.get("RFEVEN")).toMatchObject({ widthPt: 72, heightPt: 20 });
  });

  it("are cropped", () => {
    const image = images(shape("CH", undefined, 'cropleft="16384f" cropbottom=".5"')).get("CH");
    expect(image).toMatchObject({ crop: { left: 0.25, top: 0, right: 0, bottom: 0.5 } });
  });

  it("are left out where their place or size says nothing", () => {
    expect(
      images(shape("_x0000_s1025") + shape("LH", "width:0;height:3pt") + shape("LF", "width:9999pt;height:1pt")).size,
    ).toBe(0);
  });

  it("are on the line of their code", () => {
    expect(parseHeader("&L&G&Cone\ntwo\n&G\nthree&R&P", VALUES).imageLines).toEqual({ left: 0, center: 2 });
    expect(parseHeader("&CPage &&G", VALUES).imageLines).toEqual({});
  });
});
