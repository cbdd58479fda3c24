import { describe, expect, it } from "vitest";
import { layOut, section, wordDocument } from "../testing/word-document.ts";
import type { AnchorFragment, Fragment } from "./fragments.ts";

const EMU = 12_700;
const object = (from: string, attributes = "", vertical = `<wp:posOffset>${4 * EMU}</wp:posOffset>`) =>
  `<w:r><w:drawing><wp:anchor ${attributes}><wp:positionH relativeFrom="${from}"><wp:posOffset>${6 * EMU}</wp:posOffset></wp:positionH>` +
  `<wp:positionV relativeFrom="${from}">${vertical}</wp:positionV><wp:extent cx="${20 * EMU}" cy="${20 * EMU}"/>` +
  '<wp:wrapNone/><wp:docPr id="2" name="q"/></wp:anchor></w:drawing></w:r>';
const vml = (attributes = "") =>
  `<w:r><w:pict><v:rect xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" ${attributes} style="position:absolute;margin-left:6pt;margin-top:4pt;width:20pt;height:20pt;mso-position-horizontal-relative:page;mso-position-vertical-relative:page"/></w:pict></w:r>`;

/** The object in the second cell of a row, whose margins are 5 points at the left and 3 at the top. */
function inCell(drawing: string): AnchorFragment | undefined {
  const cell = (content: string) =>
    `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr><w:p>${content}<w:r><w:t>a</w:t></w:r></w:p></w:tc>`;
  const table =
    '<w:tbl><w:tblPr><w:tblLayout w:type="fixed"/><w:tblCellMar><w:top w:w="60" w:type="dxa"/><w:left w:w="100" w:type="dxa"/></w:tblCellMar></w:tblPr>' +
    `<w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid><w:tr>${cell("")}${cell(drawing)}</w:tr></w:tbl>`;
  const [page] = layOut(wordDocument(`${table}<w:p/>${section(40, 40)}`));
  const fragments = page?.body.find(
    (fragment): fragment is Extract<Fragment, { kind: "table" }> => fragment.kind === "table",
  );
  const found = fragments?.rows[0]?.cells[1]?.fragments ?? [];
  return found.find((fragment): fragment is AnchorFragment => fragment.kind === "anchor");
}

describe("objects in cells", () => {
  it.each([
    ["the page", object("page"), { xPt: 6, yPt: 4 }],
    ["the margins", object("margin"), { xPt: 11, yPt: 7 }],
    ["the page in VML", vml(), { xPt: 6, yPt: 4 }],
  ])("take the cell for %s", (_, drawing, at) => {
    const anchor = inCell(drawing);
    expect(anchor).toMatchObject(at);
    expect(anchor?.unresolved).toBeUndefined();
  });

  it.each([
    ["they are not laid out in it", object("page", 'layoutInCell="0"')],
    ["VML says that they are not", vml('o:allowincell="f"')],
    ["they are aligned with its foot, which is not known", object("page", "", "<wp:align>bottom</wp:align>")],
    ["they are in the page's margin", object("leftMargin")],
  ])("take the page where %s", (_, drawing) => {
    expect(inCell(drawing)?.unresolved).toBeDefined();
  });
});
