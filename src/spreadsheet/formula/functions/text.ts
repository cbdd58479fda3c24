import { formatValue, isDateFormatCode } from "../../number-format.ts";
import { serialIn1900 } from "../../serial-date.ts";
import type { Calculator } from "../calculator.ts";
import { cellText, MAX_TEXT_LENGTH, toBoolean, toText } from "../coerce.ts";
import { ANY, ofArrays, ofScalars, ofValues } from "../define-function.ts";
import { FormulaError, raise } from "../formula-error.ts";
import type { FormulaValue, Scalar } from "../formula-value.ts";
import type { FunctionDefinition, FunctionTable } from "../function-definition.ts";
import { WildcardPattern } from "../wildcard.ts";
import { scalarsOf } from "./argument-values.ts";
import { round } from "./math.ts";

function of1(apply: (text: string) => Scalar): FunctionDefinition {
  return ofScalars(1, 1, ([value]) => apply(toText(value)));
}

function countOf(value: Scalar | undefined, fallback: number, calculator: Calculator): number {
  const count = Math.trunc(calculator.numberOr(value, fallback));
  return count < 0 ? raise(FormulaError.VALUE) : count;
}

/** A value in a number format (TEXT); a format that cannot be read is `#VALUE!`. */
function textOf(value: Scalar, pattern: string, calculator: Calculator): string {
  if (value instanceof FormulaError) return raise(value);
  const number = typeof value === "string" ? calculator.textNumber(value) : value === null ? 0 : value;
  try {
    const shown =
      typeof number === "number" && isDateFormatCode(pattern) ? serialIn1900(number, calculator.dates) : number;
    return formatValue(shown ?? value, pattern);
  } catch {
    return raise(FormulaError.VALUE);
  }
}

/** Texts with a mark between them; as a whole they have to fit into a cell. */
function joinedText(texts: readonly string[], mark: string): string {
  const length = texts.reduce((sum, text) => sum + text.length + mark.length, -mark.length);
  return length > MAX_TEXT_LENGTH ? raise(FormulaError.VALUE) : texts.join(mark);
}

function substitute([text, old, replacement, instance]: Scalar[], calculator: Calculator): string {
  const [source, sought, other] = [toText(text), toText(old), toText(replacement)];
  if (sought === "") return source;
  if (instance === undefined || instance === null) return joinedText(source.split(sought), other);
  let place = -1;
  for (let count = calculator.integer(instance); count > 0; count--) {
    place = source.indexOf(sought, place + 1);
    if (place < 0) return source;
  }
  if (place < 0) return raise(FormulaError.VALUE);
  return source.slice(0, place) + other + source.slice(place + sought.length);
}

function find([sought, text, start]: Scalar[], isCaseless: boolean, calculator: Calculator): number {
  const from = calculator.numberOr(start, 1) - 1;
  const [needle, source] = [toText(sought), toText(text)];
  if (from < 0 || from > source.length) return raise(FormulaError.VALUE);
  const place = isCaseless ? new WildcardPattern(needle).find(source, from) : source.indexOf(needle, from);
  return place < 0 ? raise(FormulaError.VALUE) : place + 1;
}

function replace([text, start, length, replacement]: Scalar[], calculator: Calculator): string {
  const source = toText(text);
  const from = calculator.integer(start) - 1;
  if (from < 0) return raise(FormulaError.VALUE);
  const behind = from + countOf(length, 0, calculator);
  return cellText(source.slice(0, from) + toText(replacement) + source.slice(behind));
}

function concatenate(values: readonly FormulaValue[], calculator: Calculator): string {
  let text = "";
  for (const value of values)
    calculator.each(value, (scalar) => {
      text = cellText(text + toText(scalar));
    });
  return cellText(text);
}

function fixed(value: number, digits: number, hasCommas: boolean): string {
  const rounded = round(value, digits);
  const text = Math.abs(rounded).toFixed(Math.max(0, Math.min(digits, 20)));
  const [whole = "", fraction] = text.split(".");
  const grouped = hasCommas ? whole.replace(/\B(?=(?:\d{3})+$)/g, ",") : whole;
  return `${rounded < 0 ? "-" : ""}${grouped}${fraction ? `.${fraction}` : ""}`;
}

const proper = (text: string): string =>
  text
    .toLowerCase()
    .replace(/(^|[^\p{L}])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());

function cut(isBefore: boolean): FunctionDefinition {
  return ofScalars(2, 6, ([text, delimiter, instance, , , missing], calculator) => {
    const [source, mark] = [toText(text), toText(delimiter)];
    const count = Math.trunc(calculator.numberOr(instance, 1));
    let place = count > 0 ? -mark.length : source.length;
    for (let iteration = Math.abs(count); iteration > 0; iteration--) {
      place = count > 0 ? source.indexOf(mark, place + mark.length) : source.lastIndexOf(mark, place - 1);
      if (place < 0) return missing ?? raise(FormulaError.NA);
    }
    return isBefore ? source.slice(0, place) : source.slice(place + mark.length);
  });
}

/** Making, cutting and comparing texts. */
export const TEXT_FUNCTIONS: FunctionTable = {
  LEN: of1((text) => text.length),
  UPPER: of1((text) => text.toUpperCase()),
  LOWER: of1((text) => text.toLowerCase()),
  PROPER: of1(proper),
  TRIM: of1((text) => text.replace(/ +/g, " ").replace(/^ | $/g, "")),
  CLEAN: of1((text) => text.replace(/[\u0000-\u001f]/g, "")),
  LEFT: ofScalars(1, 2, ([text, count], calculator) => toText(text).slice(0, countOf(count, 1, calculator))),
  RIGHT: ofScalars(1, 2, ([text, count], calculator) => {
    const length = countOf(count, 1, calculator);
    return length === 0 ? "" : toText(text).slice(-length);
  }),
  MID: ofScalars(3, 3, ([text, start, count], calculator) => {
    const from = calculator.integer(start) - 1;
    return from < 0 ? raise(FormulaError.VALUE) : toText(text).slice(from, from + countOf(count, 0, calculator));
  }),
  TEXTBEFORE: cut(true),
  TEXTAFTER: cut(false),
  CONCAT: ofValues(1, ANY, concatenate),
  CONCATENATE: ofScalars(1, ANY, (values) => values.map(toText).reduce((text, next) => cellText(text + next))),
  TEXTJOIN: ofArrays(3, ANY, ([delimiter, skipsEmpty, ...values], calculator, frame) => {
    const mark = toText(calculator.scalar(delimiter, frame));
    const skips = toBoolean(calculator.scalar(skipsEmpty, frame));
    const texts = values.flatMap((value) => scalarsOf(value, calculator)).map(toText);
    return joinedText(skips ? texts.filter((text) => text !== "") : texts, mark);
  }),
  REPT: ofScalars(2, 2, ([text, count], calculator) => {
    const [source, times] = [toText(text), countOf(count, 0, calculator)];
    return source.length * times > MAX_TEXT_LENGTH ? raise(FormulaError.VALUE) : source.repeat(times);
  }),
  SUBSTITUTE: ofScalars(3, 4, substitute),
  REPLACE: ofScalars(4, 4, replace),
  FIND: ofScalars(2, 3, (values, calculator) => find(values, false, calculator)),
  SEARCH: ofScalars(2, 3, (values, calculator) => find(values, true, calculator)),
  EXACT: ofScalars(2, 2, ([a, b]) => toText(a) === toText(b)),
  TEXT: ofScalars(2, 2, ([value, pattern], calculator) => textOf(value ?? null, toText(pattern), calculator)),
  FIXED: ofScalars(1, 3, ([value, digits, noCommas], calculator) =>
    fixed(calculator.number(value), Math.trunc(calculator.numberOr(digits, 2)), !(noCommas && toBoolean(noCommas))),
  ),
  DOLLAR: ofScalars(1, 2, ([value, digits], calculator) => {
    const text = fixed(Math.abs(calculator.number(value)), Math.trunc(calculator.numberOr(digits, 2)), true);
    return calculator.number(value) < 0 ? `-$${text}` : `$${text}`;
  }),
  VALUE: ofScalars(1, 1, ([value], calculator) => {
    if (typeof value !== "string") return calculator.number(value);
    const text = value.replace(/^\s*(?:([-+])\s*)?[$€£]\s*/, "$1");
    return calculator.textNumber(text) ?? raise(FormulaError.VALUE);
  }),
  NUMBERVALUE: ofScalars(1, 3, ([value, decimal, group], calculator) => {
    const [point, separator] = [toText(decimal ?? "."), toText(group ?? ",")];
    const text = toText(value).replace(/\s/g, "").replaceAll(separator, "").replace(point, ".");
    return text === "" ? 0 : (calculator.textNumber(text) ?? raise(FormulaError.VALUE));
  }),
  CHAR: ofScalars(1, 1, ([code], calculator) => {
    const number = calculator.integer(code);
    return number < 1 || number > 255
      ? raise(FormulaError.VALUE)
      : new TextDecoder("windows-1252").decode(Uint8Array.of(number));
  }),
  UNICHAR: ofScalars(1, 1, ([code], calculator) => {
    const number = calculator.integer(code);
    return number < 1 || number > 0x10ffff ? raise(FormulaError.VALUE) : String.fromCodePoint(number);
  }),
  CODE: of1((text) => (text === "" ? raise(FormulaError.VALUE) : text.charCodeAt(0))),
  UNICODE: of1((text) => text.codePointAt(0) ?? raise(FormulaError.VALUE)),
  T: ofScalars(1, 1, ([value]) => (value instanceof FormulaError ? value : typeof value === "string" ? value : "")),
};
