/** Functions of conditional formats' formulas. */
import {
  compareValues,
  FormulaError,
  type FormulaSource,
  type FormulaValue,
  isRange,
  type Operand,
  single,
  toNumber,
  toText,
  truth,
} from "./formula.ts";

export interface CallContext {
  at: { row: number; column: number };
  source: FormulaSource;
}

type FormulaFunction = (operands: readonly Operand[], context: CallContext) => Operand;

const all = (operands: readonly Operand[]): FormulaValue[] =>
  operands.flatMap((operand) => (isRange(operand) ? operand.values : [operand]));
const numbersOf = (operands: readonly Operand[]): number[] =>
  all(operands).filter((value) => typeof value === "number");
const isError = (operand: Operand) => single(operand) instanceof Error;
const first =
  (test: (value: FormulaValue) => boolean): FormulaFunction =>
  ([operand]) =>
    test(single(operand));

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function roundTo(value: number, digits: number): number {
  const factor = 10 ** digits;
  return (Math.sign(value) * Math.round(Math.abs(value) * factor + 1e-9)) / factor;
}

/** A criterion of COUNTIF: an operator and a value, or a value whose `*` and `?` stand for text. */
function criterion(wanted: FormulaValue): (value: FormulaValue) => boolean {
  const [, operator = "=", rest = ""] = /^(<>|<=|>=|=|<|>)?([\s\S]*)$/.exec(String(wanted ?? "")) ?? [];
  const number = rest.trim() === "" ? Number.NaN : Number(rest);
  const target: FormulaValue = typeof wanted === "boolean" ? wanted : Number.isNaN(number) ? rest : number;
  if (typeof target === "string" && /[*?]/.test(target) && (operator === "=" || operator === "<>")) {
    const pattern = target
      .toLowerCase()
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replaceAll("*", "[\\s\\S]*")
      .replaceAll("?", ".");
    const expression = new RegExp(`^${pattern}$`);
    return (value) => expression.test(String(value ?? "").toLowerCase()) === (operator === "=");
  }
  return (value) => {
    if (operator !== "<>" && operator !== "=" && typeof value !== typeof target) return false;
    if (operator === "=" && value === undefined && target !== "") return false;
    const order = compareValues(value, target);
    if (operator === "=") return order === 0;
    if (operator === "<>") return order !== 0;
    if (operator === "<") return order < 0;
    if (operator === ">") return order > 0;
    return operator === "<=" ? order <= 0 : order >= 0;
  };
}

function find(operands: readonly Operand[], caseSensitive: boolean): number {
  const [needle, hay, from] = operands;
  const fold = (text: string) => (caseSensitive ? text : text.toLowerCase());
  const start = from === undefined ? 0 : toNumber(from) - 1;
  const at = fold(toText(hay)).indexOf(fold(toText(needle)), start);
  if (at < 0) throw new FormulaError("#VALUE!");
  return at + 1;
}

function utcDate(serial: number): Date {
  return new Date(Math.floor(serial - 25_569) * 86_400_000);
}

const AGGREGATES = ["AVERAGE", "COUNT", "COUNTA", "MAX", "MIN", "PRODUCT"];
const SUM_AGGREGATE = 9;

/** Aggregates by number; other subtotals in the range do not count. */
function subtotal([kind, ...operands]: readonly Operand[], context: CallContext): Operand {
  const number = toNumber(kind) % 100;
  const name = number === SUM_AGGREGATE ? "SUM" : AGGREGATES[number - 1];
  const aggregate = name && FORMULA_FUNCTIONS[name];
  if (!aggregate) throw new FormulaError("#VALUE!");
  const counted = operands.map((operand): Operand => {
    if (!isRange(operand)) return operand;
    const { values, width, top, left } = operand;
    const kept = values.filter(
      (_, index) => !context.source.isSubtotal?.(top + Math.floor(index / width), left + (index % width)),
    );
    return { ...operand, values: kept };
  });
  return aggregate(counted, context);
}

export const FORMULA_FUNCTIONS: Readonly<Record<string, FormulaFunction | undefined>> = {
  AND: (operands) => all(operands).every((value) => truth(value)),
  OR: (operands) => all(operands).some((value) => truth(value)),
  NOT: ([operand]) => !truth(single(operand)),
  XOR: (operands) => all(operands).filter((value) => truth(value)).length % 2 === 1,
  IF: ([test, yes, no]) => (truth(single(test)) ? yes : (no ?? false)),
  IFERROR: ([value, otherwise]) => (isError(value) ? otherwise : value),
  ISBLANK: first((value) => value === undefined),
  ISERROR: first((value) => value instanceof Error),
  ISERR: first((value) => value instanceof Error && value.message !== "#N/A"),
  ISNA: first((value) => value instanceof Error && value.message === "#N/A"),
  ISNUMBER: first((value) => typeof value === "number"),
  ISTEXT: first((value) => typeof value === "string"),
  ISNONTEXT: first((value) => typeof value !== "string"),
  ISLOGICAL: first((value) => typeof value === "boolean"),
  ISEVEN: ([operand]) => Math.trunc(toNumber(operand)) % 2 === 0,
  ISODD: ([operand]) => Math.trunc(toNumber(operand)) % 2 !== 0,
  LEN: ([operand]) => toText(operand).length,
  LEFT: ([text, count]) => toText(text).slice(0, count === undefined ? 1 : Math.max(0, toNumber(count))),
  RIGHT: ([text, count]) => {
    const whole = toText(text);
    return whole.slice(Math.max(0, whole.length - (count === undefined ? 1 : toNumber(count))));
  },
  MID: ([text, from, count]) => toText(text).slice(toNumber(from) - 1, toNumber(from) - 1 + toNumber(count)),
  SEARCH: (operands) => find(operands, false),
  FIND: (operands) => find(operands, true),
  UPPER: ([operand]) => toText(operand).toUpperCase(),
  LOWER: ([operand]) => toText(operand).toLowerCase(),
  TRIM: ([operand]) => toText(operand).trim().replace(/ +/g, " "),
  EXACT: ([one, other]) => toText(one) === toText(other),
  VALUE: ([operand]) => toNumber(operand),
  N: ([operand]) => (typeof single(operand) === "string" ? 0 : toNumber(operand)),
  ABS: ([operand]) => Math.abs(toNumber(operand)),
  INT: ([operand]) => Math.floor(toNumber(operand)),
  SIGN: ([operand]) => Math.sign(toNumber(operand)),
  ROUND: ([operand, digits]) => roundTo(toNumber(operand), toNumber(digits)),
  MOD: ([operand, divisor]) => {
    const by = toNumber(divisor);
    if (by === 0) throw new FormulaError("#DIV/0!");
    return toNumber(operand) - by * Math.floor(toNumber(operand) / by);
  },
  SUM: (operands) => sum(numbersOf(operands)),
  SUBTOTAL: subtotal,
  PRODUCT: (operands) => numbersOf(operands).reduce((product, each) => product * each, 1),
  CONCATENATE: (operands) => operands.map((operand) => toText(operand)).join(""),
  SUMIF: ([range, wanted, summed]) => {
    const fits = criterion(single(wanted));
    const amounts = all([summed ?? range]);
    return sum(
      all([range])
        .map((value, index) => (fits(value) ? amounts[index] : 0))
        .filter((value) => typeof value === "number"),
    );
  },
  COUNT: (operands) => numbersOf(operands).length,
  COUNTA: (operands) => all(operands).filter((value) => value !== undefined).length,
  COUNTBLANK: (operands) => all(operands).filter((value) => value === undefined || value === "").length,
  AVERAGE: (operands) => {
    const numbers = numbersOf(operands);
    if (numbers.length === 0) throw new FormulaError("#DIV/0!");
    return sum(numbers) / numbers.length;
  },
  MIN: (operands) => numbersOf(operands).reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY),
  MAX: (operands) => numbersOf(operands).reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY),
  MEDIAN: (operands) => {
    const numbers = numbersOf(operands).sort((one, other) => one - other);
    const half = (numbers.length - 1) / 2;
    return ((numbers[Math.floor(half)] ?? 0) + (numbers[Math.ceil(half)] ?? 0)) / 2;
  },
  LARGE: ([range, rank]) => numbersOf([range]).sort((one, other) => other - one)[toNumber(rank) - 1],
  SMALL: ([range, rank]) => numbersOf([range]).sort((one, other) => one - other)[toNumber(rank) - 1],
  COUNTIF: ([range, wanted]) => all([range]).filter(criterion(single(wanted))).length,
  ROW: ([operand], { at }) => (isRange(operand) ? operand.top : at.row) + 1,
  COLUMN: ([operand], { at }) => (isRange(operand) ? operand.left : at.column) + 1,
  TODAY: (_, { source }) => Math.floor(source.today),
  NOW: (_, { source }) => source.today,
  YEAR: ([operand]) => utcDate(toNumber(operand)).getUTCFullYear(),
  MONTH: ([operand]) => utcDate(toNumber(operand)).getUTCMonth() + 1,
  DAY: ([operand]) => utcDate(toNumber(operand)).getUTCDate(),
  WEEKDAY: ([operand, type]) => {
    const day = utcDate(toNumber(operand)).getUTCDay();
    const kind = type === undefined ? 1 : toNumber(type);
    return kind === 2 ? ((day + 6) % 7) + 1 : kind === 3 ? (day + 6) % 7 : day + 1;
  },
  DATE: ([year, month, day]) => Date.UTC(toNumber(year), toNumber(month) - 1, toNumber(day)) / 86_400_000 + 25_569,
};
