/** The workbook: its sheets, styles, shared strings and defined names (ECMA-376 part 1, 18.2). */

import type { Printer } from "../../../domain/renderer.ts";
import { UnreadableFile } from "../../../domain/unreadable-file.ts";
import { booleanAttribute } from "../../../office/on-off.ts";
import type { OpcPackage } from "../../../office/package.ts";
import { child, childrenNamed, localName, type XmlNode } from "../../../office/xml-node.ts";
import { LAST_COLUMN, LAST_ROW } from "../../../spreadsheet/cell-reference.ts";
import { parseGridAreas } from "../../../spreadsheet/grid-range.ts";
import { serialOfMilliseconds } from "../../../spreadsheet/serial-date.ts";
import { Theme } from "../../model/theme.ts";
import type { PrintTitles } from "../model/printing.ts";
import type { Workbook } from "../model/workbook.ts";
import { readRichText } from "../styles/rich-text.ts";
import { SpreadsheetColors } from "../styles/spreadsheet-colors.ts";
import { StyleBook } from "../styles/styles.ts";
import { RichValues } from "../values/rich-values.ts";
import type { SheetSource } from "../values/sheet-values.ts";
import { SheetValues } from "../values/sheet-values.ts";

export interface WorkbookOptions {
  /** The address of a picture, as a renderer takes it. */
  imageUrl: (pack: OpcPackage, part: string, substitute?: string) => string | undefined;
  now: Date;
  /** BCP 47; that of America when absent. */
  locale?: string;
  /** As the file says, else Windows, when absent. */
  printer?: Printer;
  warnings: Set<string>;
  maxCells: number;
}

/** Throws a plain `Error` when the package holds no workbook. */
export function readWorkbook(pack: OpcPackage, options: WorkbookOptions): Workbook {
  const main = pack.targetOfType("", "officeDocument") ?? "xl/workbook.xml";
  const root = pack.mainXml(main);
  if (root.name !== "x:workbook") throw new UnreadableFile("the package holds no workbook");
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
  const dates = date1904 === "1" || date1904 === "true" ? 1904 : 1900;
  return {
    title: child(pack.xml(pack.targetOfType("", "core-properties")), "dc:title")?.text.trim() ?? "",
    pack,
    colors,
    styles: new StyleBook(stylesRoot, colors, options.locale),
    sharedStrings,
    dates,
    locale: options.locale,
    printer: options.printer ?? printerOf(pack),
    sheets: sheets.filter((sheet) => sheet.isVisible).map((sheet) => sheet.source),
    values: new SheetValues({
      pack,
      colors,
      sharedStrings,
      maxCells: options.maxCells,
      recalculates: booleanAttribute(child(root, "x:calcPr")?.attributes.fullCalcOnLoad),
      sheets: sheets.map((sheet) => sheet.source),
      names: globalNames,
      now: serialOfMilliseconds(options.now.getTime(), dates),
      dates,
    }),
    drawingSource: {
      pack,
      theme,
      imageUrl: (part, substitute) => options.imageUrl(pack, part, substitute),
      warnings,
    },
    richValues: new RichValues(pack),
    warnings,
    names: globalNames,
    printAreas: (index) => parseGridAreas(definedName(names, "_xlnm.Print_Area", index)),
    printTitles: (index) => readTitles(definedName(names, "_xlnm.Print_Titles", index)),
  };
}

/** Excel for Mac names itself; other programs that write workbooks say nothing of where they will be printed. */
function printerOf(pack: OpcPackage): Printer {
  const properties = pack.xml(pack.targetOfType("", "extended-properties"));
  const application = properties?.children.find((element) => localName(element) === "Application")?.text ?? "";
  return /Macintosh/i.test(application) ? "mac" : "windows";
}

function readSheetList(root: XmlNode, main: string, pack: OpcPackage): { source: SheetSource; isVisible: boolean }[] {
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

function definedName(names: readonly XmlNode[], name: string, sheetIndex: number): string {
  return (
    names.find(
      (candidate) => candidate.attributes.name === name && Number(candidate.attributes.localSheetId) === sheetIndex,
    )?.text ?? ""
  );
}

/** Whole rows and whole columns. */
function readTitles(formula: string): PrintTitles {
  const areas = parseGridAreas(formula);
  const rows = areas.find((area) => area.right - area.left === LAST_COLUMN - 1);
  const columns = areas.find((area) => area.bottom - area.top === LAST_ROW - 1);
  return {
    rows: rows && { first: rows.top, last: rows.bottom },
    columns: columns && { first: columns.left, last: columns.right },
  };
}
