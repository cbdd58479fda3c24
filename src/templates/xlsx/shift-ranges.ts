import { present } from "../../domain/present.ts";
import { type CellRange, formatRange, parseRange } from "../../spreadsheet/cell-reference.ts";
import { parseFormula } from "../../spreadsheet/formula/parse.ts";
import { findRuns, type Origin, type ReferenceResolver } from "./resolve-references.ts";
import type { Iteration, RowRun, SheetInstance } from "./sheet-layout.ts";
import { type RowLoop, rowLoopAt } from "./sheet-template.ts";
import { mayNameTable } from "./table-headings.ts";

/** A range of the template at one of the places where it is now. */
export interface RangeCopy extends CellRange {
  iteration: Iteration | undefined;
  columnIteration: number;
}

/** The innermost loop that holds all rows of a range. */
function loopAround(instance: SheetInstance, { row1, row2 }: CellRange): RowLoop | undefined {
  let loop = rowLoopAt(instance.template, row1);
  while (loop && !(loop.firstRow <= row1 && row2 <= loop.lastRow)) loop = loop.parent;
  return loop;
}

/** All copies of a range: one for each turn of the loops that hold it whole; none if its rows are gone. */
export function copiesOfRange(instance: SheetInstance, range: CellRange): RangeCopy[] {
  const loop = loopAround(instance, range);
  const iterations = loop ? (instance.iterations.get(loop) ?? []) : [instance.root];
  const columns = columnCopies(instance, range);
  const copies: RangeCopy[] = [];
  for (const iteration of iterations) {
    const rows = rowsIn(instance, iteration, range);
    if (!rows) continue;
    for (const { first, last, columnIteration } of columns)
      copies.push({
        row1: rows.first,
        row2: rows.last,
        column1: first,
        column2: last,
        iteration: iteration.loop && iteration,
        columnIteration,
      });
  }
  return copies;
}

function rowsIn(instance: SheetInstance, iteration: Iteration, { row1, row2 }: CellRange): RowRun | undefined {
  if (instance.template.isFixed) return { first: row1, last: row2 };
  const { lastRow } = instance.template;
  let [first, last] = [0, 0];
  for (let row = row1; row <= row2 && first === 0; row++)
    first = row > lastRow ? row + instance.rowShift : iteration.firstOf(row);
  for (let row = row2; row >= row1 && last === 0; row--)
    last = row > lastRow ? row + instance.rowShift : iteration.lastOf(row);
  return first > 0 && last >= first ? { first, last } : undefined;
}

function columnCopies(
  instance: SheetInstance,
  { column1, column2 }: CellRange,
): (RowRun & { columnIteration: number })[] {
  const loop = instance.columnLoopAt(column1);
  if (!loop || column2 > loop.lastColumn) {
    const hull = columnHull(instance, column1, column2);
    return hull ? [{ ...hull, columnIteration: 0 }] : [];
  }
  return Array.from({ length: present(instance.columnIterations[loop.index]) }, (_, columnIteration) => ({
    first: instance.columnOf(column1, columnIteration),
    last: instance.columnOf(column2, columnIteration),
    columnIteration,
  }));
}

function columnHull(instance: SheetInstance, column1: number, column2: number): RowRun | undefined {
  let [first, last] = [0, 0];
  for (let column = column1; column <= column2 && first === 0; column++) first = instance.columnOf(column, 0);
  for (let column = column2; column >= column1 && last === 0; column--) {
    const loop = instance.columnLoopAt(column);
    last = instance.columnOf(column, loop ? present(instance.columnIterations[loop.index]) - 1 : 0);
  }
  return first > 0 && last >= first ? { first, last } : undefined;
}

/** The cells that all copies of a range cover, in as few ranges as possible. */
export function coveredRanges(instance: SheetInstance, range: CellRange): CellRange[] {
  const columns = columnHull(instance, range.column1, range.column2);
  const rows = rowsIn(instance, instance.root, range);
  if (!columns || !rows) return [];
  const isCut = instance.template.rowLoops.some(
    (loop) =>
      range.row1 <= loop.lastRow &&
      loop.firstRow <= range.row2 &&
      !(range.row1 <= loop.firstRow && loop.lastRow <= range.row2),
  );
  const ends = (index: number) => ({ index, absolute: false });
  const runs = isCut
    ? findRuns(instance, { first: ends(range.row1), last: ends(range.row2) }, rows.first, rows.last)
    : [rows];
  return runs.map((run) => ({ row1: run.first, row2: run.last, column1: columns.first, column2: columns.last }));
}

/** A list of ranges (`sqref`) where their cells are now; empty if all are gone. */
export function movedRangeList(text: string, instance: SheetInstance): string {
  return text
    .split(/\s+/)
    .flatMap((each) => {
      const range = parseRange(each);
      if (range) return coveredRanges(instance, range).map(formatRange);
      return each === "" ? [] : [each];
    })
    .join(" ");
}

/** The first copy of the first range of a list: formulas of rules on it are relative to this. */
export function firstOrigin(text: string, instance: SheetInstance): Origin {
  const range = parseRange(text.split(/\s+/)[0] ?? "");
  const copy = range && copiesOfRange(instance, range)[0];
  return {
    instance,
    iteration: copy?.iteration,
    columnIteration: copy?.columnIteration ?? 0,
    row: range?.row1 ?? 0,
    column: range?.column1 ?? 0,
  };
}

/** A formula outside of cells (a rule, a name, a chart's series) with its references moved. */
export function movedText(text: string, origin: Origin, resolver: ReferenceResolver, expands = false): string {
  const { references, tables, texts } = parseFormula(text, mayNameTable);
  const names = resolver.tables;
  const pieces = [
    ...references.map((placed) => ({
      ...placed,
      written: () => resolver.write(placed.reference, resolver.resolve(placed, origin, expands)),
    })),
    ...(names ? tables.map((table) => ({ ...table, written: () => names.write(table, origin.instance) })) : []),
    ...(names
      ? texts.map((literal) => ({
          ...literal,
          written: () => `"${names.writeText(literal.value, origin.instance).replaceAll('"', '""')}"`,
        }))
      : []),
  ].sort((a, b) => a.start - b.start);
  let moved = "";
  let at = 0;
  for (const { start, end, written } of pieces) {
    moved += text.slice(at, start) + written();
    at = end;
  }
  return moved + text.slice(at);
}
