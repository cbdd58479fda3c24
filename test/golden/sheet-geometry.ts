import { WorkMeter } from "../../src/domain/work-meter.ts";
import { drawChart } from "../../src/layout/charts/chart-renderer.ts";
import type { DrawingNode } from "../../src/layout/model/shapes.ts";
import { SheetAppearances } from "../../src/layout/sheets/cells/cell-appearances.ts";
import { CellFonts } from "../../src/layout/sheets/cells/cell-fonts.ts";
import { CellTexts } from "../../src/layout/sheets/cells/cell-text.ts";
import type { Span } from "../../src/layout/sheets/model/printing.ts";
import type { Sheet } from "../../src/layout/sheets/model/sheet.ts";
import type { Workbook } from "../../src/layout/sheets/model/workbook.ts";
import { pagesOf, planPages } from "../../src/layout/sheets/print/print-pages.ts";
import { SheetLayout } from "../../src/layout/sheets/print/sheet-layout.ts";
import { NumberTexts } from "../../src/layout/sheets/values/number-text.ts";
import { readSheet } from "../../src/layout/sheets/workbook/sheet-reader.ts";
import { readWorkbook } from "../../src/layout/sheets/workbook/workbook-reader.ts";
import type { OpcPackage } from "../../src/office/package.ts";
import { EVEN_METRICS, HALF_AN_EM, tenths } from "./plain-tools.ts";
import { RecordingCanvas } from "./recording-canvas.ts";

/** Sheets with their columns, rows, texts of cells, drawings and pages, as text. */
export function sheetGeometry(pack: OpcPackage): string {
  const workbook = readWorkbook(pack, {
    imageUrl: (_, part) => part,
    now: new Date(0),
    warnings: new Set(),
    maxCells: 100_000,
  });
  return workbook.sheets
    .flatMap((source) => {
      const sheet = readSheet(source, workbook);
      return sheet ? sheetLines(sheet, workbook) : [];
    })
    .join("\n");
}

function sheetLines(sheet: Sheet, workbook: Workbook): string[] {
  const { styles, colors } = workbook;
  const fonts = new CellFonts(HALF_AN_EM, EVEN_METRICS, () => true);
  const texts = new CellTexts(fonts, new NumberTexts(workbook.dates), sheet, styles.defaultFont);
  const looks = new SheetAppearances(sheet, styles, colors, 0, new WorkMeter());
  const layout = new SheetLayout(sheet, looks, texts, fonts, styles.defaultFont);
  const used = layout.usedRange();
  if (!used) return [`sheet ${sheet.name}: empty`];
  const { setup } = sheet;
  const paper = `${tenths(setup.paperWidthPt)}x${tenths(setup.paperHeightPt)}`;
  const sizes = (first: number, last: number, sizeOf: (index: number) => number) =>
    Array.from({ length: Math.min(12, last - first + 1) }, (_, index) => tenths(sizeOf(first + index))).join(" ");
  const { columns, rows } = layout.grid;
  const room = {
    widthPt: setup.paperWidthPt - setup.marginLeftPt - setup.marginRightPt,
    heightPt: setup.paperHeightPt - setup.marginTopPt - setup.marginBottomPt,
    headingWidthPt: 0,
    headingHeightPt: 0,
  };
  const plan = planPages(used, layout.grid, setup, sheet.titles, room);
  const span = ({ first, last }: Span) => `${first}-${last}`;
  const pages = [...pagesOf(plan, setup, sheet.titles)].map(
    (page, index) =>
      ` page ${index + 1}: rows ${span(page.rows)}, columns ${span(page.columns)}${page.titleRows ? `, titles ${span(page.titleRows)}` : ""}`,
  );
  const drawings = sheet.drawings.flatMap((drawing) => {
    const node = drawing.node({ xPt: 0, yPt: 0, widthPt: 360, heightPt: 220 });
    return node ? drawingLines(node, " ") : [];
  });
  return [
    `sheet ${sheet.name}: paper ${paper}, scale ${plan.scale.toFixed(2)}`,
    ` columns ${sizes(used.left, used.right, (index) => columns.span(index, index))}`,
    ` rows ${sizes(used.top, used.bottom, (index) => rows.span(index, index))}`,
    ...cellLines(sheet, looks, texts),
    ...drawings,
    ...pages,
  ];
}

function cellLines(sheet: Sheet, looks: SheetAppearances, texts: CellTexts): string[] {
  const lines: string[] = [];
  for (const [row, { cells }] of sheet.rows) {
    for (const [column, cell] of cells) {
      const text = texts.layout(cell.value, looks.at(row, column), 80);
      if (!text) continue;
      const words = text.lines.map((line) => line.runs.map((run) => run.text).join("")).join("⏎");
      lines.push(` cell ${row}/${column} ${text.horizontal} | ${words}`);
    }
  }
  return lines;
}

function drawingLines(node: DrawingNode, indent: string): string[] {
  if (node.kind !== "chart") return [`${indent}drawing ${node.kind}`];
  const canvas = new RecordingCanvas();
  drawChart(node.chart, canvas, 360, 220);
  return [`${indent}chart`, ...canvas.lines.map((line) => `${indent}  ${line}`)];
}
