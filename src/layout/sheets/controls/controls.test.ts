import { describe, expect, it } from "vitest";
import type { DrawingNode, ShapeNode } from "../../model/shapes.ts";
import { firstSheet, rowXml, testWorkbook } from "../../testing/sheet-package.ts";

const BOX = { xPt: 10, yPt: 20, widthPt: 144, heightPt: 120 };
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main";
const RELS = "http://schemas.openxmlformats.org/package/2006/relationships";

function shapesOf(node: DrawingNode | undefined): ShapeNode[] {
  if (node?.kind === "group") return node.children.flatMap(shapesOf);
  return node?.kind === "shape" ? [node] : [];
}

function textOf(shape: ShapeNode): string {
  const paragraphs = shape.text?.blocks.filter((block) => block.kind === "paragraph") ?? [];
  return paragraphs
    .map(({ inlines }) => inlines.map((inline) => (inline.kind === "text" ? inline.text : "")).join(""))
    .join("/");
}

const textsOf = (node: DrawingNode | undefined) =>
  shapesOf(node)
    .map(textOf)
    .filter((text) => text !== "");
const fillOf = (shape: ShapeNode | undefined) => (shape?.fill.kind === "solid" ? shape.fill.color : undefined);

describe("slicers", () => {
  const apology =
    '<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="0" name=""/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr/><xdr:txBody><a:bodyPr/><a:p><a:r><a:t>This shape represents a slicer.</a:t></a:r></a:p></xdr:txBody></xdr:sp>';
  const drawing = `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><xdr:absoluteAnchor><xdr:pos x="0" y="0"/><xdr:ext cx="1828800" cy="1524000"/><mc:AlternateContent xmlns:sle15="http://schemas.microsoft.com/office/drawing/2012/slicer"><mc:Choice Requires="sle15"><xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Town"/></xdr:nvGraphicFramePr><a:graphic><a:graphicData><s:slicer xmlns:s="http://schemas.microsoft.com/office/drawing/2010/slicer" name="Town 1"/></a:graphicData></a:graphic></xdr:graphicFrame></mc:Choice><mc:Fallback>${apology}</mc:Fallback></mc:AlternateContent><xdr:clientData/></xdr:absoluteAnchor></xdr:wsDr>`;
  const slicer = (attributes: string) =>
    `<slicers xmlns="${X14}"><slicer name="Town 1" cache="Slicer_Town" caption="Town" rowHeight="241300" ${attributes}/></slicers>`;
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.microsoft.com/office/2007/relationships/${type}" Target="${target}"/>`;

  function read(cache: string, parts: Record<string, string>, attributes = "") {
    const workbook = testWorkbook(
      [
        {
          name: "It's one",
          rows: rowXml(1, ["Town", "Sum"]) + rowXml(2, ["Rome", 1]) + rowXml(3, ["Bonn", 2]) + rowXml(4, ["Rome", 3]),
          rest: '<drawing r:id="d"/>',
          related: [
            ["d", "drawing", "../drawings/drawing1.xml"],
            ["s", "slicer", "../slicers/slicer1.xml"],
            ["t", "table", "../tables/table1.xml"],
          ],
        },
      ],
      {
        parts: {
          "xl/drawings/drawing1.xml": drawing,
          "xl/slicers/slicer1.xml": slicer(attributes),
          "xl/slicerCaches/cache1.xml": `<slicerCacheDefinition xmlns="${X14}" name="Slicer_Town" sourceName="Town">${cache}</slicerCacheDefinition>`,
          "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${RELS}"><Relationship Id="r0" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet0.xml"/>${relation("c", "slicerCache", "slicerCaches/cache1.xml")}${relation("p", "pivotCacheDefinition", "pivotCache/p.xml")}</Relationships>`,
          ...parts,
        },
      },
    );
    return firstSheet(workbook).drawings[0]?.node(BOX);
  }

  const ofTable =
    '<extLst><ext xmlns="" uri="x"><x15:tableSlicerCache xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main" tableId="7" column="1"/></ext></extLst>';
  const table = (filter = "") => ({
    "xl/tables/table1.xml": `<table xmlns="${MAIN}" id="7" ref="A1:B4"><autoFilter ref="A1:B4">${filter}</autoFilter><tableColumns><tableColumn id="1" name="Town"/><tableColumn id="2" name="Sum"/></tableColumns></table>`,
  });

  it("show their caption and the different values of their table's column, in order", () => {
    expect(textsOf(read(ofTable, table()))).toEqual(["Town", "Bonn", "Rome"]);
  });

  it("show which values the filter of the table leaves", () => {
    const filter = '<filterColumn colId="0"><filters><filter val="Rome"/></filters></filterColumn>';
    const shapes = shapesOf(read(ofTable, table(filter)));
    const [bonn, rome] = ["Bonn", "Rome"].map((name) => shapes.find((shape) => textOf(shape) === name));
    expect(fillOf(bonn)).toBe("#ffffff");
    expect(fillOf(rome)).not.toBe("#ffffff");
  });

  it("show the items of a pivot cache; those without data come last", () => {
    const items =
      '<data><tabular pivotCacheId="5"><items><i x="1" nd="1"/><i x="0" s="1"/><i x="2"/></items></tabular></data>';
    const pivot = `<pivotCacheDefinition xmlns="${MAIN}"><cacheFields><cacheField name="Town"><sharedItems><s v="Rome"/><s v="Bonn"/><n v="3"/></sharedItems></cacheField></cacheFields><extLst><ext uri="x"><x14:pivotCacheDefinition xmlns:x14="${X14}" pivotCacheId="5"/></ext></extLst></pivotCacheDefinition>`;
    expect(textsOf(read(items, { "xl/pivotCache/p.xml": pivot }))).toEqual(["Town", "Rome", "3", "Bonn"]);
  });

  it("have no more buttons than there is room for, in their columns, and no header where it is hidden", () => {
    const items = Array.from({ length: 30 }, (_, index) => `<i x="${index}" s="1"/>`).join("");
    const values = Array.from({ length: 30 }, (_, index) => `<n v="${index}"/>`).join("");
    const pivot = `<pivotCacheDefinition xmlns="${MAIN}"><cacheFields><cacheField name="Town"><sharedItems>${values}</sharedItems></cacheField></cacheFields><extLst><ext uri="x"><x14:pivotCacheDefinition xmlns:x14="${X14}" pivotCacheId="5"/></ext></extLst></pivotCacheDefinition>`;
    const cache = `<data><tabular pivotCacheId="5"><items>${items}</items></tabular></data>`;
    const node = read(cache, { "xl/pivotCache/p.xml": pivot }, 'columnCount="2" showCaption="0"');
    // Rows of 19 points with 2 between them, in 120 points less 6 at both ends.
    expect(textsOf(node)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    const [first, second] = shapesOf(node).slice(1);
    expect([first?.yPt, (second?.xPt ?? 0) - (first?.xPt ?? 0)]).toEqual([second?.yPt, (144 - 12 - 2) / 2 + 2]);
  });
});

describe("form controls", () => {
  const control = (type: string, data: string, text = "", style = "") =>
    `<v:shape id="s" type="#t" style="position:absolute;${style}"><v:textbox><div style="text-align:left"><font face="Segoe UI" size="180" color="#112233">${text}</font></div></v:textbox>` +
    `<x:ClientData ObjectType="${type}"><x:Anchor>0, 0, 0, 0, 2, 0, 4, 0</x:Anchor>${data}</x:ClientData></v:shape>`;
  function read(shape: string, box = BOX) {
    const vml = `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">${shape}</xml>`;
    const rows = rowXml(1, ["Red", 1]) + rowXml(2, ["Green", 2]) + rowXml(3, ["Blue", 3]);
    const sheet = {
      name: "S",
      rows,
      rest: '<legacyDrawing r:id="v"/>',
      related: [["v", "vmlDrawing", "../drawings/a.vml"]] as const,
    };
    const [drawing] = firstSheet(testWorkbook([sheet], { parts: { "xl/drawings/a.vml": vml } })).drawings;
    return drawing?.node(box);
  }
  const marks = (node: DrawingNode | undefined) => shapesOf(node).filter((shape) => textOf(shape) === "");

  it.each(["Checkbox", "Radio"])("%s: have a mark where they are on, and their text beside it", (type) => {
    const [off, on] = ["", "<x:Checked>1</x:Checked>"].map((data) => read(control(type, data, "I agree")));
    expect(textsOf(off)).toEqual(["I agree"]);
    expect(marks(off)).toHaveLength(1);
    expect(marks(on)).toHaveLength(2);
    const text = shapesOf(on).find((shape) => textOf(shape) === "I agree")?.text?.blocks[0];
    expect(text?.kind === "paragraph" && text.markFormat).toMatchObject({
      sizePt: 9,
      color: "#112233",
      fonts: { ascii: "Segoe UI" },
    });
  });

  it("are gray where they are neither on nor off", () => {
    const [mark] = marks(read(control("Checkbox", "<x:Checked>2</x:Checked>")));
    expect(fillOf(mark)).toBe("#bfbfbf");
  });

  it("lists show their cells, and drop-down ones the chosen cell", () => {
    const data = "<x:FmlaRange>$A$1:$A$3</x:FmlaRange><x:Sel>2</x:Sel>";
    expect(textsOf(read(control("List", data)))).toEqual(["Red", "Green", "Blue"]);
    expect(textsOf(read(control("Drop", data)))).toEqual(["Green"]);
    expect(textsOf(read(control("Drop", "<x:FmlaRange>$A$1:$A$3</x:FmlaRange><x:Sel>0</x:Sel>")))).toEqual([]);
  });

  it("buttons, labels and group boxes have their texts", () => {
    for (const type of ["Button", "Label", "GBox"])
      expect(textsOf(read(control(type, "", "Go on")))).toEqual(["Go on"]);
  });

  it("scroll bars have their thumb where their value is", () => {
    const bar = (value: number) => control("Scroll", `<x:Val>${value}</x:Val><x:Min>0</x:Min><x:Max>10</x:Max>`);
    const thumb = (value: number) => shapesOf(read(bar(value), { ...BOX, widthPt: 10, heightPt: 130 })).at(-1)?.yPt;
    // Arrows and thumb are 10 points high each.
    expect([thumb(0), thumb(5), thumb(10)]).toEqual([10, 60, 110]);
  });

  it("are left out where they are not printed, or hidden", () => {
    expect(read(control("Checkbox", "<x:PrintObject>False</x:PrintObject>"))).toBeUndefined();
    expect(read(control("Checkbox", "", "", "visibility:hidden"))).toBeUndefined();
  });
});
