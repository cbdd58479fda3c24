/** The values of a chart, which it holds as a table of its own (OpenDocument 1.3 Part 3, 11.1). */
import { countOf } from "./measures.ts";
import { childOf, elementsOf, type OdfNode, textOf } from "./odf-nodes.ts";

interface ChartCell {
  text: string;
  /** Undefined for what is no number. */
  value: number | undefined;
}

const MOST_CELLS = 20_000;
const MOST_COLUMNS = 1_000;
const ADDRESS = /\$?([A-Z]{1,3})\$?(\d{1,6})(?::[^$.]{0,100}\.?\$?([A-Z]{1,3})\$?(\d{1,6}))?$/;

export class ChartTable {
  readonly #rows: ChartCell[][] = [];
  #left = MOST_CELLS;

  /** @param chart `chart:chart` */
  constructor(chart: OdfNode) {
    this.#add(childOf(chart, "table:table"));
  }

  #add(node: OdfNode | undefined): void {
    for (const child of elementsOf(node)) {
      if (/^table:table-(?:header-)?rows$/.test(child.name)) this.#add(child);
      else if (child.name === "table:table-row") this.#rows.push(this.#row(child));
    }
  }

  #row(node: OdfNode): ChartCell[] {
    const cells: ChartCell[] = [];
    for (const cell of elementsOf(node)) {
      const value = Number(cell.attributes["office:value"] ?? Number.NaN);
      const read = {
        text: elementsOf(cell, "text:p").map(textOf).join(" "),
        value: Number.isFinite(value) ? value : undefined,
      };
      const times = countOf(cell.attributes["table:number-columns-repeated"], MOST_COLUMNS) ?? 1;
      for (let time = 0; time < times && this.#left > 0; time++) {
        cells.push(read);
        this.#left--;
      }
    }
    return cells;
  }

  /** The cells of a range, `local-table.$B$2:.$B$5`; none for what is not of this table. */
  range(address: string | undefined): (ChartCell | undefined)[] {
    const [, column, row, lastColumn = column, lastRow = row] = ADDRESS.exec(address ?? "") ?? [];
    if (!column || !lastColumn) return [];
    const [left, right] = [columnOf(column), columnOf(lastColumn)];
    const found: (ChartCell | undefined)[] = [];
    const end = Math.min(this.#rows.length, Number(lastRow));
    for (let at = Math.max(0, Number(row) - 1); at < end; at++)
      for (let across = left; across <= Math.min(right, MOST_COLUMNS); across++) found.push(this.#rows[at]?.[across]);
    return found;
  }
}

/** `A` is 0. */
function columnOf(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}
