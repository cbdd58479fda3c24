import { present } from "../domain/present.ts";
import {
  countOf,
  entriesOf,
  isCollection,
  isNumericText,
  isTruthy,
  Markup,
  numberToText,
  readMember,
  toText,
} from "./values.ts";

/** Operators of a rule's condition (wire "Rules of a data route"); the words mean the same as the signs. */
export type ConditionOperator = "==" | "!=" | "<" | "<=" | ">" | ">=" | "contains" | "!contains";

/** Compares two values the way the language does (PHP 8's loose comparison): for rule conditions. */
export function compareValues(left: unknown, operator: ConditionOperator, right: unknown): boolean {
  switch (operator) {
    case "==":
      return looselyEqual(left, right);
    case "!=":
      return !looselyEqual(left, right);
    case "<":
      return looseOrder(left, right) < 0;
    case "<=":
      return looseOrder(left, right) <= 0;
    case ">":
      return looseOrder(right, left) < 0;
    case ">=":
      return looseOrder(right, left) <= 0;
    case "contains":
      return containsValue(left, right);
    case "!contains":
      return !containsValue(left, right);
  }
}

/** PHP 8 `==`. */
export function looselyEqual(left: unknown, right: unknown): boolean {
  if (typeof left === "string" && typeof right === "string") {
    if (left === right) return true;
    return isNumericText(left) && isNumericText(right) && Number(left) === Number(right);
  }
  if (typeof left === "number" && typeof right === "number") return left === right;
  return looseOrder(left, right) === 0;
}

/** PHP 8 `<=>` as a negative number, 0 or a positive one; NaN where the values cannot be ordered. */
export function looseOrder(leftValue: unknown, rightValue: unknown): number {
  const left = plain(leftValue);
  const right = plain(rightValue);
  if (typeof left === "number" && typeof right === "number") return left - right || (left === right ? 0 : Number.NaN);
  if (left === null && typeof right === "string") return right === "" ? 0 : -1;
  if (right === null && typeof left === "string") return left === "" ? 0 : 1;
  if (typeof left === "boolean" || typeof right === "boolean" || left === null || right === null) {
    return Number(isTruthy(left)) - Number(isTruthy(right));
  }
  const leftList = isCollection(left);
  const rightList = isCollection(right);
  if (leftList || rightList) {
    if (!leftList) return -1;
    return rightList ? orderOfCollections(left, right) : 1;
  }
  if (typeof left === "number") return orderWithText(left, String(right));
  if (typeof right === "number") return -orderWithText(right, String(left));
  return orderOfTexts(String(left), String(right));
}

function plain(value: unknown): unknown {
  if (value === undefined) return null;
  if (value instanceof Markup) return value.html;
  if (value instanceof Date) return toText(value);
  return value;
}

function orderWithText(number: number, text: string): number {
  return isNumericText(text) ? number - Number(text) : orderOfBytes(numberToText(number), text);
}

function orderOfTexts(left: string, right: string): number {
  if (isNumericText(left) && isNumericText(right)) return Number(left) - Number(right);
  return orderOfBytes(left, right);
}

/** Code-point order, which is the order of UTF-8 bytes. */
function orderOfBytes(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  for (let index = 0; index < end; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    const aSurrogate = a >= 0xd800 && a <= 0xdfff;
    const bSurrogate = b >= 0xd800 && b <= 0xdfff;
    if (aSurrogate !== bSurrogate) return aSurrogate ? 1 : -1;
    return a - b;
  }
  return left.length - right.length;
}

function orderOfCollections(left: unknown, right: unknown): number {
  const difference = countOf(left) - countOf(right);
  if (difference !== 0) return difference;
  for (const [key, value] of entriesOf(left)) {
    if (!hasKey(right, key)) return Number.NaN;
    const order = looseOrder(value, readMember(right, key));
    if (order !== 0) return order;
  }
  return 0;
}

function hasKey(container: unknown, key: string | number): boolean {
  if (Array.isArray(container)) return typeof key === "number" && key >= 0 && key < container.length;
  if (container instanceof Map) return container.has(key);
  return typeof container === "object" && container !== null && Object.hasOwn(container, String(key));
}

/** PHP `===`: same type, same value; collections by their pairs. */
export function identical(left: unknown, right: unknown): boolean {
  const a = plain(left);
  const b = plain(right);
  if (a === b) return true;
  if (!isCollection(a) || !isCollection(b)) return false;
  const pairs = entriesOf(a);
  const others = entriesOf(b);
  return (
    pairs.length === others.length &&
    pairs.every(
      ([key, value], index) => key === present(others[index])[0] && identical(value, present(others[index])[1]),
    )
  );
}

/** `haystack contains needle`: an equal item of a list, or a part of a text. */
export function containsValue(haystack: unknown, needle: unknown): boolean {
  if (isCollection(haystack)) return hasItem(haystack, needle);
  return toText(haystack).includes(toText(needle));
}

/** An item loosely equal to `needle`, as in_array() finds it. */
export function hasItem(list: unknown, needle: unknown): boolean {
  if (Array.isArray(list)) return list.some((item) => looselyEqual(item, needle));
  return entriesOf(list).some(([, item]) => looselyEqual(item, needle));
}
