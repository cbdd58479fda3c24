/** Conditional formats (MS-XLSB 2.4.33, 2.4.23, 2.4.331) -> `conditionalFormatting` elements. */

import { codePageDecoder } from "../../binary/code-page.ts";
import { type Attributes, element } from "../../binary/doc/xml-writer.ts";
import { type FormulaNames, formulaText } from "../../binary/xls/formula/formula-text.ts";
import { rangeReference } from "../../binary/xls/formula/reference-text.ts";
import { ICON_SETS, THRESHOLDS } from "../../binary/xls/markup/style-names.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import type { GridRange } from "../../spreadsheet/grid-range.ts";
import { colorXml } from "./color-xml.ts";
import { RECORD, type RecordData } from "./records.ts";

const MOST_RANGES = 4_096;
const MOST_RULES = 10_000;
const NO_FORMAT = 0xffff_ffff;
const COMPARISON = 1;
const EXPRESSION = 2;
const TOP = 5;
const OPERATORS = [
  ...["", "between", "notBetween", "equal", "notEqual", "greaterThan", "lessThan", "greaterThanOrEqual"],
  "lessThanOrEqual",
];
/** Rules that are drawn by colors, bars or icons. */
const DRAWN: Readonly<Record<number, string>> = { 3: "colorScale", 4: "dataBar", 6: "iconSet" };
const TEXT = 8;
const TEXT_RULES = [
  { type: "containsText", operator: "containsText" },
  { type: "notContainsText", operator: "notContains" },
  { type: "beginsWith", operator: "beginsWith" },
  { type: "endsWith", operator: "endsWith" },
];
/** What an expression stands for (2.5.16). */
const TEMPLATES: Readonly<Record<number, Attributes>> = {
  7: { type: "uniqueValues" },
  9: { type: "containsBlanks" },
  10: { type: "notContainsBlanks" },
  11: { type: "containsErrors" },
  12: { type: "notContainsErrors" },
  15: { type: "timePeriod", timePeriod: "today" },
  16: { type: "timePeriod", timePeriod: "tomorrow" },
  17: { type: "timePeriod", timePeriod: "yesterday" },
  18: { type: "timePeriod", timePeriod: "last7Days" },
  19: { type: "timePeriod", timePeriod: "lastMonth" },
  20: { type: "timePeriod", timePeriod: "nextMonth" },
  21: { type: "timePeriod", timePeriod: "thisWeek" },
  22: { type: "timePeriod", timePeriod: "nextWeek" },
  23: { type: "timePeriod", timePeriod: "lastWeek" },
  24: { type: "timePeriod", timePeriod: "thisMonth" },
  25: { type: "aboveAverage" },
  26: { type: "aboveAverage", aboveAverage: 0 },
  27: { type: "duplicateValues" },
  29: { type: "aboveAverage", equalAverage: 1 },
  30: { type: "aboveAverage", aboveAverage: 0, equalAverage: 1 },
};
const AVERAGE = "aboveAverage";
/** Other sheets and names are not known here: a rule that needs them is left out, with a warning. */
const NO_NAMES: FormulaNames = {
  sheets: () => undefined,
  externSheet: () => undefined,
  definedName: () => undefined,
  externName: () => undefined,
};
const TEXT_FORMAT = { biff8: true, decoder: codePageDecoder(1252) };

interface Format {
  ranges: GridRange[];
  rules: string[];
}

/** A rule whose colors, bars or icons follow. */
interface OpenRule {
  attributes: Attributes;
  /** `colorScale`, `dataBar`, `iconSet`; nothing for rules that are done. */
  part: string | undefined;
  partAttributes: Attributes;
  content: string;
}

export class ConditionalRecords {
  readonly #formats: Format[] = [];
  #rule: OpenRule | undefined;
  #left = MOST_RULES;
  /** Rules that need what is not known here. */
  isIncomplete = false;

  /** False for records of other kinds. */
  read(type: number, data: RecordData): boolean {
    if (type === RECORD.conditional) this.#startFormat(data);
    else if (type === RECORD.rule) this.#startRule(data);
    else if (type === RECORD.endRule) this.#endRule();
    else if (type === RECORD.dataBar) this.#set({ minLength: data.u8(), maxLength: data.u8(), showValue: data.u8() });
    else if (type === RECORD.iconSet) this.#icons(data);
    else if (type === RECORD.threshold) this.#threshold(data);
    else if (type === RECORD.color) this.#add(colorXml("color", data) || '<color rgb="FFFFFFFF"/>');
    else return false;
    return true;
  }

  xml(): string {
    return this.#formats
      .filter(({ rules }) => rules.length > 0)
      .map(({ ranges, rules }) =>
        element("conditionalFormatting", { sqref: ranges.map(rangeReference).join(" ") }, rules.join("")),
      )
      .join("");
  }

  #startFormat(data: RecordData): void {
    data.skip(8);
    const count = Math.min(MOST_RANGES, data.u32());
    const ranges: GridRange[] = [];
    while (ranges.length < count && data.left > 0) {
      const [top, bottom, left, right] = [data.u32(), data.u32(), data.u32(), data.u32()];
      ranges.push({ top, bottom, left, right });
    }
    this.#formats.push({ ranges, rules: [] });
  }

  #startRule(data: RecordData): void {
    this.#rule = undefined;
    const format = this.#formats.at(-1);
    if (!format || format.ranges.length === 0 || this.#left-- <= 0) return;
    const [kind, template, dxfId, priority, parameter] = [data.u32(), data.u32(), data.u32(), data.u32(), data.u32()];
    data.skip(8);
    const flags = data.u16();
    const sizes = [data.u32(), data.u32(), data.u32()];
    const text = data.nullableText();
    const formulas = sizes.filter((size) => size > 0).map(() => this.#formula(data));
    const shown = this.#attributes(kind, template, parameter, flags, text);
    if (!shown || formulas.includes(undefined)) {
      this.isIncomplete = true;
      return;
    }
    this.#rule = {
      attributes: {
        ...shown,
        dxfId: dxfId === NO_FORMAT ? undefined : dxfId,
        priority,
        stopIfTrue: flags & 2 ? 1 : undefined,
      },
      part: DRAWN[kind],
      partAttributes: {},
      content: formulas.map((formula) => element("formula", {}, escapeXmlText(formula ?? ""))).join(""),
    };
  }

  #attributes(
    kind: number,
    template: number,
    parameter: number,
    flags: number,
    text: string | undefined,
  ): Attributes | undefined {
    const drawn = DRAWN[kind];
    if (drawn) return { type: drawn };
    if (kind === COMPARISON) return { type: "cellIs", operator: OPERATORS[parameter] };
    if (kind === TOP)
      return { type: "top10", rank: parameter, bottom: flags & 8 ? 1 : undefined, percent: flags & 16 ? 1 : undefined };
    if (kind !== EXPRESSION) return undefined;
    if (template === TEXT) {
      const rule = TEXT_RULES[parameter];
      return rule && { ...rule, text };
    }
    const known = TEMPLATES[template];
    if (known?.type === AVERAGE) return { ...known, stdDev: parameter || undefined };
    return known ?? { type: "expression" };
  }

  /** `CFParsedFormula` (2.5.97.3); undefined for what has no text here. Relative places count from the first cell. */
  #formula(data: RecordData): string | undefined {
    const expression = data.bytes(data.u32());
    data.skip(data.u32());
    const ranges = this.#formats.at(-1)?.ranges ?? [];
    const base = {
      row: ranges.reduce((least, { top }) => Math.min(least, top), Number.POSITIVE_INFINITY),
      column: ranges.reduce((least, { left }) => Math.min(least, left), Number.POSITIVE_INFINITY),
    };
    return formulaText(expression, { text: TEXT_FORMAT, names: NO_NAMES, base, isLarge: true });
  }

  #set(attributes: Attributes): void {
    if (this.#rule) this.#rule.partAttributes = attributes;
  }

  #icons(data: RecordData): void {
    const [set, flags] = [data.u32(), data.u16()];
    this.#set({ iconSet: ICON_SETS[set], showValue: flags & 2 ? 0 : 1, reverse: flags & 4 ? 1 : undefined });
  }

  #threshold(data: RecordData): void {
    if (!this.#rule) return;
    const type = THRESHOLDS[data.u32()] ?? "num";
    const value = data.f64();
    data.skip(4);
    const includes = data.u32() !== 0;
    const size = data.u32();
    const formula = size > 0 ? this.#formula(data) : undefined;
    const isLimit = type === "min" || type === "max";
    this.#add(
      element("cfvo", {
        type,
        val: formula ?? (isLimit ? undefined : value),
        gte: this.#rule.part === "iconSet" && !includes ? 0 : undefined,
      }),
    );
  }

  /** Into the part of a rule that is drawn. */
  #add(markup: string): void {
    if (this.#rule?.part) this.#rule.content += markup;
  }

  #endRule(): void {
    if (!this.#rule) return;
    const { attributes, part, partAttributes, content } = this.#rule;
    const inner = part ? element(part, partAttributes, content) : content;
    this.#formats.at(-1)?.rules.push(element("cfRule", attributes, inner));
    this.#rule = undefined;
  }
}
