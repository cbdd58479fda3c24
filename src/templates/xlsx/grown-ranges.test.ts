import { describe, expect, it } from "vitest";
import { mergeWorkbook } from "./testing/merged-workbook.ts";
import { buildWorkbook, type TestSheet, type TestWorkbook } from "./testing/workbook-builder.ts";

const SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const X14 = 'xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"';
const XM = 'xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"';
const SHEET = "xl/worksheets/sheet1.xml";

const DATA = {
  rows: [
    { n: "a", v: 1 },
    { n: "b", v: 2 },
    { n: "c", v: 3 },
  ],
  title: "A & B",
};
/** One row that becomes three, a total below it, and a line below that: rows 3 and 5 become rows 5 and 7. */
const CELLS = {
  A1: "Name",
  B1: "Value",
  A2: "{foreach $rows as $r}{$r.n}",
  B2: "{$r.v}{/foreach}",
  A3: "Total",
  B3: "=SUM(B2:B2)",
  A5: "Foot",
};

const merged = (more: Partial<TestSheet>, workbook: Partial<TestWorkbook> = {}) =>
  mergeWorkbook(buildWorkbook({ sheets: [{ name: "S", cells: CELLS, ...more }], ...workbook }), DATA);

describe("what is around and below repeated rows follows them", () => {
  const extension = (uri: string, content: string) => `<extLst><ext uri="{${uri}}" ${X14}>${content}</ext></extLst>`;
  const breaks = (...rows: number[]) =>
    `<rowBreaks count="${rows.length}" manualBreakCount="${rows.length}">${rows.map((row) => `<brk id="${row}" max="16383" man="1"/>`).join("")}</rowBreaks>`;

  it.each([
    [
      "sparklines, with the row and over all rows",
      extension(
        "05C60535-1F16-4fd2-B633-F4F36F0B64E0",
        `<x14:sparklineGroups ${XM}><x14:sparklineGroup><x14:sparklines><x14:sparkline><xm:f>S!B2:B2</xm:f><xm:sqref>C3</xm:sqref></x14:sparkline><x14:sparkline><xm:f>S!A2:B2</xm:f><xm:sqref>C2</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups>`,
      ),
      [
        "<xm:f>S!B2:B4</xm:f><xm:sqref>C5</xm:sqref>",
        "<xm:f>S!A2:B2</xm:f><xm:sqref>C2</xm:sqref>",
        "<xm:f>S!A4:B4</xm:f><xm:sqref>C4</xm:sqref>",
      ],
    ],
    [
      "conditional formats of later versions",
      extension(
        "78C0D931-6437-407d-A8EE-F0AAD7539E65",
        `<x14:conditionalFormattings><x14:conditionalFormatting ${XM}><x14:cfRule type="dataBar" id="{1}"><x14:dataBar><x14:cfvo type="formula"><xm:f>$B$3</xm:f></x14:cfvo></x14:dataBar></x14:cfRule><xm:sqref>B2:B2</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings>`,
      ),
      ["<xm:f>$B$5</xm:f>", "<xm:sqref>B2:B4</xm:sqref>"],
    ],
    [
      "validations of later versions",
      extension(
        "CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF",
        `<x14:dataValidations ${XM} count="1"><x14:dataValidation type="list"><x14:formula1><xm:f>S!$A$2:$A$2</xm:f></x14:formula1><xm:sqref>D5</xm:sqref></x14:dataValidation></x14:dataValidations>`,
      ),
      ["<xm:f>S!$A$2:$A$4</xm:f>", "<xm:sqref>D7</xm:sqref>"],
    ],
    [
      "merged cells",
      '<mergeCells count="2"><mergeCell ref="A5:C5"/><mergeCell ref="C2:D2"/></mergeCells>',
      ['<mergeCells count="4">', 'ref="A7:C7"', 'ref="C2:D2"', 'ref="C4:D4"'],
    ],
    [
      "conditional formats",
      '<conditionalFormatting sqref="B2:B2"><cfRule type="expression" priority="1"><formula>$B2&gt;AVERAGE($B$2:$B$2)</formula></cfRule></conditionalFormatting><conditionalFormatting sqref="B3 A5"><cfRule type="cellIs" operator="equal" priority="2"><formula>$B$3</formula></cfRule></conditionalFormatting>',
      ['sqref="B2:B4"', "$B2&gt;AVERAGE($B$2:$B$4)", 'sqref="B5 A7"', "<formula>$B$5</formula>"],
    ],
    [
      "validations and their prompts",
      '<dataValidations count="1"><dataValidation type="list" sqref="A2 D5" prompt="Of {$title}"><formula1>$A$5:$A$6</formula1></dataValidation></dataValidations>',
      ['sqref="A2:A4 D7"', 'prompt="Of A &amp; B"', "<formula1>$A$7:$A$8</formula1>"],
    ],
    [
      "links within the workbook",
      '<hyperlinks><hyperlink ref="A5" location="S!B3" display="x"/></hyperlinks>',
      ['ref="A7" location="S!B5"'],
    ],
    ["page breaks, also those of the repeated row", breaks(2, 4), [breaks(2, 3, 4, 6)]],
    [
      "headers",
      "<headerFooter><oddHeader>&amp;L{$title}&amp;RPage &amp;P</oddHeader></headerFooter>",
      ["&amp;LA &amp;&amp; B&amp;RPage &amp;P"],
    ],
    ["filters", '<autoFilter ref="A1:B2"/>', ['<autoFilter ref="A1:B4"/>']],
  ])("%s", async (_, tail, expected) => {
    const xml = (await merged({ tail })).part(SHEET);
    for (const part of expected) expect(xml).toContain(part);
  });

  it("boxes of comments, one for each copy, with the values of its row", async () => {
    const shape = (id: number, row: number) =>
      `<v:shape id="_x0000_s${id}" type="#_x0000_t202"><x:ClientData ObjectType="Note"><x:Anchor>1, 15, ${row - 1}, 2, 3, 15, ${row + 3}, 4</x:Anchor><x:Row>${row}</x:Row><x:Column>0</x:Column></x:ClientData></v:shape>`;
    const comment = (reference: string, text: string) =>
      `<comment ref="${reference}" authorId="0"><text><t>${text}</t></text></comment>`;
    const parts = {
      "xl/comments1.xml": {
        content: `<comments ${MAIN}><authors><author>x</author></authors><commentList>${comment("A2", "about {$r.n}")}${comment("A3", "in all")}</commentList></comments>`,
        type: `${SPREADSHEET}.comments+xml`,
      },
      "xl/drawings/vmlDrawing1.vml": {
        content: `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">${shape(1025, 1)}${shape(1026, 2)}</xml>`,
      },
    };
    const file = await merged(
      {
        tail: '<legacyDrawing r:id="rId2"/>',
        relationships: [
          ["rId1", "comments", "../comments1.xml"],
          ["rId2", "vmlDrawing", "../drawings/vmlDrawing1.vml"],
        ],
      },
      { parts },
    );
    const notes = [...file.part("xl/comments1.xml").matchAll(/ref="(\w+)"[\s\S]*?<t(?: [^>]*)?>([^<]*)</g)].map(
      ([, ref, text]) => [ref, text],
    );
    expect(notes).toEqual([
      ["A2", "about a"],
      ["A3", "about b"],
      ["A4", "about c"],
      ["A5", "in all"],
    ]);
    const boxes = file.part("xl/drawings/vmlDrawing1.vml");
    expect([...boxes.matchAll(/<x:Row>(\d+)</g)].map(([, row]) => row)).toEqual(["1", "2", "3", "4"]);
    expect(boxes).toContain("<x:Anchor>1, 15, 3, 2, 3, 15, 7, 4</x:Anchor><x:Row>4</x:Row>");
    expect(new Set([...boxes.matchAll(/<v:shape id="([^"]*)"/g)].map(([, id]) => id)).size).toBe(4);
  });

  it("tables, their totals and formulas that name their columns", async () => {
    const table = `<table ${MAIN} id="1" name="T" displayName="T" ref="A1:B3" totalsRowCount="1"><autoFilter ref="A1:B2"/><tableColumns count="2"><tableColumn id="1" name="Name" totalsRowLabel="Total"/><tableColumn id="2" name="Value" totalsRowFunction="sum"/></tableColumns></table>`;
    const file = await merged(
      {
        cells: { ...CELLS, B3: "=SUBTOTAL(109,T[Value])", D1: "=AVERAGE(T[Value])" },
        tail: '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>',
        relationships: [["rId1", "table", "../tables/table1.xml"]],
      },
      { parts: { "xl/tables/table1.xml": { content: table, type: `${SPREADSHEET}.table+xml` } } },
    );
    expect(file.part("xl/tables/table1.xml")).toContain('ref="A1:B5" totalsRowCount="1"><autoFilter ref="A1:B4"/>');
    expect(file.values("S")).toMatchObject({ B5: 6, D1: 2 });
  });

  it("the source of a pivot table, which is read anew when the file is opened", async () => {
    const part = "xl/pivotCache/pivotCacheDefinition1.xml";
    const content = `<pivotCacheDefinition ${MAIN} recordCount="1"><cacheSource type="worksheet"><worksheetSource ref="A1:B2" sheet="S"/></cacheSource></pivotCacheDefinition>`;
    const file = await merged(
      {},
      {
        parts: { [part]: { content, type: `${SPREADSHEET}.pivotCacheDefinition+xml` } },
        related: [["rId9", "pivotCacheDefinition", "pivotCache/pivotCacheDefinition1.xml"]],
      },
    );
    const xml = file.part(part);
    expect(file.warnings).toEqual([expect.stringContaining('The pivot table over the sheet "S" shows the values')]);
    expect(xml).toContain('refreshOnLoad="1"');
    expect(xml).toContain('<worksheetSource ref="A1:B4" sheet="S"/>');
  });

  it("names, print areas and titles", async () => {
    const name = (text: string, content: string, attributes = "") =>
      `<definedName name="${text}"${attributes}>${content}</definedName>`;
    const names =
      name("_xlnm.Print_Area", "S!$A$1:$B$5", ' localSheetId="0"') +
      name("_xlnm.Print_Titles", "S!$1:$1,S!$A:$A", ' localSheetId="0"') +
      name("Values", "S!$B$2:$B$2") +
      name("Total", "S!$B$3") +
      name("Title", '"{$title}"');
    const xml = (await merged({}, { names })).part("xl/workbook.xml");
    for (const expected of ["S!$A$1:$B$7", "S!$1:$1,S!$A:$A", "S!$B$2:$B$4", "S!$B$5", "&quot;A &amp; B&quot;"])
      expect(xml).toContain(`>${expected}</definedName>`);
  });
});

describe("formulas that a file writes in a special way", () => {
  it("shared ones are written out in each row", async () => {
    const shared = (index: string, text = "") => ({ xml: `><f t="shared" ${index}>${text}</f><v>0</v>` });
    const cells = {
      A2: "{foreach $rows as $r}{$r.v}",
      B2: shared('ref="B2:B3" si="0"', "A2*2"),
      C2: "{/foreach}",
      A3: 9,
      B3: shared('si="0"'),
    };
    const file = await merged({ cells });
    expect(file.formulas("S")).toEqual({ B2: "A2*2", B3: "A3*2", B4: "A4*2", B5: "A5*2" });
    expect(file.values("S")).toMatchObject({ B2: 2, B3: 4, B4: 6, B5: 18 });
  });

  it("array formulas repeat with their row, and range over all of them", async () => {
    const array = (range: string, text: string) => ({ xml: `><f t="array" ref="${range}">${text}</f><v>0</v>` });
    const cells = {
      A2: "{foreach $rows as $r}{$r.v}",
      B2: array("B2", "SUM(A2*{1,2,3})"),
      C2: "{/foreach}",
      A4: array("A4:B4", "A2:B2*2"),
      B4: { xml: "><v>0</v>" },
      A5: array("A5", "SUM(A2:A2*B2:B2)"),
    };
    const file = await merged({ cells });
    expect(file.values("S")).toMatchObject({ B2: 6, B3: 12, B4: 18, A6: 2, B6: 12, A7: 84 });
    expect(file.part(SHEET)).toContain('<c r="B3"><f t="array" ref="B3">SUM(A3*{1,2,3})</f>');
    expect(file.part(SHEET)).toContain('<f t="array" ref="A6:B6">A2:B4*2</f>');
  });
});

it("merges tags that are split over the runs of a rich text, each in the format of its brace", async () => {
  const rich = `<is><r><rPr><b/></rPr><t>Dear {$</t></r><r><t>title</t></r><r><rPr><i/></rPr><t>}, hello</t></r></is>`;
  const xml = (await merged({ cells: { A1: { xml: ` t="inlineStr">${rich}` } } })).part(SHEET);
  expect(xml).toContain('<r><rPr><b/></rPr><t xml:space="preserve">A &amp; B</t></r>');
  expect(xml).toContain('<r><rPr><i/></rPr><t xml:space="preserve">, hello</t></r>');
});

it("loads pictures from addresses once and places them in their cells", async () => {
  const asked: string[] = [];
  const bytes = Uint8Array.from(
    atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
    (character) => character.charCodeAt(0),
  );
  const load = async (url: string) => {
    asked.push(url);
    return { bytes, contentType: "image/png" };
  };
  const cells = {
    A1: "{image src=$logo}",
    A2: "{foreach $rows as $r}{$r.n}",
    B2: "{image src=$logo width=40}{/foreach}",
    A3: "{image src=$logo}",
  };
  const template = buildWorkbook({ sheets: [{ name: "S", cells }] });
  const file = await mergeWorkbook(template, { ...DATA, logo: "https://e.test/a.png" }, { load });
  expect(asked).toEqual(["https://e.test/a.png"]);
  const drawing = file.part("xl/drawings/merged-drawing1.xml");
  const places = [...drawing.matchAll(/<xdr:col>(\d+)<[\s\S]*?<xdr:row>(\d+)</g)].map(([, column, row]) => [
    column,
    row,
  ]);
  expect(places).toEqual([
    ["0", "0"],
    ["1", "1"],
    ["1", "2"],
    ["1", "3"],
    ["0", "4"],
  ]);
});
