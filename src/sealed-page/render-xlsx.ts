/** A SpreadsheetML package -> pages in the document. */

import { bareName } from "../domain/bare-name.ts";
import { canvasWidths, loadFonts, pageMetrics, presentFamilies } from "../layout/fonts/page-fonts.ts";
import { CellFonts } from "../layout/sheets/cells/cell-fonts.ts";
import { fontsInUse } from "../layout/sheets/font-usage.ts";
import type { Sheet } from "../layout/sheets/model/sheet.ts";
import type { PrintedPage } from "../layout/sheets/print/printed-page.ts";
import { WorkbookPrinter } from "../layout/sheets/print/workbook-printer.ts";
import { readSheet } from "../layout/sheets/workbook/sheet-reader.ts";
import { readWorkbook } from "../layout/sheets/workbook/workbook-reader.ts";
import type { OpcPackage } from "../office/package.ts";
import { MediaUrls } from "../paint/media/page-media.ts";
import { drawingPainter } from "../paint/sheets/drawing-context.ts";
import { paintBook } from "../paint/sheets/page-book.ts";
import { decodePictures } from "./decode-pictures.ts";

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

/** Throws when time runs out before the first page. */
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
  const deadline = performance.now() + options.budgetMs;
  const pages: PrintedPage[] = [];
  const mayGoOn = () => pages.length <= options.maxPages && performance.now() <= deadline;
  const printer = new WorkbookPrinter(workbook, sheets, fonts, { ...options, mayGoOn });
  for (const page of printer.pages()) pages.push(page);
  if (printer.isStopped && pages.length === 0) throw new Error("the sheets take too long to lay out");
  if (printer.isStopped || pages.length > options.maxPages) {
    pages.length = Math.min(pages.length, options.maxPages);
    warnings.add(`the workbook was cut after ${pages.length} pages`);
  }
  const style = document.createElement("style");
  style.textContent = paintBook(pages, root, {
    fonts,
    paintDrawing: drawingPainter(workbook.colors.theme, options.budgetMs),
    headers: (page) => printer.headers(page, pages.length),
  });
  document.head.append(style);
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href^="#"]'))
    if (!document.getElementById(link.hash.slice(1))) link.removeAttribute("href");
  document.title = workbook.title || bareName(options.fileName);
  await decodePictures(root);
  return { warnings: [...warnings], pages: pages.length };
}
