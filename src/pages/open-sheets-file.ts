/** Opens a workbook and says which way its pages are made. */
import type { Sheet } from "../layout/sheets/model/sheet.ts";
import type { Workbook } from "../layout/sheets/model/workbook.ts";
import { readSheet } from "../layout/sheets/workbook/sheet-reader.ts";
import { readWorkbook } from "../layout/sheets/workbook/workbook-reader.ts";
import type { OpcPackage } from "../office/package.ts";
import { PackagePictures } from "./drawing/package-pictures.ts";
import type { PictureLookup } from "./drawing/vector-drawer.ts";
import { type SheetNeed, sheetNeeds } from "./sheets/sheet-needs.ts";

export interface OpenSheetsOptions {
  /** Its UTC parts are the wall clock of the reader. */
  now: Date;
}

/** A workbook that commands can draw, or why they cannot. */
export type OpenedSheetsFile =
  | { way: "pages"; workbook: Workbook; sheets: Sheet[]; picture: PictureLookup }
  | { way: "browser"; because: readonly (SheetNeed | "its size")[] };

/** Markup takes up to ten times its size while it is read. */
const MAX_PART_BYTES = 4 * 1024 * 1024;
const MAX_CELLS = 100_000;
const PARTS_OF_CELLS = /^\/?xl\/(?:worksheets\/[^/]+\.xml|sharedStrings\.xml)$/i;

/** @throws Error with a sentence for people if the workbook cannot be read */
export function openSheetsFile(pack: OpcPackage, { now }: OpenSheetsOptions): OpenedSheetsFile {
  const parts = pack.partNames().filter((name) => PARTS_OF_CELLS.test(name));
  const size = parts.reduce((sum, name) => sum + (pack.bytes(name)?.length ?? 0), 0);
  if (size > MAX_PART_BYTES) return { way: "browser", because: ["its size"] };
  const pictures = new PackagePictures();
  const workbook = readWorkbook(pack, {
    imageUrl: (from, part, substitute) => pictures.source(from, part, substitute),
    now,
    warnings: new Set(),
    maxCells: MAX_CELLS,
  });
  const sheets = workbook.sheets.map((source) => readSheet(source, workbook)).filter((sheet) => sheet !== undefined);
  const because = sheetNeeds(sheets, (source, use) => pictures.isDrawable(source, use));
  if (because.size > 0) return { way: "browser", because: [...because] };
  return { way: "pages", workbook, sheets, picture: pictures.lookUp };
}
