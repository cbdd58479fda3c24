/** Conditional formats applied to cells (ECMA-376 part 1, 18.3.1.10). */

import type { Metered } from "../../../domain/work-meter.ts";
import type { Scalar } from "../../../spreadsheet/formula/formula-value.ts";
import { contains, type GridRange } from "../../../spreadsheet/grid-range.ts";
import { mix } from "../../model/color.ts";
import type {
  ConditionalFormat,
  ConditionalRule,
  IconChoice,
  RuleDetail,
  Threshold,
} from "../model/conditional-format.ts";
import type { Sheet } from "../model/sheet.ts";
import type { DifferentialStyle } from "../styles/styles.ts";
import { type CellValue, numberOf } from "../values/sheet-data.ts";
import { isTrue, orderOf, scalarOf, WorkbookFormulas } from "../values/workbook-formulas.ts";
import { type DataBar, dataBar } from "./data-bar.ts";

export interface ConditionalAppearance {
  /** Strongest first. */
  styles: DifferentialStyle[];
  fill: string | undefined;
  bar: DataBar | undefined;
  icon: IconChoice | undefined;
  hidesValue: boolean;
}

interface Applied {
  rule: ConditionalRule;
  format: ConditionalFormat;
  origin: { row: number; column: number };
  figures: Figures;
  /** Of its thresholds; calculated when the first cell asks. */
  levels?: readonly number[];
}

/** What rules that compare with the whole range need; computed once. */
class Figures {
  readonly #sheet: Sheet;
  readonly #ranges: readonly GridRange[];
  #numbers: number[] | undefined;
  #texts: Map<string, number> | undefined;
  #average: { mean: number; deviation: number } | undefined;

  constructor(sheet: Sheet, ranges: readonly GridRange[]) {
    this.#sheet = sheet;
    this.#ranges = ranges;
  }

  *#values(): Generator<CellValue> {
    for (const row of this.#sheet.rows.values()) {
      const spans = this.#ranges.filter((range) => row.index >= range.top && row.index <= range.bottom);
      if (spans.length === 0) continue;
      for (const cell of row.cells.values()) {
        if (spans.some((range) => cell.column >= range.left && cell.column <= range.right)) yield cell.value;
      }
    }
  }

  get numbers(): number[] {
    if (!this.#numbers) {
      this.#numbers = [];
      for (const value of this.#values()) {
        const number = numberOf(value);
        if (number !== undefined) this.#numbers.push(number);
      }
      this.#numbers.sort((one, other) => one - other);
    }
    return this.#numbers;
  }

  get average(): { mean: number; deviation: number } {
    if (!this.#average) {
      const { numbers } = this;
      const mean = numbers.reduce((sum, each) => sum + each, 0) / (numbers.length || 1);
      const variance = numbers.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (numbers.length || 1);
      this.#average = { mean, deviation: Math.sqrt(variance) };
    }
    return this.#average;
  }

  countOf(value: CellValue): number {
    if (!this.#texts) {
      this.#texts = new Map();
      for (const each of this.#values()) {
        const key = valueKey(each);
        this.#texts.set(key, (this.#texts.get(key) ?? 0) + 1);
      }
    }
    return this.#texts.get(valueKey(value)) ?? 0;
  }
}

function valueKey(value: CellValue): string {
  return `${value.kind}:${String(scalarOf(value)).toLowerCase()}`;
}

const BLANK: CellValue = { kind: "blank" };

export class ConditionalAppearances {
  readonly #sheet: Sheet;
  readonly #applied: Applied[];
  readonly #formulas: WorkbookFormulas;
  readonly #meter: Metered;
  /** For each cell: rules and the ranges that are looked through. */
  readonly #comparisons: number;

  constructor(sheet: Sheet, today: number, meter: Metered) {
    this.#sheet = sheet;
    this.#meter = meter;
    this.#comparisons = sheet.conditionalFormats.reduce(
      (count, { rules, ranges }) => count + rules.length * (1 + ranges.length),
      0,
    );
    this.#applied = sheet.conditionalFormats
      .flatMap((format) => {
        const figures = new Figures(sheet, format.ranges);
        const origin = {
          row: format.ranges.reduce((least, { top }) => Math.min(least, top), Number.POSITIVE_INFINITY),
          column: format.ranges.reduce((least, { left }) => Math.min(least, left), Number.POSITIVE_INFINITY),
        };
        return format.rules.map((rule) => ({ rule, format, origin, figures }));
      })
      .sort((one, other) => one.rule.priority - other.rule.priority);
    this.#formulas = new WorkbookFormulas({
      rowsOf: (name) => (name === sheet.name ? sheet.rows : sheet.rowsOf(name)),
      now: today,
      dates: sheet.dates,
    });
  }

  /** Whether formats of some cells were left out because their formulas take too long. */
  get isIncomplete(): boolean {
    return this.#formulas.isExhausted;
  }

  /** Rows in which empty cells, too, may have a look. */
  touchesRow(row: number): boolean {
    return this.#applied.some(({ format }) => format.ranges.some((range) => row >= range.top && row <= range.bottom));
  }

  #value(row: number, column: number): CellValue {
    return this.#sheet.rows.get(row)?.cells.get(column)?.value ?? BLANK;
  }

  at(row: number, column: number): ConditionalAppearance | undefined {
    let appearance: ConditionalAppearance | undefined;
    this.#meter.charge("comparison", this.#comparisons);
    for (const applied of this.#applied) {
      if (!applied.format.ranges.some((range) => contains(range, row, column))) continue;
      appearance ??= { styles: [], fill: undefined, bar: undefined, icon: undefined, hidesValue: false };
      const matched = this.#apply(applied, row, column, appearance);
      if (matched && applied.rule.stopIfTrue) break;
    }
    return appearance;
  }

  #apply(applied: Applied, row: number, column: number, appearance: ConditionalAppearance): boolean {
    const { detail } = applied.rule;
    const value = this.#value(row, column);
    if (detail.kind === "test") {
      if (!this.#holds(detail, applied, row, column, value)) return false;
      if (detail.style) appearance.styles.push(detail.style);
      return true;
    }
    const number = numberOf(value);
    if (number === undefined) return false;
    applied.levels ??= detail.thresholds.map((threshold) => this.#level(threshold, applied));
    const { levels } = applied;
    if (detail.kind === "colorScale") appearance.fill ??= scaleColor(number, levels, detail.colors);
    else if (detail.kind === "dataBar") {
      appearance.bar ??= dataBar(number, levels, detail, this.#sheet.rightToLeft);
      if (!detail.showValue) appearance.hidesValue = true;
    } else {
      let index = 0;
      detail.thresholds.forEach((threshold, at) => {
        const level = levels[at] ?? 0;
        if (threshold.includes ? number >= level : number > level) index = at;
      });
      appearance.icon ??= detail.icons[index];
      if (!detail.showValue) appearance.hidesValue = true;
    }
    return true;
  }

  #level(threshold: Threshold, { figures, origin }: Applied): number {
    const { numbers } = figures;
    const low = numbers[0] ?? 0;
    const high = numbers.at(-1) ?? 0;
    const number = Number(threshold.value);
    const share = (Number.isFinite(number) ? number : 0) / 100;
    switch (threshold.type) {
      case "min":
        return low;
      case "max":
        return high;
      case "autoMin":
        return Math.min(0, low);
      case "autoMax":
        return Math.max(0, high);
      case "percent":
        return low + (high - low) * share;
      case "percentile": {
        const place = (numbers.length - 1) * share;
        const below = numbers[Math.floor(place)] ?? low;
        return below + ((numbers[Math.ceil(place)] ?? high) - below) * (place - Math.floor(place));
      }
      default: {
        if (Number.isFinite(number) && threshold.value !== "") return number;
        const result = this.#formulas.evaluate(threshold.value, this.#sheet.name, origin, origin);
        return typeof result === "number" ? result : 0;
      }
    }
  }

  #holds(
    detail: Extract<RuleDetail, { kind: "test" }>,
    applied: Applied,
    row: number,
    column: number,
    value: CellValue,
  ): boolean {
    const { figures, origin } = applied;
    const number = numberOf(value);
    const text = () => String(scalarOf(value) ?? "").toLowerCase();
    const wanted = detail.text.toLowerCase();
    const formula = (index: number) =>
      this.#formulas.evaluate(detail.formulas[index] ?? "", this.#sheet.name, origin, { row, column });
    switch (detail.type) {
      case "cellIs":
        return compares(detail.operator, scalarOf(value), formula(0), () => formula(1));
      case "expression":
      case "timePeriod":
        return isTrue(formula(0));
      case "containsText":
        return wanted !== "" ? text().includes(wanted) : isTrue(formula(0));
      case "notContainsText":
        return wanted !== "" ? !text().includes(wanted) : isTrue(formula(0));
      case "beginsWith":
        return wanted !== "" ? text().startsWith(wanted) : isTrue(formula(0));
      case "endsWith":
        return wanted !== "" ? text().endsWith(wanted) : isTrue(formula(0));
      case "containsBlanks":
        return text().trim() === "";
      case "notContainsBlanks":
        return text().trim() !== "";
      case "containsErrors":
        return value.kind === "error";
      case "notContainsErrors":
        return value.kind !== "error";
      case "duplicateValues":
        return value.kind !== "blank" && figures.countOf(value) > 1;
      case "uniqueValues":
        return value.kind !== "blank" && figures.countOf(value) === 1;
      case "top10":
        return number !== undefined && isRanked(number, figures.numbers, detail);
      case "aboveAverage":
        return number !== undefined && isOffAverage(number, figures.average, detail);
      default:
        return false;
    }
  }
}

function isRanked(
  value: number,
  numbers: readonly number[],
  detail: { rank: number; percent: boolean; bottom: boolean },
): boolean {
  const wanted = detail.percent ? Math.floor((numbers.length * detail.rank) / 100) : detail.rank;
  const count = Math.max(1, Math.min(numbers.length, wanted));
  return detail.bottom
    ? value <= (numbers[count - 1] ?? Number.NEGATIVE_INFINITY)
    : value >= (numbers[numbers.length - count] ?? Number.POSITIVE_INFINITY);
}

function isOffAverage(
  value: number,
  { mean, deviation }: { mean: number; deviation: number },
  detail: { aboveAverage: boolean; equalAverage: boolean; stdDev: number },
): boolean {
  const limit = mean + (detail.aboveAverage ? 1 : -1) * detail.stdDev * deviation;
  if (detail.equalAverage && value === limit) return true;
  return detail.aboveAverage ? value > limit : value < limit;
}

function compares(operator: string, value: Scalar, first: Scalar, second: () => Scalar): boolean {
  const order = (other: Scalar) => orderOf(value, other);
  switch (operator) {
    case "equal":
      return order(first) === 0;
    case "notEqual":
      return order(first) !== 0;
    case "greaterThan":
      return order(first) > 0;
    case "greaterThanOrEqual":
      return order(first) >= 0;
    case "lessThan":
      return order(first) < 0;
    case "lessThanOrEqual":
      return order(first) <= 0;
    case "between":
      return isBetween(value, first, second());
    case "notBetween":
      return !isBetween(value, first, second());
    case "containsText":
      return String(value ?? "")
        .toLowerCase()
        .includes(String(first ?? "").toLowerCase());
    default:
      return false;
  }
}

function isBetween(value: Scalar, first: Scalar, second: Scalar): boolean {
  const [low, high] = orderOf(first, second) <= 0 ? [first, second] : [second, first];
  return orderOf(value, low) >= 0 && orderOf(value, high) <= 0;
}

function scaleColor(value: number, levels: readonly number[], colors: readonly string[]): string | undefined {
  let at = 0;
  while (at < levels.length - 2 && value > (levels[at + 1] ?? 0)) at++;
  const low = levels[at] ?? 0;
  const high = levels[at + 1] ?? low;
  const [from, to] = [colors[at], colors[at + 1]];
  if (!from || !to) return from;
  const share = high === low ? (value >= high ? 1 : 0) : (value - low) / (high - low);
  return mix(from, to, Math.max(0, Math.min(1, share)));
}
