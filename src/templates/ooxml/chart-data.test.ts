import { expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { docxEngine } from "../docx/docx-engine.ts";
import { docx } from "../testing/docx-builder.ts";
import { merge } from "../testing/render.ts";
import { parseRange, readChartWorkbook, writeChartWorkbook } from "./chart-workbook.ts";

const CHART = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const reference = (kind: "str" | "num", formula: string, points: readonly string[]) =>
  `<c:${kind}Ref><c:f>${formula}</c:f><c:${kind}Cache>${kind === "num" ? "<c:formatCode>General</c:formatCode>" : ""}<c:ptCount val="${points.length}"/>${points.map((text, index) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join("")}</c:${kind}Cache></c:${kind}Ref>`;

/** A chart as a word processor saves it: the cache of the values lacks the tags, the workbook has them. */
function chartTemplate(cells: Record<string, string | number>): Uint8Array {
  return withChart(
    `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales {$year}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:ser><c:tx>${reference("str", "Sheet1!$B$1", ["{$unit}"])}</c:tx><c:cat>${reference("str", "Sheet1!$A$2", ["{foreach $sales as $s}{$s.month}"])}</c:cat><c:val>${reference("num", "Sheet1!$B$2", ["0"])}</c:val></c:ser></c:chart></c:chartSpace>`,
    cells,
  );
}

function withChart(chart: string, cells: Record<string, string | number>, type = CHART): Uint8Array {
  const workbook = writeChartWorkbook(new Map([["Sheet1", new Map(Object.entries(cells))]]));
  return docx({
    body: `<w:p><w:r><w:drawing><c:chart xmlns:c="c" r:id="rId5"/></w:drawing></w:r></w:p>`,
    parts: {
      "word/charts/chart1.xml": { content: chart, type },
      "word/charts/_rels/chart1.xml.rels": {
        content: `<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/package" Target="../embeddings/w.xlsx"/></Relationships>`,
        type: "application/vnd.openxmlformats-package.relationships+xml",
      },
      "word/embeddings/w.xlsx": {
        content: workbook,
        type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      },
    },
    relationships: { rId5: { type: "chart", target: "charts/chart1.xml" } },
  });
}

const DATA = {
  year: 2024,
  unit: "EUR",
  sales: [
    { month: "Jan & co", amount: "1,200.5" },
    { month: "Feb", amount: 7 },
    { month: "Mar", amount: 9 },
  ],
};

it("repeats the rows of a chart's data, in its caches and in its workbook", async () => {
  const template = chartTemplate({
    B1: "{$unit}",
    A2: "{foreach $sales as $s}{$s.month}",
    B2: "{$s.amount}{/foreach}",
  });
  const file = await merge(docxEngine, template, DATA);
  const chart = file.xml("word/charts/chart1.xml");
  expect(chart).toContain("<a:t>Sales 2024</a:t>");
  expect(chart).toContain(reference("str", "Sheet1!$B$1", ["EUR"]));
  expect(chart).toContain(reference("str", "Sheet1!$A$2:$A$4", ["Jan &amp; co", "Feb", "Mar"]));
  expect(chart).toContain(reference("num", "Sheet1!$B$2:$B$4", ["1200.5", "7", "9"]));
  const cells = readChartWorkbook(present(file.zip.read("word/embeddings/w.xlsx"))).get("Sheet1");
  expect(Object.fromEntries(present(cells))).toEqual({
    B1: "EUR",
    A2: "Jan & co",
    A3: "Feb",
    A4: "Mar",
    B2: "1200.5",
    B3: "7",
    B4: "9",
  });
});

const ROW = { A2: "{foreach $sales as $s}{$s.year}", B2: "{$s.month}", C2: "{$s.amount}{/foreach}" };
const ROWS = {
  sales: [
    { year: "2024", month: "Jan", amount: 5 },
    { year: "", month: "Feb", amount: 7 },
    { year: "2025", month: "Jan", amount: 9 },
  ],
};
const CELLS = { A2: "2024", A4: "2025", B2: "Jan", B3: "Feb", B4: "Jan", C2: "5", C3: "7", C4: "9" };

it("repeats categories of several levels", async () => {
  const level = (...points: readonly (readonly [number, string])[]) =>
    `<c:lvl>${points.map(([index, text]) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join("")}</c:lvl>`;
  const categories = `<c:multiLvlStrRef><c:f>Sheet1!$A$2:$B$2</c:f><c:multiLvlStrCache><c:ptCount val="1"/>${level([0, "x"])}${level([0, "y"])}</c:multiLvlStrCache></c:multiLvlStrRef>`;
  const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:ser><c:cat>${categories}</c:cat><c:val>${reference("num", "Sheet1!$C$2", ["0"])}</c:val></c:ser></c:chart></c:chartSpace>`;
  const file = await merge(docxEngine, withChart(chart, ROW), ROWS);
  const xml = file.xml("word/charts/chart1.xml");
  expect(xml).toContain(
    `<c:f>Sheet1!$A$2:$B$4</c:f><c:multiLvlStrCache><c:ptCount val="3"/>${level([0, "Jan"], [1, "Feb"], [2, "Jan"])}${level([0, "2024"], [2, "2025"])}</c:multiLvlStrCache>`,
  );
  expect(xml).toContain(reference("num", "Sheet1!$C$2:$C$4", ["5", "7", "9"]));
  const cells = readChartWorkbook(present(file.zip.read("word/embeddings/w.xlsx"))).get("Sheet1");
  expect(Object.fromEntries(present(cells))).toEqual(CELLS);
});

it("repeats the data of the new kinds of charts, and merges their titles and names", async () => {
  const points = (...texts: string[]) => texts.map((text, index) => `<cx:pt idx="${index}">${text}</cx:pt>`).join("");
  const chart = `<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" xmlns:a="a"><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:f>Sheet1!$A$2:$B$2</cx:f><cx:lvl ptCount="1">${points("x")}</cx:lvl><cx:lvl ptCount="1">${points("y")}</cx:lvl></cx:strDim><cx:numDim type="val"><cx:f>Sheet1!$C$2</cx:f><cx:lvl ptCount="1" formatCode="General">${points("0")}</cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:rich><a:p><a:r><a:t>Sales {$title}</a:t></a:r></a:p></cx:rich></cx:tx></cx:title><cx:plotArea><cx:series layoutId="treemap"><cx:tx><cx:txData><cx:f>Sheet1!$C$1</cx:f><cx:v>{$unit}</cx:v></cx:txData></cx:tx></cx:series></cx:plotArea></cx:chart></cx:chartSpace>`;
  const template = withChart(chart, { ...ROW, C1: "{$unit}" }, "application/vnd.ms-office.chartex+xml");
  const file = await merge(docxEngine, template, { ...ROWS, title: "A & B", unit: "EUR" });
  const xml = file.xml("word/charts/chart1.xml");
  expect(xml).toContain(
    `<cx:f>Sheet1!$A$2:$B$4</cx:f><cx:lvl ptCount="3">${points("Jan", "Feb", "Jan")}</cx:lvl><cx:lvl ptCount="3"><cx:pt idx="0">2024</cx:pt><cx:pt idx="2">2025</cx:pt></cx:lvl>`,
  );
  expect(xml).toContain(
    `<cx:f>Sheet1!$C$2:$C$4</cx:f><cx:lvl ptCount="3" formatCode="General">${points("5", "7", "9")}`,
  );
  expect(xml).toContain("<a:t>Sales A &amp; B</a:t>");
  expect(xml).toContain("<cx:v>EUR</cx:v>");
  const cells = readChartWorkbook(present(file.zip.read("word/embeddings/w.xlsx"))).get("Sheet1");
  expect(Object.fromEntries(present(cells))).toEqual({ ...CELLS, C1: "EUR" });
});

it("lists the fields of a chart's data", async () => {
  const template = chartTemplate({
    B1: "{$unit}",
    A2: "{foreach $sales as $s}{$s.month}",
    B2: "{$s.amount}{/foreach}",
  });
  const { fields, errors } = await docxEngine.inspect(template, {});
  expect(errors).toEqual([]);
  expect(fields.map(({ name }) => name).sort()).toEqual(["sales", "unit", "year"]);
  expect(fields.find(({ name }) => name === "sales")?.fields?.map(({ name }) => name)).toEqual(["month", "amount"]);
});

it.each([
  ["Sheet1!$A$2:$A$5", { sheet: "Sheet1", column: "A", firstRow: 2, lastColumn: "A", lastRow: 5 }],
  ["'My ''own'' data'!$AB$2", { sheet: "My 'own' data", column: "AB", firstRow: 2, lastColumn: "AB", lastRow: 2 }],
  ["(Sheet1!$A$2,Sheet1!$A$4)", undefined],
])("reads the range %s", (formula, range) => {
  expect(parseRange(formula)).toEqual(range);
});
