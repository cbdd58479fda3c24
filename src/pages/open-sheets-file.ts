/** Opens a workbook. */

import { checkLimit, LIMITS } from "../domain/limits.ts";
import type { Printer } from "../domain/renderer.ts";
import type { WorkMeter } from "../domain/work-meter.ts";
import type { Sheet } from "../layout/sheets/model/sheet.ts";
import type { Workbook } from "../layout/sheets/model/workbook.ts";
import { readSheet } from "../layout/sheets/workbook/sheet-reader.ts";
import { readWorkbook } from "../layout/sheets/workbook/workbook-reader.ts";
import type { OpcPackage } from "../office/package.ts";
import { undrawableWarnings } from "./drawing/content-inspector.ts";
import { PackageImages } from "./drawing/package-images.ts";
import type { ImageLookup } from "./drawing/vector-renderer.ts";
import { inspectDrawings } from "./sheets/inspect-sheets.ts";

export interface OpenSheetsOptions {
  /** Its UTC parts are the wall clock of the reader. */
  now: Date;
  /** BCP 47; that of America when absent. */
  locale?: string;
  /** As the file says, else Windows, when absent. */
  printer?: Printer;
  meter: WorkMeter;
}

/** A workbook with everything that is drawn of it. */
export interface OpenedSheetsFile {
  workbook: Workbook;
  sheets: Sheet[];
  image: ImageLookup;
}

const PARTS_OF_CELLS = /^\/?xl\/(?:worksheets\/[^/]+\.xml|sharedStrings\.xml)$/i;

/** @throws UnreadableFile, and Failure `too_complex` for more than an isolate has room for */
export function openSheetsFile(pack: OpcPackage, options: OpenSheetsOptions): OpenedSheetsFile {
  const { now, locale, printer, meter } = options;
  const parts = pack.partNames().filter((name) => PARTS_OF_CELLS.test(name));
  checkLimit(
    "sheetPartBytes",
    parts.reduce((sum, name) => sum + (pack.bytes(name)?.length ?? 0), 0),
  );
  const images = new PackageImages(meter);
  const workbook = readWorkbook(pack, {
    imageUrl: (from, part, substitute) => images.source(from, part, substitute),
    now,
    locale,
    printer,
    warnings: new Set(),
    maxCells: LIMITS.cells.most + 1,
  });
  const sheets: Sheet[] = [];
  let cells = 0;
  for (const source of workbook.sheets) {
    meter.at(`sheet “${source.name}”`);
    meter.charge("block");
    const sheet = readSheet(source, workbook);
    if (!sheet) continue;
    sheets.push(sheet);
    for (const row of sheet.rows.values()) cells += row.cells.size;
    checkLimit("cells", cells);
  }
  meter.produce("cell", cells);
  const { undrawable } = inspectDrawings(sheets, (source, use) => images.isDrawable(source, use));
  for (const warning of undrawableWarnings(undrawable)) workbook.warnings.add(warning);
  return { workbook, sheets, image: images.lookUp };
}
