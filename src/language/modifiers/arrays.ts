import type { Runtime } from "../runtime.ts";
import {
  charactersOf,
  compactList,
  countOf,
  entriesOf,
  isCollection,
  isNumeric,
  isTruthy,
  type KeyedList,
  mapKey,
  readMember,
  toText,
  valuesOf,
} from "../values.ts";
import type { Modifier, ModifierTable } from "./modifier.ts";

const COUNT: Modifier = { run: (_, value) => countOf(value), hint: "list" };
const IMPLODE: Modifier = { run: implode };

/** PHP's array functions: keys that are texts are kept, number keys are renumbered where PHP does so. */
export const ARRAYS: ModifierTable = {
  count: COUNT,
  sizeof: COUNT,
  implode: IMPLODE,
  join: IMPLODE,
  explode: { run: explode, least: 1 },
  split: {
    run: (runtime, value, glue) => splitText(runtime, toText(value), glue === undefined ? "" : toText(glue)),
    hint: "text",
  },
  range: { run: range, least: 1 },
  array_sum: {
    run: (runtime, value) =>
      valuesOf(value).reduce<number>((sum, item) => sum + (isCollection(item) ? 0 : runtime.number(item)), 0),
    hint: "list",
  },
  array_keys: { run: (_, value) => entriesOf(value).map(([key]) => key), hint: "list" },
  array_values: { run: (_, value) => [...valuesOf(value)], hint: "list" },
  array_reverse: {
    run: (_, value, keepKeys) => renumber([...entriesOf(value)].reverse(), isTruthy(keepKeys)),
    hint: "list",
  },
  array_unique: { run: (_, value) => unique(value), hint: "list" },
  array_slice: {
    run: (runtime, value, offset, length, keepKeys) => {
      const entries = entriesOf(value);
      const start = runtime.integer(offset);
      const from = start < 0 ? Math.max(0, entries.length + start) : start;
      const size = length === undefined || length === null ? entries.length : runtime.integer(length);
      const to = size < 0 ? entries.length + size : from + size;
      return renumber(entries.slice(from, Math.max(from, to)), isTruthy(keepKeys));
    },
    least: 1,
    hint: "list",
  },
  array_column: { run: column, least: 1, hint: "list" },
  array_merge: {
    run: (_, ...list) =>
      renumber(
        list.flatMap((one) => [...entriesOf(one)]),
        false,
      ),
    hint: "list",
  },
  array_key_exists: {
    run: (_, key, list) => entriesOf(list).some(([name]) => name === mapKey(toText(key))),
    least: 1,
  },
};

/** Glue and list in either order. */
function implode(runtime: Runtime, first: unknown, second?: unknown): string {
  const [list, glue] = isCollection(first) ? [first, second] : [second, first];
  if (!isCollection(list)) return second === undefined ? toText(first) : toText(isCollection(second) ? "" : first);
  const parts = valuesOf(list).map((item) => toText(item));
  const text = glue === undefined ? "" : toText(glue);
  runtime.reserve(parts.reduce((sum, part) => sum + part.length + text.length, 0));
  return parts.join(text);
}

function explode(runtime: Runtime, separator: unknown, text: unknown, limit?: unknown): unknown {
  const parts = splitText(runtime, toText(text), toText(separator));
  if (limit === undefined || limit === null) return parts;
  const most = runtime.integer(limit);
  if (most < 0) return parts.slice(0, most);
  const kept = Math.max(1, most);
  return parts.length <= kept ? parts : [...parts.slice(0, kept - 1), parts.slice(kept - 1).join(toText(separator))];
}

function splitText(runtime: Runtime, text: string, glue: string): string[] {
  runtime.charge(text.length >>> 2);
  return glue === "" ? charactersOf(text) : text.split(glue);
}

const MAX_RANGE = 1_000_000;

/** Numbers or letters from one to the other, both included. */
function range(runtime: Runtime, from: unknown, to: unknown, width: unknown = 1): unknown[] {
  const letters = [from, to].map((end) =>
    typeof end === "string" && !isNumeric(end) && end !== "" ? end.codePointAt(0) : undefined,
  );
  const [firstLetter, lastLetter] = letters;
  const asLetters = firstLetter !== undefined && lastLetter !== undefined;
  const first = asLetters ? firstLetter : runtime.number(from);
  const last = asLetters ? lastLetter : runtime.number(to);
  const step = Math.abs(runtime.number(width)) || 1;
  const size = Math.floor(Math.abs(last - first) / step + 1e-9) + 1;
  if (!(size <= MAX_RANGE)) {
    runtime.warn("invalid_argument", `A range of more than ${MAX_RANGE} items is not made`);
    return [];
  }
  runtime.charge(size);
  const direction = last >= first ? step : -step;
  const items: unknown[] = [];
  for (let index = 0; index < size; index++) {
    const value = first + index * direction;
    items.push(asLetters ? String.fromCodePoint(value) : value);
  }
  return items;
}

function unique(value: unknown): unknown {
  const seen = new Set<string>();
  const kept: KeyedList = new Map();
  for (const [key, item] of entriesOf(value)) {
    const text = toText(item);
    if (seen.has(text)) continue;
    seen.add(text);
    kept.set(key, item);
  }
  return compactList(kept);
}

function renumber(entries: readonly (readonly [string | number, unknown])[], keepKeys: boolean): unknown {
  if (!keepKeys && entries.every(([key]) => typeof key === "number")) return entries.map(([, value]) => value);
  const list: KeyedList = new Map();
  let next = 0;
  for (const [key, value] of entries) list.set(keepKeys || typeof key === "string" ? key : next++, value);
  return compactList(list);
}

/** One member of each row, by another member where `index` names it. */
function column(_: Runtime, value: unknown, name: unknown, index?: unknown): unknown {
  const list: KeyedList = new Map();
  let next = 0;
  for (const row of valuesOf(value)) {
    const member = name === null || name === undefined ? row : readMember(row, name);
    if (member === undefined) continue;
    const key = index === undefined ? undefined : readMember(row, index);
    if (key === undefined) list.set(next++, member);
    else list.set(mapKey(toText(key)), member);
  }
  return compactList(list);
}
