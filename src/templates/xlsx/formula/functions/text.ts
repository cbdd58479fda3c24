import { format, isDateFormat } from "numfmt";
import type { Calculator } from "../calculator.ts";
import { textToNumber, toBoolean, toNumber, toText } from "../coerce.ts";
import { FormulaError, type FormulaValue, raise, type Scalar } from "../formula-value.ts";
import { serialIn1900 } from "../serial-date.ts";
import { integerOf, numberOr, scalarsOf } from "./argument-values.ts";
import { wildcard } from "./criteria.ts";
import {
  ANY,
  type FunctionDefinition,
  type FunctionTable,
  ofArrays,
  ofScalars,
  ofValues,
} from "./function-definition.ts";
import { round } from "./math.ts";

/** The longest text a cell holds. */
const LONGEST = 32_767;

function limited(text: string): string {
  return text.length > LONGEST ? raise(FormulaError.VALUE) : text;
}

function of1(apply: (text: string) => Scalar): FunctionDefinition {
  return ofScalars(1, 1, ([value]) => apply(toText(value!)));
}

function countOf(value: Scalar | undefined, fallback: number): number {
  const count = Math.trunc(numberOr(value, fallback));
  return count < 0 ? raise(FormulaError.VALUE) : count;
}

/** A value in a number format (TEXT); a format that cannot be read is `#VALUE!`. */
export function formatValue(value: Scalar, pattern: string): string {
  if (value instanceof FormulaError) return raise(value);
  const number = typeof value === "string" ? textToNumber(value) : value === null ? 0 : value;
  try {
    const shown = typeof number === "number" && isDateFormat(pattern) ? serialIn1900(number) : number;
    return format(pattern, shown ?? value, { nbsp: false });
  } catch {
    return raise(FormulaError.VALUE);
  }
}

function substitute([text, old, replacement, instance]: Scalar[]): string {
  const [source, sought, other] = [toText(text!), toText(old!), toText(replacement!)];
  if (sought === "") return source;
  if (instance === undefined || instance === null) return limited(source.replaceAll(sought, () => other));
  let place = -1;
  for (let count = integerOf(instance); count > 0; count--) {
    place = source.indexOf(sought, place + 1);
    if (place < 0) return source;
  }
  if (place < 0) return raise(FormulaError.VALUE);
  return source.slice(0, place) + other + source.slice(place + sought.length);
}

function find([sought, text, start]: Scalar[], isCaseless: boolean): number {
  const from = numberOr(start, 1) - 1;
  const [needle, source] = [toText(sought!), toText(text!)];
  if (from < 0 || from > source.length) return raise(FormulaError.VALUE);
  if (!isCaseless || !/[*?~]/.test(needle)) {
    const place = isCaseless ? source.toLowerCase().indexOf(needle.toLowerCase(), from) : source.indexOf(needle, from);
    return place < 0 ? raise(FormulaError.VALUE) : place + 1;
  }
  const matches = wildcard(`${needle}*`);
  for (let place = from; place < Math.min(source.length, 2_000); place++)
    if (matches(source.slice(place))) return place + 1;
  return raise(FormulaError.VALUE);
}

function replace([text, start, length, replacement]: Scalar[]): string {
  const source = toText(text!);
  const from = integerOf(start!) - 1;
  if (from < 0) return raise(FormulaError.VALUE);
  return limited(source.slice(0, from) + toText(replacement!) + source.slice(from + countOf(length, 0)));
}

function concatenate(values: readonly FormulaValue[], calculator: Calculator): string {
  let text = "";
  for (const value of values)
    calculator.each(value, (scalar) => {
      text += toText(scalar);
    });
  return limited(text);
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
  return ofScalars(2, 6, ([text, delimiter, instance, , , missing]) => {
    const [source, mark] = [toText(text!), toText(delimiter!)];
    const count = Math.trunc(numberOr(instance, 1));
    let place = count > 0 ? -mark.length : source.length;
    for (let turn = Math.abs(count); turn > 0; turn--) {
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
  LEFT: ofScalars(1, 2, ([text, count]) => toText(text!).slice(0, countOf(count, 1))),
  RIGHT: ofScalars(1, 2, ([text, count]) => {
    const length = countOf(count, 1);
    return length === 0 ? "" : toText(text!).slice(-length);
  }),
  MID: ofScalars(3, 3, ([text, start, count]) => {
    const from = integerOf(start!) - 1;
    return from < 0 ? raise(FormulaError.VALUE) : toText(text!).slice(from, from + countOf(count, 0));
  }),
  TEXTBEFORE: cut(true),
  TEXTAFTER: cut(false),
  CONCAT: ofValues(1, ANY, concatenate),
  CONCATENATE: ofScalars(1, ANY, (values) => limited(values.map(toText).join(""))),
  TEXTJOIN: ofArrays(3, ANY, ([delimiter, skipsEmpty, ...values], calculator, frame) => {
    const mark = toText(calculator.scalar(delimiter!, frame));
    const skips = toBoolean(calculator.scalar(skipsEmpty!, frame));
    const texts = values.flatMap((value) => scalarsOf(value, calculator)).map(toText);
    return limited((skips ? texts.filter((text) => text !== "") : texts).join(mark));
  }),
  REPT: ofScalars(2, 2, ([text, count]) => {
    const [source, times] = [toText(text!), countOf(count, 0)];
    return source.length * times > LONGEST ? raise(FormulaError.VALUE) : source.repeat(times);
  }),
  SUBSTITUTE: ofScalars(3, 4, substitute),
  REPLACE: ofScalars(4, 4, replace),
  FIND: ofScalars(2, 3, (values) => find(values, false)),
  SEARCH: ofScalars(2, 3, (values) => find(values, true)),
  EXACT: ofScalars(2, 2, ([a, b]) => toText(a!) === toText(b!)),
  TEXT: ofScalars(2, 2, ([value, pattern]) => formatValue(value!, toText(pattern!))),
  FIXED: ofScalars(1, 3, ([value, digits, noCommas]) =>
    fixed(toNumber(value!), Math.trunc(numberOr(digits, 2)), !(noCommas && toBoolean(noCommas))),
  ),
  DOLLAR: ofScalars(1, 2, ([value, digits]) => {
    const text = fixed(Math.abs(toNumber(value!)), Math.trunc(numberOr(digits, 2)), true);
    return toNumber(value!) < 0 ? `-$${text}` : `$${text}`;
  }),
  VALUE: ofScalars(1, 1, ([value]) => {
    if (typeof value !== "string") return toNumber(value!);
    const text = value.replace(/^\s*([-+]?)\s*[$€£]\s*/, "$1");
    return textToNumber(text) ?? raise(FormulaError.VALUE);
  }),
  NUMBERVALUE: ofScalars(1, 3, ([value, decimal, group]) => {
    const [point, separator] = [toText(decimal ?? "."), toText(group ?? ",")];
    const text = toText(value!).replace(/\s/g, "").replaceAll(separator, "").replace(point, ".");
    return text === "" ? 0 : (textToNumber(text) ?? raise(FormulaError.VALUE));
  }),
  CHAR: ofScalars(1, 1, ([code]) => {
    const number = integerOf(code!);
    return number < 1 || number > 255
      ? raise(FormulaError.VALUE)
      : new TextDecoder("windows-1252").decode(Uint8Array.of(number));
  }),
  UNICHAR: ofScalars(1, 1, ([code]) => {
    const number = integerOf(code!);
    return number < 1 || number > 0x10ffff ? raise(FormulaError.VALUE) : String.fromCodePoint(number);
  }),
  CODE: of1((text) => (text === "" ? raise(FormulaError.VALUE) : text.charCodeAt(0))),
  UNICODE: of1((text) => text.codePointAt(0) ?? raise(FormulaError.VALUE)),
  T: ofScalars(1, 1, ([value]) => (value instanceof FormulaError ? value : typeof value === "string" ? value : "")),
};
