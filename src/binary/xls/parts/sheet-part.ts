/** A sheet -> a worksheet part (ECMA-376 part 1, 18.3.1.99). */

import { TWIPS_PER_POINT } from "../../../geometry/units.ts";
import { escapeXmlText } from "../../../office/xml-text.ts";
import { columnName } from "../../../spreadsheet/cell-reference.ts";
import type { SheetCell, SheetContent, SheetPrint, SheetRow } from "../content/sheet-content.ts";
import { rangeReference } from "../formula/reference-text.ts";
import { type PartRelationship, RELATIONSHIPS_NAMESPACE, SPREADSHEET_NAMESPACE, tag } from "../markup/xml.ts";

/** What sheets use that were never set up: the paper of the world except North America (docs/decisions/sheets.md). */
const A4_PAPER = 9;
/** Margins of Excel 97-2003 where a sheet says nothing about them, in inches. */
const MARGINS = { left: 0.75, right: 0.75, top: 1, bottom: 1, header: 0.5, footer: 0.5 };

export interface SheetPart {
  xml: string;
  relationships: PartRelationship[];
}

/** `drawing` is the target of the sheet's drawing part. */
export function sheetPart(sheet: SheetContent, drawing: string | undefined): SheetPart {
  const relationships: PartRelationship[] = [];
  const relate = (type: string, target: string, external: boolean) => {
    const id = `rId${relationships.length + 1}`;
    relationships.push({ id, type, target, external });
    return id;
  };
  const links = sheet.links.map(({ range, target }) =>
    tag("hyperlink", { ref: rangeReference(range), "r:id": relate("hyperlink", target, true) }),
  );
  const xml = tag(
    "worksheet",
    { xmlns: SPREADSHEET_NAMESPACE, "xmlns:r": RELATIONSHIPS_NAMESPACE },
    `<sheetPr>${tag("pageSetUpPr", { fitToPage: sheet.print.fitToPage })}</sheetPr>` +
      viewMarkup(sheet) +
      formatMarkup(sheet) +
      list("cols", columnsMarkup(sheet)) +
      `<sheetData>${rowsMarkup(sheet.rows)}</sheetData>` +
      list(
        "mergeCells",
        sheet.merges.map((range) => tag("mergeCell", { ref: rangeReference(range) })),
      ) +
      sheet.conditionalFormats +
      list("hyperlinks", links) +
      printMarkup(sheet.print) +
      (drawing ? tag("drawing", { "r:id": relate("drawing", drawing, false) }) : ""),
  );
  return { xml, relationships };
}

/** A sheet that is nothing but a chart (18.3.1.12). */
export function chartSheetPart(print: SheetPrint, drawing: string): SheetPart {
  const xml = tag(
    "chartsheet",
    { xmlns: SPREADSHEET_NAMESPACE, "xmlns:r": RELATIONSHIPS_NAMESPACE },
    `${printMarkup(print)}<drawing r:id="rId1"/>`,
  );
  return { xml, relationships: [{ id: "rId1", type: "drawing", target: drawing }] };
}

function list(name: string, entries: readonly string[]): string {
  return entries.length > 0 ? `<${name}>${entries.join("")}</${name}>` : "";
}

function viewMarkup({ showZeros, rightToLeft }: SheetContent): string {
  return `<sheetViews>${tag("sheetView", { showZeros, rightToLeft: rightToLeft || undefined, workbookViewId: 0 })}</sheetViews>`;
}

function formatMarkup(sheet: SheetContent): string {
  return tag("sheetFormatPr", {
    baseColWidth: sheet.baseColumnWidth,
    defaultColWidth: sheet.defaultColumnWidth === undefined ? undefined : sheet.defaultColumnWidth / 256,
    defaultRowHeight: sheet.defaultRowTwips ? sheet.defaultRowTwips / TWIPS_PER_POINT : undefined,
    zeroHeight: sheet.rowsHiddenByDefault || undefined,
  });
}

function columnsMarkup(sheet: SheetContent): string[] {
  return sheet.columns.map(({ first, last, width, isHidden, format }) =>
    tag("col", { min: first + 1, max: last + 1, width: width / 256, hidden: isHidden || undefined, style: format }),
  );
}

function rowsMarkup(rows: ReadonlyMap<number, SheetRow>): string {
  const parts: string[] = [];
  for (const [index, row] of [...rows].sort(([one], [other]) => one - other)) {
    const cells = [...row.cells].sort(([one], [other]) => one - other);
    parts.push(
      tag(
        "row",
        {
          r: index + 1,
          ht: row.heightTwips === undefined ? undefined : row.heightTwips / TWIPS_PER_POINT,
          customHeight: row.isFixed || undefined,
          hidden: row.isHidden || undefined,
          s: row.format,
          customFormat: row.format === undefined ? undefined : true,
        },
        cells.map(([column, cell]) => cellMarkup(index, column, cell)).join(""),
      ),
    );
  }
  return parts.join("");
}

function cellMarkup(row: number, column: number, { format, content }: SheetCell): string {
  const place = `r="${columnName(column + 1)}${row + 1}" s="${format}"`;
  switch (content.kind) {
    case "blank":
      return `<c ${place}/>`;
    case "number":
      return `<c ${place}>${content.formula ? tag("f", { ca: true }, escapeXmlText(content.formula)) : ""}<v>${content.value}</v></c>`;
    case "boolean":
      return `<c ${place} t="b"><v>${Number(content.value)}</v></c>`;
    case "error":
      return `<c ${place} t="e"><v>${escapeXmlText(content.code)}</v></c>`;
    case "shared":
      return `<c ${place} t="s"><v>${content.index}</v></c>`;
    case "text":
      return `<c ${place} t="inlineStr"><is>${content.markup}</is></c>`;
  }
}

/** How the sheet is printed, in the order of the schema. */
function printMarkup(print: SheetPrint): string {
  const { setup, margins, texts } = print;
  return (
    tag("printOptions", {
      horizontalCentered: print.centerHorizontally || undefined,
      verticalCentered: print.centerVertically || undefined,
      headings: print.headings || undefined,
      gridLines: print.gridLines || undefined,
    }) +
    tag("pageMargins", {
      left: margins.left ?? MARGINS.left,
      right: margins.right ?? MARGINS.right,
      top: margins.top ?? MARGINS.top,
      bottom: margins.bottom ?? MARGINS.bottom,
      header: setup?.headerInches ?? MARGINS.header,
      footer: setup?.footerInches ?? MARGINS.footer,
    }) +
    pageSetupMarkup(print) +
    tag(
      "headerFooter",
      {
        differentOddEven: texts.differentOddEven || undefined,
        differentFirst: texts.differentFirst || undefined,
        scaleWithDoc: texts.scalesWithSheet,
        alignWithMargins: texts.alignsWithMargins,
      },
      (["oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"] as const)
        .map((name) => (texts[name] ? `<${name}>${escapeXmlText(texts[name])}</${name}>` : ""))
        .join(""),
    ) +
    breaksMarkup("rowBreaks", print.rowBreaks) +
    breaksMarkup("colBreaks", print.columnBreaks)
  );
}

function pageSetupMarkup({ setup }: SheetPrint): string {
  if (!setup) return "";
  const { isUnset, hasNoOrientation } = setup;
  return tag("pageSetup", {
    paperSize: isUnset ? A4_PAPER : setup.paperSize || A4_PAPER,
    scale: isUnset ? undefined : setup.scalePercent || undefined,
    firstPageNumber: setup.firstPage,
    useFirstPageNumber: setup.usesFirstPage || undefined,
    fitToWidth: setup.fitWidth,
    fitToHeight: setup.fitHeight,
    pageOrder: setup.overThenDown ? "overThenDown" : undefined,
    orientation: isUnset || hasNoOrientation ? undefined : setup.isPortrait ? "portrait" : "landscape",
    blackAndWhite: setup.blackAndWhite || undefined,
  });
}

function breaksMarkup(name: string, breaks: readonly number[]): string {
  return list(
    name,
    breaks.map((id) => tag("brk", { id })),
  );
}
