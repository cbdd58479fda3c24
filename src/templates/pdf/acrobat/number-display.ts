import { readNumber, roundedDigits } from "../../../language/numbers.ts";
import type { ScriptConstant } from "./script-call.ts";

/** How a number is shown: text, and whether it is red. */
interface ShownNumber {
  shown: string;
  isRed: boolean;
}

/** Grouping and decimal marks of Acrobat's styles of separators: 1,234.56, 1234.56, 1.234,56, 1234,56, 1'234.56. */
const SEPARATORS: readonly (readonly [group: string, decimal: string])[] = [
  [",", "."],
  ["", "."],
  [".", ","],
  ["", ","],
  ["'", "."],
];
const MAX_DECIMALS = 30;

function digitsOf(magnitude: number, decimals: number, style: number): string {
  const [group, decimal] = SEPARATORS[style] ?? [",", "."];
  const { whole, fraction } = roundedDigits(magnitude, decimals);
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  return fraction === "" ? grouped : `${grouped}${decimal}${fraction}`;
}

const integerOf = (value: ScriptConstant | undefined, fallback: number): number =>
  typeof value === "number" && Number.isFinite(value) ? Math.trunc(value) : fallback;

const decimalsOf = (value: ScriptConstant | undefined): number =>
  Math.min(MAX_DECIMALS, Math.max(0, integerOf(value, 2)));

const styleOf = (value: ScriptConstant | undefined): number => Math.min(4, Math.max(0, integerOf(value, 0)));

/** A number of a field's value; undefined for what is none. */
export function numberOf(text: string): number | undefined {
  const { value, manner } = readNumber(text.trim());
  return text.trim() !== "" && (manner === "exact" || manner === "lenient") && Number.isFinite(value)
    ? value
    : undefined;
}

/**
 * `AFNumber_Format(decimals, separators, negatives, -, currency, isBefore)`. Negatives: 0 a minus, 1 red, 2 in parentheses,
 * 3 red and in parentheses.
 */
export function shownNumber(number: number, given: readonly ScriptConstant[]): ShownNumber {
  const [decimals, separators, negatives, , symbol, isBefore] = given;
  const currency = typeof symbol === "string" ? symbol : "";
  const style = integerOf(negatives, 0);
  const digits = digitsOf(Math.abs(number), decimalsOf(decimals), styleOf(separators));
  const isNegative = number < 0 && /[1-9]/.test(digits);
  const hasMinus = isNegative && style !== 1 && style !== 2 && style !== 3;
  const inParentheses = isNegative && (style === 2 || style === 3);
  const amount = isBefore === true ? currency + digits : digits + currency;
  const signed = hasMinus ? `-${amount}` : amount;
  return { shown: inParentheses ? `(${signed})` : signed, isRed: isNegative && (style === 1 || style === 3) };
}

/** `AFPercent_Format(decimals, separators, isBefore)`: 0.125 is 12.5%. */
export function shownPercent(number: number, given: readonly ScriptConstant[]): string {
  const [decimals, separators, isBefore] = given;
  const digits = digitsOf(Math.abs(number) * 100, decimalsOf(decimals), styleOf(separators));
  const sign = number < 0 && /[1-9]/.test(digits) ? "-" : "";
  return isBefore === true ? `${sign}%${digits}` : `${sign}${digits}%`;
}
