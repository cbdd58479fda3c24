import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import { LAST_COLUMN, LAST_ROW } from "../../spreadsheet/cell-reference.ts";
import type { RowLoop, RowTemplate, SheetTemplate } from "./sheet-template.ts";
import type { WorkbookSize } from "./workbook-size.ts";

/** One turn of a loop over rows (or the whole sheet), and where the template's rows went in it. */
export class Iteration {
  readonly loop: RowLoop | undefined;
  readonly parent: Iteration | undefined;
  /** The turn of the same loop before this one. */
  readonly previous: Iteration | undefined;
  /** First and last output row for each row of the loop, in pairs; 0 where the row has not been written. */
  readonly #spans: number[];
  readonly #first: number;
  #runs: Map<string, readonly RowRun[]> | undefined;

  constructor(loop: RowLoop | undefined, parent: Iteration | undefined, previous: Iteration | undefined) {
    this.loop = loop;
    this.parent = parent;
    this.previous = previous;
    this.#first = loop ? loop.firstRow : 1;
    // Exact sizes: there is a turn for each row, and arrays that grow take several times their content.
    this.#spans =
      loop && loop.lastRow - loop.firstRow < 32 ? new Array((loop.lastRow - loop.firstRow + 1) * 2).fill(0) : [];
  }

  covers(row: number): boolean {
    return !this.loop || (this.loop.firstRow <= row && row <= this.loop.lastRow);
  }

  note(row: number, written: number): void {
    const at = (row - this.#first) * 2;
    if (!this.#spans[at]) this.#spans[at] = written;
    this.#spans[at + 1] = written;
  }

  firstOf(row: number): number {
    return this.#spans[(row - this.#first) * 2] ?? 0;
  }

  lastOf(row: number): number {
    return this.#spans[(row - this.#first) * 2 + 1] ?? 0;
  }

  /** Contiguous stretches of output rows that are copies of the template's rows `first` to `last` in this turn. */
  runs(first: number, last: number, find: () => readonly RowRun[]): readonly RowRun[] {
    this.#runs ??= new Map();
    const key = `${first}:${last}`;
    let runs = this.#runs.get(key);
    if (!runs) this.#runs.set(key, (runs = find()));
    return runs;
  }
}

export interface RowRun {
  first: number;
  last: number;
}

/** A row of the merged sheet. */
export interface OutputRow {
  template: RowTemplate;
  row: number;
  iteration: Iteration;
  /** Values of the row's slots; those of repeated columns follow, turn by turn. */
  values: unknown[];
  /** Stands in for the rows of a loop that had no items: only formats. */
  isBlank: boolean;
}

/** A sheet of the merged workbook: a template's sheet or one of its copies. */
export class SheetInstance {
  readonly template: SheetTemplate;
  /** Place among the sheets of the merged workbook. */
  readonly index: number;
  /** Copies of a template's sheet are numbered from 0. */
  readonly copy: number;
  name: string;
  readonly rows: OutputRow[] = [];
  readonly root: Iteration;
  readonly iterations = new Map<RowLoop, Iteration[]>();
  /** Turns of each column loop; known before the first row. */
  readonly columnIterations: number[];
  /** Texts outside of the rows, by their slot. */
  readonly texts: unknown[] = [];
  lastRow = 0;
  /** Last row and column that arrays of formulas fill; 0 without one. */
  filledTo = { row: 0, column: 0 };
  readonly #size: WorkbookSize;
  /** Cells of a row of the template with all turns of its loops over columns. */
  readonly #repeatedCells = new Map<RowTemplate, number>();

  constructor(template: SheetTemplate, index: number, copy: number, size: WorkbookSize) {
    this.template = template;
    this.#size = size;
    this.index = index;
    this.copy = copy;
    this.name = template.source.name;
    this.root = new Iteration(undefined, undefined, undefined);
    this.columnIterations = template.columnLoops.map(() => 1);
  }

  startIteration(loop: RowLoop): Iteration {
    let parent: Iteration = this.root;
    const iterations = this.iterations.get(loop) ?? [];
    if (loop.parent) parent = this.iterations.get(loop.parent)?.at(-1) ?? this.root;
    const previous = iterations.at(-1);
    const iteration = new Iteration(loop, parent, previous?.parent === parent ? previous : undefined);
    iterations.push(iteration);
    this.iterations.set(loop, iterations);
    return iteration;
  }

  /** The turn that rows of this loop belong to now. */
  iterationOf(loop: RowLoop | undefined): Iteration {
    return (loop && this.iterations.get(loop)?.at(-1)) ?? this.root;
  }

  add(template: RowTemplate, isBlank = false): OutputRow {
    const row = ++this.lastRow;
    if (row > LAST_ROW)
      throw new Failure("sheet_too_large", `The sheet "${this.name}" would have more than ${LAST_ROW} rows.`);
    this.#size.add(this.#cellsOf(template), this.name);
    const iteration = this.iterationOf(template.loop);
    const output: OutputRow = { template, row, iteration, values: new Array(template.slots), isBlank };
    this.rows.push(output);
    this.#note(iteration, template.row, row);
    return output;
  }

  #cellsOf(template: RowTemplate): number {
    if (this.template.columnLoops.length === 0) return template.isPlain ? 1 : template.cells().size;
    let count = this.#repeatedCells.get(template);
    if (count !== undefined) return count;
    count = 0;
    for (const column of template.cells().keys()) {
      count += this.iterationsOf(column);
    }
    this.#repeatedCells.set(template, count);
    return count;
  }

  /** The written row of this number; gaps have none. */
  rowAt(row: number): OutputRow | undefined {
    // Without gaps above it a row is at its number.
    const likely = this.rows[row - 1];
    if (likely?.row === row) return likely;
    const output = this.rows[this.indexOfRow(row)];
    return output?.row === row ? output : undefined;
  }

  /** Index of the first written row that is not above `row`. */
  indexOfRow(row: number): number {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (present(this.rows[middle]).row < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Rows that the template leaves out. */
  skip(first: number, last: number, loop: RowLoop | undefined): void {
    const iteration = this.iterationOf(loop);
    // Far gaps have nothing that refers into them row by row.
    if (loop || last - first < 10_000)
      for (let row = first; row <= last; row++) this.#note(iteration, row, ++this.lastRow);
    else this.lastRow += last - first + 1;
    if (this.lastRow > LAST_ROW)
      throw new Failure("sheet_too_large", `The sheet "${this.name}" would have more than ${LAST_ROW} rows.`);
  }

  #note(iteration: Iteration, row: number, written: number): void {
    for (let each: Iteration | undefined = iteration; each; each = each.parent)
      if (each.covers(row)) each.note(row, written);
  }

  /** Where rows after the last one of the template went. */
  get rowShift(): number {
    return this.lastRow - this.template.lastRow;
  }

  /** First output column of a column of the template; 0 if it is gone. `turn` chooses among its copies. */
  columnOf(column: number, iteration = 0): number {
    let shift = 0;
    for (const loop of this.template.columnLoops) {
      const width = loop.lastColumn - loop.firstColumn + 1;
      const iterations = present(this.columnIterations[loop.index]);
      if (column < loop.firstColumn) break;
      if (column <= loop.lastColumn) return iteration < iterations ? column + shift + iteration * width : 0;
      shift += (iterations - 1) * width;
    }
    return Math.min(column + shift, LAST_COLUMN);
  }

  /** How often a column of the template is in each row. */
  iterationsOf(column: number): number {
    const loop = this.columnLoopAt(column);
    return loop ? present(this.columnIterations[loop.index]) : 1;
  }

  /** The loop over columns that holds this one. */
  columnLoopAt(column: number) {
    return this.template.columnLoops.find((loop) => loop.firstColumn <= column && column <= loop.lastColumn);
  }

  /** The template's column and the turn of its loop that an output column stands for. */
  sourceColumn(output: number): { column: number; iteration: number } {
    let shift = 0;
    for (const loop of this.template.columnLoops) {
      const width = loop.lastColumn - loop.firstColumn + 1;
      const iterations = present(this.columnIterations[loop.index]);
      const start = loop.firstColumn + shift;
      if (output < start) break;
      if (output < start + iterations * width) {
        const iteration = Math.floor((output - start) / width);
        return { column: loop.firstColumn + ((output - start) % width), iteration };
      }
      shift += (iterations - 1) * width;
    }
    return { column: output - shift, iteration: 0 };
  }

  get lastColumn(): number {
    return this.columnOf(this.template.lastColumn, 0) || this.template.lastColumn;
  }
}
