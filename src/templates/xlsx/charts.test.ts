import { expect, it } from "vitest";
import { mergeWorkbook } from "./testing/merged-workbook.ts";
import { buildWorkbook, relationships } from "./testing/workbook-builder.ts";
import { xlsxEngine } from "./xlsx-engine.ts";

const DRAWINGML = "http://schemas.openxmlformats.org/drawingml/2006";
const CHART_TYPE = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml";

/** A chart over B2:B2 by A2:A2 as Excel writes it: it remembers the texts of the cells, tags included. */
const CHART = `<c:chartSpace xmlns:c="${DRAWINGML}/chart" xmlns:a="${DRAWINGML}/main"><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>{$title}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:order val="0"/><c:cat><c:strRef><c:f>S!$A$2:$A$2</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>{foreach $rows as $r}{$r.n}</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:f>S!$B$2:$B$2</c:f><c:numCache><c:formatCode>0.0</c:formatCode><c:ptCount val="1"/><c:pt idx="0"><c:v>{$r.v}{/foreach}</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart></c:chartSpace>`;
const DRAWING = `<xdr:wsDr xmlns:xdr="${DRAWINGML}/spreadsheetDrawing" xmlns:a="${DRAWINGML}/main"><xdr:twoCellAnchor><xdr:from><xdr:col>3</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>8</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>12</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart 1"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${DRAWINGML}/chart"><c:chart xmlns:c="${DRAWINGML}/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`;

const PARTS = {
  "xl/drawings/drawing1.xml": { content: DRAWING, type: "application/vnd.openxmlformats-officedocument.drawing+xml" },
  "xl/drawings/_rels/drawing1.xml.rels": { content: relationships([["rId1", "chart", "../charts/chart1.xml"]]) },
};

const template = buildWorkbook({
  sheets: [
    {
      name: "S",
      cells: { A1: "Name", B1: "Value", A2: "{foreach $rows as $r}{$r.n}", B2: "{$r.v}{/foreach}" },
      tail: '<drawing r:id="rId1"/>',
      relationships: [["rId1", "drawing", "../drawings/drawing1.xml"]],
    },
  ],
  parts: { ...PARTS, "xl/charts/chart1.xml": { content: CHART, type: CHART_TYPE } },
});

it("a chart over a loop takes its points from the cells; what it remembers of them is not a template", async () => {
  const { errors, fields } = await xlsxEngine.inspect(template, {});
  expect(errors).toEqual([]);
  expect(fields.map(({ name }) => name).sort()).toEqual(["rows", "title"]);

  const rows = ["a", "b", "c"].map((n, index) => ({ n, v: index + 1 }));
  const chart = (await mergeWorkbook(template, { title: "Sales", rows })).part("xl/charts/chart1.xml");
  expect(chart).toContain("<a:t>Sales</a:t>");
  expect(chart).toContain("<c:f>S!$A$2:$A$4</c:f>");
  expect(chart).toContain('<c:pt idx="2"><c:v>c</c:v></c:pt>');
  expect(chart).toContain('<c:formatCode>0.0</c:formatCode><c:ptCount val="3"/><c:pt idx="0"><c:v>1</c:v>');
});

it("names of points that are texts are written as texts, and numbers in the format of their cells", async () => {
  // As openpyxl writes charts: names referred to as numbers, and nothing cached.
  const bare = CHART.replace(/<c:(?:str|num)Cache>.*?<\/c:(?:str|num)Cache>/g, "").replaceAll("strRef", "numRef");
  const written = buildWorkbook({
    sheets: [
      {
        name: "S",
        cells: { A2: "{foreach $rows as $r}{$r.n}", B2: { value: "{$r.v}{/foreach}", style: 2 } },
        tail: '<drawing r:id="rId1"/>',
        relationships: [["rId1", "drawing", "../drawings/drawing1.xml"]],
      },
    ],
    parts: { ...PARTS, "xl/charts/chart1.xml": { content: bare, type: CHART_TYPE } },
  });
  const chartOf = async (names: readonly unknown[]) =>
    (await mergeWorkbook(written, { rows: names.map((n, v) => ({ n, v })) })).part("xl/charts/chart1.xml");

  const texts = await chartOf(["Desk", 2026]);
  expect(texts).toContain(
    '<c:cat><c:strRef><c:f>S!$A$2:$A$3</c:f><c:strCache><c:ptCount val="2"/><c:pt idx="0"><c:v>Desk</c:v></c:pt><c:pt idx="1"><c:v>2026</c:v></c:pt></c:strCache></c:strRef></c:cat>',
  );
  expect(texts).toContain("<c:numCache><c:formatCode>0.00</c:formatCode>");

  const days = await chartOf(["2026-12-04"]);
  expect(days).toContain("<c:cat><c:numRef><c:f>S!$A$2:$A$2</c:f><c:numCache><c:formatCode>yyyy-mm-dd</c:formatCode>");
});

const NEW_CHARTS = "http://schemas.microsoft.com/office/drawing/2014/chartex";
const NEW_TYPE = "application/vnd.ms-office.chartex+xml";

/** A waterfall over a loop's rows; `of` are the formulas of its names and values. */
const newChart = (names: string, values: string) =>
  `<cx:chartSpace xmlns:cx="${NEW_CHARTS}" xmlns:a="${DRAWINGML}/main"><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:f>${names}</cx:f><cx:lvl ptCount="1"><cx:pt idx="0">{foreach $rows as $r}{$r.n}</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:f>${values}</cx:f><cx:lvl ptCount="1" formatCode="0.0"><cx:pt idx="0">0</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:rich><a:p><a:r><a:t>{$title}</a:t></a:r></a:p></cx:rich></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:f>S!$B$1</cx:f><cx:v>{$head}</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`;

const withNewChart = (names: string, values: string) =>
  buildWorkbook({
    sheets: [
      {
        name: "S",
        cells: { A1: "Name", B1: "{$head}", A2: "{foreach $rows as $r}{$r.n}", B2: "{$r.v}{/foreach}" },
        tail: '<drawing r:id="rId1"/>',
        relationships: [["rId1", "drawing", "../drawings/drawing1.xml"]],
      },
    ],
    names:
      '<definedName name="_xlchart.v1.0" hidden="1">S!$A$2:$A$2</definedName><definedName name="_xlchart.v1.1" hidden="1">S!$B$2:$B$2</definedName>',
    parts: {
      "xl/drawings/drawing1.xml": PARTS["xl/drawings/drawing1.xml"],
      "xl/drawings/_rels/drawing1.xml.rels": {
        content: relationships([["rId1", "chartEx", "../charts/chartEx1.xml"]]),
      },
      "xl/charts/chartEx1.xml": { content: newChart(names, values), type: NEW_TYPE },
    },
  });

it.each([
  ["ranges", "S!$A$2:$A$2", "S!$B$2:$B$2", "S!$A$2:$A$3", "S!$B$2:$B$3"],
  ["names that Excel makes for them", "_xlchart.v1.0", "_xlchart.v1.1", "_xlchart.v1.0", "_xlchart.v1.1"],
])(
  "a chart of the new kinds takes its points from the cells: %s",
  async (_, names, values, movedNames, movedValues) => {
    const written = withNewChart(names, values);
    const { errors, warnings } = await xlsxEngine.inspect(written, {});
    expect([errors, warnings]).toEqual([[], []]);
    const rows = [
      { n: "a & b", v: 1 },
      { n: "c", v: -2 },
    ];
    const merged = await mergeWorkbook(written, { title: "Cash", head: "EUR", rows });
    expect(merged.warnings).toEqual([]);
    const chart = merged.part("xl/charts/chartEx1.xml");
    expect(chart).toContain("<a:t>Cash</a:t>");
    expect(chart).toContain(
      `<cx:f>${movedNames}</cx:f><cx:lvl ptCount="2"><cx:pt idx="0">a &amp; b</cx:pt><cx:pt idx="1">c</cx:pt></cx:lvl>`,
    );
    expect(chart).toContain(
      `<cx:f>${movedValues}</cx:f><cx:lvl ptCount="2" formatCode="0.0"><cx:pt idx="0">1</cx:pt><cx:pt idx="1">-2</cx:pt></cx:lvl>`,
    );
    expect(chart).toContain("<cx:f>S!$B$1</cx:f><cx:v>EUR</cx:v>");
    expect(merged.part("xl/workbook.xml")).toContain("S!$B$2:$B$3");
  },
);

it("a chart whose cells are named shows them, also those that a formula finds", async () => {
  const named = CHART.replace("S!$A$2:$A$2", "Book1.xlsx!Names").replace("S!$B$2:$B$2", "S!Amounts");
  const written = buildWorkbook({
    sheets: [
      {
        name: "S",
        cells: { A2: "{foreach $rows as $r}{$r.n}", B2: "{$r.v}{/foreach}", D1: "=COUNT(B:B)" },
        tail: '<drawing r:id="rId1"/>',
        relationships: [["rId1", "drawing", "../drawings/drawing1.xml"]],
      },
    ],
    names:
      '<definedName name="Names">S!$A$2:$A$2</definedName><definedName name="Amounts">OFFSET(S!$B$2,0,0,COUNT(S!$B:$B),1)</definedName>',
    parts: { ...PARTS, "xl/charts/chart1.xml": { content: named, type: CHART_TYPE } },
  });
  const rows = ["a", "b", "c"].map((n, index) => ({ n, v: index + 1 }));
  const merged = await mergeWorkbook(written, { rows, title: "" });
  expect(merged.warnings).toEqual([]);
  const chart = merged.part("xl/charts/chart1.xml");
  expect(chart).toContain("<c:f>Book1.xlsx!Names</c:f>");
  expect(Array.from(chart.matchAll(/<c:v>([^<]*)/g), ([, text]) => text)).toEqual(["a", "b", "c", "1", "2", "3"]);
});

it("a sheet that is a chart is merged like one on a sheet", async () => {
  const sheet = `<chartsheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheetViews><sheetView workbookViewId="0"/></sheetViews><drawing r:id="rId1"/></chartsheet>`;
  const written = buildWorkbook({
    sheets: [{ name: "S", cells: { A2: "{foreach $rows as $r}{$r.n}", B2: "{$r.v}{/foreach}" } }],
    related: [["rId9", "chartsheet", "chartsheets/sheet1.xml"]],
    parts: {
      ...PARTS,
      "xl/charts/chart1.xml": { content: CHART, type: CHART_TYPE },
      "xl/chartsheets/sheet1.xml": {
        content: sheet,
        type: "application/vnd.openxmlformats-officedocument.spreadsheetml.chartsheet+xml",
      },
      "xl/chartsheets/_rels/sheet1.xml.rels": {
        content: relationships([["rId1", "drawing", "../drawings/drawing1.xml"]]),
      },
    },
  });
  expect((await xlsxEngine.inspect(written, {})).fields.map(({ name }) => name).sort()).toEqual(["rows", "title"]);
  const rows = ["a", "b"].map((n, index) => ({ n, v: index + 1 }));
  const merged = await mergeWorkbook(written, { rows, title: "Year" });
  const chart = merged.part("xl/charts/chart1.xml");
  expect(merged.warnings).toEqual([]);
  expect(chart).toContain("<a:t>Year</a:t>");
  expect(chart).toContain("<c:f>S!$B$2:$B$3</c:f>");
  expect(Array.from(chart.matchAll(/<c:v>([^<]*)/g), ([, text]) => text)).toEqual(["a", "b", "1", "2"]);
});
