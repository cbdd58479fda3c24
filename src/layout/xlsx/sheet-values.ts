/** Cells of all sheets of a workbook, hidden ones included: formulas may need them. */
import type { OpcPackage } from "../package/opc.ts";
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
  readonly #scanned = new Map<string, SheetData>();

  constructor(options: SheetValuesOptions) {
    this.#options = options;
    const sources = new Map(options.sheets.map((source) => [source.name.toLowerCase(), source]));
    this.#calculator = new Calculator((name) => {
      const source = sources.get(name.toLowerCase());
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
}
