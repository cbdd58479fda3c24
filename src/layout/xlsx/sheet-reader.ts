/** One worksheet or chart sheet of the package -> `Sheet`. */
import { child, childrenNamed, parseXml, type XmlElement } from "../package/xml.ts";
import { readLinks } from "./cell-links.ts";
import { MAX_COLUMNS, parseRange } from "./cell-reference.ts";
import { readConditionalFormats } from "./conditional-reader.ts";
import { readHeaderFooter } from "./header-footer.ts";
import { readHeaderPictures } from "./header-pictures.ts";
import { localFormula } from "./local-formula.ts";
import { MergedCells } from "./merges.ts";
import { readPageSetup } from "./page-setup.ts";
import { type PivotTable, readPivotTable } from "./pivot-tables.ts";
import { splitWorksheet } from "./sheet-data.ts";
import { readSheetDrawings } from "./sheet-drawings.ts";
import type { ColumnFormat, Sheet, SheetTable } from "./sheet-model.ts";
import { readSparklines } from "./sparkline-reader.ts";
import type { Workbook } from "./workbook-reader.ts";

const isOn = (value: string | undefined, fallback = false) =>
  value === undefined ? fallback : value === "1" || value === "true";
const DEFAULT_ROW_PT = 15;

export interface SheetSource {
  name: string;
  part: string;
  index: number;
}

/** Undefined for parts that are neither a worksheet nor a chart sheet. */
export function readSheet(source: SheetSource, workbook: Workbook): Sheet | undefined {
  const bytes = workbook.pack.bytes(source.part);
  if (!bytes) return undefined;
  const root = parseXml(splitWorksheet(new TextDecoder().decode(bytes)).rest);
  if (root.name !== "x:worksheet" && root.name !== "x:chartsheet") return undefined;
  const isChart = root.name === "x:chartsheet";
  const scanned = workbook.values.scan(source);
  if (scanned.truncated) workbook.warnings.add(`the sheet "${source.name}" was cut after ${scanned.maxCells} cells`);
  const local = (formula: string) => localFormula(formula, source.name, workbook.names);
  workbook.values.calculate(source);
  const format = child(root, "x:sheetFormatPr")?.attributes ?? {};
  const view = child(child(root, "x:sheetViews"), "x:sheetView")?.attributes ?? {};
  const drawingPart = relatedPart(child(root, "x:drawing"), source, workbook);
  const drawings = drawingPart ? readSheetDrawings(drawingPart, workbook.drawingSource) : [];
  const picturePart = relatedPart(child(root, "x:legacyDrawingHF"), source, workbook);
  const columns = readColumns(child(root, "x:cols"));
  return {
    name: source.name,
    index: source.index,
    rows: scanned.rows,
    columns,
    defaultRowHeightPt: Number(format.defaultRowHeight ?? DEFAULT_ROW_PT) || DEFAULT_ROW_PT,
    rowsHiddenByDefault: isOn(format.zeroHeight),
    defaultColumnWidth: format.defaultColWidth === undefined ? undefined : Number(format.defaultColWidth) || undefined,
    baseColumnWidth: Number(format.baseColWidth ?? 8) || 8,
    showZeros: isOn(view.showZeros, true),
    rightToLeft: isOn(view.rightToLeft),
    merges: new MergedCells(
      childrenNamed(child(root, "x:mergeCells"), "x:mergeCell")
        .map((merge) => parseRange(merge.attributes.ref ?? ""))
        .filter((range) => range !== undefined),
    ),
    links: readLinks(root, source, workbook),
    setup: readPageSetup(root),
    headerFooter: readHeaderFooter(child(root, "x:headerFooter")),
    headerPictures: picturePart ? readHeaderPictures(picturePart, workbook.drawingSource) : new Map(),
    drawings,
    otherSheet: (name) => workbook.values.ofSheet(name),
    conditionalFormats: readConditionalFormats(root, workbook, local),
    tables: readTables(root, source, workbook),
    pivots: readPivots(source, workbook),
    sparklines: readSparklines(root, source, columns, workbook),
    printAreas: workbook.printAreas(source.index),
    titles: workbook.printTitles(source.index),
    isChart,
  };
}

function relatedPart(element: XmlElement | undefined, source: SheetSource, workbook: Workbook): string | undefined {
  const id = element?.attributes["r:id"];
  const relationship = id ? workbook.pack.relationships(source.part).get(id) : undefined;
  return relationship && !relationship.external ? relationship.target : undefined;
}

function readColumns(element: XmlElement | undefined): ColumnFormat[] {
  const columns: ColumnFormat[] = [];
  for (const column of childrenNamed(element, "x:col")) {
    const { min, max, width, hidden, style } = column.attributes;
    const format: ColumnFormat = {
      width: width === undefined ? undefined : Number(width) || 0,
      hidden: isOn(hidden),
      styleIndex: style === undefined ? undefined : Number(style),
    };
    const last = Math.min(MAX_COLUMNS, Number(max ?? min ?? 1));
    for (let index = Math.max(1, Number(min ?? 1)); index <= last; index++) columns[index - 1] = format;
  }
  return columns;
}

function readTables(root: XmlElement, source: SheetSource, workbook: Workbook): SheetTable[] {
  const tables: SheetTable[] = [];
  for (const part of childrenNamed(child(root, "x:tableParts"), "x:tablePart")) {
    const table = workbook.pack.xml(relatedPart(part, source, workbook));
    const range = parseRange(table?.attributes.ref ?? "");
    const style = child(table, "x:tableStyleInfo")?.attributes;
    if (!table || !range || !style?.name) continue;
    tables.push({
      range,
      styleName: style.name,
      headerRows: Number(table.attributes.headerRowCount ?? 1),
      totalsRows: Number(table.attributes.totalsRowCount ?? 0),
      firstColumn: isOn(style.showFirstColumn),
      lastColumn: isOn(style.showLastColumn),
      rowStripes: isOn(style.showRowStripes),
      columnStripes: isOn(style.showColumnStripes),
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
