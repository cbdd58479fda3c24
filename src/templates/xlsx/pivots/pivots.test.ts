import { describe, expect, it } from "vitest";
import { type MergedWorkbook, mergeWorkbook } from "../testing/merged-workbook.ts";
import { buildWorkbook, relationships, type TestCell } from "../testing/workbook-builder.ts";

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATED = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const CACHE = "xl/pivotCache/pivotCacheDefinition1.xml";
const RECORDS = "xl/pivotCache/pivotCacheRecords1.xml";
const TABLE = "xl/pivotTables/pivotTable1.xml";

const FIELDS = ["Region", "Product", "Amount"];
const DATA = {
  rows: [
    { region: "West", product: "Pen", amount: 10 },
    { region: "East", product: "Pen", amount: 4 },
    { region: "West", product: "Ink", amount: 1 },
    { region: "east", product: "Ink", amount: 5 },
    { region: "North & South", product: "Pen", amount: 7 },
  ],
};

/** A pivot table as Excel writes it over one row of a template: one item of each field, and the totals. */
interface TestPivot {
  area: string;
  rows: readonly number[];
  columns?: readonly number[];
  data?: readonly string[];
  cells: Readonly<Record<string, TestCell>>;
  attributes?: string;
  field?: string;
  source?: string;
  cacheField?: string;
  extra?: string;
  /** Format of the column Region. */
  regionStyle?: number;
  amount?: string;
}

function workbook({
  area,
  rows,
  columns = [],
  data = ['name="Sum" fld="2"'],
  cells,
  attributes = "",
  field = "",
  source = '<worksheetSource ref="A1:C2" sheet="Data"/>',
  cacheField = "",
  extra = "",
  regionStyle = 0,
  amount = "Amount",
}: TestPivot): Uint8Array {
  const axis = (index: number) => (rows.includes(index) ? "axisRow" : columns.includes(index) ? "axisCol" : undefined);
  const fields = FIELDS.map((_, index) =>
    axis(index)
      ? `<pivotField axis="${axis(index)}" showAll="0"${field}><items count="2"><item x="0"/><item t="default"/></items></pivotField>`
      : '<pivotField dataField="1" showAll="0"/>',
  );
  const list = (name: string, of: readonly string[]) =>
    of.length === 0 ? "" : `<${name} count="${of.length}">${of.join("")}</${name}>`;
  const named = (indexes: readonly number[]) => indexes.map((index) => `<field x="${index}"/>`);
  const headings = rows.map((_, level) => `<i${level > 0 ? ` r="${level}"` : ""}><x/></i>`);
  const inColumns = data.length > 1 ? [-2] : columns;
  const firstDataRow = columns.length > 0 ? 2 : 1;
  const table = `<pivotTableDefinition ${MAIN} name="P" cacheId="1" dataCaption="Values"${attributes}><location ref="${area}" firstHeaderRow="1" firstDataRow="${firstDataRow}" firstDataCol="1"/><pivotFields count="3">${fields.join("")}</pivotFields>${list("rowFields", named(rows))}${list("rowItems", [...headings, '<i t="grand"><x/></i>'])}${list("colFields", named(inColumns))}${list("colItems", ["<i/>"])}${list(
    "dataFields",
    data.map((each) => `<dataField ${each}/>`),
  )}${extra}</pivotTableDefinition>`;
  const shared = '<sharedItems count="1"><s v="{$r.x}"/></sharedItems>';
  const cacheFields = FIELDS.map(
    (name) =>
      `<cacheField name="${name === "Amount" ? amount : name}" numFmtId="0">${cacheField || shared}</cacheField>`,
  );
  const cache = `<pivotCacheDefinition ${MAIN} ${RELATED} r:id="rId1" recordCount="1"><cacheSource type="worksheet">${source}</cacheSource><cacheFields count="3">${cacheFields.join("")}</cacheFields></pivotCacheDefinition>`;
  return buildWorkbook({
    sheets: [
      {
        name: "Data",
        cells: {
          A1: "Region",
          B1: "Product",
          C1: amount,
          A2: { value: "{foreach $rows as $r}{$r.region}", style: regionStyle },
          B2: "{$r.product}",
          C2: "{$r.amount}",
          D2: "{/foreach}",
        },
      },
      { name: "Pivot", cells, relationships: [["rId1", "pivotTable", "../pivotTables/pivotTable1.xml"]] },
    ],
    parts: {
      [TABLE]: { content: table, type: `${TYPE}.pivotTable+xml` },
      [CACHE]: { content: cache, type: `${TYPE}.pivotCacheDefinition+xml` },
      [RECORDS]: { content: `<pivotCacheRecords ${MAIN} count="0"/>`, type: `${TYPE}.pivotCacheRecords+xml` },
      "xl/pivotTables/_rels/pivotTable1.xml.rels": {
        content: relationships([["rId1", "pivotCacheDefinition", "../pivotCache/pivotCacheDefinition1.xml"]]),
      },
      "xl/pivotCache/_rels/pivotCacheDefinition1.xml.rels": {
        content: relationships([["rId1", "pivotCacheRecords", "pivotCacheRecords1.xml"]]),
      },
    },
  });
}

const ONE: TestPivot = {
  area: "A3:B5",
  rows: [0],
  cells: {
    A1: "Report",
    A3: "Row Labels",
    B3: "Sum",
    A4: "{foreach $rows as $r}{$r.region}",
    B4: { value: 0, style: 2 },
    A5: "Gesamt",
    B5: { value: 0, style: 4 },
  },
};

const merged = (pivot: TestPivot, data: Record<string, unknown> = DATA): Promise<MergedWorkbook> =>
  mergeWorkbook(workbook(pivot), data);

describe("a pivot table over merged rows", () => {
  it("shows their sums, in the formats of the template, and its cache has the records", async () => {
    const file = await merged(ONE);
    expect(file.warnings).toEqual([]);
    expect(file.values("Pivot")).toEqual({
      A1: "Report",
      ...{ A3: "Row Labels", B3: "Sum" },
      ...{ A4: "East", B4: 9, A5: "North & South", B5: 7, A6: "West", B6: 11 },
      ...{ A7: "Gesamt", B7: 27 },
    });
    expect([file.sheet("Pivot").B6?.style, file.sheet("Pivot").B7?.style]).toEqual(["2", "4"]);
    const table = file.part(TABLE);
    expect(table).toContain('<location ref="A3:B7" ');
    expect(table).toContain(
      '<items count="4"><item x="0"/><item x="1"/><item x="2"/><item t="default"/></items></pivotField>',
    );
    expect(table).toContain(
      '<rowItems count="4"><i><x/></i><i><x v="1"/></i><i><x v="2"/></i><i t="grand"><x/></i></rowItems>',
    );
    const cache = file.part(CACHE);
    expect(cache).toContain('refreshOnLoad="1"');
    expect(cache).toContain('recordCount="5"');
    expect(cache).toContain(
      '<sharedItems count="3"><s v="East"/><s v="North &amp; South"/><s v="West"/></sharedItems>',
    );
    expect(cache).toContain('containsNumber="1" containsInteger="1" minValue="1" maxValue="10"/>');
    expect(file.part(RECORDS)).toContain('count="5"><r><x v="2"/><s v="Pen"/><n v="10"/></r>');
  });

  it("knows its fields by the headings that tags write", async () => {
    const heading = "{$unit} sold";
    const cells = { ...ONE.cells, B3: `Sum of ${heading}` };
    const pivot = { ...ONE, amount: heading, data: [`name="Sum of ${heading}" fld="2"`], cells };
    const file = await merged(pivot, { ...DATA, unit: "Boxes" });
    expect(file.part(CACHE)).toContain('<cacheField name="Boxes sold"');
    expect(file.part(TABLE)).toContain('<dataField name="Sum of Boxes sold"');
    expect(file.values("Pivot")).toMatchObject({ B3: "Sum of Boxes sold", B7: 27 });
  });

  it.each([
    ["count", 'subtotal="count"', [2, 1, 2, 5]],
    ["average", 'subtotal="average"', [4.5, 7, 5.5, 5.4]],
    ["least", 'subtotal="min"', [4, 7, 1, 1]],
    ["greatest", 'subtotal="max"', [5, 7, 10, 10]],
  ])("%s", async (_, subtotal, expected) => {
    const values = (await merged({ ...ONE, data: [`name="X" fld="2" ${subtotal}`] })).values("Pivot");
    expect([values.B4, values.B5, values.B6, values.B7]).toEqual(expected);
  });

  it("several values are side by side", async () => {
    const cells = { ...ONE.cells, C3: "Count", C4: 0, C5: 0 };
    const data = ['name="Sum" fld="2"', 'name="Count" fld="2" subtotal="count"'];
    const file = await merged({ ...ONE, area: "A3:C5", data, cells });
    expect(file.values("Pivot")).toMatchObject({ B3: "Sum", C3: "Count", B4: 9, C4: 2, B7: 27, C7: 5 });
    expect(file.part(TABLE)).toContain('<colItems count="2"><i><x/></i><i i="1"><x v="1"/></i></colItems>');
  });

  it("columns come and go with their items", async () => {
    const cells = {
      ...{ A3: "Sum", B3: "Column Labels", A4: "Row Labels", B4: "x", C4: "Gesamt" },
      ...{ A5: "x", B5: 0, C5: 0, A6: "Gesamt", B6: 0, C6: { value: 0, style: 4 } },
    };
    const file = await merged({ area: "A3:C6", rows: [0], columns: [1], cells });
    expect(file.values("Pivot")).toEqual({
      ...{ A3: "Sum", B3: "Column Labels", A4: "Row Labels", B4: "Ink", C4: "Pen", D4: "Gesamt" },
      ...{ A5: "East", B5: 5, C5: 4, D5: 9 },
      ...{ A6: "North & South", C6: 7, D6: 7 },
      ...{ A7: "West", B7: 1, C7: 10, D7: 11 },
      ...{ A8: "Gesamt", B8: 6, C8: 21, D8: 27 },
    });
    expect(file.sheet("Pivot").D8?.style).toBe("4");
    expect(file.part(TABLE)).toContain('<location ref="A3:D8" ');
    expect(file.part(TABLE)).toContain(
      '<colItems count="3"><i><x/></i><i><x v="1"/></i><i t="grand"><x/></i></colItems>',
    );
  });

  it("nested fields have their sums in the line above", async () => {
    const cells = { A3: "Row Labels", B3: "Sum", A4: "x", B4: 0, A5: "y", B5: 0, A6: "Total", B6: 0 };
    const file = await merged({ area: "A3:B6", rows: [0, 1], cells });
    const values = file.values("Pivot");
    const lines = Array.from({ length: 9 }, (_, index) => [values[`A${index + 4}`], values[`B${index + 4}`]]);
    expect(lines).toEqual([
      ...[
        ["East", 9],
        ["Ink", 5],
        ["Pen", 4],
      ],
      ...[
        ["North & South", 7],
        ["Pen", 7],
      ],
      ...[
        ["West", 11],
        ["Ink", 1],
        ["Pen", 10],
      ],
      ["Total", 27],
    ]);
    expect(file.part(TABLE)).toContain(
      '<rowItems count="9"><i><x/></i><i r="1"><x/></i><i r="1"><x v="1"/></i><i><x v="1"/></i><i r="1"><x v="1"/></i>',
    );
  });

  it("descending order, blanks, and fewer lines than before", async () => {
    const cells = { A3: "R", B3: "S", A4: "a", B4: 1, A5: "b", B5: 1, A6: "c", B6: 1, A7: "Total", B7: 3 };
    const rows = [{ region: "A", amount: 1 }, { amount: 2 }];
    const file = await merged({ area: "A3:B7", rows: [0], cells, field: ' sortType="descending"' }, { rows });
    expect(file.values("Pivot")).toEqual({
      A3: "R",
      B3: "S",
      A4: "(blank)",
      B4: 2,
      A5: "A",
      B5: 1,
      A6: "Total",
      B6: 3,
    });
    expect(file.part(CACHE)).toContain('<sharedItems containsBlank="1" count="2"><s v="A"/><m/></sharedItems>');
  });
});

describe("what is left to Excel keeps the template's values, with a warning", () => {
  it.each<[string, Partial<TestPivot>]>([
    ["shares of a total", { data: ['name="X" fld="2" showDataAs="percentOfTotal"'] }],
    ["products", { data: ['name="X" fld="2" subtotal="product"'] }],
    ["filters", { extra: '<filters count="1"><filter fld="0" type="count" id="1" evalOrder="-1"/></filters>' }],
    ["groups", { cacheField: '<sharedItems/><fieldGroup base="0"/>' }],
    ["a source that is a name", { source: '<worksheetSource name="Sales"/>' }],
    ["something in the way", { cells: { ...ONE.cells, A6: "Note" } }],
    ["custom subtotals", { field: ' sumSubtotal="1"' }],
  ])("%s", async (_, more) => {
    const file = await merged({ ...ONE, ...more });
    expect(file.warnings).toEqual([expect.stringContaining("shows the values of the template")]);
    expect(file.values("Pivot")).toMatchObject({ A5: "Gesamt", B5: 0 });
    expect(file.part(CACHE)).toContain('refreshOnLoad="1"');
    expect(file.part(TABLE)).toContain('<location ref="A3:B5" ');
  });

  it("dates on an axis", async () => {
    const rows = [{ region: "2024-01-31", amount: 1 }];
    const file = await merged({ ...ONE, regionStyle: 1 }, { rows });
    expect(file.values("Data").A2).toBe(45322);
    expect(file.values("Pivot")).toMatchObject({ A5: "Gesamt", B5: 0 });
  });
});
