/** The workbook: its sheets, styles, shared strings and defined names (ECMA-376 part 1, 18.2). */
import { Theme } from "../docx/theme.ts";
import type { OpcPackage } from "../package/opc.ts";
import { child, childrenNamed, type XmlElement } from "../package/xml.ts";
import type { MediaUrls } from "../page-media.ts";
import { type CellRange, MAX_COLUMNS, MAX_ROWS, parseAreaList } from "./cell-reference.ts";
import { serialOf } from "./number-text.ts";
import type { PrintTitles } from "./print-pages.ts";
import { readRichText, type TextRun } from "./rich-text.ts";
import type { DrawingSource } from "./sheet-drawings.ts";
import type { SheetSource } from "./sheet-reader.ts";
import { SheetValues } from "./sheet-values.ts";
import { SpreadsheetColors } from "./spreadsheet-colors.ts";
import { StyleBook } from "./styles.ts";

export interface Workbook {
  pack: OpcPackage;
  colors: SpreadsheetColors;
  styles: StyleBook;
  sharedStrings: readonly (readonly TextRun[])[];
  date1904: boolean;
  /** Visible sheets in their order. */
  sheets: SheetSource[];
  values: SheetValues;
  drawingSource: DrawingSource;
  warnings: Set<string>;
  /** Defined names of the whole workbook, in lower case. */
  names: ReadonlyMap<string, string>;
  printAreas(sheetIndex: number): CellRange[];
  printTitles(sheetIndex: number): PrintTitles;
}

export interface WorkbookOptions {
  media: MediaUrls;
  now: Date;
  fileName: string;
  warnings: Set<string>;
  maxCells: number;
}

/** Throws a plain `Error` when the package holds no workbook. */
export function readWorkbook(pack: OpcPackage, options: WorkbookOptions): Workbook {
  const main = pack.targetOfType("", "officeDocument") ?? "xl/workbook.xml";
  const root = pack.xml(main);
  if (root?.name !== "x:workbook") throw new Error("the package holds no workbook");
  const related = (type: string) => pack.xml(pack.targetOfType(main, type));
  const theme = new Theme(related("theme"));
  const stylesRoot = related("styles");
  const colors = new SpreadsheetColors(theme, stylesRoot);
  const names = childrenNamed(child(root, "x:definedNames"), "x:definedName");
  const { warnings } = options;
  const sharedStrings = childrenNamed(related("sharedStrings"), "x:si").map((item) => readRichText(item, colors));
  const sheets = readSheetList(root, main, pack);
  const globalNames = new Map(
    names
      .filter((name) => name.attributes.localSheetId === undefined)
      .map((name) => [(name.attributes.name ?? "").toLowerCase(), name.text]),
  );
  const date1904 = child(root, "x:workbookPr")?.attributes.date1904;
  return {
    pack,
    colors,
    styles: new StyleBook(stylesRoot, colors),
    sharedStrings,
    date1904: date1904 === "1" || date1904 === "true",
    sheets: sheets.filter((sheet) => sheet.isVisible).map((sheet) => sheet.source),
    values: new SheetValues({
      pack,
      colors,
      sharedStrings,
      maxCells: options.maxCells,
      sheets: sheets.map((sheet) => sheet.source),
      names: globalNames,
      today: serialOf(options.now),
    }),
    drawingSource: {
      pack,
      theme,
      now: options.now,
      fileName: options.fileName,
      warnings,
      imageUrl: (part) => options.media.url(pack, part),
    },
    warnings,
    names: globalNames,
    printAreas: (index) => parseAreaList(definedName(names, "_xlnm.Print_Area", index)),
    printTitles: (index) => readTitles(definedName(names, "_xlnm.Print_Titles", index)),
  };
}

function readSheetList(
  root: XmlElement,
  main: string,
  pack: OpcPackage,
): { source: SheetSource; isVisible: boolean }[] {
  const relationships = pack.relationships(main);
  return childrenNamed(child(root, "x:sheets"), "x:sheet").flatMap((sheet, index) => {
    const relationship = relationships.get(sheet.attributes["r:id"] ?? "");
    const isVisible = (sheet.attributes.state ?? "visible") === "visible";
    const name = sheet.attributes.name ?? `Sheet${index + 1}`;
    return relationship && !relationship.external
      ? [{ source: { name, part: relationship.target, index }, isVisible }]
      : [];
  });
}

function definedName(names: readonly XmlElement[], name: string, sheetIndex: number): string {
  return (
    names.find(
      (candidate) => candidate.attributes.name === name && Number(candidate.attributes.localSheetId) === sheetIndex,
    )?.text ?? ""
  );
}

/** Whole rows and whole columns. */
function readTitles(formula: string): PrintTitles {
  const areas = parseAreaList(formula);
  const rows = areas.find((area) => area.right - area.left === MAX_COLUMNS - 1);
  const columns = areas.find((area) => area.bottom - area.top === MAX_ROWS - 1);
  return {
    rows: rows && { first: rows.top, last: rows.bottom },
    columns: columns && { first: columns.left, last: columns.right },
  };
}
