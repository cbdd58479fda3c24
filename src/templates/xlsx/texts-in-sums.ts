import { appendAll } from "../../domain/collections/long-lists.ts";
import { readNumber } from "../../language/numbers.ts";
import { columnName } from "../../spreadsheet/cell-reference.ts";
import type { Area } from "../../spreadsheet/formula/formula-value.ts";
import { AreaReference } from "../../spreadsheet/formula/formula-value.ts";
import type { FormulaNode, ParsedFormula } from "../../spreadsheet/formula/parse.ts";
import { originOf } from "./resolve-references.ts";
import type { SheetInstance } from "./sheet-layout.ts";
import type { CellTemplate } from "./sheet-template.ts";
import type { WorkbookCells } from "./workbook-cells.ts";

/** Functions that pass over texts in their ranges, with the first and the last argument that is such a range. */
const PASS_OVER_TEXTS: Readonly<Record<string, readonly [first: number, last: number]>> = {
  SUM: [0, Infinity],
  AVERAGE: [0, Infinity],
  PRODUCT: [0, Infinity],
  MIN: [0, Infinity],
  MAX: [0, Infinity],
  SUMIF: [2, 2],
  SUMIFS: [0, 0],
  AVERAGEIF: [2, 2],
  AVERAGEIFS: [0, 0],
  SUBTOTAL: [1, Infinity],
};
/** SUBTOTAL as a count (ECMA-376 Part 1, 18.17.7.310): texts may be what it counts. */
const COUNTS: ReadonlySet<unknown> = new Set([2, 3, 102, 103]);
/** The most texts that are remembered: more say nothing new. */
const MAX_TEXTS = 200;
const MAX_LENGTH = 40;
const MAX_WARNINGS = 5;

interface NumberAsText {
  instance: SheetInstance;
  row: number;
  column: number;
  template: CellTemplate;
  text: string;
  /** The function that passes over it, and where. */
  passedOver?: string;
}

/** Numbers that came as texts in a form that cells do not read ("1,234.50"), where formulas add up their cells. */
export class TextsInSums {
  readonly #cells: WorkbookCells;
  readonly #texts: NumberAsText[] = [];

  constructor(cells: WorkbookCells) {
    this.#cells = cells;
  }

  /** A text of the data that fills a cell. */
  note(instance: SheetInstance, row: number, column: number, template: CellTemplate, text: string): void {
    if (this.#texts.length >= MAX_TEXTS || text.length > MAX_LENGTH || !/\d/.test(text)) return;
    const { manner } = readNumber(text);
    if (manner === "exact" || manner === "lenient") this.#texts.push({ instance, row, column, template, text });
  }

  /** A sentence for each cell of the template whose texts are left out of a sum. */
  warnings(): string[] {
    if (this.#texts.length === 0) return [];
    for (const { instance, output, cell, parsed, iteration } of this.#formulas()) {
      const ranges = rangesOf(parsed);
      if (ranges.length === 0) continue;
      const resolved = this.#cells.resolved(parsed, originOf(instance, output, cell, iteration));
      for (const { index, name } of ranges) {
        const placed = resolved[index];
        const areas = placed && this.#cells.resolver.areas(placed);
        if (areas instanceof AreaReference)
          this.#passOver(
            areas.areas,
            `${name} in ${placeOf(instance, output.row, instance.columnOf(cell.column, iteration))}`,
          );
      }
    }
    return this.#sentences();
  }

  *#formulas() {
    for (const instance of this.#cells.instances)
      for (const output of instance.rows) {
        if (output.template.isPlain || output.isBlank) continue;
        for (const cell of output.template.cells().values()) {
          if (cell.content.kind !== "formula") continue;
          const { parsed } = cell.content.formula;
          for (let iteration = 0; iteration < instance.iterationsOf(cell.column); iteration++)
            yield { instance, output, cell, parsed, iteration };
        }
      }
  }

  #passOver(areas: readonly Area[], by: string): void {
    for (const text of this.#texts)
      if (text.passedOver === undefined && areas.some((area) => isInside(text, area))) text.passedOver = by;
  }

  #sentences(): string[] {
    const byTemplate = new Map<CellTemplate, NumberAsText[]>();
    for (const text of this.#texts)
      if (text.passedOver !== undefined)
        byTemplate.set(text.template, [...(byTemplate.get(text.template) ?? []), text]);
    return [...byTemplate.values()].slice(0, MAX_WARNINGS).flatMap(([first, ...others]) => {
      if (!first) return [];
      const { instance, row, column, text, passedOver } = first;
      const more = others.length === 0 ? "" : `, and ${others.length} more`;
      return `"${text}" (${placeOf(instance, row, column)}${more}) is a text, which ${passedOver} leaves out: send a number, or give the cell a number format.`;
    });
  }
}

const placeOf = ({ name }: SheetInstance, row: number, column: number): string => `${name}!${columnName(column)}${row}`;

function isInside({ instance, row, column }: NumberAsText, area: Area): boolean {
  return (
    area.sheet === instance.index &&
    area.row1 <= row &&
    row <= area.row2 &&
    area.column1 <= column &&
    column <= area.column2
  );
}

/** The references of a formula that are ranges of a function that passes over texts. */
function rangesOf({ root }: ParsedFormula): { index: number; name: string }[] {
  const found: { index: number; name: string }[] = [];
  const open: FormulaNode[] = root ? [root] : [];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.kind === "binary") open.push(node.left, node.right);
    else if (node.kind === "negate" || node.kind === "percent" || node.kind === "plus") open.push(node.operand);
    else if (node.kind === "call") {
      const { name } = node;
      const [first, last] = (countsCells(node) ? undefined : PASS_OVER_TEXTS[name]) ?? [Infinity, Infinity];
      node.arguments.forEach((argument, at) => {
        if (argument?.kind !== "reference") appendAll(open, argument ? [argument] : []);
        else if (first <= at && at <= last) found.push({ index: argument.index, name });
      });
    }
  }
  return found;
}

function countsCells({ name, arguments: [kind] }: FormulaNode & { kind: "call" }): boolean {
  return name === "SUBTOTAL" && kind?.kind === "literal" && COUNTS.has(kind.value);
}
