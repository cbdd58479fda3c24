import { Failure } from "../../domain/failure.ts";
import { BODY_LIMITS } from "./body-limits.ts";
import type { BodyTree, BodyValue } from "./body-tree.ts";
import { TreeBuilder, tooDeep, tooManyKeys } from "./bracket-keys.ts";

/**
 * The tree of a JSON text. `null` and `[]` count as an empty object, as some languages encode an empty map so.
 * Integers beyond 2^53 become text, so that no digit is lost.
 * @param listsAt where a list may be sent, for the message that refuses one
 * @throws Failure `body_not_json`, `body_too_deep`, `body_too_many_keys`
 */
export function parseJsonBody(text: string, listsAt?: string): BodyTree {
  const { hasLongNumbers } = checkJsonLimits(text);
  const value = parseJson(text, hasLongNumbers);
  if (value === null || (Array.isArray(value) && value.length === 0)) return Object.create(null);

  if (typeof value !== "object" || Array.isArray(value)) {
    const wayOut =
      Array.isArray(value) && listsAt ? ` A list of records, each merged by itself, goes to ${listsAt}.` : "";
    throw new Failure("body_not_json", `The JSON body must be an object: { ... }.${wayOut}`);
  }

  return toTree(value as Record<string, unknown>, 1);
}

function parseJson(text: string, hasLongNumbers: boolean): unknown {
  try {
    return hasLongNumbers ? JSON.parse(text, keepLongIntegers) : JSON.parse(text);
  } catch (cause) {
    throw new Failure("body_not_json", `The body is not valid JSON: ${(cause as Error).message}.`, { cause });
  }
}

function keepLongIntegers(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isLong = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);

  return isLong && context?.source && /^-?\d+$/.test(context.source) ? context.source : value;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/**
 * Looks at depth and counts before anything is built: `[[[[...` of a megabyte must not become a million arrays.
 * One pass, strings skipped.
 */
function checkJsonLimits(text: string): { hasLongNumbers: boolean } {
  let depth = 0;
  let names = 0;
  let containers = 0;
  let values = 0;
  let digits = 0;
  let hasLongNumbers = false;

  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);

    if (code >= 0x30 && code <= 0x39) {
      if (++digits === 16) hasLongNumbers = true;
      continue;
    }
    digits = 0;

    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === COMMA) {
      if (++values > BODY_LIMITS.listValues + BODY_LIMITS.keys) throw tooManyKeys();
    } else if (code === COLON) {
      if (++names > BODY_LIMITS.keys) throw tooManyKeys();
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > BODY_LIMITS.depth) throw tooDeep();
      if (++containers > BODY_LIMITS.keys) throw tooManyKeys();
    } else if (code === 0x5d || code === 0x7d) {
      depth--;
    }
  }

  return { hasLongNumbers };
}

/** Index of the quote that ends the string which starts at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);

  while (end > 0) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;

    end = text.indexOf('"', end + 1);
  }

  return text.length;
}

/**
 * The same object, which has lost its prototype; keys in bracket notation (`settings[flatten]`) are expanded. In place: to copy
 * large data takes longer than to read them.
 */
function toTree(source: Record<string, unknown>, depth: number): BodyTree {
  if (depth > BODY_LIMITS.depth) throw tooDeep();
  // Before a member is written: without a prototype `__proto__` is a name as any other.
  Object.setPrototypeOf(source, null);
  let hasBrackets = false;
  for (const key of Object.keys(source)) {
    hasBrackets ||= key.includes("[");
    const value = source[key];
    const changed = toValue(value, depth);
    if (changed !== value) source[key] = changed;
  }
  const tree = source as BodyTree;
  if (!hasBrackets) return tree;

  const builder = new TreeBuilder();
  for (const [key, value] of Object.entries(tree)) builder.set(key, value);
  return builder.build();
}

function toValue(value: unknown, depth: number): BodyValue {
  if (typeof value !== "object" || value === null) return value as string | number | boolean | null;
  if (!Array.isArray(value)) return toTree(value as Record<string, unknown>, depth + 1);

  for (const [index, item] of value.entries()) {
    const changed = toValue(item, depth + 1);
    if (changed !== item) value[index] = changed;
  }
  return value;
}
