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
