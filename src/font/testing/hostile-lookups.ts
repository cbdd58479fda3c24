/** Tables of rules that no font has: circular, endless, with counts that lie. */
import { viewOf } from "../opentype/sfnt.ts";
import { words } from "./small-font.ts";

const LOOKUP_LIST = 8;
const CHAINED_CONTEXT = 6;

/** A lookup with one table. */
const lookup = (type: number, table: readonly number[]) => [...words(type, 0, 1, 8), ...table];
const coverage = (glyph: number) => words(1, 1, glyph);

/** GSUB 2: the glyph is replaced by that many of itself. */
export function multiplied(glyph: number, times: number): number[] {
  const sequence = [...words(times), ...words(...Array<number>(times).fill(glyph))];
  return lookup(2, [...words(1, 8, 1, 14), ...coverage(glyph), ...sequence]);
}

/** GSUB 1: the glyph becomes another. */
export function replaced(glyph: number, other: number): number[] {
  return lookup(1, [...words(2, 8, 1, other), ...coverage(glyph)]);
}

/** GSUB 5: at the glyph, another lookup is applied that many times. */
export function repeated(glyph: number, index: number, times: number): number[] {
  const records = Array.from({ length: times }, () => words(0, index)).flat();
  return lookup(5, [...words(3, 1, times, 8 + 4 * times), ...records, ...coverage(glyph)]);
}

/** A GSUB of one feature, which has all lookups. */
export function rulesOf(lookups: readonly (readonly number[])[], feature = "ccmp", script = "arab"): Uint8Array {
  const tag = (name: string) => Array.from(name, (letter) => letter.charCodeAt(0));
  const indices = lookups.map((_, index) => index);
  const scripts = [...words(1), ...tag(script), ...words(8), ...words(4, 0), ...words(0, 0xffff, 1, 0)];
  const features = [...words(1), ...tag(feature), ...words(8), ...words(0, lookups.length, ...indices)];
  let at = 2 + 2 * lookups.length;
  const offsets = lookups.map(({ length }) => {
    at += length;
    return at - length;
  });
  const list = [...words(lookups.length, ...offsets), ...lookups.flat()];
  const head = words(1, 0, 10, 10 + scripts.length, 10 + scripts.length + features.length);
  return Uint8Array.from([...head, ...scripts, ...features, ...list]);
}

/** Where the lookups of a table are. */
function lookupsAt(view: DataView): number[] {
  const list = view.getUint16(LOOKUP_LIST);
  return Array.from({ length: view.getUint16(list) }, (_, index) => list + view.getUint16(list + 2 + 2 * index));
}

/** A font's own rules, except that the first one that applies another applies itself. */
export function circling(gsub: Uint8Array): Uint8Array {
  const changed = gsub.slice();
  const view = viewOf(changed);
  for (const [index, at] of lookupsAt(view).entries()) {
    const table = at + view.getUint16(at + 6);
    if (view.getUint16(at) !== CHAINED_CONTEXT || view.getUint16(table) !== 3) continue;
    let end = table + 2;
    for (let list = 0; list < 3; list++) end += 2 + 2 * view.getUint16(end);
    if (view.getUint16(end) === 0) continue;
    view.setUint16(end + 4, index);
    return changed;
  }
  throw new Error("no rule of the font applies another");
}

/** A font's own rules with one number changed; `at` finds it in the table. */
export function changed(table: Uint8Array, at: (view: DataView) => number, value = 0xffff): Uint8Array {
  const copy = table.slice();
  const view = viewOf(copy);
  view.setUint16(at(view), value);
  return copy;
}

export const PLACES = {
  scripts: (view: DataView) => view.getUint16(4),
  features: (view: DataView) => view.getUint16(6),
  lookups: (view: DataView) => view.getUint16(LOOKUP_LIST),
  subtables: (view: DataView) => (lookupsAt(view)[0] ?? 0) + 4,
  coverage: (view: DataView) => {
    const [first = 0] = lookupsAt(view);
    const table = first + view.getUint16(first + 6);
    return table + view.getUint16(table + 2) + 2;
  },
} satisfies Record<string, (view: DataView) => number>;
