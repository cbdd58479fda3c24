/** A SpreadsheetML package -> pages in the document. */

import { bareName } from "../domain/bare-name.ts";
import { canvasWidths, loadFonts, pageMetrics, presentFamilies } from "../layout/fonts/page-fonts.ts";
import type { Box, DrawingNode } from "../layout/model/shapes.ts";
import { CellFonts } from "../layout/sheets/cells/cell-fonts.ts";
import { SheetLooks } from "../layout/sheets/cells/cell-looks.ts";
import { CellTexts } from "../layout/sheets/cells/cell-text.ts";
import { fontsInUse } from "../layout/sheets/font-usage.ts";
import type { Span } from "../layout/sheets/model/printing.ts";
import type { Sheet } from "../layout/sheets/model/sheet.ts";
import type { Workbook } from "../layout/sheets/model/workbook.ts";
import { Occupancy } from "../layout/sheets/print/occupancy.ts";
import { type PageRoom, pagesOf, planPages } from "../layout/sheets/print/print-pages.ts";
import { SheetLayout } from "../layout/sheets/print/sheet-layout.ts";
import { NumberTexts } from "../layout/sheets/values/number-text.ts";
import { LinkTargets } from "../layout/sheets/workbook/cell-links.ts";
import { readSheet } from "../layout/sheets/workbook/sheet-reader.ts";
import { readWorkbook } from "../layout/sheets/workbook/workbook-reader.ts";
import type { OpcPackage } from "../office/package.ts";
import { element } from "../paint/elements/elements.ts";
import { MediaUrls } from "../paint/media/page-media.ts";
import { drawingPainter } from "../paint/sheets/drawing-context.ts";
import { headingSize, paintHeadings } from "../paint/sheets/heading-painter.ts";
import { linkMark } from "../paint/sheets/link-mark.ts";
import { type PaperPage, paintBook } from "../paint/sheets/page-book.ts";
import type { Pane } from "../paint/sheets/pane.ts";
import { type PaneContext, PanePainter } from "../paint/sheets/pane-painter.ts";
import { serialOfMilliseconds } from "../spreadsheet/serial-date.ts";

export interface RenderXlsxOptions {
  maxPages: number;
  budgetMs: number;
  /** Its UTC parts are the wall clock. */
  now: Date;
  fileName: string;
}

const MAX_CELLS = 600_000;
/** Before its faces are loaded a font must not be measured. */
const NO_METRICS = { ascent: 0, descent: 0 };

export async function renderXlsx(
  pack: OpcPackage,
  root: HTMLElement,
  options: RenderXlsxOptions,
): Promise<{ warnings: string[]; pages: number }> {
  const warnings = new Set<string>();
  const media = new MediaUrls(warnings);
  const workbook = readWorkbook(pack, {
    imageUrl: (pack, part) => media.url(pack, part),
    now: options.now,
    warnings,
    maxCells: MAX_CELLS,
  });
  const sheets: Sheet[] = [];
  for (const source of workbook.sheets) {
    const sheet = readSheet(source, workbook);
    if (sheet) sheets.push(sheet);
  }
  const fonts = new CellFonts(canvasWidths(), pageMetrics(), presentFamilies());
  await loadFonts(fontsInUse(workbook, sheets, new CellFonts(canvasWidths(), () => NO_METRICS, presentFamilies())));
  const links = new Set(sheets.flatMap((sheet) => [...sheet.links.values()]));
  const printer = new BookPrinter(workbook, options, fonts, links);
  for (const sheet of sheets) printer.print(sheet);
  if (printer.truncated) warnings.add(`the workbook was cut after ${printer.pages.length} pages`);
  const style = document.createElement("style");
  style.textContent = printer.paint(root);
  document.head.append(style);
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href^="#"]'))
    if (!document.getElementById(link.hash.slice(1))) link.removeAttribute("href");
  document.title = workbook.title || bareName(options.fileName);
  await decodePictures(root);
  return { warnings: [...warnings], pages: printer.pages.length };
}

class BookPrinter {
  readonly pages: PaperPage[] = [];
  truncated = false;
  readonly #workbook: Workbook;
  readonly #options: RenderXlsxOptions;
  readonly #deadline: number;
  readonly #fonts: CellFonts;
  readonly #numbers: NumberTexts;
  readonly #paintDrawing: (node: DrawingNode) => HTMLElement;

  readonly #links: ReadonlySet<string>;

  /** `links`: the targets of all hyperlinks. */
  constructor(workbook: Workbook, options: RenderXlsxOptions, fonts: CellFonts, links: ReadonlySet<string>) {
    this.#links = links;
    this.#fonts = fonts;
    this.#workbook = workbook;
    this.#options = options;
    this.#deadline = performance.now() + options.budgetMs;
    this.#numbers = new NumberTexts(workbook.dates);
    this.#paintDrawing = drawingPainter(workbook.colors.theme, options.budgetMs);
  }

  print(sheet: Sheet): void {
    if (this.truncated) return;
    if (sheet.isChart) {
      this.#printChart(sheet);
      return;
    }
    const { styles, colors } = this.#workbook;
    const today = serialOfMilliseconds(this.#options.now.getTime(), this.#workbook.dates);
    const layout = new SheetLayout(
      sheet,
      new SheetLooks(sheet, styles, colors, today),
      new CellTexts(this.#fonts, this.#numbers, sheet.showZeros, styles.defaultFont),
      this.#fonts,
      styles.defaultFont,
    );
    const { setup } = sheet;
    const used = sheet.printAreas.length > 0 ? undefined : layout.usedRange();
    const areas = used ? [used] : sheet.printAreas;
    const drawings = placedDrawings(layout);
    const targets = new LinkTargets(sheet.index, this.#links);
    const context: PaneContext = {
      targets,
      layout,
      fonts: this.#fonts,
      drawings,
      paintDrawing: this.#paintDrawing,
      gridLines: setup.gridLines,
    };
    const { defaultFont } = styles;
    const lastRow = Math.max(0, ...areas.map((area) => area.bottom));
    const headings = setup.headings ? headingSize(lastRow, this.#fonts, defaultFont) : undefined;
    const room = {
      widthPt: setup.paperWidthPt - setup.marginLeftPt - setup.marginRightPt,
      heightPt: setup.paperHeightPt - setup.marginTopPt - setup.marginBottomPt,
      headingWidthPt: headings?.widthPt ?? 0,
      headingHeightPt: headings?.heightPt ?? 0,
    };
    const occupancy = new Occupancy(sheet.rows.values(), [
      ...sheet.merges.ranges,
      ...sheet.tables.map((table) => table.range),
      ...sheet.conditionalFormats.flatMap((format) => format.ranges),
      ...sheet.sparklines.map(({ row, column }) => ({ top: row, bottom: row, left: column, right: column })),
      ...drawings.map(({ box }) => layout.cellsUnder(box)),
    ]);
    let firstBody: HTMLElement | undefined;
    for (const area of areas) {
      const plan = planPages(area, layout.grid, setup, sheet.titles, room);
      for (const page of pagesOf(plan, setup, sheet.titles)) {
        if (this.pages.length >= this.#options.maxPages || performance.now() > this.#deadline) {
          this.truncated = true;
          return;
        }
        if (!occupancy.mayShow(page.rows, page.columns)) continue;
        const body = element("div", "position:relative;");
        const placed = panesOf(layout, page.rows, page.columns, page.titleRows, page.titleColumns, room);
        const panes = sheet.rightToLeft ? mirrored(placed, layout) : placed;
        let isEmpty = true;
        let widthPt = 0;
        let heightPt = 0;
        for (const pane of panes) {
          const painted = new PanePainter(context, pane).paint();
          if (!painted.isEmpty) isEmpty = false;
          body.append(painted.box);
          widthPt = Math.max(widthPt, pane.xPt + layout.grid.columns.span(pane.columns.first, pane.columns.last));
          heightPt = Math.max(heightPt, pane.yPt + layout.grid.rows.span(pane.rows.first, pane.rows.last));
        }
        if (headings) body.append(paintHeadings(panes, layout.grid, headings, this.#fonts, defaultFont));
        if (isEmpty || widthPt <= 0 || heightPt <= 0) continue;
        this.pages.push({
          setup,
          headerFooter: sheet.headerFooter,
          headerPictures: sheet.headerPictures,
          sheetName: sheet.name,
          scale: plan.scale,
          body,
          bodyWidthPt: widthPt,
          bodyHeightPt: heightPt,
          isFirstOfSheet: firstBody === undefined,
          rightToLeft: sheet.rightToLeft,
        });
        firstBody ??= body;
      }
    }
    if (firstBody) for (const id of targets.rest()) firstBody.append(linkMark(id, 0, 0));
  }

  /** A chart sheet fills the page within its margins; the page lies on its side unless it is said to stand. */
  #printChart(sheet: Sheet): void {
    const { setup } = sheet;
    const isUpright =
      !setup.orientationIsSet && !sheet.drawings[0]?.extentIsPrinted && setup.paperHeightPt > setup.paperWidthPt;
    const paper = isUpright
      ? { ...setup, paperWidthPt: setup.paperHeightPt, paperHeightPt: setup.paperWidthPt }
      : setup;
    const [drawing] = sheet.drawings;
    const own = drawing?.extentIsPrinted ? drawing.extent : undefined;
    const widthPt = own?.widthPt ?? paper.paperWidthPt - setup.marginLeftPt - setup.marginRightPt;
    const heightPt = own?.heightPt ?? paper.paperHeightPt - setup.marginTopPt - setup.marginBottomPt;
    const node = drawing?.node({ xPt: 0, yPt: 0, widthPt, heightPt });
    if (!node || widthPt <= 0 || heightPt <= 0) return;
    const body = element("div", "position:relative;");
    body.append(this.#paintDrawing(node));
    this.pages.push({
      setup: paper,
      headerFooter: sheet.headerFooter,
      headerPictures: sheet.headerPictures,
      sheetName: sheet.name,
      scale: 1,
      body,
      bodyWidthPt: widthPt,
      bodyHeightPt: heightPt,
      isFirstOfSheet: true,
      rightToLeft: false,
    });
  }

  paint(root: HTMLElement): string {
    const { styles, colors } = this.#workbook;
    const { now, fileName } = this.#options;
    const serial = serialOfMilliseconds(now.getTime(), this.#workbook.dates);
    const shown = (code: string) =>
      this.#numbers
        .format(serial, code)
        .lead.map((part) => part.text)
        .join("");
    return paintBook(this.pages, root, {
      fonts: this.#fonts,
      defaultFont: styles.defaultFont,
      paintDrawing: this.#paintDrawing,
      values: {
        fileName,
        date: shown("m/d/yyyy"),
        time: shown("h:mm AM/PM"),
        themeColor: (index, tint) => colors.themeColor(index, tint),
      },
    });
  }
}

function placedDrawings(layout: SheetLayout): { box: Box; node: DrawingNode }[] {
  return layout.sheet.drawings.flatMap((anchor) => {
    const box = layout.drawingBox(anchor);
    const node = box.widthPt > 0 || box.heightPt > 0 ? anchor.node(box) : undefined;
    return node ? [{ box, node }] : [];
  });
}

/** The page's own cells and, before them, repeated rows and columns. */
function panesOf(
  layout: SheetLayout,
  rows: Span,
  columns: Span,
  titleRows: Span | undefined,
  titleColumns: Span | undefined,
  { headingWidthPt, headingHeightPt }: PageRoom,
): Pane[] {
  const left = headingWidthPt;
  const top = headingHeightPt;
  const xPt = left + (titleColumns ? layout.grid.columns.span(titleColumns.first, titleColumns.last) : 0);
  const yPt = top + (titleRows ? layout.grid.rows.span(titleRows.first, titleRows.last) : 0);
  const panes: Pane[] = [{ rows, columns, xPt, yPt }];
  if (titleRows) panes.push({ rows: titleRows, columns, xPt, yPt: top });
  if (titleColumns) panes.push({ rows, columns: titleColumns, xPt: left, yPt });
  if (titleRows && titleColumns) panes.push({ rows: titleRows, columns: titleColumns, xPt: left, yPt: top });
  return panes;
}

/** Panes of a sheet whose columns run from right to left. */
function mirrored(panes: readonly Pane[], { grid }: SheetLayout): Pane[] {
  const widthOf = ({ columns }: Pane) => grid.columns.span(columns.first, columns.last);
  const whole = Math.max(...panes.map((pane) => pane.xPt + widthOf(pane)));
  return panes.map((pane) => ({ ...pane, xPt: whole - pane.xPt - widthOf(pane) }));
}

const DECODE_TIMEOUT_MS = 5000;

async function decodePictures(root: HTMLElement): Promise<void> {
  const pictures = [...root.querySelectorAll("img")].map((image) => image.decode().catch(() => undefined));
  const timeout = new Promise((resolve) => setTimeout(resolve, DECODE_TIMEOUT_MS));
  await Promise.race([Promise.all(pictures), timeout]);
}
