import { fileFacts, readFile } from "./common-document.ts";
import type { Finding, HostDocument } from "./host-document.ts";
import type { Loadable, OfficeApi, Runner } from "./office-api.ts";
import { placeholderPicture } from "./placeholder-picture.ts";

/** What is used of Excel's interface (ExcelApi 1.9; alternative texts 1.10). */
interface ExcelContext {
  workbook: {
    getSelectedRange(): ExcelRange;
    worksheets: { getItemOrNullObject(name: string): ExcelSheet; getActiveWorksheet(): ExcelSheet };
  };
  sync(): Promise<void>;
}

interface ExcelRange extends Loadable {
  isNullObject: boolean;
  /** What a cell holds: its text, its number, or its formula with `=`. */
  formulas: unknown[][];
  rowCount: number;
  left: number;
  top: number;
  getCell(row: number, column: number): ExcelRange;
  getLastCell(): ExcelRange;
  getEntireRow(): ExcelRange;
  getUsedRangeOrNullObject(valuesOnly: boolean): ExcelRange;
  select(): void;
}

interface ExcelSheet extends Loadable {
  isNullObject: boolean;
  activate(): void;
  getRange(address: string): ExcelRange;
  shapes: { addImage(picture: string): { altTextDescription: string; left: number; top: number; width: number } };
}

declare global {
  interface Window {
    Excel?: Runner<ExcelContext>;
  }
}

const PICTURE_POINTS = 160;

/** The workbook that is open in Excel. */
export function excelDocument({ context: { document } }: OfficeApi, excel: Runner<ExcelContext>): HostDocument {
  return {
    program: "Excel",
    type: "xlsx",
    loops: ["rows", "sheet", "text"],
    ...fileFacts(document),
    readFile: () => readFile(document),

    insertText: (text) =>
      excel.run(async (context) => {
        const cell = context.workbook.getSelectedRange().getCell(0, 0);
        const [before] = await textsOf(context, cell);
        // A cell that holds the field alone takes the type of its value.
        cell.formulas = [[before === "" ? text : `${before} ${text}`]];
        await context.sync();
      }),

    wrapSelection: (before, after) =>
      excel.run((context) => {
        const selection = context.workbook.getSelectedRange();
        return wrap(context, selection.getCell(0, 0), selection.getLastCell(), before, after);
      }),

    wrapRows: (textsFor) =>
      excel.run(async (context) => {
        const used = context.workbook.getSelectedRange().getEntireRow().getUsedRangeOrNullObject(true);
        used.load("rowCount");
        await context.sync();
        if (used.isNullObject) throw new Error("The selected rows are empty: write what is to be repeated first.");
        const [before, after] = textsFor(used.rowCount);
        await wrap(context, used.getCell(0, 0), used.getLastCell(), before, after);
      }),

    insertPicture: (field) =>
      excel.run(async (context) => {
        const cell = context.workbook.getSelectedRange().getCell(0, 0);
        cell.load("left,top");
        await context.sync();
        const sheet = context.workbook.worksheets.getActiveWorksheet();
        const picture = sheet.shapes.addImage(placeholderPicture(`{$${field}}`));
        Object.assign(picture, {
          altTextDescription: `{$${field}}`,
          left: cell.left,
          top: cell.top,
          width: PICTURE_POINTS,
        });
        await context.sync();
      }),

    select: ({ part = "" }: Finding) =>
      excel.run(async (context) => {
        const [, name = "", address = ""] = /^(.*)!(\$?[A-Z]{1,3}\$?\d+)$/.exec(part) ?? [];
        if (name === "") return false;
        const sheet = context.workbook.worksheets.getItemOrNullObject(name);
        sheet.load("name");
        await context.sync();
        if (sheet.isNullObject) return false;
        sheet.activate();
        sheet.getRange(address).select();
        await context.sync();
        return true;
      }),
  };
}

/** What cells hold as texts. @throws Error if one holds a formula, which tags would break */
async function textsOf(context: ExcelContext, ...cells: readonly ExcelRange[]): Promise<string[]> {
  for (const cell of cells) cell.load("formulas");
  await context.sync();
  const texts = cells.map(({ formulas }) => String(formulas[0]?.[0] ?? ""));
  if (texts.some((text) => text.startsWith("=")))
    throw new Error(
      "The cell holds a formula, in which tags stand in texts only. Choose a cell with a text or a field.",
    );
  return texts;
}

async function wrap(context: ExcelContext, first: ExcelRange, last: ExcelRange, before: string, after: string) {
  const [begun = ""] = await textsOf(context, first, last);
  first.formulas = [[before + begun]];
  // In one cell the second text is read again: it has the first by now.
  const [ended = ""] = await textsOf(context, last);
  last.formulas = [[ended + after]];
  await context.sync();
}
