import { compareTexts, nearlyEqual, textToNumber } from "../coerce.ts";
import { FormulaError, type Scalar } from "../formula-value.ts";

/** Whether a value meets a condition of SUMIF, COUNTIFS and the like. */
export type Criterion = (value: Scalar) => boolean;

/** Reads a condition: a value to be equal to, or a text such as `>=10`, `<>x`, `A*`. */
export function criterionOf(condition: Scalar): Criterion {
  if (condition === null) return (value) => value === 0;
  if (condition instanceof FormulaError) return (value) => value === condition;
  if (typeof condition === "boolean") return (value) => value === condition;
  if (typeof condition === "number") return (value) => isNumberEqual(value, condition);
  const operator = /^(?:<=|>=|<>|<|>|=)?/.exec(condition)?.[0] ?? "";
  const operand = condition.slice(operator.length);
  return operator === "" || operator === "=" || operator === "<>"
    ? equality(operand, operator)
    : ordering(operand, operator);
}

function isNumberEqual(value: Scalar, number: number): boolean {
  if (typeof value === "number") return nearlyEqual(value, number);
  return typeof value === "string" && value.trim() !== "" && textToNumber(value) === number;
}

function equality(operand: string, operator: string): Criterion {
  const test = equalTo(operand, operator);
  return operator === "<>" ? (value) => !test(value) : test;
}

function equalTo(operand: string, operator: string): Criterion {
  if (operand === "") return operator === "" ? (value) => value === null || value === "" : (value) => value === null;
  const number = textToNumber(operand);
  if (number !== undefined) return (value) => isNumberEqual(value, number);
  if (/^(?:true|false)$/i.test(operand)) {
    const expected = /^true$/i.test(operand);
    return (value) => value === expected;
  }
  if (operand.startsWith("#")) return (value) => value instanceof FormulaError && value.code === operand.toUpperCase();
  const matches = wildcard(operand);
  return (value) => typeof value === "string" && matches(value);
}

function ordering(operand: string, operator: string): Criterion {
  const number = textToNumber(operand);
  const holds = (order: number): boolean => {
    if (operator === "<") return order < 0;
    if (operator === ">") return order > 0;
    return operator === "<=" ? order <= 0 : order >= 0;
  };
  if (number !== undefined)
    return (value) => typeof value === "number" && holds(nearlyEqual(value, number) ? 0 : value - number);
  return (value) => typeof value === "string" && holds(compareTexts(value, operand));
}

/**
 * Matches `*`, `?` and `~` escapes against whole texts without regard to case. Each `*` looks back once at most, so the
 * time is the product of both lengths.
 */
export function wildcard(pattern: string): (text: string) => boolean {
  const items: { character: string; special: boolean }[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!;
    if (character === "~" && /[*?~]/.test(pattern[at + 1] ?? ""))
      items.push({ character: pattern[++at]!, special: false });
    else items.push({ character: character.toLowerCase(), special: character === "*" || character === "?" });
  }
  return (text) => matchesItems(items, text.toLowerCase());
}

function matchesItems(items: readonly { character: string; special: boolean }[], text: string): boolean {
  let [item, at] = [0, 0];
  let [starItem, starAt] = [-1, 0];
  while (at < text.length) {
    const current = items[item];
    if (current?.special && current.character === "*") {
      [starItem, starAt] = [item++, at];
    } else if (
      current &&
      ((current.special && current.character === "?") || (!current.special && current.character === text[at]))
    ) {
      item++;
      at++;
    } else if (starItem >= 0) {
      item = starItem + 1;
      at = ++starAt;
    } else return false;
  }
  while (items[item]?.special && items[item]!.character === "*") item++;
  return item === items.length;
}
