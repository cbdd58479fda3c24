/** Cells of all sheets of a workbook, hidden ones included: formulas may need them. */
import type { OpcPackage } from "../package/opc.ts";
import { parseRange } from "./cell-reference.ts";
import type { FormulaValue } from "./formula.ts";
import { localFormula } from "./local-formula.ts";
import { Calculator } from "./missing-values.ts";
import { type SheetData, type SheetDataOptions, scanSheetData, splitWorksheet } from "./sheet-data.ts";
import type { SheetSource } from "./sheet-reader.ts";

export interface SheetValuesOptions extends SheetDataOptions {
  pack: OpcPackage;
  sheets: readonly SheetSource[];
  /** Defined names of the whole workbook, in lower case. */
  names: ReadonlyMap<string, string>;
  /** Serial number of the day. */
  today: number;
}

export class SheetValues {
  readonly #options: SheetValuesOptions;
  readonly #calculator: Calculator;
  readonly #sources: ReadonlyMap<string, SheetSource>;
  readonly #scanned = new Map<string, SheetData>();

  constructor(options: SheetValuesOptions) {
    this.#options = options;
    this.#sources = new Map(options.sheets.map((source) => [source.name.toLowerCase(), source]));
    this.#calculator = new Calculator((name) => {
      const source = this.#sources.get(name.toLowerCase());
      return source && { rows: this.scan(source).rows, localize: (formula) => this.localize(formula, source) };
    }, options.today);
  }

  localize(formula: string, source: SheetSource): string {
    return localFormula(formula, source.name, this.#options.names);
  }

  /** The rows of a sheet, read once. */
  scan(source: SheetSource): SheetData & { maxCells: number } {
    const { pack, maxCells } = this.#options;
    let data = this.#scanned.get(source.part);
    if (!data) {
      const bytes = pack.bytes(source.part) ?? new Uint8Array();
      data = scanSheetData(splitWorksheet(new TextDecoder().decode(bytes)).data, this.#options);
      this.#scanned.set(source.part, data);
    }
    return { ...data, maxCells };
  }

  /** Fills in what formulas of the sheet are to be calculated. */
  calculate(source: SheetSource): void {
    this.#calculator.of(source.name)?.fill();
  }

  /** Values of another sheet's cells; undefined when there is no sheet of that name. */
  ofSheet(name: string): ((row: number, column: number) => FormulaValue) | undefined {
    const sheet = this.#calculator.of(name);
    return sheet && ((row, column) => sheet.value(row, column));
  }

  /**
   * Cells of references such as `Sheet2!A1:C1` or of a name that stands for some: row by row, area by area, at most
   * `limit` of them.
   */
  *cells(formula: string, source: SheetSource, limit: number): Generator<ReferredCell> {
    const areas = this.localize(formula, source).replace(/^[\s=(]+|[\s)]+$/g, "");
    let count = 0;
    for (const [area] of areas.matchAll(AREA)) {
      const range = parseRange(area);
      const sheet = sheetNameOf(area);
      const other = sheet === undefined ? source : this.#sources.get(sheet.toLowerCase());
      const values = other && this.ofSheet(other.name);
      if (!range || !values) continue;
      const { rows } = this.scan(other);
      for (let row = range.top; row <= range.bottom; row++) {
        const isHidden = rows.get(row)?.hidden ?? false;
        for (let column = range.left; column <= range.right; column++) {
          if (count++ >= limit) return;
          yield { sheet: other, column, isHidden, value: values(row, column) };
        }
      }
    }
  }
}

const AREA = /(?:'(?:[^']|'')*'|[^,'])+/g;

export interface ReferredCell {
  sheet: SheetSource;
  column: number;
  /** It stands in a hidden row. */
  isHidden: boolean;
  value: FormulaValue;
}

/** The sheet that a reference names. */
export function sheetNameOf(reference: string): string | undefined {
  const mark = reference.lastIndexOf("!");
  if (mark < 0) return undefined;
  const name = reference.slice(0, mark).trim();
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;
}
