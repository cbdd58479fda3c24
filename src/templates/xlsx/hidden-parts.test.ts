import { expect, it } from "vitest";
import { merge } from "../testing/render.ts";
import { buildWorkbook, relationships, type TestSheet } from "./testing/workbook-builder.ts";
import { xlsxEngine } from "./xlsx-engine.ts";

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const MICROSOFT = "application/vnd.ms-excel";

/** A pivot table over a sheet, its cache, and a slicer: what Excel lists in the workbook. */
const pivotParts = (number: number, sheet: string) => ({
  [`xl/pivotTables/pivotTable${number}.xml`]: {
    content: `<pivotTableDefinition ${MAIN} name="P${number}" cacheId="${number}"><location ref="H1:H2"/></pivotTableDefinition>`,
    type: `${SPREADSHEET}.pivotTable+xml`,
  },
  [`xl/pivotTables/_rels/pivotTable${number}.xml.rels`]: {
    content: relationships([["rId1", "pivotCacheDefinition", `../pivotCache/pivotCacheDefinition${number}.xml`]]),
  },
  [`xl/pivotCache/pivotCacheDefinition${number}.xml`]: {
    content: `<pivotCacheDefinition ${MAIN} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1" refreshOnLoad="1"><cacheSource type="worksheet"><worksheetSource ref="A1:A2" sheet="${sheet}"/></cacheSource></pivotCacheDefinition>`,
    type: `${SPREADSHEET}.pivotCacheDefinition+xml`,
  },
  [`xl/pivotCache/_rels/pivotCacheDefinition${number}.xml.rels`]: {
    content: relationships([["rId1", "pivotCacheRecords", `pivotCacheRecords${number}.xml`]]),
  },
  [`xl/pivotCache/pivotCacheRecords${number}.xml`]: {
    content: `<pivotCacheRecords ${MAIN}><r><s v="records of ${sheet}"/></r></pivotCacheRecords>`,
    type: `${SPREADSHEET}.pivotCacheRecords+xml`,
  },
  [`xl/slicers/slicer${number}.xml`]: {
    content: `<slicers ${MAIN}><slicer name="S" cache="Slicer_${number}"/></slicers>`,
    type: `${MICROSOFT}.slicer+xml`,
  },
  [`xl/slicerCaches/slicerCache${number}.xml`]: {
    content: `<slicerCacheDefinition ${MAIN} name="Slicer_${number}"/>`,
    type: `${MICROSOFT}.slicerCache+xml`,
  },
});

const link = (number: number) => ({
  [`xl/externalLinks/externalLink${number}.xml`]: {
    content: `<externalLink ${MAIN}><externalBook><sheetDataSet><v>cached ${number}</v></sheetDataSet></externalBook></externalLink>`,
    type: `${SPREADSHEET}.externalLink+xml`,
  },
});

const sheet = (number: number, name: string, head: string): TestSheet => ({
  name,
  cells: { A1: head, A2: `static of ${name}`, B2: `=[${number}]Sheet1!A1` },
  relationships: [
    ["rId1", "pivotTable", `../pivotTables/pivotTable${number}.xml`],
    ["rId2", "slicer", `../slicers/slicer${number}.xml`],
  ],
});

const template = buildWorkbook({
  sheets: [sheet(1, "Shown", "x"), sheet(2, "Secret", "{sheet $none as $n}y")],
  sharesStrings: true,
  workbookExtra:
    '<externalReferences><externalReference r:id="rId21"/><externalReference r:id="rId22"/></externalReferences><definedNames><definedName name="Slicer_1">#N/A</definedName><definedName name="Slicer_2">#N/A</definedName></definedNames><pivotCaches><pivotCache cacheId="1" r:id="rId11"/><pivotCache cacheId="2" r:id="rId12"/></pivotCaches><extLst><ext uri="{BBE1A952-AA13-448e-AADC-164F8A28A991}" xmlns:x14="x14"><x14:slicerCaches><x14:slicerCache r:id="rId31"/><x14:slicerCache r:id="rId32"/></x14:slicerCaches></ext></extLst>',
  parts: { ...pivotParts(1, "Shown"), ...pivotParts(2, "Secret"), ...link(1), ...link(2) },
  related: [
    ["rId11", "pivotCacheDefinition", "pivotCache/pivotCacheDefinition1.xml"],
    ["rId12", "pivotCacheDefinition", "pivotCache/pivotCacheDefinition2.xml"],
    ["rId21", "externalLink", "externalLinks/externalLink1.xml"],
    ["rId22", "externalLink", "externalLinks/externalLink2.xml"],
    ["rId31", "slicerCache", "slicerCaches/slicerCache1.xml"],
    ["rId32", "slicerCache", "slicerCaches/slicerCache2.xml"],
  ],
});

it("a sheet that is gone leaves nothing: texts, caches, slicers, links to other workbooks, names", async () => {
  const file = await merge(xlsxEngine, template, { none: [] });
  const names = file.zip.names();
  expect(names.filter((name) => /\D2\.xml/.test(name))).toEqual([]);
  expect(names.filter((name) => /\D1\.xml$/.test(name)).length).toBe(7);
  for (const name of names) expect(`${name}: ${file.xml(name)}`).not.toMatch(/Secret|cached 2|Slicer_2/);
  expect(file.xml("xl/workbook.xml")).toContain('<pivotCaches><pivotCache cacheId="1" r:id="rId11"/></pivotCaches>');
  expect(file.xml("xl/sharedStrings.xml")).toContain("static of Shown");
});

it("a sheet that is there keeps all of it", async () => {
  const file = await merge(xlsxEngine, template, { none: [1] });
  expect(file.zip.names().filter((name) => /\D2\.xml$/.test(name)).length).toBe(7);
  expect(file.xml("xl/sharedStrings.xml")).toContain("static of Secret");
});

it("the texts of rows and columns that are hidden are gone, those that others share stay", async () => {
  const cells = { A1: "{if $no}", A2: "hidden", B2: "shared", A3: "{/if}", A4: "shared", B4: "x" };
  const columns = { A5: "a", B5: "{column $no as $c}h", C5: "gone{/column}", B6: "static", A6: "y" };
  const file = await merge(
    xlsxEngine,
    buildWorkbook({ sheets: [{ name: "S", cells: { ...cells, ...columns } }], sharesStrings: true }),
    { no: [] },
  );
  const strings = file.xml("xl/sharedStrings.xml");
  expect(strings).not.toMatch(/hidden|static|gone/);
  expect(strings).toContain("shared");
});

it("connections that only sheets read which are gone go with them; those of nobody stay", async () => {
  const query = (number: number) => ({
    [`xl/queryTables/queryTable${number}.xml`]: {
      content: `<queryTable ${MAIN} name="Q${number}" connectionId="${number}"/>`,
      type: `${SPREADSHEET}.queryTable+xml`,
    },
  });
  const reading = (number: number, name: string, head: string): TestSheet => ({
    name,
    cells: { A1: head },
    relationships: [["rId1", "queryTable", `../queryTables/queryTable${number}.xml`]],
  });
  const connection = (id: number) =>
    `<connection id="${id}" name="C${id}" type="1" refreshedVersion="6"><dbPr connection="DSN=db${id};PWD=secret${id}"/></connection>`;
  const workbook = (connections: string, head: string) =>
    buildWorkbook({
      sheets: [reading(1, "Gone", `{sheet $none as $n}y`), reading(2, "Kept", head)],
      related: [["rId9", "connections", "connections.xml"]],
      parts: {
        ...query(1),
        ...query(2),
        "xl/connections.xml": {
          content: `<connections ${MAIN}>${connections}</connections>`,
          type: `${SPREADSHEET}.connections+xml`,
        },
      },
    });
  const some = await merge(xlsxEngine, workbook([1, 2, 3].map(connection).join(""), "x"), { none: [] });
  expect(Array.from(some.xml("xl/connections.xml").matchAll(/PWD=(\w+)/g), ([, word]) => word)).toEqual([
    "secret2",
    "secret3",
  ]);
  const none = await merge(xlsxEngine, workbook(connection(1), "x"), { none: [] });
  expect(none.has("xl/connections.xml")).toBe(false);
  expect(none.xml("[Content_Types].xml")).not.toContain("connections");
  const all = await merge(xlsxEngine, workbook(connection(1), "x"), { none: [1] });
  expect(all.xml("xl/connections.xml")).toContain("secret1");
});
