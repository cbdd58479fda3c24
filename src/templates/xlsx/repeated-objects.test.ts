import { expect, it } from "vitest";
import { mergeWorkbook } from "./testing/merged-workbook.ts";
import { buildWorkbook, relationships, type TestCell } from "./testing/workbook-builder.ts";
import { xlsxEngine } from "./xlsx-engine.ts";

const DRAWINGML = "http://schemas.openxmlformats.org/drawingml/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const place = (row: number, height: number) => {
  const corner = (name: string, at: number, column: number) =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${at}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  return corner("from", row, 3) + corner("to", row + height, 6);
};
const shape = (row: number, text: string, link = "") =>
  `<xdr:twoCellAnchor>${place(row, 1)}<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="${20 + row}" name="Box">${link}</xdr:cNvPr><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr/><xdr:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:clientData/></xdr:twoCellAnchor>`;
const chartFrame = (row: number) =>
  `<xdr:twoCellAnchor>${place(row, 2)}<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="6" name="Chart"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${DRAWINGML}/chart"><c:chart xmlns:c="${DRAWINGML}/chart" xmlns:r="${OFFICE}" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`;

const chart = (title: string, range: string) =>
  `<c:chartSpace xmlns:c="${DRAWINGML}/chart" xmlns:a="${DRAWINGML}/main"><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:val><c:numRef><c:f>${range}</c:f><c:numCache><c:ptCount val="1"/><c:pt idx="0"><c:v>0</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;

const workbook = (cells: Record<string, TestCell>, drawn: string, chartXml: string) =>
  buildWorkbook({
    sheets: [
      {
        name: "S",
        cells,
        tail: '<drawing r:id="rId1"/>',
        relationships: [["rId1", "drawing", "../drawings/drawing1.xml"]],
      },
    ],
    parts: {
      "xl/drawings/drawing1.xml": {
        content: `<xdr:wsDr xmlns:xdr="${DRAWINGML}/spreadsheetDrawing" xmlns:a="${DRAWINGML}/main" xmlns:r="${OFFICE}">${drawn}</xdr:wsDr>`,
        type: "application/vnd.openxmlformats-officedocument.drawing+xml",
      },
      "xl/drawings/_rels/drawing1.xml.rels": {
        content: relationships([
          ["rId1", "chart", "../charts/chart1.xml"],
          ["rId2", "hyperlink", "https://a.example/%7B$r.name%7D", true],
        ]),
      },
      "xl/charts/chart1.xml": {
        content: chartXml,
        type: "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
      },
    },
  });

const REGIONS = {
  all: "All",
  regions: [
    { name: "A & B", months: [{ v: 1 }, { v: 2 }] },
    { name: "C", months: [{ v: 7 }] },
  ],
};

it("charts, shapes and their links on rows of a loop are those of their turn", async () => {
  const template = workbook(
    {
      A1: "{$all}",
      A2: "{foreach $regions as $r}{$r.name}",
      A3: "{tablerow $r.months as $m}{$m.v}",
      B3: "{/tablerow}",
      A4: "sum",
      B6: "{/foreach}",
      A7: "end",
    },
    shape(0, "All: {$all}") +
      shape(1, "Of {$r.name} {counter}", '<a:hlinkClick r:id="rId2"/>') +
      // The chart begins on an empty row of the loop.
      chartFrame(4),
    chart("Chart of {$r.name}", "S!$A$3:$A$3"),
  );
  expect((await xlsxEngine.inspect(template, {})).warnings).toEqual([]);
  const merged = await mergeWorkbook(template, REGIONS);
  expect(merged.warnings).toEqual([]);
  const drawing = merged.part("xl/drawings/drawing1.xml");
  const rels = merged.part("xl/drawings/_rels/drawing1.xml.rels");
  const target = (id = "") => new RegExp(`Id="${id}"[^>]*? Target="([^"]*)"`).exec(rels)?.[1] ?? "";
  expect(Array.from(drawing.matchAll(/<a:t>([^<]*)/g), ([, text]) => text)).toEqual([
    "All: All",
    "Of A &amp; B 1",
    "Of C 2",
  ]);
  expect(Array.from(drawing.matchAll(/hlinkClick r:id="([^"]*)"/g), ([, id]) => target(id))).toEqual([
    "https://a.example/A%20&amp;%20B",
    "https://a.example/C",
  ]);
  const charts = Array.from(drawing.matchAll(/<c:chart [^>]*r:id="([^"]*)"/g), ([, id]) =>
    merged.part(target(id).replace("..", "xl")),
  );
  expect(charts.map((xml) => /<a:t>([^<]*)/.exec(xml)?.[1])).toEqual(["Chart of A &amp; B", "Chart of C"]);
  expect(charts.map((xml) => /<c:f>([^<]*)/.exec(xml)?.[1])).toEqual(["S!$A$3:$A$4", "S!$A$8:$A$8"]);
  expect(charts.map((xml) => Array.from(xml.matchAll(/<c:v>([^<]*)/g), ([, value]) => value))).toEqual([
    ["1", "2"],
    ["7"],
  ]);
  const ids = Array.from(drawing.matchAll(/cNvPr id="(\d+)"/g), ([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it("a chart beside the rows of a loop is one for all of them", async () => {
  const template = workbook(
    { A1: "{$all}", A2: "{tablerow $regions as $r}{$r.name}", B2: "{$r.months|count}", A3: "end" },
    chartFrame(1),
    chart("{$all}", "S!$B$2:$B$2"),
  );
  const merged = await mergeWorkbook(template, REGIONS);
  expect(merged.names().filter((name) => name.includes("charts/"))).toEqual(["xl/charts/chart1.xml"]);
  expect(merged.part("xl/charts/chart1.xml")).toContain("<c:f>S!$B$2:$B$3</c:f>");
});

it("more charts than a merge can hold are refused", async () => {
  const template = workbook(
    { A1: "{$all}", A2: "{foreach $regions as $r}{$r}", A5: "{/foreach}" },
    chartFrame(2),
    chart("x".repeat(200_000), "S!$A$2"),
  );
  const regions = Array.from({ length: 70 }, (_, index) => index);
  await expect(mergeWorkbook(template, { all: "", regions })).rejects.toMatchObject({ code: "sheet_too_large" });
});

it("a loop without items leaves nothing of them", async () => {
  const template = workbook(
    { A1: "{$all}", A2: "{foreach $regions as $r}{$r.name}", A5: "{/foreach}" },
    shape(1, "Of {$r.name}") + chartFrame(2),
    chart("Chart of {$r.name}", "S!$A$2"),
  );
  const merged = await mergeWorkbook(template, { all: "x", regions: [] });
  expect(merged.part("xl/drawings/drawing1.xml")).not.toMatch(/<a:t>|c:chart/);
  expect(merged.names().filter((name) => name.includes("chart"))).toEqual([]);
});

it("what is above a loop is merged after its rows, as before", async () => {
  const template = workbook(
    { A1: "{$all}", A2: "{tablerow $regions as $r}{$n = $n + 1}{$r.name}", A3: "end" },
    shape(0, "{$n} regions"),
    chart("{$n}", "S!$A$2"),
  );
  const merged = await mergeWorkbook(template, { ...REGIONS, n: 0 });
  expect(merged.part("xl/drawings/drawing1.xml")).toContain("<a:t>2 regions</a:t>");
});
