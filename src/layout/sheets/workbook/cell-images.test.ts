import { expect, it } from "vitest";
import { firstSheet, testWorkbook } from "../../testing/sheet-package.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RICH = "http://schemas.microsoft.com/office/spreadsheetml/2017/richdata";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MICROSOFT = "http://schemas.microsoft.com/office";

const relationships = (...items: readonly (readonly [id: string, type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`).join("")}</Relationships>`;

/** A picture placed in a cell, one of an IMAGE formula, and a linked data type, as Excel 365 writes them. */
const PARTS = {
  "xl/_rels/workbook.xml.rels": relationships(
    ["r0", `${OFFICE}/worksheet`, "worksheets/sheet0.xml"],
    ["s", `${OFFICE}/styles`, "styles.xml"],
    ["m", `${OFFICE}/sheetMetadata`, "metadata.xml"],
    ["a", `${MICROSOFT}/2017/06/relationships/rdRichValue`, "richData/rdrichvalue.xml"],
    ["b", `${MICROSOFT}/2017/06/relationships/rdRichValueStructure`, "richData/rdrichvaluestructure.xml"],
    ["c", `${MICROSOFT}/2022/10/relationships/richValueRel`, "richData/richValueRel.xml"],
    ["d", `${MICROSOFT}/2020/07/relationships/rdRichValueWebImage`, "richData/rdRichValueWebImage.xml"],
  ),
  "xl/metadata.xml": `<metadata xmlns="${MAIN}" xmlns:xlrd="${RICH}"><metadataTypes count="2"><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLRICHVALUE" count="3">${[2, 0, 1].map((i) => `<bk><extLst><ext uri="{3e2802c4-a4d2-4d8b-9148-e3be6c30e623}"><xlrd:rvb i="${i}"/></ext></extLst></bk>`).join("")}</futureMetadata><valueMetadata count="3"><bk><rc t="2" v="0"/></bk><bk><rc t="2" v="1"/></bk><bk><rc t="2" v="2"/></bk></valueMetadata></metadata>`,
  "xl/richData/rdrichvalue.xml": `<rvData xmlns="${RICH}" count="3"><rv s="0"><v>1</v><v>5</v><v>A seal</v></rv><rv s="1"><v>0</v></rv><rv s="2"><v>en-US</v><v>Microsoft Corp</v></rv></rvData>`,
  "xl/richData/rdrichvaluestructure.xml": `<rvStructures xmlns="${RICH}" count="3"><s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/><k n="Text" t="s"/></s><s t="_webimage"><k n="WebImageIdentifier" t="i"/></s><s t="_linkedentitycore"><k n="%EntityCulture" t="s"/><k n="_DisplayString" t="s"/></s></rvStructures>`,
  "xl/richData/richValueRel.xml": `<richValueRels xmlns="${MICROSOFT}/spreadsheetml/2022/richvaluerel" xmlns:r="${OFFICE}"><rel r:id="rId1"/><rel r:id="rId2"/></richValueRels>`,
  "xl/richData/_rels/richValueRel.xml.rels": relationships(
    ["rId1", `${OFFICE}/image`, "../media/other.png"],
    ["rId2", `${OFFICE}/image`, "../media/seal.png"],
  ),
  "xl/richData/rdRichValueWebImage.xml": `<webImagesSrd xmlns="${MICROSOFT}/spreadsheetml/2020/richdatawebimage" xmlns:r="${OFFICE}"><webImageSrd><address r:id="rId1"/><blip r:id="rId2"/></webImageSrd></webImagesSrd>`,
  "xl/richData/_rels/rdRichValueWebImage.xml.rels": relationships([
    "rId2",
    `${OFFICE}/image`,
    "../media/web.png",
  ]).replace(
    "</Rel",
    `<Relationship Id="rId1" Type="${OFFICE}/hyperlink" Target="https://example.com/web.png" TargetMode="External"/></Rel`,
  ),
};

const rich = (reference: string, metadata: number, style = 0, more = "") =>
  `<c r="${reference}" s="${style}" t="e" vm="${metadata}">${more}<v>#VALUE!</v></c>`;

it("pictures in cells are drawn whole in them, and what linked data types show is printed", () => {
  const rows = `<row r="1">${rich("A1", 2)}${rich("B1", 3, 1, "<f>_xlfn.IMAGE(&quot;https://example.com/web.png&quot;)</f>")}${rich("C1", 1)}<c r="D1" t="e"><v>#VALUE!</v></c></row>`;
  const workbook = testWorkbook([{ name: "One", rows, rest: '<mergeCells><mergeCell ref="A1:A3"/></mergeCells>' }], {
    styles: '<fonts><font/></fonts><cellXfs><xf/><xf><alignment horizontal="right" vertical="top"/></xf></cellXfs>',
    parts: PARTS,
  });
  const sheet = firstSheet(workbook);
  const cells = sheet.rows.get(0)?.cells;
  expect([0, 1, 2, 3].map((column) => cells?.get(column)?.value)).toEqual([
    { kind: "blank" },
    { kind: "blank" },
    { kind: "text", runs: [{ text: "Microsoft Corp" }] },
    { kind: "error", code: "#VALUE!" },
  ]);
  const box = { xPt: 1, yPt: 2, widthPt: 30, heightPt: 40 };
  expect(sheet.drawings.map(({ from, to, node }) => [from?.row, from?.column, to?.row, to?.column, node(box)])).toEqual(
    [
      [
        0,
        0,
        3,
        1,
        expect.objectContaining({
          ...box,
          source: "xl/media/seal.png",
          altText: "A seal",
          whole: { across: 0.5, down: 1 },
        }),
      ],
      [0, 1, 1, 2, expect.objectContaining({ source: "xl/media/web.png", whole: { across: 1, down: 0 } })],
    ],
  );
  expect([...workbook.warnings]).toEqual([]);
});

it("a value that only Excel can show is told", () => {
  const workbook = testWorkbook([{ name: "One", rows: `<row r="7">${rich("B7", 9)}</row>` }], { parts: PARTS });
  expect(firstSheet(workbook).rows.get(6)?.cells.get(1)?.value).toEqual({ kind: "error", code: "#VALUE!" });
  expect([...workbook.warnings]).toEqual([
    'the cell B7 of the sheet "One" shows #VALUE!, because only Excel shows what it holds',
  ]);
});
