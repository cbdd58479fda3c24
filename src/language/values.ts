/**
 * Values of the language (language "Values"): JSON values, ordered maps that modifiers build, and markup. Data are
 * read by own members only, so `__proto__` or `constructor` are missing unless the data itself carries them.
 */

/** Text that is markup already: it is printed unescaped, and rich-text formats turn it into runs. */
export class Markup {
  readonly html: string;
  /** How it came to be: `html` and `nl2br` ask for rich text, the others only not to be escaped again. */
  readonly origin: "html" | "raw" | "escape" | "nl2br" | "capture";

  constructor(html: string, origin: "html" | "raw" | "escape" | "nl2br" | "capture") {
    this.html = html;
    this.origin = origin;
  }

  toString(): string {
    return this.html;
  }
}

/** What `group_by` makes of rows with one value: a list of them that also has `key`, `items` and `count`. */
export class Group {
  readonly key: unknown;
  readonly items: unknown[] = [];
  count = 0;

  constructor(key: unknown) {
    this.key = key;
  }

  add(row: unknown): void {
    this.items.push(row);
    this.count++;
  }
}

/** An ordered array with keys of its own, as PHP's arrays are; lists with keys 0..n-1 are plain JS arrays. */
export type KeyedList = Map<string | number, unknown>;

export type EntryKey = string | number;

/** PHP's idea of a numeric string: blanks around a decimal or exponential number. */
export function isNumericText(text: string): boolean {
  const code = text.charCodeAt(0);
  // Letters cannot start a number; most texts end here.
  if (code > 57 || Number.isNaN(code)) return false;
  return NUMERIC.test(text);
}
const NUMERIC = /^[ \t\n\r\v\f]*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?[ \t\n\r\v\f]*$/;

export function isNumeric(value: unknown): boolean {
  if (typeof value === "number") return true;
  if (value instanceof Markup) return isNumericText(value.html);
  return typeof value === "string" && isNumericText(value);
}

/** What `{$value}` prints. */
export function toText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return numberToText(value);
    case "boolean":
      return value ? "1" : "";
    case "bigint":
      return value.toString();
    case "object":
      if (value === null) return "";
      if (value instanceof Markup) return value.html;
      if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString();
      return "Array";
    default:
      return "";
  }
}

const MAX_INTEGER = 2 ** 63;

/** 14 significant digits; exponents are written as PHP writes them (1.0E+25). */
export function numberToText(value: number): string {
  if (Number.isInteger(value) && value < MAX_INTEGER && value >= -MAX_INTEGER) {
    if (value === 0) return Object.is(value, -0) ? "-0" : "0";
    const text = String(value);
    return text.includes("e") ? BigInt(value).toString() : text;
  }
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "NAN" : value > 0 ? "INF" : "-INF";
  return floatToText(value, 14);
}

/** `%.{digits}G` of PHP: plain digits for exponents from -4 up to `digits` - 1. */
export function floatToText(value: number, digits: number): string {
  const [mantissa = "0", exponentText = "0"] = value.toExponential(digits - 1).split("e");
  const exponent = Number(exponentText);
  const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  if (exponent < -4 || exponent >= digits) {
    const withPoint = short.includes(".") ? short : `${short}.0`;
    return `${withPoint}E${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`;
  }
  const plain = Number(value.toPrecision(digits));
  const text = String(plain);
  return text.includes("e") ? plain.toFixed(20).replace(/0+$/, "") : text;
}

/** Falsy: "", "0", 0, null, false, empty list. */
export function isTruthy(value: unknown): boolean {
  switch (typeof value) {
    case "string":
      return value !== "" && value !== "0";
    case "boolean":
      return value;
    case "number":
      return value !== 0;
    case "object":
      if (value === null) return false;
      if (value instanceof Markup) return value.html !== "" && value.html !== "0";
      if (Array.isArray(value)) return value.length > 0;
      if (value instanceof Map) return value.size > 0;
      if (value instanceof Date) return true;
      return hasMembers(value);
    default:
      return value !== undefined;
  }
}

const NO = /^\s*(?:false|no|off|n|0|nein|non|nee|nie|não)\s*$/i;

/** Whether a value is on: true as in conditions, and not one of the words that forms send for "off". */
export function isYes(value: unknown): boolean {
  return isTruthy(value) && !NO.test(toText(value));
}

function hasMembers(value: object): boolean {
  for (const key in value) if (Object.hasOwn(value, key)) return true;
  return false;
}

/** Lists, objects and keyed lists; markup and dates are scalars. */
export function isCollection(value: unknown): value is unknown[] | KeyedList | Record<string, unknown> {
  return typeof value === "object" && value !== null && !(value instanceof Markup) && !(value instanceof Date);
}

/** The member `key` of a value: own members of objects, items of lists, characters of text; else undefined. */
export function readMember(container: unknown, key: unknown): unknown {
  if (container instanceof Markup) return readCharacter(container.html, key);
  if (typeof container === "string") return readCharacter(container, key);
  if (typeof container !== "object" || container === null) return undefined;
  if (Array.isArray(container)) {
    const index = typeof key === "number" ? Math.trunc(key) : arrayIndex(key);
    return index === undefined || index < 0 ? undefined : container[index];
  }
  if (container instanceof Group && (typeof key === "number" || arrayIndex(key) !== undefined)) {
    return readMember(container.items, key);
  }
  const name = memberName(key);
  if (container instanceof Map) return container.get(mapKey(name));
  return Object.hasOwn(container, name) ? (container as Record<string, unknown>)[name] : undefined;
}

function readCharacter(text: string, key: unknown): string | undefined {
  const index = typeof key === "number" ? Math.trunc(key) : arrayIndex(key);
  if (index === undefined) return undefined;
  // Characters, not UTF-16 units; only texts beyond the basic plane need the slow way.
  const characters = hasSurrogates(text) ? Array.from(text) : text;
  return characters[index < 0 ? characters.length + index : index];
}

function arrayIndex(key: unknown): number | undefined {
  if (typeof key === "boolean") return key ? 1 : 0;
  const text = toText(key);
  return /^(?:0|-?[1-9]\d{0,15})$/.test(text) ? Number(text) : undefined;
}

function memberName(key: unknown): string {
  if (typeof key === "string") return key;
  if (typeof key === "number") return String(Math.trunc(key));
  return typeof key === "boolean" ? (key ? "1" : "0") : toText(key);
}

/** Decimal integers are number keys, as in PHP. */
export function mapKey(name: string): EntryKey {
  return /^(?:0|-?[1-9]\d{0,15})$/.test(name) ? Number(name) : name;
}

/** A path of plain keys from a root, e.g. `customer.address.city` or `items.0.price`. */
export function readPath(root: unknown, path: string | readonly string[]): unknown {
  const keys = typeof path === "string" ? path.split(".") : path;
  let value = root;
  for (const key of keys) {
    value = readMember(value, key);
    if (value === undefined) return undefined;
  }
  return value;
}

/** Keys and values in order, as `foreach` sees them: nothing for missing and "", one item for a scalar. */
export function entriesOf(value: unknown): readonly (readonly [EntryKey, unknown])[] {
  if (value === undefined || value === null || value === "") return [];
  if (Array.isArray(value)) return value.map((item, index) => [index, item] as const);
  if (value instanceof Map) return [...value];
  if (value instanceof Group) return entriesOf(value.items);
  if (!isCollection(value)) return [[0, value]];
  return Object.keys(value).map((key) => [mapKey(key), (value as Record<string, unknown>)[key]] as const);
}

/** The values of a list, an object or a scalar. */
export function valuesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value === undefined || value === null || value === "" || value === false) return [];
  if (value instanceof Map) return [...value.values()];
  if (value instanceof Group) return value.items;
  if (!isCollection(value)) return [value];
  return Object.keys(value).map((key) => (value as Record<string, unknown>)[key]);
}

/** PHP's count(): members of a collection, 0 for null, 1 for a scalar. */
export function countOf(value: unknown): number {
  if (value === undefined || value === null) return 0;
  if (Array.isArray(value)) return value.length;
  if (value instanceof Map) return value.size;
  if (value instanceof Group) return value.count;
  return isCollection(value) ? Object.keys(value).length : 1;
}

/** A keyed list as the plain list it is, when its keys are 0..n-1. */
export function compactList(list: KeyedList): KeyedList | unknown[] {
  let next = 0;
  for (const key of list.keys()) if (key !== next++) return list;
  return [...list.values()];
}

export function hasSurrogates(text: string): boolean {
  return /[\ud800-\udfff]/.test(text);
}

/** The characters (code points) of a text; a text itself where its units are its characters. */
export function charactersOf(text: string): string[] {
  return Array.from(text);
}

export function lengthOf(text: string): number {
  return hasSurrogates(text) ? charactersOf(text).length : text.length;
}
