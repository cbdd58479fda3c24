import { escapeXmlText } from "../../../office/xml-text.ts";
import { parseXml, type XmlElement } from "../../../office/xml-tree.ts";
import { type CellRange, formatRange } from "../../../spreadsheet/cell-reference.ts";
import { FormulaError } from "../../../spreadsheet/formula/formula-error.ts";
import type { Scalar } from "../../../spreadsheet/formula/formula-value.ts";
import { toExcelText } from "../shared-strings.ts";
import type { PivotLine, PivotRecords, PivotResult } from "./pivot-values.ts";
import type { SimplePivot } from "./read-pivot.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/** Where a pivot table is, once it is calculated. */
export function pivotArea(
  { area, headerRows, data, columnField }: SimplePivot,
  { rows, columns }: PivotResult,
): CellRange {
  const { row1, column1 } = area;
  const width = columnField === undefined ? data.length : columns.length;
  return { row1, column1, row2: row1 + headerRows + rows.length - 1, column2: column1 + width };
}

/** Replaces children of an element by their names, in the text of their part. */
function withChildren(root: XmlElement, replacements: Readonly<Record<string, string>>): string {
  let xml = "";
  let at = 0;
  for (const child of root.elements()) {
    const written = replacements[child.name];
    if (written === undefined) continue;
    xml += root.source.slice(at, child.start) + written;
    at = child.end;
  }
  return xml + root.source.slice(at);
}

/** The definition of a pivot table that shows the result. Formats that name items go: they were those of the template. */
export function pivotXml(pivot: SimplePivot, result: PivotResult, records: PivotRecords): string {
  const { root, columnField, data } = pivot;
  const fields = (root.child("pivotFields")?.elements("pivotField") ?? []).map((field, index) => {
    const values = records.items.get(index)?.values;
    if (!values || !field.child("items")) return field.outer();
    const order = result.orders.get(index) ?? [...values.keys()];
    const hasTotal = !/^(?:0|false)$/.test(field.attribute("defaultSubtotal") ?? "1");
    const items = order.map((item) => `<item x="${item}"/>`).join("") + (hasTotal ? '<item t="default"/>' : "");
    const written = `<items count="${order.length + (hasTotal ? 1 : 0)}">${items}</items>`;
    return withChildren(parseXml(field.outer()), { items: written });
  });
  const columns =
    columnField !== undefined
      ? result.columns.map(({ path }, index) => lineXml({ path }, result.columns[index - 1]))
      : data.length === 1
        ? ["<i/>"]
        : data.map((_, index) => (index === 0 ? "<i><x/></i>" : `<i i="${index}"><x v="${index}"/></i>`));
  const rows = result.rows.map((line, index) => lineXml(line, result.rows[index - 1]));
  const location = root.child("location")?.outer() ?? "";
  return withChildren(root, {
    location: location.replace(/\sref="[^"]*"/, ` ref="${formatRange(pivotArea(pivot, result))}"`),
    pivotFields: `<pivotFields count="${fields.length}">${fields.join("")}</pivotFields>`,
    rowItems: `<rowItems count="${rows.length}">${rows.join("")}</rowItems>`,
    colItems: `<colItems count="${columns.length}">${columns.join("")}</colItems>`,
    formats: "",
    chartFormats: "",
  });
}

/** An item says how many fields it shares with the line above it, and names the others. */
function lineXml({ path }: PivotLine, above: PivotLine | undefined): string {
  if (path.length === 0) return '<i t="grand"><x/></i>';
  let shared = 0;
  while (above && shared < path.length - 1 && above.path[shared] === path[shared]) shared++;
  const names = path.slice(shared).map((place) => (place === 0 ? "<x/>" : `<x v="${place}"/>`));
  return `<i${shared > 0 ? ` r="${shared}"` : ""}>${names.join("")}</i>`;
}

/** The definition of the cache that holds the records. Excel reads its source anew all the same. */
export function cacheXml(xml: string, records: PivotRecords): string {
  const root = parseXml(xml);
  const fields = (root.child("cacheFields")?.elements("cacheField") ?? []).map((field, index) => {
    const values = records.items.get(index)?.values;
    const all = values ?? records.rows.map((row) => row[index] ?? null);
    const list = values?.map(valueXml).join("") ?? "";
    const count = values ? ` count="${values.length}"` : "";
    const shared = `<sharedItems${kindsOf(all)}${count}${list === "" ? "/>" : `>${list}</sharedItems>`}`;
    const opening = field.source.slice(field.start, field.openEnd).replace(/(?<!\s)\s*\/>$/, ">");
    return `${opening}${shared}</cacheField>`;
  });
  const written = withChildren(root, {
    cacheFields: `<cacheFields count="${fields.length}">${fields.join("")}</cacheFields>`,
  });
  return written.replace(
    /(<pivotCacheDefinition\s[^>]*?)\srecordCount="\d+"/,
    `$1 recordCount="${records.rows.length}"`,
  );
}

/** Which kinds of values a field has (ECMA-376 Part 1, 18.10.1.90). */
function kindsOf(values: readonly Scalar[]): string {
  const numbers = values.filter((value) => typeof value === "number");
  const hasBlank = values.some((value) => value === null || value === "");
  const hasOther = values.some((value) => value !== null && value !== "" && typeof value !== "number");
  const blank = hasBlank ? ' containsBlank="1"' : "";
  if (numbers.length === 0) return hasOther || !hasBlank ? blank : ` containsNonDate="0" containsString="0"${blank}`;
  const whole = numbers.every(Number.isInteger) ? ' containsInteger="1"' : "";
  const bounds = numbers.reduce(([min, max], value) => [Math.min(min, value), Math.max(max, value)] as const, [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as const);
  const range = ` containsNumber="1"${whole} minValue="${bounds[0]}" maxValue="${bounds[1]}"`;
  if (hasOther) return `${blank} containsMixedTypes="1"${range}`;
  return `${hasBlank ? "" : ' containsSemiMixedTypes="0"'} containsString="0"${blank}${range}`;
}

function valueXml(value: Scalar): string {
  if (value === null || value === "") return "<m/>";
  if (typeof value === "number") return `<n v="${value}"/>`;
  if (typeof value === "boolean") return `<b v="${value ? 1 : 0}"/>`;
  if (value instanceof FormulaError) return `<e v="${escapeXmlText(value.code)}"/>`;
  return `<s v="${escapeXmlText(toExcelText(value)).replaceAll('"', "&quot;")}"/>`;
}

/** The records of a cache. */
export function recordsXml({ rows, items }: PivotRecords, fieldCount: number): string {
  const records = rows.map((row, index) => {
    const values = Array.from({ length: fieldCount }, (_, field) => {
      const listed = items.get(field);
      return listed ? `<x v="${listed.ofRow[index] ?? 0}"/>` : valueXml(row[field] ?? null);
    });
    return `<r>${values.join("")}</r>`;
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<pivotCacheRecords xmlns="${MAIN}" count="${rows.length}">${records.join("")}</pivotCacheRecords>`;
}
