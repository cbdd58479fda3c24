/** One worksheet or chart sheet of the package -> `Sheet`. */
import { booleanAttribute } from "../../../office/on-off.ts";
import { child, childrenNamed, readXml, type XmlNode } from "../../../office/xml-node.ts";
import { columnName, LAST_COLUMN } from "../../../spreadsheet/cell-reference.ts";
import { parseGridRange } from "../../../spreadsheet/grid-range.ts";
import type { ReferredValues } from "../../charts/fill-caches.ts";
import { readConditionalFormats } from "../conditional/conditional-reader.ts";
import { readSlicers } from "../controls/slicer-reader.ts";
import type { PivotTable } from "../model/pivot-table.ts";
import type { ColumnFormat, Sheet, SheetTable } from "../model/sheet.ts";
import type { Workbook } from "../model/workbook.ts";
import { readSparklines } from "../sparklines/sparkline-reader.ts";
import { readPivotTable } from "../tables/pivot-tables.ts";
import { localFormula } from "../values/local-formula.ts";
import { MergedCells } from "../values/merges.ts";
import { splitWorksheet } from "../values/sheet-data.ts";
import type { SheetSource } from "../values/sheet-values.ts";
import { takeCellImages } from "./cell-images.ts";
import { readLinks } from "./cell-links.ts";
import { readHeaderFooter } from "./header-footer.ts";
import { readHeaderImages } from "./header-images.ts";
import { readObjectImages } from "./object-images.ts";
import { readPageSetup } from "./page-setup.ts";
import { readSheetDrawings } from "./sheet-drawings.ts";

const DEFAULT_ROW_PT = 15;

const MAX_CHART_CELLS = 20_000;

/** The cells that charts of a sheet refer to. */
function chartValues(source: SheetSource, { values, styles }: Workbook): ReferredValues {
  return function* (formula) {
    for (const { value, styleIndex, column, shown } of values.cells(formula, source, MAX_CHART_CELLS)) {
      const { numberFormat } = styles.style(styleIndex);
      const known = typeof value === "number" || typeof value === "string" ? value : null;
      yield { value: known, shown, format: numberFormat, column };
    }
  };
}

/** Undefined for parts that are neither a worksheet nor a chart sheet. */
export function readSheet(source: SheetSource, workbook: Workbook): Sheet | undefined {
  const text = workbook.pack.text(source.part);
  if (text === undefined) return undefined;
  const root = readXml(splitWorksheet(text).rest);
  if (root.name !== "x:worksheet" && root.name !== "x:chartsheet") return undefined;
  const isChart = root.name === "x:chartsheet";
  const scanned = workbook.values.scan(source);
  if (scanned.truncated) workbook.warnings.add(`the sheet "${source.name}" was cut after ${scanned.maxCells} cells`);
  const local = (formula: string) => localFormula(formula, source.name, workbook.names);
  const merged = childrenNamed(child(root, "x:mergeCells"), "x:mergeCell")
    .map((merge) => parseGridRange(merge.attributes.ref ?? ""))
    .filter((range) => range !== undefined);
  const merges = new MergedCells(merged);
  if (merges.ranges.length < merged.length)
    workbook.warnings.add(`merged cells of the sheet "${source.name}" overlap: the lower ones are shown apart`);
  const images = takeCellImages(scanned.rows, source.name, merges, workbook.richValues, workbook);
  const left = workbook.values.calculate(source);
  if (left) {
    const cell = `${columnName(left.column + 1)}${left.row + 1}`;
    workbook.warnings.add(
      `the formula of cell ${cell} of the sheet "${source.name}" cannot be calculated here, and the workbook holds no value for it: save it in Excel first`,
    );
  }
  const format = child(root, "x:sheetFormatPr")?.attributes ?? {};
  const view = child(child(root, "x:sheetViews"), "x:sheetView")?.attributes ?? {};
  const drawingPart = relatedPart(child(root, "x:drawing"), source, workbook);
  const drawings = drawingPart
    ? readSheetDrawings(drawingPart, workbook.drawingSource, {
        chartValues: chartValues(source, workbook),
        slicers: readSlicers(source, workbook),
      })
    : [];
  const objectPart = relatedPart(child(root, "x:legacyDrawing"), source, workbook);
  const objects = objectPart ? readObjectImages(objectPart, workbook.drawingSource, chartValues(source, workbook)) : [];
  const imagePart = relatedPart(child(root, "x:legacyDrawingHF"), source, workbook);
  const columns = readColumns(child(root, "x:cols"));
  return {
    name: source.name,
    index: source.index,
    rows: scanned.rows,
    columns,
    defaultRowHeightPt: Number(format.defaultRowHeight ?? DEFAULT_ROW_PT) || DEFAULT_ROW_PT,
    measuredRowHeightPt: booleanAttribute(format.customHeight)
      ? undefined
      : Number(format.defaultRowHeight) || undefined,
    rowsHiddenByDefault: booleanAttribute(format.zeroHeight),
    defaultColumnWidth: format.defaultColWidth === undefined ? undefined : Number(format.defaultColWidth) || undefined,
    baseColumnWidth: Number(format.baseColWidth ?? 8) || 8,
    showZeros: booleanAttribute(view.showZeros, true),
    rightToLeft: booleanAttribute(view.rightToLeft),
    merges,
    links: readLinks(root, source, workbook),
    setup: readPageSetup(root),
    headerFooter: readHeaderFooter(child(root, "x:headerFooter")),
    headerImages: imagePart ? readHeaderImages(imagePart, workbook.drawingSource) : new Map(),
    drawings: [...images, ...objects, ...drawings],
    rowsOf: (name) => workbook.values.rowsOf(name),
    dates: workbook.dates,
    conditionalFormats: readConditionalFormats(root, workbook, local),
    tables: readTables(root, source, workbook),
    pivots: readPivots(source, workbook),
    sparklines: readSparklines(root, source, columns, workbook),
    printAreas: workbook.printAreas(source.index),
    titles: workbook.printTitles(source.index),
    isChart,
  };
}

function relatedPart(element: XmlNode | undefined, source: SheetSource, workbook: Workbook): string | undefined {
  const id = element?.attributes["r:id"];
  const relationship = id ? workbook.pack.relationships(source.part).get(id) : undefined;
  return relationship && !relationship.external ? relationship.target : undefined;
}

function readColumns(element: XmlNode | undefined): ColumnFormat[] {
  const columns: ColumnFormat[] = [];
  for (const column of childrenNamed(element, "x:col")) {
    const { min, max, width, hidden, style } = column.attributes;
    const format: ColumnFormat = {
      width: width === undefined ? undefined : Number(width) || 0,
      hidden: booleanAttribute(hidden),
      styleIndex: style === undefined ? undefined : Number(style),
    };
    const last = Math.min(LAST_COLUMN, Number(max ?? min ?? 1));
    for (let index = Math.max(1, Number(min ?? 1)); index <= last; index++) columns[index - 1] = format;
  }
  return columns;
}

function readTables(root: XmlNode, source: SheetSource, workbook: Workbook): SheetTable[] {
  const tables: SheetTable[] = [];
  for (const part of childrenNamed(child(root, "x:tableParts"), "x:tablePart")) {
    const table = workbook.pack.xml(relatedPart(part, source, workbook));
    const range = parseGridRange(table?.attributes.ref ?? "");
    const style = child(table, "x:tableStyleInfo")?.attributes;
    if (!table || !range || !style?.name) continue;
    tables.push({
      range,
      styleName: style.name,
      headerRows: Number(table.attributes.headerRowCount ?? 1),
      totalsRows: Number(table.attributes.totalsRowCount ?? 0),
      firstColumn: booleanAttribute(style.showFirstColumn),
      lastColumn: booleanAttribute(style.showLastColumn),
      rowStripes: booleanAttribute(style.showRowStripes),
      columnStripes: booleanAttribute(style.showColumnStripes),
    });
  }
  return tables;
}

function readPivots(source: SheetSource, { pack }: Workbook): PivotTable[] {
  return [...pack.relationships(source.part).values()]
    .filter((relationship) => relationship.type === "pivotTable" && !relationship.external)
    .map((relationship) => readPivotTable(pack.xml(relationship.target)))
    .filter((pivot) => pivot !== undefined);
}
