/** A workbook -> its printed pages, one at a time. Pages on which nothing shows are passed over. */

import { largestOf } from "../../../domain/collections/long-lists.ts";
import { tooManyPages } from "../../../domain/too-many-pages.ts";
import type { WorkMeter } from "../../../domain/work-meter.ts";
import type { Box } from "../../../geometry/box.ts";
import { contains } from "../../../spreadsheet/grid-range.ts";
import { serialOfMilliseconds } from "../../../spreadsheet/serial-date.ts";
import { systemDateCode } from "../../../spreadsheet/system-dates.ts";
import type { DrawingNode } from "../../model/shapes.ts";
import { SheetAppearances } from "../cells/cell-appearances.ts";
import type { CellFonts } from "../cells/cell-fonts.ts";
import { CellTexts } from "../cells/cell-text.ts";
import type { PageSetup } from "../model/printing.ts";
import type { Sheet } from "../model/sheet.ts";
import type { Workbook } from "../model/workbook.ts";
import { NumberTexts } from "../values/number-text.ts";
import { LinkTargets } from "../workbook/cell-links.ts";
import type { HeaderValues } from "../workbook/header-footer.ts";
import { headersOf, type PlacedHeaders } from "./header-places.ts";
import { headingSize, headingsOf } from "./headings.ts";
import { Occupancy } from "./occupancy.ts";
import { type Pane, panesOf } from "./pane.ts";
import { isBlank, type PaneContent, type PaneContext, paneContent } from "./pane-content.ts";
import { pagesOf, planPages, type SheetPage } from "./print-pages.ts";
import type { PrintedPage } from "./printed-page.ts";
import { SheetLayout } from "./sheet-layout.ts";

/** Total of pages in a header or footer. */
const PAGE_COUNT = /&N/i;

export interface PrintOptions {
  /** Its UTC parts are the wall clock. */
  now: Date;
  fileName: string;
  /** Charged for each page that is tried and for each row that is laid out. */
  meter: WorkMeter;
  maxPages: number;
}

/** What the cells of a page show. */
interface SheetContent {
  placed: Pane[];
  panes: PaneContent[];
  widthPt: number;
  heightPt: number;
}

/** What is on a page except for its number, which is counted over all sheets. */
type UnnumberedPage = Omit<PrintedPage, "number">;

export class WorkbookPrinter {
  readonly #workbook: Workbook;
  readonly #sheets: readonly Sheet[];
  readonly #fonts: CellFonts;
  readonly #numbers: NumberTexts;
  readonly #options: PrintOptions;
  readonly #links: ReadonlySet<string>;
  readonly #values: Pick<HeaderValues, "fileName" | "date" | "time" | "themeColor">;

  constructor(workbook: Workbook, sheets: readonly Sheet[], fonts: CellFonts, options: PrintOptions) {
    this.#workbook = workbook;
    this.#sheets = sheets;
    this.#fonts = fonts;
    this.#options = options;
    this.#numbers = new NumberTexts(workbook.dates);
    this.#links = new Set(sheets.flatMap((sheet) => [...sheet.links.values()]));
    const serial = this.#today;
    const shown = (code: string) =>
      this.#numbers
        .format(serial, code)
        .lead.map((part) => part.text)
        .join("");
    this.#values = {
      fileName: options.fileName,
      date: shown(systemDateCode(workbook.locale)),
      time: shown("h:mm AM/PM"),
      themeColor: (index, tint) => workbook.colors.themeColor(index, tint),
    };
  }

  get #today(): number {
    return serialOfMilliseconds(this.#options.now.getTime(), this.#workbook.dates);
  }

  /** Headers say how many pages there are: all have to be counted before the first is drawn. */
  get needsPageCount(): boolean {
    return this.#sheets.some(({ headerFooter }) => {
      if (!headerFooter) return false;
      const { oddHeader, oddFooter, evenHeader, evenFooter, firstHeader, firstFooter } = headerFooter;
      return [oddHeader, oddFooter, evenHeader, evenFooter, firstHeader, firstFooter].some(
        (coded) => coded !== undefined && PAGE_COUNT.test(coded),
      );
    });
  }

  *pages(): Generator<PrintedPage> {
    let number = 0;
    for (const sheet of this.#sheets) {
      for (const page of sheet.isChart ? chartPages(sheet) : this.#sheetPages(sheet)) {
        const own = page.isFirstOfSheet ? page.setup.firstPage : undefined;
        number = own ?? number + 1;
        yield { ...page, number };
      }
    }
  }

  /** `pageCount`: how many pages the workbook has. */
  headers(page: PrintedPage, pageCount: number): PlacedHeaders {
    const values = { ...this.#values, page: page.number, pages: pageCount, sheetName: page.sheet.name };
    return headersOf(page, values, this.#fonts, this.#workbook.styles.defaultFont);
  }

  *#sheetPages(sheet: Sheet): Generator<UnnumberedPage> {
    const { styles, colors } = this.#workbook;
    const { defaultFont } = styles;
    const fonts = this.#fonts;
    const { meter } = this.#options;
    meter.at(`sheet “${sheet.name}”`);
    const appearances = new SheetAppearances(sheet, styles, colors, this.#today, meter);
    const layout = new SheetLayout(
      sheet,
      appearances,
      new CellTexts(fonts, this.#numbers, sheet, defaultFont),
      fonts,
      defaultFont,
      this.#workbook.printer,
    );
    const { setup } = sheet;
    const used = sheet.printAreas.length > 0 ? undefined : layout.usedRange();
    const areas = used ? [used] : sheet.printAreas;
    const drawings = placedDrawings(layout);
    const targets = this.#targetsOf(sheet);
    // Known before the first page is drawn, where links to them lead.
    let unprinted = [...targets.without(({ row, column }) => areas.some((area) => contains(area, row, column)))];
    const beforeRow = () => meter.charge("block");
    const context: PaneContext = { targets, layout, fonts, drawings, gridLines: setup.gridLines, beforeRow };
    const lastRow = areas.reduce((last, { bottom }) => Math.max(last, bottom), 0);
    const heading = setup.headings ? headingSize(lastRow, fonts, defaultFont) : undefined;
    const room = {
      widthPt: setup.paperWidthPt - setup.marginLeftPt - setup.marginRightPt,
      heightPt: setup.paperHeightPt - setup.marginTopPt - setup.marginBottomPt,
      headingWidthPt: heading?.widthPt ?? 0,
      headingHeightPt: heading?.heightPt ?? 0,
    };
    const occupancy = new Occupancy(sheet.rows.values(), [
      ...sheet.merges.ranges,
      ...sheet.tables.map((table) => table.range),
      ...sheet.conditionalFormats.flatMap((format) => format.ranges),
      ...sheet.sparklines.map(({ row, column }) => ({ top: row, bottom: row, left: column, right: column })),
      ...drawings.map(({ box }) => layout.cellsUnder(box)),
    ]);
    const plans = areas.map((area) => planPages(area, layout.grid, setup, sheet.titles, room));
    const places = function* (): Generator<{ page: SheetPage; scale: number }> {
      for (const plan of plans) {
        for (const page of pagesOf(plan, setup, sheet.titles)) {
          meter.charge("block");
          if (occupancy.mayShow(page.rows, page.columns)) yield { page, scale: plan.scale };
        }
      }
    };
    const contentOf = (page: SheetPage, of: PaneContext): SheetContent | undefined => {
      const placed = panesOf(layout, page, room);
      const panes = placed.map((pane) => paneContent(of, pane));
      const widthPt = largestOf(panes.map((content) => content.pane.xPt + content.widthPt));
      const heightPt = largestOf(panes.map((content) => content.pane.yPt + content.heightPt));
      if (panes.every(isBlank) || widthPt <= 0 || heightPt <= 0) return undefined;
      return { placed, panes, widthPt, heightPt };
    };
    const { maxPages } = this.#options;
    if (countUpTo(places(), maxPages + 1) > maxPages) {
      // What is too long is refused before its first page is drawn.
      const counted = { ...context, targets: this.#targetsOf(sheet) };
      let shown = 0;
      for (const { page } of places()) {
        if (contentOf(page, counted) && ++shown > maxPages) throw tooManyPages(maxPages);
      }
    }
    let isFirstOfSheet = true;
    for (const { page, scale } of places()) {
      const content = contentOf(page, context);
      if (!content) continue;
      const { placed, panes, widthPt, heightPt } = content;
      yield {
        sheet,
        setup,
        isFirstOfSheet,
        scale,
        widthPt,
        heightPt,
        ...placeOnPaper(setup, widthPt * scale, heightPt * scale, sheet.rightToLeft),
        panes,
        headings: heading && headingsOf(placed, layout.grid, heading, fonts, defaultFont),
        chart: undefined,
        targets: unprinted,
      };
      unprinted = [];
      isFirstOfSheet = false;
    }
    if (appearances.isIncomplete) {
      this.#workbook.warnings.add(
        `Conditional formats of the sheet “${sheet.name}” are not shown everywhere: their formulas take too long to calculate.`,
      );
    }
  }

  #targetsOf(sheet: Sheet): LinkTargets {
    return new LinkTargets(sheet.index, this.#links);
  }
}

/** How many there are, counted no further than `most`. */
function countUpTo(items: Iterable<unknown>, most: number): number {
  let count = 0;
  for (const _ of items) if (++count === most) break;
  return count;
}

/** A chart sheet fills the page within its margins; the page is in landscape unless it says portrait. */
function* chartPages(sheet: Sheet): Generator<UnnumberedPage> {
  const { setup } = sheet;
  const [drawing] = sheet.drawings;
  const isUpright = !setup.orientationIsSet && !drawing?.extentIsPrinted && setup.paperHeightPt > setup.paperWidthPt;
  const paper = isUpright ? { ...setup, paperWidthPt: setup.paperHeightPt, paperHeightPt: setup.paperWidthPt } : setup;
  const own = drawing?.extentIsPrinted ? drawing.extent : undefined;
  const widthPt = own?.widthPt ?? paper.paperWidthPt - setup.marginLeftPt - setup.marginRightPt;
  const heightPt = own?.heightPt ?? paper.paperHeightPt - setup.marginTopPt - setup.marginBottomPt;
  const chart = drawing?.node({ xPt: 0, yPt: 0, widthPt, heightPt });
  if (!chart || widthPt <= 0 || heightPt <= 0) return;
  yield {
    sheet,
    setup: paper,
    isFirstOfSheet: true,
    scale: 1,
    widthPt,
    heightPt,
    ...placeOnPaper(paper, widthPt, heightPt, false),
    panes: [],
    headings: undefined,
    chart,
    targets: [],
  };
}

/** Within the margins, in the middle where the sheet says so; sheets from right to left are at the right margin. */
function placeOnPaper(
  setup: PageSetup,
  widthPt: number,
  heightPt: number,
  rightToLeft: boolean,
): { xPt: number; yPt: number } {
  const freeX = setup.paperWidthPt - setup.marginLeftPt - setup.marginRightPt - widthPt;
  const freeY = setup.paperHeightPt - setup.marginTopPt - setup.marginBottomPt - heightPt;
  const share = setup.centerHorizontally ? 0.5 : rightToLeft ? 1 : 0;
  return {
    xPt: setup.marginLeftPt + Math.max(0, freeX * share),
    yPt: setup.marginTopPt + (setup.centerVertically ? Math.max(0, freeY / 2) : 0),
  };
}

function placedDrawings(layout: SheetLayout): { box: Box; node: DrawingNode }[] {
  return layout.sheet.drawings.flatMap((anchor) => {
    const box = layout.drawingBox(anchor);
    const node = box.widthPt > 0 || box.heightPt > 0 ? anchor.node(box) : undefined;
    return node ? [{ box, node }] : [];
  });
}
