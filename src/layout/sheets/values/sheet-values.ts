/** Cells of all sheets of a workbook, hidden ones included: formulas may need them. */
import type { OpcPackage } from "../../../office/package.ts";
import type { Scalar } from "../../../spreadsheet/formula/formula-value.ts";
import { type GridPosition, parseGridRange } from "../../../spreadsheet/grid-range.ts";
import type { DateSystem } from "../../../spreadsheet/serial-date.ts";
import { localFormula } from "./local-formula.ts";
import { type CellValue, type SheetData, type SheetDataOptions, scanSheetData, splitWorksheet } from "./sheet-data.ts";
import { type SheetRows, WorkbookFormulas } from "./workbook-formulas.ts";

export interface SheetValuesOptions extends SheetDataOptions {
  pack: OpcPackage;
  sheets: readonly SheetSource[];
  /** Defined names of the whole workbook, in lower case. */
  names: ReadonlyMap<string, string>;
  /** Serial number of the present time. */
  now: number;
  dates: DateSystem;
}

export class SheetValues {
  readonly #options: SheetValuesOptions;
  readonly #formulas: WorkbookFormulas;
  readonly #sources: ReadonlyMap<string, SheetSource>;
  readonly #scanned = new Map<string, SheetData>();

  constructor(options: SheetValuesOptions) {
    this.#options = options;
    this.#sources = new Map(options.sheets.map((source) => [source.name.toLowerCase(), source]));
    this.#formulas = new WorkbookFormulas({
      rowsOf: (name) => this.rowsOf(name),
      localize: (formula, sheet) => localFormula(formula, sheet, this.#options.names),
      now: options.now,
      dates: options.dates,
    });
  }

  /** The rows of a sheet, whatever the case of its name. */
  rowsOf(name: string): SheetRows | undefined {
    const source = this.#sources.get(name.toLowerCase());
    return source && this.scan(source).rows;
  }

  localize(formula: string, source: SheetSource): string {
    return localFormula(formula, source.name, this.#options.names);
  }

  /** The rows of a sheet, read once. */
  scan(source: SheetSource): SheetData & { maxCells: number } {
    const { pack, maxCells } = this.#options;
    let data = this.#scanned.get(source.part);
    if (!data) {
      data = scanSheetData(splitWorksheet(pack.text(source.part) ?? "").data, this.#options);
      this.#scanned.set(source.part, data);
    }
    return { ...data, maxCells };
  }

  /**
   * Fills in the formulas of the sheet that are to be calculated.
   * @returns a cell that shows what the file holds, although the workbook asks for all to be calculated
   */
  calculate(source: SheetSource): GridPosition | undefined {
    const left = this.#formulas.fill(source.name);
    return this.#options.recalculates ? left : undefined;
  }

  /**
   * Cells of references such as `Sheet2!A1:C1` or of a name for some: row by row, area by area, at most
   * `limit` of them.
   */
  *cells(formula: string, source: SheetSource, limit: number): Generator<ReferredCell> {
    const areas = this.localize(formula, source)
      .replace(/^[\s=(]+/, "")
      .replace(/(?<![\s)])[\s)]+$/, "");
    let count = 0;
    for (const [area] of areas.matchAll(AREA)) {
      const range = parseGridRange(area);
      const sheet = sheetNameOf(area);
      const other = sheet === undefined ? source : this.#sources.get(sheet.toLowerCase());
      if (!range || !other) continue;
      const { rows } = this.scan(other);
      for (let row = range.top; row <= range.bottom; row++) {
        const { hidden: isHidden = false, cells } = rows.get(row) ?? {};
        for (let column = range.left; column <= range.right; column++) {
          if (count++ >= limit) return;
          const value = this.#formulas.value(other.name, row, column) ?? null;
          const cell = cells?.get(column);
          const shown = cell && shownText(cell.value);
          yield { sheet: other, column, isHidden, styleIndex: cell?.styleIndex ?? 0, value, shown };
        }
      }
    }
  }
}

const AREA = /(?:'(?:[^']|'')*'|[^,'])+/g;

export interface ReferredCell {
  sheet: SheetSource;
  column: number;
  /** It is in a hidden row. */
  isHidden: boolean;
  /** Its cell format. */
  styleIndex: number;
  value: Scalar;
  /** How the cell writes its number, if the file says it. */
  shown: string | undefined;
}

function shownText(value: CellValue): string | undefined {
  return value.kind === "text" && value.number !== undefined ? value.runs.map(({ text }) => text).join("") : undefined;
}

/** The sheet that a reference names. */
export function sheetNameOf(reference: string): string | undefined {
  const mark = reference.lastIndexOf("!");
  if (mark < 0) return undefined;
  const name = reference.slice(0, mark).trim();
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;
}

export interface SheetSource {
  name: string;
  part: string;
  index: number;
}
