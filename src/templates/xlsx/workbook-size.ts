import { Failure } from "../../domain/failure.ts";
import { Markup } from "../../language/values.ts";
import { OUTPUT_LIMITS } from "../output-limits.ts";

/** What a merged workbook holds so far, in all its sheets. Throws `sheet_too_large` beyond OUTPUT_LIMITS. */
export class WorkbookSize {
  #rows = 0;
  #cells = 0;
  #characters = 0;

  /** Counts a row with its cells; `sheet` is the name of its sheet. */
  add(cells: number, sheet: string): void {
    this.#rows++;
    this.#cells += cells;
    if (this.#rows > OUTPUT_LIMITS.rows) refuse(OUTPUT_LIMITS.rows, "rows", sheet);
    if (this.#cells > OUTPUT_LIMITS.cells) refuse(OUTPUT_LIMITS.cells, "cells", sheet);
  }

  /** Counts the value of a cell. */
  addValue(value: unknown, sheet: string): void {
    const text = value instanceof Markup ? value.html : value;
    if (typeof text !== "string") return;
    this.#characters += text.length;
    if (this.#characters > OUTPUT_LIMITS.cellCharacters)
      refuse(OUTPUT_LIMITS.cellCharacters, "characters in its cells", sheet);
  }
}

/** @throws Failure `sheet_too_large` */
export function checkSheets(count: number): void {
  if (count > OUTPUT_LIMITS.sheets)
    throw new Failure("sheet_too_large", `The workbook would have more than ${OUTPUT_LIMITS.sheets} sheets.`);
}

function refuse(limit: number, what: string, sheet: string): never {
  throw new Failure("sheet_too_large", `The workbook would have more than ${limit} ${what}, at its sheet "${sheet}".`);
}
