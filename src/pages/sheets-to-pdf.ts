/** A workbook -> a PDF, without a browser. */
import { appendAll } from "../domain/collections/long-lists.ts";
import { bareName } from "../domain/text/bare-name.ts";
import { tooManyPages } from "../domain/too-many-pages.ts";
import type { WorkMeter } from "../domain/work-meter.ts";
import type { FontLibrary } from "../font/library/font-library.ts";
import { CellFonts } from "../layout/sheets/cells/cell-fonts.ts";
import { fontsInUse } from "../layout/sheets/font-usage.ts";
import type { Sheet } from "../layout/sheets/model/sheet.ts";
import type { Workbook } from "../layout/sheets/model/workbook.ts";
import { drawingLayout } from "../layout/sheets/print/drawing-layout.ts";
import { WorkbookPrinter } from "../layout/sheets/print/workbook-printer.ts";
import { TextMeasurer } from "../layout/text/measure.ts";
import { TextStyles } from "../layout/text/text-style.ts";
import type { ImageLookup } from "./drawing/vector-renderer.ts";
import { fontWarnings } from "./font-warnings.ts";
import { chargePage, meteredWidths } from "./metered-text.ts";
import { PdfBackend } from "./pdf/pdf-backend.ts";
import { SheetPageRenderer } from "./sheets/page-renderer.ts";

export interface SheetsToPdfOptions {
  fonts: FontLibrary;
  images: ImageLookup;
  /** Shown by headers, and the title of a workbook that has none. */
  fileName: string;
  /** Its UTC parts are the wall clock. */
  now: Date;
  maxPages: number;
  meter: WorkMeter;
  /** Lets others work in between. */
  pause?: () => Promise<void>;
}

export interface SheetsPdf {
  bytes: Uint8Array;
  pageCount: number;
  warnings: string[];
}

/** Files of fonts that are fetched one after the other because each one lacked something. */
const MAX_LAYOUTS = 4;

/** @throws Failure `too_many_pages`, `too_complex` */
export async function sheetsToPdf(
  workbook: Workbook,
  sheets: readonly Sheet[],
  options: SheetsToPdfOptions,
): Promise<SheetsPdf> {
  const { fonts } = options;
  await fonts.prepare(fontsInUse(workbook, sheets, cellFonts(fonts, options.meter)));
  let printed = await print(workbook, sheets, options);
  // Numbers of pages, texts of shapes and charts are seen only when they are drawn.
  for (let round = 1; round < MAX_LAYOUTS && (await fonts.fetchWanted()); round++) {
    printed = await print(workbook, sheets, options);
  }
  const { backend, outline } = printed;
  const bytes = backend.finish({
    title: workbook.title || bareName(options.fileName),
    language: LANGUAGE,
    outline: outline.length > 1 ? outline : [],
  });
  const warnings = [...workbook.warnings];
  appendAll(warnings, fontWarnings(fonts, fonts.missing));
  return { bytes, pageCount: backend.pageCount, warnings };
}

/** Workbooks do not say in which language they are written. */
const LANGUAGE = "en-US";

function cellFonts(fonts: FontLibrary, meter: WorkMeter): CellFonts {
  return new CellFonts(meteredWidths(fonts.width, meter), fonts.metrics, (family) => fonts.has(family));
}

/** Each page is painted when it is laid out, and kept only as what goes into the file. */
async function print(workbook: Workbook, sheets: readonly Sheet[], options: SheetsToPdfOptions) {
  const { fonts: library, images, fileName, now, maxPages, meter } = options;
  const fonts = cellFonts(library, meter);
  const styles = new TextStyles(library.metrics, (family) => library.has(family));
  const context = drawingLayout(
    workbook.colors.theme,
    styles,
    new TextMeasurer(meteredWidths(library.width, meter)),
    meter,
  );
  const printer = new WorkbookPrinter(workbook, sheets, fonts, {
    now,
    fileName,
    meter,
    maxPages,
  });
  const pageCount = printer.needsPageCount ? countPages(printer, maxPages) : 0;
  const renderer = new SheetPageRenderer({ fonts, library, context, images });
  const backend = new PdfBackend();
  for (const page of printer.pages()) {
    if (backend.pageCount === maxPages) throw tooManyPages(maxPages);
    const drawn = renderer.draw(page, printer.headers(page, pageCount));
    chargePage(drawn.items, meter);
    backend.addPage(drawn);
    backend.close(renderer.nextPage());
    meter.produce("page");
    await options.pause?.();
  }
  return { backend, outline: renderer.outline };
}

/** @throws Failure `too_many_pages` */
function countPages(printer: WorkbookPrinter, maxPages: number): number {
  let count = 0;
  for (const _ of printer.pages()) if (++count > maxPages) throw tooManyPages(maxPages);
  return count;
}
