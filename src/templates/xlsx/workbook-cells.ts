import { present } from "../../domain/present.ts";
import { type CellRange, columnName, formatRange, LAST_COLUMN } from "../../spreadsheet/cell-reference.ts";
import { Calculator } from "../../spreadsheet/formula/calculator.ts";
import type { CellProvider, Frame } from "../../spreadsheet/formula/cell-provider.ts";
import { FormulaError, NotCalculable } from "../../spreadsheet/formula/formula-error.ts";
import {
  type Area,
  type AreaReference,
  type FormulaValue,
  Matrix,
  type Scalar,
} from "../../spreadsheet/formula/formula-value.ts";
import { findFunction } from "../../spreadsheet/formula/functions/registry.ts";
import { type ParsedFormula, parseFormula } from "../../spreadsheet/formula/parse.ts";
import type { TableReference } from "../../spreadsheet/formula/tokenize.ts";
import type { DateSystem } from "../../spreadsheet/serial-date.ts";
import { textOfValue } from "../ooxml/text-markup.ts";
import { plainOfRuns, scalarOfCell } from "./cell-scalar.ts";
import { type CellValue, cellValue, type DateReading } from "./cell-value.ts";
import type { DefinedName } from "./defined-names.ts";
import { DATE_FORMATS, type NumberFormats } from "./number-formats.ts";
import { type Origin, originOf, type ReferenceResolver, type Resolved } from "./resolve-references.ts";
import type { Iteration, OutputRow, SheetInstance } from "./sheet-layout.ts";
import type { CellTemplate, FormulaTemplate } from "./sheet-template.ts";
import { Spills, UNDECIDED } from "./spills.ts";
import { tableArea } from "./table-areas.ts";
import type { SourceTable } from "./workbook-source.ts";

/** What the cells need from the workbook. */
export interface CellsBasis {
  formats: NumberFormats;
  names: readonly DefinedName[];
  /** Texts of the workbook by their slots, those of names among them. */
  texts: readonly unknown[];
  tables: readonly SourceTable[];
  dates: DateSystem;
}

interface CellPlace {
  readonly instance: SheetInstance;
  readonly row: number;
  readonly column: number;
}

/** A formula that is nested too deep here: its cell is calculated first, then the one that needed it. */
class Deferred implements CellPlace {
  readonly instance: SheetInstance;
  readonly row: number;
  readonly column: number;

  constructor(instance: SheetInstance, row: number, column: number) {
    this.instance = instance;
    this.row = row;
    this.column = column;
  }
}

const BUSY = Symbol("busy");
const UNKNOWN = Symbol("not calculable");
/** Levels of nested formulas: those of one cell and a few for the cell itself. */
const DEEPEST = 600;
const LEVELS_OF_CELL = 4;
const MAX_WARNINGS = 20;
/** Some six seconds of work. */
const MAX_STEPS = 40_000_000;
/** Cells of columns that are kept whole for searching. */
const MAX_FINALIZED = 4_000_000;

const columnKey = (sheet: number, column: number): number => sheet * (LAST_COLUMN + 1) + column;

/** The cells of the merged workbook: values from data, kept values, and formulas calculated when they are asked for. */
export class WorkbookCells implements CellProvider {
  readonly calculator = new Calculator(this, findFunction);
  readonly warnings = new Set<string>();
  /** Whether some formula could not be calculated, so that Excel has to calculate it. */
  isIncomplete = false;
  #depth = 0;
  #steps = 0;
  /** Values that are known, by column and row. */
  readonly #columns = new Map<number, (Scalar | undefined)[]>();
  #lastKey = -1;
  #lastColumnValues: (Scalar | undefined)[] = [];
  /** Columns whose values are all known, and for the others the rows that are not. */
  readonly #finalized = new Map<number, readonly Scalar[]>();
  readonly #pending = new Map<number, number[]>();
  #finalizedCells = 0;
  readonly #subtotalColumns = new Map<number, boolean>();
  readonly spills: Spills;

  readonly instances: readonly SheetInstance[];
  readonly resolver: ReferenceResolver;
  readonly #basis: CellsBasis;
  /** Serial number of the time of the merge, in the document's time zone. */
  readonly now: number;
  readonly #reading: DateReading;

  constructor(
    instances: readonly SheetInstance[],
    resolver: ReferenceResolver,
    basis: CellsBasis,
    now: number,
    reading: DateReading,
  ) {
    this.instances = instances;
    this.resolver = resolver;
    this.#basis = basis;
    this.now = now;
    this.#reading = reading;
    this.spills = new Spills(this, instances);
  }

  /** Finds out how far dynamic array formulas reach; what is calculated and written afterwards knows their cells. */
  finalizeSpills(): void {
    this.spills.finalize((instance, row, column) => this.calculated(instance, row, column));
  }

  get dates(): DateSystem {
    return this.#basis.dates;
  }

  charge(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS) throw new NotCalculable("so many cells");
  }

  lastRow(sheet: number): number {
    const instance = this.instances[sheet];
    return Math.max(1, instance?.lastRow ?? 1, this.spills.last(instance, "row2"));
  }

  lastColumn(sheet: number): number {
    const instance = this.instances[sheet];
    return Math.max(1, instance?.lastColumn ?? 1, this.spills.last(instance, "column2"));
  }

  isHiddenRow(sheet: number, row: number): boolean {
    return this.instances[sheet]?.rowAt(row)?.template.hidden === true;
  }

  isSubtotal(sheet: number, row: number, column: number): boolean {
    if (!this.#hasSubtotals(sheet, column)) return false;
    const content = this.find(sheet, row, column)?.cell.content;
    return content?.kind === "formula" && content.formula.isSubtotal;
  }

  /** The template's cell at an output place. */
  find(sheet: number, row: number, column: number) {
    const instance = this.instances[sheet];
    const output = instance?.rowAt(row);
    if (!instance || !output) return undefined;
    const isShifted = instance.template.columnLoops.length > 0;
    const source = isShifted ? instance.sourceColumn(column) : undefined;
    const cell = output.template.cells().get(source ? source.column : column);
    return cell && { instance, output, cell, iteration: source?.iteration ?? 0 };
  }

  /** Whether some cell of a column, in any row of the template, is a subtotal. */
  #hasSubtotals(sheet: number, column: number): boolean {
    const key = columnKey(sheet, column);
    let has = this.#subtotalColumns.get(key);
    if (has === undefined) {
      const instance = this.instances[sheet];
      const source = instance?.sourceColumn(column).column ?? column;
      const templates = new Set(instance?.rows.map(({ template }) => template));
      has = [...templates].some((template) => {
        const content = template.cells().get(source)?.content;
        return content?.kind === "formula" && content.formula.isSubtotal;
      });
      this.#subtotalColumns.set(key, has);
    }
    return has;
  }

  /** Values of a column that are known, by row. */
  #knownColumn(sheet: number, column: number): (Scalar | undefined)[] {
    const key = columnKey(sheet, column);
    if (key === this.#lastKey) return this.#lastColumnValues;
    let values = this.#columns.get(key);
    if (!values) this.#columns.set(key, (values = []));
    this.#lastKey = key;
    this.#lastColumnValues = values;
    return values;
  }

  /** The value of a cell; each is found, read and calculated once. Throws `NotCalculable` and, for long chains, `Deferred`. */
  valueOf(sheet: number, row: number, column: number): Scalar {
    const known = this.#knownColumn(sheet, column)[row];
    if (known !== undefined) return known;
    const instance = this.instances[sheet];
    const hasSpills = instance !== undefined && this.spills.has(instance);
    if (!hasSpills && row > this.lastRow(sheet)) return null;
    let value = this.#readValue(sheet, row, column);
    if (hasSpills && value === null) {
      const spilled = this.spills.at(instance, row, column);
      if (spilled === UNDECIDED) return null;
      value = spilled ?? null;
    }
    this.#knownColumn(sheet, column)[row] = value;
    return value;
  }

  finalizedColumn(sheet: number, column: number): readonly Scalar[] | undefined {
    if (!this.spills.isFinalized) return undefined;
    const key = columnKey(sheet, column);
    const finalized = this.#finalized.get(key);
    if (finalized) return finalized;
    let pending = this.#pending.get(key);
    if (!pending) {
      if (this.#finalizedCells + this.lastRow(sheet) > MAX_FINALIZED) return undefined;
      this.#finalizedCells += this.lastRow(sheet);
      this.#pending.set(key, (pending = this.#readColumn(sheet, column)));
    }
    const known = this.#knownColumn(sheet, column);
    // Formulas are calculated from top to bottom: the last one is the last to be known.
    for (let row = pending.at(-1); row !== undefined && known[row] !== undefined; row = pending.at(-1)) pending.pop();
    if (pending.length > 0) return undefined;
    const values = Array.from({ length: this.lastRow(sheet) + 1 }, (_, row) => known[row] ?? null);
    this.#finalized.set(key, values);
    return values;
  }

  /** Reads the cells of a column that need no calculating; returns the rows of the others. */
  #readColumn(sheet: number, column: number): number[] {
    const rows: number[] = [];
    const instance = this.instances[sheet];
    this.charge(instance?.rows.length ?? 0);
    for (const { row } of instance?.rows ?? []) {
      const kind = this.find(sheet, row, column)?.cell.content.kind;
      if (kind === "formula" || kind === "array-part") rows.push(row);
      else if (kind !== undefined) this.valueOf(sheet, row, column);
    }
    if (instance)
      for (const row of this.spills.rows(instance))
        if (this.spills.row(instance, row)?.has(column)) this.valueOf(sheet, row, column);
    return rows;
  }

  #readValue(sheet: number, row: number, column: number): Scalar {
    const found = this.find(sheet, row, column);
    if (!found) return null;
    const { instance, output, cell, iteration } = found;
    if (output.isBlank) return null;
    const { content } = cell;
    switch (content.kind) {
      case "static":
      case "data-table":
        return content.value;
      case "formula":
        return this.#formulaValue(instance, output, cell, content.slot, content.formula, iteration);
      case "array-part":
        return this.#partOfArray(instance, cell, content, row);
      default:
        return scalarOfCell(this.typed(output, cell, iteration), this.dates);
    }
  }

  /** The font of a cell's format, as runs have it. */
  fontOf(style: string): string {
    return this.#basis.formats.fontOf(style);
  }

  hasDateFormat(style: string): boolean {
    return /^(?:date|time|minutes)$/.test(this.#basis.formats.kindOf(style));
  }

  hasTextFormat(style: string): boolean {
    return this.#basis.formats.kindOf(style) === "text";
  }

  /** Whether a cell shows a date. */
  isDate(sheet: number, row: number, column: number): boolean {
    const found = this.find(sheet, row, column);
    if (!found) return false;
    const { cell, output, iteration } = found;
    return this.hasDateFormat(cell.style.slice(4, -1)) || this.typed(output, cell, iteration).kind === "date";
  }

  /** The code of the number format that a cell has when it is merged. */
  formatCode(sheet: number, row: number, column: number): string {
    const found = this.find(sheet, row, column);
    const style = found?.cell.style.slice(4, -1) ?? "";
    const value = found && this.typed(found.output, found.cell, found.iteration);
    if (value?.kind === "date" && !this.hasDateFormat(style)) return DATE_FORMATS[value.hasTime ? 1 : 0];
    return this.#basis.formats.codeOf(style);
  }

  /** The value of a merged cell with its type; null for cells that are not merged. */
  typed(output: OutputRow, { style, content }: CellTemplate, iteration: number): CellValue {
    if (!("slot" in content) || content.kind === "formula") return { kind: "empty" };
    const value = output.values[content.slot + iteration * output.template.slots];
    if (content.kind === "value") {
      const format = this.#basis.formats.kindOf(style.slice(4, -1));
      return cellValue(value, format, content.isDirect, this.#reading);
    }
    const text = content.kind === "rich" ? plainOfRuns(textOfValue(value)) : textOfValue(value);
    return text === "" ? { kind: "empty" } : { kind: "text", text };
  }

  /** Calculates a formula once for each of its copies. Throws `NotCalculable`. */
  #formulaValue(...copy: Parameters<WorkbookCells["result"]>): Scalar {
    const value = this.result(...copy);
    return value instanceof Matrix ? value.at(0, 0) : value;
  }

  private result(
    instance: SheetInstance,
    output: OutputRow,
    cell: CellTemplate,
    slot: number,
    formula: FormulaTemplate,
    iteration: number,
  ): Scalar | Matrix {
    const place = slot + iteration * output.template.slots;
    const { values } = output;
    const known = values[place];
    if (known === UNKNOWN) throw new NotCalculable("a formula that it needs");
    if (known === BUSY) throw new NotCalculable("a circular reference");
    if (known !== undefined) return known as Scalar | Matrix;
    const column = instance.template.columnLoops.length > 0 ? instance.columnOf(cell.column, iteration) : cell.column;
    const levels = LEVELS_OF_CELL + formula.parsed.depth;
    if (this.#depth > 0 && this.#depth + levels > DEEPEST) throw new Deferred(instance, output.row, column);
    values[place] = BUSY;
    this.#depth += levels;
    try {
      const value = this.#calculate(instance, output, cell, formula, iteration, column);
      values[place] = value;
      return value;
    } catch (error) {
      values[place] = error instanceof Deferred ? undefined : UNKNOWN;
      if (error instanceof NotCalculable) this.#noteUnknown(error, instance, output.row, column);
      throw error;
    } finally {
      this.#depth -= levels;
    }
  }

  #calculate(
    instance: SheetInstance,
    output: OutputRow,
    cell: CellTemplate,
    formula: FormulaTemplate,
    iteration: number,
    column: number,
  ): Scalar | Matrix {
    const { root } = formula.parsed;
    if (!root) throw new NotCalculable("a formula that cannot be read");
    const origin = originOf(instance, output, cell, iteration);
    const frame: Frame = {
      sheet: instance.index,
      row: output.row,
      column,
      references: this.#referencesOf(formula.parsed, origin),
      texts: formula.textSlots.map((slot) => textOfValue(output.values[slot + iteration * output.template.slots])),
      isArray: formula.array !== undefined,
    };
    return this.calculator.calculate(root, frame);
  }

  #lastIteration: Iteration | undefined;
  #lastColumnIteration = 0;
  #lastFormula: ParsedFormula | undefined;
  #lastResolved: readonly Resolved[] = [];

  /** Where the references of a formula's copy are now; the answer is kept, because it is written right after it is calculated. */
  resolved(parsed: ParsedFormula, origin: Origin): readonly Resolved[] {
    const isKnown =
      parsed === this.#lastFormula &&
      origin.iteration === this.#lastIteration &&
      origin.columnIteration === this.#lastColumnIteration;
    if (isKnown && origin.iteration?.loop) return this.#lastResolved;
    this.#lastFormula = parsed;
    this.#lastIteration = origin.iteration;
    this.#lastColumnIteration = origin.columnIteration;
    this.#lastResolved = parsed.references.map((placed) => this.resolver.resolve(placed, origin));
    return this.#lastResolved;
  }

  #referencesOf(parsed: ParsedFormula, origin: Origin): (AreaReference | FormulaError)[] {
    return this.resolved(parsed, origin).map((resolved) => {
      const areas = this.resolver.areas(resolved);
      if (!areas) throw new NotCalculable("another workbook");
      return areas;
    });
  }

  #noteUnknown(error: NotCalculable, { name }: SheetInstance, row: number, column: number): void {
    this.isIncomplete = true;
    if (this.warnings.size >= MAX_WARNINGS || error.message === "a formula that it needs") return;
    this.warnings.add(
      `A formula (${name}, row ${row}, column ${column}) is left for Excel to calculate: ${error.message}.`,
    );
  }

  /** The value of a formula's cell; undefined if it has none, or one that cannot be calculated. */
  calculated(instance: SheetInstance, row: number, column: number): Scalar | Matrix | undefined {
    try {
      return this.formulaAt(instance, row, column);
    } catch (error) {
      if (error instanceof NotCalculable) return undefined;
      if (error instanceof Deferred) return this.#calculatedInIteration({ instance, row, column }, error);
      throw error;
    }
  }

  formulaAt(instance: SheetInstance, row: number, column: number): Scalar | Matrix | undefined {
    const found = this.find(instance.index, row, column);
    if (found?.cell.content.kind !== "formula") return undefined;
    const { content } = found.cell;
    return this.result(found.instance, found.output, found.cell, content.slot, content.formula, found.iteration);
  }

  isBusy(instance: SheetInstance, row: number, column: number): boolean {
    const found = this.find(instance.index, row, column);
    const content = found?.cell.content;
    if (!found || content?.kind !== "formula") return false;
    return found.output.values[content.slot + found.iteration * found.output.template.slots] === BUSY;
  }

  isOccupied(instance: SheetInstance, row: number, column: number): boolean {
    const found = this.find(instance.index, row, column);
    if (!found || found.output.isBlank) return false;
    const { content } = found.cell;
    if (content.kind === "static") return content.value !== null;
    if ("slot" in content && content.kind !== "formula")
      return this.typed(found.output, found.cell, found.iteration).kind !== "empty";
    return true;
  }

  block(instance: SheetInstance, row: number, column: number, range: CellRange): void {
    const found = this.find(instance.index, row, column);
    if (found?.cell.content.kind !== "formula") return;
    found.output.values[found.cell.content.slot + found.iteration * found.output.template.slots] = FormulaError.SPILL;
    this.isIncomplete = true;
    if (this.warnings.size < MAX_WARNINGS)
      this.warnings.add(
        `The result of the formula in ${instance.name}!${columnName(column)}${row} fills ${formatRange(range)}, and something else is there: move it away from the cells below and beside the formula.`,
      );
  }

  /** The values of a what-if table depend on a calculation with other values in other cells, which only Excel does. */
  noteDataTable({ name }: SheetInstance, row: number, column: number): void {
    this.isIncomplete = true;
    if (this.warnings.size < MAX_WARNINGS)
      this.warnings.add(
        `The what-if table at ${name}!${columnName(column)}${row} shows the values of the template until Excel opens the file and calculates it.`,
      );
  }

  spilledFrom(sheet: number, row: number, column: number): Area | undefined {
    const instance = this.instances[sheet];
    const range = instance && this.spills.from(instance, row, column);
    return range && { ...range, sheet };
  }

  /** Calculates with a stack of its own, so that long chains of cells do not exhaust the engine's. */
  #calculatedInIteration(cell: CellPlace, first: Deferred): Scalar | Matrix | undefined {
    const keyOf = ({ instance, row, column }: CellPlace) => `${instance.index}:${row}:${column}`;
    const stack = [cell, first as CellPlace];
    const waiting = new Set([keyOf(cell)]);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      try {
        const value = this.formulaAt(top.instance, top.row, top.column);
        stack.pop();
        if (stack.length === 0) return value;
      } catch (error) {
        if (error instanceof NotCalculable) stack.pop();
        else if (error instanceof Deferred) {
          waiting.add(keyOf(top));
          if (waiting.has(keyOf(error))) return this.#giveUp(stack);
          stack.push(error);
        } else throw error;
      }
    }
    return undefined;
  }

  /** The value of a cell for callers that only look: null if it cannot be calculated. */
  read(sheet: number, row: number, column: number): Scalar {
    const instance = this.instances[sheet];
    const content = this.find(sheet, row, column)?.cell.content;
    if (!instance || (!content && !this.spills.has(instance))) return null;
    if (content?.kind !== "formula" && content?.kind !== "array-part") return this.valueOf(sheet, row, column);
    const value =
      content.kind === "formula" ? this.calculated(instance, row, column) : this.calculatedPart(instance, row, column);
    return value instanceof Matrix ? value.at(0, 0) : (value ?? null);
  }

  /** A circle longer than the depth that is calculated in one go. */
  #giveUp(stack: readonly CellPlace[]): undefined {
    for (const { instance, row, column } of stack) {
      const found = this.find(instance.index, row, column);
      if (found?.cell.content.kind !== "formula") continue;
      found.output.values[found.cell.content.slot + found.iteration * found.output.template.slots] = UNKNOWN;
      this.#noteUnknown(new NotCalculable("a circular reference"), instance, row, column);
    }
    return undefined;
  }

  /** The value of a cell that shows a part of an array formula; undefined if it cannot be calculated. */
  calculatedPart(instance: SheetInstance, row: number, column: number): Scalar | undefined {
    const found = this.find(instance.index, row, column);
    const content = found?.cell.content;
    if (!found || content?.kind !== "array-part") return undefined;
    const first = instance.root.firstOf(content.masterRow);
    if (!instance.rowAt(first)) return null;
    // The formula first has to be calculated in turns, like any other: then its part is there.
    if (this.calculated(instance, first, content.masterColumn) === undefined) return undefined;
    return this.#partOfArray(instance, found.cell, content, row);
  }

  #partOfArray(
    instance: SheetInstance,
    cell: CellTemplate,
    { masterRow, masterColumn }: { masterRow: number; masterColumn: number },
    row: number,
  ): Scalar {
    const output = instance.rowAt(instance.root.firstOf(masterRow));
    const master = output?.template.cells().get(masterColumn);
    if (!output || master?.content.kind !== "formula") return null;
    const value = this.result(instance, output, master, master.content.slot, master.content.formula, 0);
    if (!(value instanceof Matrix)) return value;
    const [down, right] = [row - output.row, cell.column - masterColumn];
    if (down >= value.height && value.height > 1) return null;
    return value.at(value.height === 1 ? 0 : down, value.width === 1 ? 0 : right);
  }

  tableArea(reference: TableReference, frame: Frame): AreaReference {
    return tableArea(reference, frame, this.#basis.tables, this.resolver, this.instances);
  }

  /** A text is not renamed: it names columns of the merged workbook. */
  #tableNamed(reference: TableReference, frame: Frame): AreaReference | undefined {
    const names = this.resolver.tables;
    if (!names?.find(reference.table)) return undefined;
    return tableArea(reference, frame, this.#basis.tables, this.resolver, this.instances, (table, instance) =>
      names.columnsOf(table, instance),
    );
  }

  nameValue(name: string, frame: Frame): FormulaValue {
    const instance = this.instances[frame.sheet];
    const same = this.#basis.names.filter((each) => each.name.toLowerCase() === name.toLowerCase());
    const found =
      same.find(({ localSheet }) => localSheet === instance?.template.index) ??
      same.find(({ localSheet }) => localSheet === undefined);
    if (!found?.parsed.root) throw new NotCalculable(`the name ${name}`);
    const levels = LEVELS_OF_CELL + found.parsed.depth;
    if (this.#depth + levels > DEEPEST) throw new NotCalculable("names that need each other");
    const origin: Origin = { instance, iteration: undefined, columnIteration: -1, row: 0, column: 0 };
    const references = found.parsed.references.map((placed) => {
      const areas = this.resolver.areas(this.resolver.resolve(placed, origin, true));
      if (!areas) throw new NotCalculable("another workbook");
      return areas;
    });
    this.#depth += levels;
    try {
      return this.calculator.evaluate(found.parsed.root, {
        ...frame,
        references,
        texts: found.texts.map(({ slot }) => textOfValue(this.#basis.texts[slot])),
      });
    } finally {
      this.#depth -= levels;
    }
  }

  areaOf(text: string, frame: Frame): AreaReference | undefined {
    const { references, root } = parseFormula(text);
    const [placed] = references;
    if (root?.kind === "name") {
      const value = this.nameValue(root.name, frame);
      return typeof value === "object" && value !== null && "areas" in value ? value : undefined;
    }
    if (root?.kind === "table") return this.#tableNamed(root.reference, frame);
    if (root?.kind !== "reference" || !placed) return undefined;
    const { reference } = placed;
    const instance =
      reference.sheet === undefined
        ? this.instances[frame.sheet]
        : this.instances.find(({ name }) => name.toLowerCase() === present(reference.sheet).toLowerCase());
    if (!instance) return undefined;
    // A text is not shifted: it names cells of the merged workbook.
    const resolved: Resolved = {
      instance,
      last: undefined,
      rows: reference.rows && [{ first: reference.rows.first.index, last: reference.rows.last.index }],
      columns: reference.columns && { first: reference.columns.first.index, last: reference.columns.last.index },
      state: "cells",
    };
    const areas = this.resolver.areas(resolved);
    return areas && "areas" in areas ? areas : undefined;
  }

  /** Where the cells of an array formula are now. */
  arrayRange(range: CellRange, instance: SheetInstance, output: OutputRow, column: number): CellRange {
    const height = range.row2 - range.row1;
    const width = range.column2 - range.column1;
    return {
      row1: output.row,
      column1: column,
      row2: Math.min(output.row + height, instance.lastRow),
      column2: column + width,
    };
  }
}
