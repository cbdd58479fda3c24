import { present } from "../../domain/present.ts";
import { columnName, LAST_COLUMN, LAST_ROW, quoteSheetName } from "../../spreadsheet/cell-reference.ts";
import { FormulaError } from "../../spreadsheet/formula/formula-error.ts";
import { type Area, AreaReference } from "../../spreadsheet/formula/formula-value.ts";
import type { PlacedReference } from "../../spreadsheet/formula/parse.ts";
import type { CellReference, ReferenceEnd, TableReference } from "../../spreadsheet/formula/tokenize.ts";
import type { Iteration, OutputRow, RowRun, SheetInstance } from "./sheet-layout.ts";
import { type CellTemplate, rowLoopAt } from "./sheet-template.ts";
import type { SourceTable } from "./workbook-source.ts";

/** The cell that a formula is in; names and charts are in none. */
export interface Origin {
  instance: SheetInstance | undefined;
  iteration: Iteration | undefined;
  columnIteration: number;
  /** Row and column of the cell in the template. */
  row: number;
  column: number;
  /** A chart's: it fixes all of its references with `$`, and means those of its turn all the same. */
  fixesNothing?: boolean;
}

/** Where a copy of a template's cell is. */
export function originOf(
  instance: SheetInstance,
  output: OutputRow,
  cell: CellTemplate,
  columnIteration: number,
): Origin {
  return { instance, iteration: output.iteration, columnIteration, row: output.template.row, column: cell.column };
}

/** What a reference of the template has become. `external` cells cannot be read. */
export interface Resolved {
  instance: SheetInstance | undefined;
  last: SheetInstance | undefined;
  rows: readonly RowRun[] | undefined;
  columns: RowRun | undefined;
  state: "cells" | "external" | "lost";
  /** All of its cells are gone; a cell that is always empty replaces them. */
  isGone?: boolean;
  /** Copies of one sheet that are not alike: each with its own cells. */
  copies?: readonly Resolved[];
}

/** The tables of the merged workbook, as references name them. */
export interface MergedTables {
  find(name: string): SourceTable | undefined;
  /** Names of a table's columns in one of the sheet's copies. */
  columnsOf(table: SourceTable, instance: SheetInstance): readonly string[];
  /** A reference as formulas of a sheet write it. */
  write(reference: TableReference, instance: SheetInstance | undefined): string;
  /** The same of a text that names cells of a table. */
  writeText(text: string, instance: SheetInstance | undefined): string;
}

/** More areas than this in place of one are written as one that holds them all. */
const MAX_RUNS = 100;

/** Moves references of the template to where their cells went (language "How blocks bind in Office files", xlsx). */
export class ReferenceResolver {
  readonly #bySheet = new Map<string, SheetInstance[]>();

  readonly instances: readonly SheetInstance[];
  /** Names of tables and their columns; absent until the cells are there that they are read from. */
  tables: MergedTables | undefined;
  /** Names of the template's sheets in lower case, including those that have no copy. */
  readonly #sheetNames: ReadonlySet<string>;

  constructor(instances: readonly SheetInstance[], sheetNames: ReadonlySet<string>) {
    this.instances = instances;
    this.#sheetNames = sheetNames;
    for (const instance of instances) {
      const key = instance.template.source.name.toLowerCase();
      const copies = this.#bySheet.get(key);
      if (copies) copies.push(instance);
      else this.#bySheet.set(key, [instance]);
    }
  }

  copiesOf(sheetName: string): readonly SheetInstance[] {
    return this.#bySheet.get(sheetName.toLowerCase()) ?? [];
  }

  /** The sheet of this name as seen from a cell: its own copy first. */
  sheetNamed(name: string, origin: Origin): SheetInstance | undefined {
    const copies = this.copiesOf(name);
    return copies.find((copy) => copy === origin.instance) ?? copies[0];
  }

  /**
   * Finds the cells of a reference. `expands` makes a single cell that a loop repeats stand for all of its copies, as
   * charts and names mean it.
   */
  resolve(
    { reference, takes }: Pick<PlacedReference, "reference" | "takes">,
    origin: Origin,
    expands = false,
  ): Resolved {
    const [instance, last] = this.#sheetsOf(reference, takes, origin);
    if (reference.external) return { instance, last, rows: undefined, columns: undefined, state: "external" };
    if (!instance) return this.#nowhere(reference, origin);
    if (last && reference.lastSheet === undefined) {
      const copies = this.copiesOf(present(reference.sheet)).map((copy) =>
        this.#within(copy, undefined, reference, takes, origin, expands),
      );
      const first = present(copies[0]);
      const areAlike = copies.every(
        ({ rows, columns }) => JSON.stringify([rows, columns]) === JSON.stringify([first.rows, first.columns]),
      );
      return areAlike || copies.length > MAX_RUNS ? { ...first, last } : { ...first, copies };
    }
    return this.#within(instance, last, reference, takes, origin, expands);
  }

  #within(
    instance: SheetInstance,
    last: SheetInstance | undefined,
    reference: CellReference,
    takes: PlacedReference["takes"],
    origin: Origin,
    expands: boolean,
  ): Resolved {
    const isOwn = instance === origin.instance;
    const own: Origin = isOwn ? origin : { ...origin, iteration: undefined, columnIteration: -1 };
    const many = expands || takes !== "value";
    const rows = reference.rows && rowsOf(instance, reference, own, many, takes === "areas" || expands);
    const columns = reference.columns && columnsOf(instance, reference.columns, own, reference.range || many);
    if ((reference.rows && !rows) || (reference.columns && !columns))
      return this.#blank(instance, last, reference, columns);
    return { instance, last, rows, columns, state: "cells" };
  }

  #sheetsOf(
    { sheet, lastSheet }: CellReference,
    takes: PlacedReference["takes"],
    origin: Origin,
  ): [SheetInstance | undefined, SheetInstance | undefined] {
    if (sheet === undefined) return [origin.instance, undefined];
    const first = this.sheetNamed(sheet, origin);
    if (lastSheet !== undefined) return [this.copiesOf(sheet)[0], this.copiesOf(lastSheet).at(-1)];
    const copies = this.copiesOf(sheet);
    const isMany = takes === "areas" && copies.length > 1 && first !== origin.instance;
    return [first, isMany ? copies.at(-1) : undefined];
  }

  /** The sheet is gone (a list without items) or was never there. */
  #nowhere(reference: CellReference, origin: Origin): Resolved {
    const isTemplateSheet = reference.sheet !== undefined && this.#sheetNames.has(reference.sheet.toLowerCase());
    const instance = origin.instance ?? this.instances[0];
    if (!isTemplateSheet || !instance)
      return { instance: undefined, last: undefined, rows: undefined, columns: undefined, state: "lost" };
    return this.#blank(instance, undefined, reference, undefined);
  }

  /** Cells that are gone: a cell that is always empty stands in for them, so that sums of nothing are 0. */
  #blank(
    instance: SheetInstance,
    last: SheetInstance | undefined,
    reference: CellReference,
    columns: RowRun | undefined,
  ): Resolved {
    const column = reference.columns?.first.index ?? 1;
    return {
      instance,
      last,
      rows: reference.rows && [{ first: LAST_ROW, last: LAST_ROW }],
      columns: reference.columns && (columns ?? { first: column, last: column }),
      state: "cells",
      isGone: true,
    };
  }

  /** The cells for a calculation. */
  areas(resolved: Resolved): AreaReference | FormulaError | undefined {
    if (resolved.state === "external") return undefined;
    if (resolved.state === "lost") return FormulaError.REF;
    if (resolved.copies)
      return new AreaReference(
        resolved.copies.flatMap((copy) => {
          const areas = this.areas(copy);
          return areas instanceof AreaReference ? areas.areas : [];
        }),
      );
    const { last, columns } = resolved;
    const own = present(resolved.instance);
    const rows = resolved.rows ?? [{ first: 1, last: LAST_ROW }];
    const sheets = last ? this.instances.slice(own.index, last.index + 1) : [own];
    const areas: Area[] = [];
    for (const sheet of sheets)
      for (const run of rows)
        areas.push({
          sheet: sheet.index,
          row1: run.first,
          row2: run.last,
          column1: columns?.first ?? 1,
          column2: columns?.last ?? LAST_COLUMN,
        });
    return new AreaReference(areas);
  }

  /** The reference as the merged formula writes it. */
  write(reference: CellReference, resolved: Resolved): string {
    if (resolved.copies) return resolved.copies.map((copy) => this.write(reference, copy)).join(",");
    if (resolved.state !== "cells") return reference.prefix + writeCells(reference, undefined, undefined);
    const prefix = prefixOf(reference, resolved);
    const { rows, columns } = resolved;
    if (!rows || rows.length === 1) return prefix + writeCells(reference, rows?.[0], columns);
    return rows.map((run) => prefix + writeCells(reference, run, columns)).join(",");
  }
}

function prefixOf({ prefix, sheet, lastSheet }: CellReference, { instance, last }: Resolved): string {
  if (prefix === "" || !instance) return "";
  const isUnchanged =
    instance.name === sheet && (lastSheet === undefined ? last === undefined : last?.name === lastSheet);
  if (isUnchanged) return prefix;
  if (!last) return `${quoteSheetName(instance.name)}!`;
  const names = `${instance.name}:${last.name}`;
  return quoteSheetName(instance.name) === instance.name && quoteSheetName(last.name) === last.name
    ? `${names}!`
    : `'${names.replaceAll("'", "''")}'!`;
}

function writeCells(reference: CellReference, run: RowRun | undefined, columns: RowRun | undefined): string {
  const one = (end: "first" | "last"): string => {
    const column = reference.columns?.[end];
    const row = reference.rows?.[end];
    const letters = column ? (column.absolute ? "$" : "") + columnName(columns ? columns[end] : column.index) : "";
    const number = row ? `${row.absolute ? "$" : ""}${run ? run[end] : row.index}` : "";
    return letters + number;
  };
  const [first, last] = [one("first"), one("last")];
  return reference.range || (run && run.first !== run.last) || (columns && columns.first !== columns.last)
    ? `${first}:${last}`
    : first;
}

type Ends = { first: ReferenceEnd; last: ReferenceEnd };

/** The rows a reference has become; undefined if all of them are gone. */
function rowsOf(
  instance: SheetInstance,
  reference: CellReference,
  origin: Origin,
  many: boolean,
  takesRuns: boolean,
): readonly RowRun[] | undefined {
  const rows = present(reference.rows);
  if (instance.template.isFixed) return [{ first: rows.first.index, last: rows.last.index }];
  const single = !reference.range && !many;
  const above = single ? rowAbove(instance, reference, origin) : undefined;
  if (above !== undefined) return [{ first: above, last: above }];
  const first = findRow(instance, rows, origin, "first");
  if (first === 0) return undefined;
  if (single) return [{ first, last: first }];
  const last = findRow(instance, rows, origin, "last");
  if (last < first) return undefined;
  if (takesRuns && cutsLoop(instance, rows, origin)) {
    const scope = scopeOf(instance, rows.first, origin, "first");
    const runs = scope.runs(rows.first.index, rows.last.index, () => findRuns(instance, rows, first, last));
    if (runs.length <= MAX_RUNS) return runs;
  }
  return [{ first, last }];
}

/** In a loop of one row, a reference to the cell above means the previous row, in its second turn as in its first. */
function rowAbove(
  instance: SheetInstance,
  { rows, columns }: CellReference,
  { iteration, row, column }: Origin,
): number | undefined {
  const loop = iteration?.loop;
  if (!loop || loop.firstRow !== loop.lastRow || !rows || rows.first.absolute || rows.first.index !== loop.firstRow - 1)
    return undefined;
  if (row !== loop.firstRow || columns?.first.index !== column) return undefined;
  return iteration.previous && instance ? iteration.previous.lastOf(loop.firstRow) || undefined : undefined;
}

/** The turn in which a row is looked up: the innermost around the formula that holds it. */
function scopeOf(instance: SheetInstance, end: ReferenceEnd, origin: Origin, side: "first" | "last"): Iteration {
  const { iteration } = origin;
  let scope = iteration ?? instance.root;
  while (!scope.covers(end.index)) scope = scope.parent ?? instance.root;
  // Copied down, `D$5:D5` grows: an end that is fixed with `$` in its own loop is the first (or last) turn.
  return end.absolute && !origin.fixesNothing && scope === iteration && scope.loop && side
    ? (scope.parent ?? scope)
    : scope;
}

/** The output row of one end, or of the nearest row towards the other end that is left; 0 for none. */
function findRow(instance: SheetInstance, rows: Ends, origin: Origin, side: "first" | "last"): number {
  const step = side === "first" ? 1 : -1;
  const stop = side === "first" ? rows.last.index : rows.first.index;
  const last = instance.template.lastRow;
  for (let row = rows[side].index; step > 0 ? row <= stop : row >= stop; row += step) {
    if (row > last) return clampRow(row + instance.rowShift);
    const scope = scopeOf(instance, { index: row, absolute: rows[side].absolute }, origin, side);
    const found = side === "first" ? scope.firstOf(row) : scope.lastOf(row);
    if (found > 0) return found;
  }
  return 0;
}

function clampRow(row: number): number {
  return Math.max(1, Math.min(row, LAST_ROW));
}

/** Whether a range takes some rows of a loop and omits others, so that its copies do not touch. */
function cutsLoop(instance: SheetInstance, rows: Ends, { iteration }: Origin): boolean {
  for (const end of [rows.first, rows.last]) {
    let loop = rowLoopAt(instance.template, end.index);
    while (loop && !isAround(iteration, loop)) {
      if (rows.first.index > loop.firstRow || rows.last.index < loop.lastRow) return true;
      loop = loop.parent;
    }
  }
  return false;
}

function isAround(iteration: Iteration | undefined, loop: NonNullable<Iteration["loop"]>): boolean {
  for (let each = iteration; each; each = each.parent) if (each.loop === loop) return true;
  return false;
}

/** Stretches of output rows between `first` and `last` that come from the template's rows. */
export function findRuns(instance: SheetInstance, rows: Ends, first: number, last: number): RowRun[] {
  const runs: RowRun[] = [];
  let previous: { row: number; source: number } | undefined;
  for (let at = instance.indexOfRow(first); at < instance.rows.length; at++) {
    const output = present(instance.rows[at]);
    if (output.row > last) break;
    const source = output.template.row;
    if (source < rows.first.index || source > rows.last.index) continue;
    const touches =
      previous && (output.row === previous.row + 1 || output.row - previous.row === source - previous.source);
    if (touches) present(runs.at(-1)).last = output.row;
    else runs.push({ first: output.row, last: output.row });
    previous = { row: output.row, source };
  }
  return runs.length > 0 ? runs : [{ first, last }];
}

/** The columns a reference has become; undefined if all of them are gone. */
function columnsOf(instance: SheetInstance, { first, last }: Ends, origin: Origin, many: boolean): RowRun | undefined {
  if (instance.template.columnLoops.length === 0) return { first: first.index, last: last.index };
  const ownLoop = origin.columnIteration >= 0 && instance.columnLoopAt(origin.column);
  const find = (end: ReferenceEnd, side: "first" | "last", column: number): number => {
    const loop = instance.columnLoopAt(column);
    if (!loop) return instance.columnOf(column);
    const iterations = present(instance.columnIterations[loop.index]);
    if (iterations === 0) return 0;
    const isOwn = loop === ownLoop && !end.absolute;
    return instance.columnOf(column, isOwn ? origin.columnIteration : side === "first" ? 0 : iterations - 1);
  };
  let [from, to] = [0, 0];
  for (let column = first.index; column <= last.index && from === 0; column++) from = find(first, "first", column);
  if (!many) return from === 0 ? undefined : { first: from, last: from };
  for (let column = last.index; column >= first.index && to === 0; column--) to = find(last, "last", column);
  return from === 0 || to < from ? undefined : { first: from, last: to };
}
