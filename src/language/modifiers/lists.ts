import { looselyEqual, looseOrder } from "../compare.ts";
import { readPathAlike } from "../path-alike.ts";
import type { Runtime } from "../runtime.ts";
import { charactersOf, entriesOf, Group, isCollection, isNumeric, isTruthy, toText, valuesOf } from "../values.ts";
import type { ModifierTable } from "./modifier.ts";

/** Lists of rows summed, sorted, filtered and grouped; members may be paths (`customer.name`). */
export const LISTS: ModifierTable = {
  sum: { run: (runtime, value, member) => total(runtime, value, member), hint: "list" },
  avg: {
    run: (runtime, value, member) => {
      const items = valuesOf(value);
      return items.length === 0 ? 0 : total(runtime, value, member) / items.length;
    },
    hint: "list",
  },
  sort: { run: sort, hint: "list" },
  where: {
    run: (_, value, member, wanted) =>
      valuesOf(value).filter((row) => {
        const found = memberOf(row, member);
        return wanted === undefined ? isTruthy(found) : looselyEqual(found, wanted);
      }),
    least: 1,
    hint: "list",
  },
  group_by: { run: groupBy, least: 1, hint: "list" },
  pluck: { run: (_, value, member) => valuesOf(value).map((row) => memberOf(row, member)), least: 1, hint: "list" },
  first: { run: (_, value) => valuesOf(value)[0], hint: "list" },
  last: { run: (_, value) => valuesOf(value).at(-1), hint: "list" },
  limit: {
    run: (runtime, value, size, offset) => {
      const from = offset === undefined ? 0 : runtime.integer(offset);
      return valuesOf(value).slice(from, from + Math.max(0, runtime.integer(size)));
    },
    least: 1,
    hint: "list",
  },
  unique: { run: unique, hint: "list" },
  reverse: {
    run: (_, value) =>
      isCollection(value) ? [...valuesOf(value)].reverse() : charactersOf(toText(value)).reverse().join(""),
  },
  keys: { run: (_, value) => entriesOf(value).map(([key]) => key), hint: "list" },
};

function memberOf(row: unknown, member: unknown): unknown {
  return member === undefined || member === null || member === "" ? row : readPathAlike(row, toText(member));
}

/** Rounded to 15 digits, so that 0.1 + 0.2 is 0.3. */
function total(runtime: Runtime, value: unknown, member: unknown): number {
  const sum = valuesOf(value).reduce<number>((so, row) => so + runtime.number(memberOf(row, member)), 0);
  return Number(sum.toPrecision(15));
}

/** Numbers by size, texts by the locale's alphabet; `desc` reverses the order. Equal rows keep their order. */
function sort(runtime: Runtime, value: unknown, member?: unknown, direction?: unknown): unknown[] {
  const items = valuesOf(value);
  runtime.charge(items.length * 4);
  const descending = toText(direction).toLowerCase() === "desc" || toText(member).toLowerCase() === "desc";
  const name = toText(member).toLowerCase() === "desc" || toText(member).toLowerCase() === "asc" ? undefined : member;
  const collator = collatorOf(runtime.options.locale);
  const sign = descending ? -1 : 1;
  return items
    .map((row) => ({ row, key: memberOf(row, name) }))
    .sort((a, b) => sign * orderOf(a.key, b.key, collator))
    .map(({ row }) => row);
}

function orderOf(left: unknown, right: unknown, collator: Intl.Collator): number {
  if (typeof left === "string" && typeof right === "string" && !(isNumeric(left) && isNumeric(right))) {
    return collator.compare(left, right);
  }
  return looseOrder(left, right) || 0;
}

const collators = new Map<string, Intl.Collator>();

function collatorOf(locale: string): Intl.Collator {
  let collator = collators.get(locale);
  if (!collator) {
    collator =
      Intl.Collator.supportedLocalesOf(safeTag(locale)).length > 0
        ? new Intl.Collator(locale)
        : new Intl.Collator("en");
    if (collators.size >= 50) collators.clear();
    collators.set(locale, collator);
  }
  return collator;
}

function safeTag(locale: string): string[] {
  return /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(locale) ? [locale] : [];
}

/** Groups in order of appearance; each is a list of its rows, and has `key`, `items` and `count`, too. */
function groupBy(_: Runtime, value: unknown, member: unknown): Map<string, unknown> {
  const groups = new Map<string, Group>();
  for (const row of valuesOf(value)) {
    const key = memberOf(row, member);
    const name = toText(key);
    const group = groups.get(name) ?? new Group(key);
    group.add(row);
    groups.set(name, group);
  }
  return groups;
}

function unique(_: Runtime, value: unknown, member?: unknown): unknown[] {
  const seen = new Set<string>();
  return valuesOf(value).filter((row) => {
    const key = memberOf(row, member);
    const text = isCollection(key) ? JSON.stringify(key) : toText(key);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
