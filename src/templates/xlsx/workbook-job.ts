import { Failure } from "../../domain/failure.ts";
import { LAST_COLUMN } from "../../spreadsheet/cell-reference.ts";
import type { PlacedImage } from "../ooxml/code-image.ts";
import { RenderJob } from "../ooxml/render-job.ts";
import { type OutputRow, SheetInstance } from "./sheet-layout.ts";
import type { ColumnLoop, RowLoop, RowTemplate, SheetTemplate } from "./sheet-template.ts";
import { checkSheets, WorkbookSize } from "./workbook-size.ts";

/** A place in the merged workbook that a document tag names. */
interface TaggedCell {
  instance: SheetInstance;
  row: number;
  /** Of the template; `columnIteration` chooses among its copies. */
  column: number;
  columnIteration: number;
}

/** Everything one render of a workbook gathers: its sheets and their rows, and what tags ask for along the way. */
export class WorkbookJob extends RenderJob {
  readonly instances: SheetInstance[] = [];
  /** Texts that belong to no sheet, by their slot. */
  readonly texts: unknown[] = [];
  readonly images: (TaggedCell & { image: PlacedImage })[] = [];
  readonly links: (TaggedCell & { url: string })[] = [];
  readonly rowBreaks = new Map<SheetInstance, number[]>();
  readonly #size = new WorkbookSize();
  #sheet: SheetInstance | undefined;
  #row: OutputRow | undefined;
  #columnIteration = 0;

  startSheet(template: SheetTemplate): void {
    const copy = this.instances.filter((instance) => instance.template === template).length;
    checkSheets(this.instances.length + 1);
    this.#sheet = new SheetInstance(template, this.instances.length, copy, this.#size);
    this.instances.push(this.#sheet);
    this.#row = undefined;
    this.#columnIteration = 0;
  }

  get sheet(): SheetInstance {
    if (!this.#sheet) throw new TypeError("no sheet has been started");
    return this.#sheet;
  }

  startIteration(loop: RowLoop): void {
    this.sheet.startIteration(loop);
  }

  startRow(template: RowTemplate): void {
    this.#row = this.sheet.add(template);
    this.#columnIteration = 0;
  }

  skipRows(first: number, last: number, loop: RowLoop | undefined): void {
    this.sheet.skip(first, last, loop);
  }

  /** Leaves a blank row for a loop without items, where formulas refer to nothing but its rows. */
  keepRow(loop: RowLoop, rows: ReadonlyMap<number, RowTemplate>): void {
    const scope = this.sheet.iterationOf(loop.parent);
    for (const { firstRow, lastRow } of loop.kept) {
      let blank: RowTemplate | undefined;
      let isLeft = false;
      for (let row = firstRow; row <= lastRow && !isLeft; row++) {
        isLeft = scope.firstOf(row) > 0;
        blank ??= rows.get(row);
      }
      if (!isLeft && blank) this.sheet.add({ ...blank, loop: loop.parent }, true);
    }
  }

  setColumns(loop: ColumnLoop, iterations: number): void {
    const sheet = this.sheet;
    sheet.columnIterations[loop.index] = iterations;
    const width = loop.lastColumn - loop.firstColumn + 1;
    if (sheet.template.lastColumn + (iterations - 1) * width > LAST_COLUMN)
      throw new Failure("sheet_too_large", `The sheet "${sheet.name}" would have more than ${LAST_COLUMN} columns.`);
  }

  startColumns(): void {
    this.#columnIteration = -1;
  }

  nextColumns(): void {
    this.#columnIteration++;
  }

  endColumns(): void {
    this.#columnIteration = 0;
  }

  setValue(slot: number, value: unknown): void {
    const row = this.#row;
    if (!row) return;
    this.#size.addValue(value, this.sheet.name);
    row.values[slot + this.#columnIteration * row.template.slots] = value;
  }

  addImage(column: number, image: PlacedImage): void {
    if (this.#row)
      this.images.push({
        instance: this.sheet,
        row: this.#row.row,
        column,
        columnIteration: this.#columnIteration,
        image,
      });
  }

  /** The first link of a cell counts. */
  addLink(column: number, url: string): void {
    const last = this.links.at(-1);
    const isSecond =
      last !== undefined &&
      last.instance === this.#sheet &&
      last.row === this.#row?.row &&
      last.column === column &&
      last.columnIteration === this.#columnIteration;
    if (this.#row && !isSecond)
      this.links.push({
        instance: this.sheet,
        row: this.#row.row,
        column,
        columnIteration: this.#columnIteration,
        url,
      });
  }

  addRowBreak(): void {
    if (!this.#row) return;
    const breaks = this.rowBreaks.get(this.sheet) ?? [];
    this.rowBreaks.set(this.sheet, breaks);
    if (breaks.at(-1) !== this.#row.row) breaks.push(this.#row.row);
  }
}
