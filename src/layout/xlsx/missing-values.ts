/** Values of formula cells that the file leaves to be calculated. */
import { cellKey } from "./cell-reference.ts";
import { FormulaContext, type FormulaValue } from "./formula.ts";
import type { Cell, CellValue, Row } from "./sheet-data.ts";

const MAX_FORMULAS = 20_000;
const MAX_CHAIN = 200;

export function scalar(value: CellValue): FormulaValue {
  switch (value.kind) {
    case "number":
      return value.number;
    case "text":
      return value.runs.map((run) => run.text).join("");
    case "boolean":
      return value.value;
    case "error":
      return new Error(value.code);
    case "blank":
      return undefined;
  }
}

function cellValue(value: FormulaValue): CellValue {
  if (value instanceof Error)
    return value.message === "#NAME?" ? { kind: "blank" } : { kind: "error", code: value.message };
  if (typeof value === "number") return { kind: "number", number: value };
  if (typeof value === "boolean") return { kind: "boolean", value };
  return value ? { kind: "text", runs: [{ text: value }] } : { kind: "blank" };
}

/** Calculates cells that have a formula but no value, as far as their formulas are understood; the rest stay blank. */
export function fillMissingValues(
  rows: ReadonlyMap<number, Row>,
  localize: (formula: string) => string,
  today: number,
): void {
  const missing: Cell[] = [];
  const subtotals = new Set<number>();
  for (const row of rows.values()) {
    for (const cell of row.cells.values()) {
      if (cell.formula === undefined) continue;
      if (missing.length < MAX_FORMULAS) missing.push(cell);
      if (/^\s*=?subtotal\(/i.test(cell.formula)) subtotals.add(cellKey(cell.row, cell.column));
    }
  }
  const inProgress = new Set<Cell>();
  const resolve = (cell: Cell): FormulaValue => {
    const { formula } = cell;
    if (formula === undefined) return scalar(cell.value);
    if (inProgress.has(cell) || inProgress.size > MAX_CHAIN) return new Error("#NAME?");
    inProgress.add(cell);
    cell.value = cellValue(formulas.evaluate(localize(formula), cell, cell));
    delete cell.formula;
    inProgress.delete(cell);
    return scalar(cell.value);
  };
  const formulas = new FormulaContext({
    value: (row, column) => {
      const cell = rows.get(row)?.cells.get(column);
      return cell && resolve(cell);
    },
    isSubtotal: (row, column) => subtotals.has(cellKey(row, column)),
    today,
  });
  for (const cell of missing) resolve(cell);
}
