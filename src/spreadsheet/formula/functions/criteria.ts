import type { DateSystem } from "../../serial-date.ts";
import { compareTexts, nearlyEqual, textToNumber } from "../coerce.ts";
import type { ColumnIndex, Rows } from "../column-index.ts";
import { FormulaError } from "../formula-error.ts";
import type { Scalar } from "../formula-value.ts";
import { WildcardPattern } from "../wildcard.ts";

/** A condition of SUMIF, COUNTIFS and the like. */
export interface Criterion {
  /** Whether a value meets it. */
  test(value: Scalar): boolean;
  /** The rows of a column whose values meet it. */
  rowsIn(column: ColumnIndex): Rows;
}

/** Reads a condition: a value to equal, or a text such as `>=10`, `<>x`, `A*`. */
export function criterionOf(condition: Scalar, dates: DateSystem): Criterion {
  if (condition === null) return scanned("empty", (value) => value === 0);
  if (condition instanceof FormulaError) return scanned(condition.code, (value) => value === condition);
  if (typeof condition === "boolean") return scanned(String(condition), (value) => value === condition);
  if (typeof condition === "number") return equalToNumber(condition, dates);
  const operator = /^(?:<=|>=|<>|<|>|=)?/.exec(condition)?.[0] ?? "";
  const operand = condition.slice(operator.length);
  if (operator === "" || operator === "=") return equalTo(operand, operator, dates);
  if (operator === "<>") {
    const { test } = equalTo(operand, operator, dates);
    return scanned(condition, (value) => !test(value));
  }
  return scanned(condition, ordering(operand, operator, dates));
}

/** A condition for which a column is searched, once. */
function scanned(key: string, test: (value: Scalar) => boolean): Criterion {
  return { test, rowsIn: (column) => column.rowsOfValuesWhere(key, test) };
}

function equalToNumber(number: number, dates: DateSystem): Criterion {
  return {
    test(value) {
      if (typeof value === "number") return nearlyEqual(value, number);
      return typeof value === "string" && value.trim() !== "" && textToNumber(value, dates) === number;
    },
    rowsIn: (column) => column.rowsOfNumberOrText(number),
  };
}

function equalTo(operand: string, operator: string, dates: DateSystem): Criterion {
  if (operand === "")
    return operator === ""
      ? scanned("blank", (value) => value === null || value === "")
      : scanned("nothing", (value) => value === null);
  const number = textToNumber(operand, dates);
  if (number !== undefined) return equalToNumber(number, dates);
  if (/^(?:true|false)$/i.test(operand)) {
    const expected = /^true$/i.test(operand);
    return scanned(String(expected), (value) => value === expected);
  }
  if (operand.startsWith("#")) {
    const code = operand.toUpperCase();
    return scanned(code, (value) => value instanceof FormulaError && value.code === code);
  }
  const pattern = new WildcardPattern(operand);
  return {
    test: (value) => typeof value === "string" && pattern.matches(value),
    rowsIn: (column) =>
      pattern.literal === undefined
        ? column.rowsOfTextsWhere(operand.toLowerCase(), (lower) => pattern.matchesLower(lower))
        : column.rowsOfText(pattern.literal),
  };
}

function ordering(operand: string, operator: string, dates: DateSystem): (value: Scalar) => boolean {
  const number = textToNumber(operand, dates);
  const holds = (order: number): boolean => {
    if (operator === "<") return order < 0;
    if (operator === ">") return order > 0;
    return operator === "<=" ? order <= 0 : order >= 0;
  };
  if (number !== undefined)
    return (value) => typeof value === "number" && holds(nearlyEqual(value, number) ? 0 : value - number);
  return (value) => typeof value === "string" && holds(compareTexts(value, operand));
}
