/** Slicers of a sheet with their items, which tables and pivot caches hold (MS-XLSX 2.3.1.1, 2.6.70). */

import { booleanAttribute } from "../../../office/on-off.ts";
import { child, childrenNamed, findAll, findFirst, localName, type XmlNode } from "../../../office/xml-node.ts";
import { formatRange, quoteSheetName } from "../../../spreadsheet/cell-reference.ts";
import { parseGridRange } from "../../../spreadsheet/grid-range.ts";
import { numberLabel } from "../../charts/number-label.ts";
import { emuToPoints } from "../../model/units.ts";
import type { Slicer, SlicerItem } from "../model/slicer.ts";
import type { Workbook } from "../model/workbook.ts";
import type { SheetSource } from "../values/sheet-values.ts";

const MAX_ITEMS = 1_000;
const MAX_CELLS = 20_000;
const MAX_COLUMNS = 50;
const ROW_PT = 19;
const DEFAULT_STYLE = "SlicerStyleLight1";

/** By their names, which the frames of the sheet's drawing hold. */
export function readSlicers(source: SheetSource, workbook: Workbook): Map<string, Slicer> {
  const { pack } = workbook;
  const found = new Map<string, Slicer>();
  const parts = [...pack.relationships(source.part).values()].filter(
    ({ type, external }) => type === "slicer" && !external,
  );
  for (const { target } of parts) {
    for (const element of childrenLocal(pack.xml(target), "slicer")) {
      const { name, cache, caption, columnCount, rowHeight, style, showCaption } = element.attributes;
      if (!name) continue;
      found.set(name, {
        caption: showCaption === undefined || booleanAttribute(showCaption) ? (caption ?? name) : undefined,
        columns: Math.max(1, Math.min(MAX_COLUMNS, Number(columnCount ?? 1) || 1)),
        rowHeightPt: Math.max(4, emuToPoints(rowHeight) ?? ROW_PT),
        styleName: style ?? DEFAULT_STYLE,
        items: itemsOf(cache ?? "", workbook),
      });
    }
  }
  return found;
}

function childrenLocal(element: XmlNode | undefined, name: string): XmlNode[] {
  return element?.children.filter((candidate) => localName(candidate) === name) ?? [];
}

function itemsOf(cacheName: string, workbook: Workbook): SlicerItem[] {
  const { pack } = workbook;
  const main = pack.targetOfType("", "officeDocument") ?? "xl/workbook.xml";
  for (const { type, target, external } of pack.relationships(main).values()) {
    if (type !== "slicerCache" || external) continue;
    const cache = pack.xml(target);
    if (cache?.attributes.name !== cacheName) continue;
    const ofTable = findAny(cache, "tableSlicerCache")?.attributes;
    return ofTable ? tableItems(ofTable, main, workbook) : pivotItems(cache, main, workbook);
  }
  return [];
}

function findAny(root: XmlNode, name: string): XmlNode | undefined {
  for (const element of root.children) {
    const found = localName(element) === name ? element : findAny(element, name);
    if (found) return found;
  }
  return undefined;
}

/** The different values of a column, in their order; the table's filter tells which of them are chosen. */
function tableItems(wanted: Readonly<Record<string, string>>, main: string, workbook: Workbook): SlicerItem[] {
  const table = tableOf(wanted.tableId, main, workbook);
  const range = parseGridRange(table?.root.attributes.ref ?? "");
  if (!table || !range) return [];
  const columns = childrenNamed(child(table.root, "x:tableColumns"), "x:tableColumn");
  const at = columns.findIndex(({ attributes }) => attributes.id === wanted.column);
  if (at < 0) return [];
  const top = range.top + Number(table.root.attributes.headerRowCount ?? 1);
  const bottom = range.bottom - Number(table.root.attributes.totalsRowCount ?? 0);
  if (bottom < top) return [];
  const column = range.left + at + 1;
  const cells = formatRange({ row1: top + 1, column1: column, row2: bottom + 1, column2: column });
  const area = `${quoteSheetName(table.sheet.name)}!${cells}`;
  const values = new Map<string, number | string>();
  for (const { value, styleIndex } of workbook.values.cells(area, table.sheet, MAX_CELLS)) {
    if (typeof value === "number")
      values.set(numberLabel(value, workbook.styles.style(styleIndex).numberFormat), value);
    else if (typeof value === "string" && value !== "") values.set(value, value);
    else if (typeof value === "boolean") values.set(String(value).toUpperCase(), String(value).toUpperCase());
  }
  const filter = findAll(child(table.root, "x:autoFilter"), "x:filterColumn").find(
    ({ attributes }) => Number(attributes.colId) === at,
  );
  const chosen = filter && new Set(findAll(filter, "x:filter").map(({ attributes }) => attributes.val ?? ""));
  return [...values]
    .sort(([, one], [, other]) => inOrder(one, other))
    .slice(0, MAX_ITEMS)
    .map(([text, value]) => ({
      text,
      isSelected: chosen === undefined || chosen.has(text) || chosen.has(String(value)),
      hasNoData: false,
    }));
}

/** Numbers come before texts. */
function inOrder(one: number | string, other: number | string): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one === "number" || typeof other === "number") return typeof one === "number" ? -1 : 1;
  return one.localeCompare(other);
}

function tableOf(id: string | undefined, main: string, { pack }: Workbook) {
  const sheets = childrenNamed(child(pack.xml(main), "x:sheets"), "x:sheet");
  for (const [index, { attributes }] of sheets.entries()) {
    const part = pack.relationships(main).get(attributes["r:id"] ?? "")?.target;
    if (!part) continue;
    for (const { type, target, external } of pack.relationships(part).values()) {
      const root = type === "table" && !external ? pack.xml(target) : undefined;
      if (root?.attributes.id === id && root) return { root, sheet: { name: attributes.name ?? "", part, index } };
    }
  }
  return undefined;
}

/** The items that a slicer of a pivot table stores point into the field of its cache; those of a cube have captions. */
function pivotItems(cache: XmlNode, main: string, { pack }: Workbook): SlicerItem[] {
  const stored = findAny(cache, "items");
  const tabular = findAny(cache, "tabular");
  if (!stored || !tabular) {
    const chosen = new Set(findAllLocal(cache, "selection").map(({ attributes }) => attributes.n ?? ""));
    return findAllLocal(cache, "i")
      .slice(0, MAX_ITEMS)
      .map(({ attributes }) => ({
        text: attributes.c ?? attributes.n ?? "",
        isSelected:
          chosen.size === 0 || chosen.has(attributes.n ?? "") || [...chosen].some((name) => name.endsWith(".[All]")),
        hasNoData: booleanAttribute(attributes.nd),
      }));
  }
  const entry = findAllLocal(pack.xml(main), "pivotCache").find(
    ({ attributes }) => attributes.cacheId === tabular.attributes.pivotCacheId,
  );
  const definition =
    pack.xml(pack.relationships(main).get(entry?.attributes["r:id"] ?? "")?.target) ??
    definitionOf(tabular, main, pack);
  const field = childrenNamed(child(definition, "x:cacheFields"), "x:cacheField").find(
    ({ attributes }) => attributes.name === cache.attributes.sourceName,
  );
  const shared =
    (findFirst(field, "x:fieldGroup") && findFirst(field, "x:groupItems")) ?? child(field, "x:sharedItems");
  return childrenLocal(stored, "i")
    .slice(0, MAX_ITEMS)
    .map(({ attributes }) => ({
      text: sharedText(shared?.children[Number(attributes.x)]),
      isSelected: booleanAttribute(attributes.s),
      hasNoData: booleanAttribute(attributes.nd),
    }));
}

/** Slicers number the caches of a workbook by an id that the caches carry themselves. */
function definitionOf(tabular: XmlNode, main: string, pack: Workbook["pack"]): XmlNode | undefined {
  return [...pack.relationships(main).values()]
    .filter(({ type, external }) => type === "pivotCacheDefinition" && !external)
    .map(({ target }) => pack.xml(target))
    .find(
      (root) =>
        root && findAny(root, "pivotCacheDefinition")?.attributes.pivotCacheId === tabular.attributes.pivotCacheId,
    );
}

function findAllLocal(root: XmlNode | undefined, name: string): XmlNode[] {
  return (
    root?.children.flatMap((element) => [
      ...(localName(element) === name ? [element] : []),
      ...findAllLocal(element, name),
    ]) ?? []
  );
}

function sharedText(item: XmlNode | undefined): string {
  const { v } = item?.attributes ?? {};
  if (!item || item.name === "x:m" || v === undefined) return "(blank)";
  if (item.name === "x:b") return booleanAttribute(v) ? "TRUE" : "FALSE";
  return item.name === "x:d" ? v.replace(/T00:00:00$/, "").replace("T", " ") : v;
}
