import { type DateSystem, parseSerial } from "../serial-date.ts";
import { FormulaError, raise } from "./formula-error.ts";
import type { Scalar } from "./formula-value.ts";

const NUMBER_TEXT = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?\s*$/;

/** Number of a text as Excel reads it in arithmetic: plain, with a percent sign, grouped, or an ISO date. */
export function textToNumber(text: string, dates: DateSystem): number | undefined {
  if (NUMBER_TEXT.test(text)) return Number(text);
  const percent = /^\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+))\s*%\s*$/.exec(text);
  if (percent) return Number(percent[1]) / 100;
  if (/^\s*-?\d{1,3}(?:,\d{3})+(?:\.\d*)?\s*$/.test(text)) return Number(text.replaceAll(",", ""));
  return parseSerial(text, dates);
}

/** A scalar as a number; one that is left out is empty, errors pass on, a text that is not a number is `#VALUE!`. */
export function toNumber(value: Scalar | undefined, dates: DateSystem): number {
  if (typeof value === "number") return value;
  if (value === null || value === undefined) return 0;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof FormulaError) return raise(value);
  return textToNumber(value, dates) ?? raise(FormulaError.VALUE);
}

/** A scalar as `&` and text functions see it. */
export function toText(value: Scalar | undefined): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return numberText(value);
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return raise(value);
}

/** The longest text that a cell holds. */
export const MAX_TEXT_LENGTH = 32_767;

/** A text that fits into a cell; a longer one is `#VALUE!`. */
export function cellText(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? raise(FormulaError.VALUE) : text;
}

/** A number in the General format without a column's width: up to 15 significant digits. */
export function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  const rounded = Number(value.toPrecision(15));
  const magnitude = Math.abs(rounded);
  if (magnitude >= 1e21 || (magnitude < 1e-9 && magnitude > 0))
    return rounded
      .toExponential()
      .toUpperCase()
      .replace(/E([-+])(\d)$/, "E$10$2");
  const text = String(rounded);
  return text.includes("e") ? rounded.toFixed(20).replace(/0+$/, "") : text;
}

export function toBoolean(value: Scalar | undefined): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return value !== 0;
  if (value === null || value === undefined) return false;
  if (value instanceof FormulaError) return raise(value);
  if (/^true$/i.test(value)) return true;
  if (/^false$/i.test(value)) return false;
  return raise(FormulaError.VALUE);
}

const collator = new Intl.Collator("en", { sensitivity: "accent" });

/** Order of two texts without regard to case. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  return a === b ? 0 : collator.compare(a, b) || (a < b ? -1 : 1);
}

/** Order of two scalars: numbers before texts before booleans; an empty cell is the other's zero. */
export function compareScalars(left: Scalar | undefined, right: Scalar | undefined): number {
  if (left instanceof FormulaError) return raise(left);
  if (right instanceof FormulaError) return raise(right);
  const a = left ?? zeroLike(right);
  const b = right ?? zeroLike(a);
  if (typeof a === "number" && typeof b === "number") return nearlyEqual(a, b) ? 0 : a - b;
  if (typeof a === "string" && typeof b === "string") return compareTexts(a, b);
  return kindOrder(a) - kindOrder(b) || Number(a) - Number(b);
}

/** Whether two scalars are equal: as {@link compareScalars} has it, without determining the order of texts. */
export function equalScalars(left: Scalar | undefined, right: Scalar | undefined): boolean {
  if (typeof left === "string" && typeof right === "string")
    return left === right || (left.length === right.length && left.toLowerCase() === right.toLowerCase());
  return compareScalars(left, right) === 0;
}

/** Numbers come before texts, texts before booleans. */
function kindOrder(value: number | string | boolean): number {
  return typeof value === "number" ? 0 : typeof value === "string" ? 1 : 2;
}

/** What an empty cell counts as beside a value. */
function zeroLike(value: number | string | boolean | null | undefined): number | string | boolean {
  return typeof value === "string" ? "" : typeof value === "boolean" ? false : 0;
}

const RELATIVE_TOLERANCE = 2 ** -48;

/** Whether two numbers are equal except for the noise of binary fractions, as spreadsheets see it. */
export function nearlyEqual(a: number, b: number): boolean {
  if (a === b) return true;
  return Math.abs(a - b) < Math.abs(a) * RELATIVE_TOLERANCE;
}

/** a + b, where a result that is only noise is 0 (0.3-0.1-0.2 is 0 in a spreadsheet). */
export function addNumbers(a: number, b: number): number {
  return a < 0 !== b < 0 && nearlyEqual(a, -b) ? 0 : a + b;
}

/** A result that is not a finite number is `#NUM!`. */
export function finite(value: number): number {
  return Number.isFinite(value) ? value : raise(FormulaError.NUM);
}
