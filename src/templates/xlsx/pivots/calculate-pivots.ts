import { parseXml } from "../../../office/xml-tree.ts";
import { type CellRange, parseRange } from "../../../spreadsheet/cell-reference.ts";
import type { Scalar } from "../../../spreadsheet/formula/formula-value.ts";
import type { OfficePackage } from "../../ooxml/office-package.ts";
import type { ReferenceResolver } from "../resolve-references.ts";
import type { SheetInstance } from "../sheet-layout.ts";
import { movedRangeList, movedText } from "../shift-ranges.ts";
import { tablePlace } from "../table-areas.ts";
import type { WorkbookCells } from "../workbook-cells.ts";
import { partText, type SourceTable } from "../workbook-source.ts";
import { attributesOf, withAttribute } from "../xml-attributes.ts";
import type { CalculatedPivot } from "./pivot-cells.ts";
import { type FieldItems, fieldItems, type PivotRecords, pivotValues } from "./pivot-values.ts";
import { readPivot, type SimplePivot } from "./read-pivot.ts";
import { cacheXml, pivotArea, pivotXml, recordsXml } from "./write-pivot.ts";

/** More rows than this are left to Excel. */
const MAX_ROWS = 100_000;

/** What exists of a merged workbook before its sheets are written. */
export interface PivotBasis {
  source: OfficePackage;
  instances: readonly SheetInstance[];
  resolver: ReferenceResolver;
  cells: WorkbookCells;
  tables: readonly SourceTable[];
}

/** The pivot tables that were calculated from their merged source. */
export interface CalculatedPivots {
  /** New definitions, by part. */
  tables: Map<string, string>;
  /** The same of their caches, and the records of those. */
  caches: Map<string, string>;
  records: Map<string, string>;
  /** Definitions that are as in the template but for the names of their fields, by part. */
  renamed: Map<string, string>;
  /** By the part of their sheet. */
  ofSheet: Map<string, CalculatedPivot[]>;
}

/** Calculates the pivot tables whose definition is simple; the others stay as the template has them. */
export function calculatePivots(basis: PivotBasis, caches: readonly string[]): CalculatedPivots {
  const calculated: CalculatedPivots = {
    tables: new Map(),
    caches: new Map(),
    records: new Map(),
    renamed: new Map(),
    ofSheet: new Map(),
  };
  if (caches.length === 0) return calculated;
  const placed = pivotsByCache(basis);
  for (const cache of caches) calculateCache(basis, cache, placed.get(cache) ?? [], calculated);
  return calculated;
}

interface PlacedPivot {
  part: string;
  instances: readonly SheetInstance[];
}

/** The pivot tables of all sheets, by the definition of their cache. */
function pivotsByCache({ source, instances }: PivotBasis): Map<string, PlacedPivot[]> {
  const found = new Map<string, PlacedPivot[]>();
  for (const [sheet, copies] of Map.groupBy(instances, ({ template }) => template.source.part))
    for (const relationship of source.relationshipsOf(sheet).ofType("pivotTable")) {
      const part = source.relationshipsOf(sheet).targetPart(relationship);
      if (part === undefined || !source.zip.has(part)) continue;
      const [definition] = source.relationshipsOf(part).ofType("pivotCacheDefinition");
      const cache = definition && source.relationshipsOf(part).targetPart(definition);
      if (cache !== undefined) found.set(cache, [...(found.get(cache) ?? []), { part, instances: copies }]);
    }
  return found;
}

function calculateCache(
  basis: PivotBasis,
  cache: string,
  placed: readonly PlacedPivot[],
  calculated: CalculatedPivots,
): void {
  const { source } = basis;
  const renames = headingRenames(basis, cache);
  const xml = withNewHeadings(source.zip.has(cache) ? partText(source, cache) : "", renames);
  if (renames.length > 0) {
    calculated.renamed.set(cache, xml);
    for (const { part } of placed) calculated.renamed.set(part, withNewHeadings(partText(source, part), renames));
  }
  const fieldCount = xml === "" ? undefined : plainFields(xml);
  if (fieldCount === undefined || placed.length === 0) return;
  const pivots = placed.map(({ part, instances }) => {
    const [instance, ...more] = instances;
    const pivot = readPivot(part, calculated.renamed.get(part) ?? partText(source, part));
    return pivot && instance && more.length === 0 ? { pivot: movedPivot(pivot, instance), instance } : undefined;
  });
  const rows = sourceRows(basis, xml, fieldCount);
  if (!rows || rows.length === 0) return;
  const items = new Map<number, FieldItems>();
  for (const entry of pivots)
    for (const field of entry?.pivot ? listedFields(entry.pivot) : []) {
      const listed = items.get(field) ?? fieldItems(rows.values, field);
      if (!listed || rows.dates.has(field)) return;
      items.set(field, listed);
    }
  const records: PivotRecords = { rows: rows.values, items };
  const results: { sheet: string; done: CalculatedPivot }[] = [];
  for (const entry of pivots) {
    if (!entry?.pivot) return;
    const { pivot, instance } = entry;
    const result = pivotValues(pivot, records);
    if (!result || !isFree(basis, instance, pivot.area, pivotArea(pivot, result))) return;
    const captions = newCaptions(basis, instance, pivot.area, renames);
    results.push({ sheet: instance.template.source.part, done: { pivot, result, records, captions } });
  }
  for (const { sheet, done } of results) {
    calculated.tables.set(done.pivot.part, pivotXml(done.pivot, done.result, records));
    calculated.ofSheet.set(sheet, [...(calculated.ofSheet.get(sheet) ?? []), done]);
  }
  calculated.caches.set(cache, cacheXml(xml, records));
  const [relationship] = source.relationshipsOf(cache).ofType("pivotCacheRecords");
  const part = relationship && source.relationshipsOf(cache).targetPart(relationship);
  if (part !== undefined && source.zip.has(part)) calculated.records.set(part, recordsXml(records, fieldCount));
}

interface Rename {
  old: string;
  name: string;
}

/** Fields of a cache whose headings have been merged. */
function headingRenames(basis: PivotBasis, cache: string): Rename[] {
  const xml = basis.source.zip.has(cache) ? partText(basis.source, cache) : "";
  const place = xml.includes("{") ? sourcePlace(basis, xml) : undefined;
  const fields = place ? (parseXml(xml).child("cacheFields")?.elements("cacheField") ?? []) : [];
  return fields.flatMap((field, index) => {
    const old = field.attribute("name") ?? "";
    if (!place || !old.includes("{")) return [];
    const name = basis.cells.read(place.instance.index, place.area.row1, place.area.column1 + index);
    return typeof name === "string" && name !== old && name !== "" ? [{ old, name }] : [];
  });
}

/** Names of fields, and of totals that are named after them (`Sum of ...`). */
function withNewHeadings(xml: string, renames: readonly Rename[]): string {
  if (renames.length === 0) return xml;
  return xml.replace(/<(?:cacheField|dataField|pivotField)\s[^>]*>/g, (open) => {
    const written = attributesOf(open).get("name");
    if (written === undefined) return open;
    return withAttribute(open, "name", withNewNames(written, renames));
  });
}

/** What cells of a pivot table say after a field that is named after it, by `row:column`. */
function newCaptions(
  { cells }: PivotBasis,
  { index }: SheetInstance,
  area: CellRange,
  renames: readonly Rename[],
): Map<string, string> {
  const captions = new Map<string, string>();
  if (renames.length === 0) return captions;
  for (let row = area.row1; row <= area.row2; row++)
    for (let column = area.column1; column <= area.column2; column++) {
      const text = cells.read(index, row, column);
      if (typeof text !== "string" || !renames.some(({ old }) => text.includes(old))) continue;
      captions.set(`${row}:${column}`, withNewNames(text, renames));
    }
  return captions;
}

const withNewNames = (text: string, renames: readonly Rename[]): string =>
  renames.reduce((renamed, { old, name }) => renamed.replaceAll(old, () => name), text);

/** Fields whose items the cache has to list. */
const listedFields = ({ listed, rowFields, columnField }: SimplePivot): Set<number> =>
  new Set([...listed, ...rowFields, ...(columnField === undefined ? [] : [columnField])]);

/** How many fields a cache has; undefined if some are groups or calculated. */
function plainFields(xml: string): number | undefined {
  const fields = parseXml(xml).child("cacheFields")?.elements("cacheField") ?? [];
  const isPlain = fields.every(
    (field) =>
      !field.child("fieldGroup") &&
      field.attribute("formula") === undefined &&
      field.attribute("databaseField") !== "0",
  );
  return isPlain && fields.length > 0 && !/<calculatedItems/.test(xml) ? fields.length : undefined;
}

/** A pivot table where its sheet has it now; undefined if it is repeated or gone. */
function movedPivot(pivot: SimplePivot, instance: SheetInstance): SimplePivot | undefined {
  const { row1, row2, column1, column2 } = pivot.area;
  const moved = parseRange(movedRangeList(rangeText(pivot), instance));
  if (!moved || moved.row2 - moved.row1 !== row2 - row1 || moved.column2 - moved.column1 !== column2 - column1)
    return undefined;
  return { ...pivot, area: moved };
}

const rangeText = ({ root }: SimplePivot): string => root.child("location")?.attribute("ref") ?? "";

interface SourceRows {
  values: Scalar[][];
  length: number;
  /** Fields that hold dates: only Excel groups them. */
  dates: Set<number>;
}

function sourceRows(basis: PivotBasis, xml: string, fieldCount: number): SourceRows | undefined {
  const place = sourcePlace(basis, xml);
  if (!place) return undefined;
  const { instance, area } = place;
  if (area.column2 - area.column1 + 1 !== fieldCount || area.row2 - area.row1 > MAX_ROWS) return undefined;
  const values: Scalar[][] = [];
  const dates = new Set<number>();
  for (let row = area.row1 + 1; row <= area.row2; row++) {
    const line: Scalar[] = [];
    for (let field = 0; field < fieldCount; field++) {
      const column = area.column1 + field;
      line.push(basis.cells.read(instance.index, row, column));
      if (!dates.has(field) && basis.cells.isDate(instance.index, row, column)) dates.add(field);
    }
    // Rows that a loop without items leaves behind are not records.
    if (line.some((value) => value !== null && value !== "")) values.push(line);
  }
  return { values, length: values.length, dates };
}

function sourcePlace(
  { instances, resolver, tables }: PivotBasis,
  xml: string,
): { instance: SheetInstance; area: CellRange } | undefined {
  const element = parseXml(xml).child("cacheSource")?.child("worksheetSource");
  if (!element || element.attribute("r:id") !== undefined) return undefined;
  const name = element.attribute("name");
  const table = tables.find((each) => each.name.toLowerCase() === name?.toLowerCase());
  const sheet = table?.sheet.name ?? element.attribute("sheet");
  const copies = instances.filter(({ template }) => template.source.name.toLowerCase() === sheet?.toLowerCase());
  const [instance] = copies;
  if (!instance || copies.length > 1) return undefined;
  // Anything that no merge changes is right as the template has it.
  if (!instance.template.rows.some(({ slots }) => slots > 0)) return undefined;
  if (table) {
    const area = table.headerRows === 1 ? tablePlace(table, instance, resolver) : undefined;
    return area && { instance, area: { ...area, row2: area.row2 - table.totalsRows } };
  }
  const reference = element.attribute("ref");
  if (name !== undefined || reference === undefined) return undefined;
  const origin = { instance, iteration: undefined, columnIteration: -1, row: 0, column: 0 };
  const area = parseRange(movedText(reference, origin, resolver));
  return area && { instance, area };
}

/** Whether the cells that a table grows into are empty. */
function isFree({ cells }: PivotBasis, instance: SheetInstance, before: CellRange, after: CellRange): boolean {
  for (let row = after.row1; row <= after.row2; row++)
    for (let column = after.column1; column <= after.column2; column++) {
      const isInside = row <= before.row2 && column <= before.column2;
      if (!isInside && cells.read(instance.index, row, column) !== null) return false;
    }
  return true;
}
