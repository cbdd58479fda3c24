/** Conditional formats (MS-XLS 2.4.56, 2.4.42, 2.4.43) -> `conditionalFormatting` elements. */

import { smallestOf } from "../../../domain/collections/long-lists.ts";
import { escapeXmlText } from "../../../office/xml-text.ts";
import type { GridRange } from "../../../spreadsheet/grid-range.ts";
import type { RecordCursor } from "../biff/record-cursor.ts";
import { RecordType } from "../biff/record-type.ts";
import type { TextFormat } from "../biff/text.ts";
import { formulaText } from "../formula/formula-text.ts";
import { rangeReference } from "../formula/reference-text.ts";
import { tag } from "../markup/xml.ts";
import type { NameBook } from "../workbook/defined-names.ts";
import { readRuleDetail } from "./conditional-details.ts";
import { readDifferentialFormat } from "./differential-format.ts";

interface Rule {
  priority: number;
  attributes: Record<string, string | number | boolean | undefined>;
  content: string;
}

interface Format {
  id: number;
  ranges: GridRange[];
  rules: Rule[];
}

const OPERATORS = [
  "",
  "between",
  "notBetween",
  "equal",
  "notEqual",
  "greaterThan",
  "lessThan",
  "greaterThanOrEqual",
  "lessThanOrEqual",
];
const CELL_IS = 1;
const EXPRESSION = 2;
const FRT_HEADER_BYTES = 12;
const MAX_RANGES = 4_096;
/** Excel 97 knows three conditions per format; rules of Excel 2007 come after them unless they say otherwise. */
const OLD_RULES_PRIORITY = 1_000_000;
const TEMPLATE_UNIQUE = 7;
const TEMPLATE_DUPLICATE = 27;

export class ConditionalRecords {
  readonly #text: TextFormat;
  readonly #names: NameBook;
  /** `dxf` elements of the whole workbook. */
  readonly #differentials: string[];
  readonly #formats: Format[] = [];
  #current: Format | undefined;

  constructor(text: TextFormat, names: NameBook, differentials: string[]) {
    this.#text = text;
    this.#names = names;
    this.#differentials = differentials;
  }

  /** False for records of other kinds. */
  read(type: number, cursor: RecordCursor): boolean {
    switch (type) {
      case RecordType.CondFmt12:
        cursor.skip(FRT_HEADER_BYTES);
        this.#readFormat(cursor);
        return true;
      case RecordType.CondFmt:
        this.#readFormat(cursor);
        return true;
      case RecordType.Cf:
        this.#readRule(cursor);
        return true;
      case RecordType.Cf12:
        this.#readNewRule(cursor);
        return true;
      case RecordType.CfEx:
        this.#readExtension(cursor);
        return true;
      default:
        return false;
    }
  }

  /** The `conditionalFormatting` elements of the sheet. */
  markup(): string {
    return this.#formats
      .filter((format) => format.ranges.length > 0 && format.rules.length > 0)
      .map(({ ranges, rules }) =>
        tag(
          "conditionalFormatting",
          { sqref: ranges.map(rangeReference).join(" ") },
          rules
            .map(({ attributes, content, priority }) => tag("cfRule", { ...attributes, priority }, content))
            .join(""),
        ),
      )
      .join("");
  }

  #readFormat(cursor: RecordCursor): void {
    this.#current = undefined;
    cursor.skip(2);
    const id = cursor.u16() >> 1;
    cursor.skip(8);
    const ranges: GridRange[] = [];
    for (let left = Math.min(MAX_RANGES, cursor.u16()); left > 0; left--) {
      const [top, bottom, first, last] = [cursor.u16(), cursor.u16(), cursor.u16(), cursor.u16()];
      ranges.push({ top, bottom, left: first, right: last });
    }
    this.#current = { id, ranges, rules: [] };
    this.#formats.push(this.#current);
  }

  #formula(expression: Uint8Array, format: Format): string | undefined {
    const base = {
      row: smallestOf(format.ranges.map((range) => range.top)),
      column: smallestOf(format.ranges.map((range) => range.left)),
    };
    return formulaText(expression, { text: this.#text, names: this.#names, base });
  }

  #differential(cursor: RecordCursor): number {
    return this.#differentials.push(readDifferentialFormat(cursor, this.#text)) - 1;
  }

  #readRule(cursor: RecordCursor): void {
    const format = this.#current;
    if (!format) return;
    const kind = cursor.u8();
    const operator = cursor.u8();
    const lengths = [cursor.u16(), cursor.u16()];
    const dxfId = this.#differential(cursor);
    const expressions = lengths.map((length) => cursor.bytes(length));
    const rule = this.#comparison(kind, operator, expressions, format);
    if (!rule) return;
    const priority = OLD_RULES_PRIORITY + this.#formats.length * 10 + format.rules.length;
    format.rules.push({ priority, attributes: { ...rule.attributes, dxfId, stopIfTrue: true }, content: rule.content });
  }

  #comparison(
    kind: number,
    operator: number,
    expressions: readonly Uint8Array[],
    format: Format,
  ): { attributes: { type: string; operator?: string }; content: string } | undefined {
    const formulas = expressions
      .filter((expression) => expression.length > 0)
      .map((expression) => this.#formula(expression, format));
    if (formulas.length === 0 || formulas.includes(undefined)) return undefined;
    const content = formulas.map((formula) => `<formula>${escapeXmlText(formula ?? "")}</formula>`).join("");
    if (kind === CELL_IS) return { attributes: { type: "cellIs", operator: OPERATORS[operator] }, content };
    return kind === EXPRESSION ? { attributes: { type: "expression" }, content } : undefined;
  }

  /** CF12 (2.4.43): color scales, bars, icons and the like. */
  #readNewRule(cursor: RecordCursor): void {
    const format = this.#current;
    if (!format) return;
    cursor.skip(FRT_HEADER_BYTES);
    const kind = cursor.u8();
    const operator = cursor.u8();
    const lengths = [cursor.u16(), cursor.u16()];
    const dxfId = this.#newDifferential(cursor);
    const expressions = lengths.map((length) => cursor.bytes(length));
    cursor.skip(cursor.u16());
    const stopIfTrue = (cursor.u8() & 2) !== 0;
    const priority = cursor.u16();
    const template = cursor.u16();
    cursor.skip(cursor.u8());
    const common = { dxfId, stopIfTrue: stopIfTrue || undefined };
    if (template === TEMPLATE_UNIQUE || template === TEMPLATE_DUPLICATE) {
      const type = template === TEMPLATE_UNIQUE ? "uniqueValues" : "duplicateValues";
      format.rules.push({ priority, attributes: { type, ...common }, content: "" });
      return;
    }
    const rule =
      readRuleDetail(kind, cursor, (expression) => this.#formula(expression, format)) ??
      this.#comparison(kind, operator, expressions, format);
    if (rule) format.rules.push({ priority, attributes: { ...rule.attributes, ...common }, content: rule.content });
  }

  /** `DXFN12` (2.5.79): with its size, and colors that are not read. */
  #newDifferential(cursor: RecordCursor): number | undefined {
    const size = cursor.u32();
    if (size === 0) {
      cursor.skip(2);
      return undefined;
    }
    const before = cursor.remaining;
    const index = this.#differential(cursor);
    cursor.skip(Math.max(0, size - (before - cursor.remaining)));
    return index;
  }

  /** CFEx (2.4.44): what Excel 2007 adds to a rule, or the announcement of a rule for the same ranges. */
  #readExtension(cursor: RecordCursor): void {
    cursor.skip(FRT_HEADER_BYTES);
    const announces = cursor.u32() !== 0;
    const id = cursor.u16();
    const format = this.#formats.find((candidate) => candidate.id === id);
    if (!format) return;
    this.#current = format;
    if (announces) return;
    const rule = format.rules[cursor.u16()];
    cursor.skip(2);
    const priority = cursor.u16();
    const flags = cursor.u8();
    if (!rule) return;
    rule.priority = priority;
    rule.attributes.stopIfTrue = (flags & 2) !== 0 || undefined;
  }
}
