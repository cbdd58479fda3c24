import { smallestOf } from "../domain/collections/long-lists.ts";
import type { ListTarget } from "./column-fields.ts";
import type { ListColumn } from "./list-records.ts";

/** Share of letters that may differ between a heading and the field that it is taken for. */
const MAX_DISTANCE = 0.25;

/**
 * For each column that fills no field of the document the path of the one that its heading most likely means: the same words in
 * another spelling, one within the other, or with a typing mistake. A field is meant by one column; those that are filled are taken.
 * @returns heading -> path
 */
export function nearestFields(columns: readonly ListColumn[], targets: readonly ListTarget[]): Map<string, string> {
  const filled = new Set(columns.map(({ field }) => field));
  const free = targets.filter(({ path }) => !filled.has(path));
  const known = new Set(targets.map(({ path }) => path));
  const pairs = columns.flatMap(({ heading, field }) =>
    heading === "" || field === "" || known.has(field)
      ? []
      : free.flatMap((target) => {
          const distance = smallestOf(
            namesOf(target).map((name, index) => wordsDistance(wordsOf(heading), wordsOf(name)) + index * 0.001),
          );
          return distance <= MAX_DISTANCE + 0.01 ? [{ heading, path: target.path, distance }] : [];
        }),
  );
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { heading, path } of pairs.sort((a, b) => a.distance - b.distance)) {
    if (found.has(heading) || taken.has(path)) continue;
    found.set(heading, path);
    taken.add(path);
  }
  return found;
}

/** The whole name first: the last part of one counts a little less. */
const namesOf = ({ label, path, field }: ListTarget): string[] => [label, path, field.name];

/** `Customer: E-Mail`, `customerEmail` and `customer_email` are the same words. */
function wordsOf(name: string): string[] {
  const plain = name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/ß/g, "ss")
    .toLowerCase()
    .replace(/\be[ -]?mail\b/g, "email")
    .replace(/['’]s\b/g, "");
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** 0 for the same words, up to 1 for others. */
function wordsDistance(left: readonly string[], right: readonly string[]): number {
  const [a, b] = [left.join(""), right.join("")];
  if (a === b) return a === "" ? 1 : 0;
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  // "Name" and "Customer name" may be the same: less surely the more words there are besides
  if (few.length > 0 && few.every((word) => many.includes(word))) return 0.15 + 0.05 * (many.length - few.length);
  const length = Math.max(a.length, b.length);
  // short words that differ in a letter are other words
  return length < 5 ? 1 : editDistance(a.slice(0, 100), b.slice(0, 100)) / length;
}

/** Letters to be changed, added, left out or swapped with the next (Damerau's distance, optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swap =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? (before[j - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      row.push(Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change, swap));
    }
    [before, above] = [above, row];
  }
  return above[b.length] ?? 0;
}
