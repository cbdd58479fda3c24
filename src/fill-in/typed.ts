import { numberedList } from "../domain/collections/numbered-list.ts";
import { type FillInField, stepsOf } from "../domain/fill-in.ts";
import { withoutPrototype } from "../domain/merge-data.ts";

/** What was typed into a page, or is to be shown in it: texts by name, nested as the names of its inputs are. */
export interface Typed {
  [name: string]: unknown;
}

/** How many rows a list may have. */
export const MAX_ROWS = 50;

/** The name of a field's input: `Customer[Name]`; of a column, `Items[0][Price]`. */
export const inputName = (steps: readonly (string | number)[]): string =>
  steps.map((step, index) => (index === 0 ? String(step) : `[${step}]`)).join("");

/** What is at a path; undefined if there is nothing. */
export function typedAt(typed: unknown, steps: readonly string[]): unknown {
  let value = typed;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Typed)[step];
  }
  return value;
}

/** Puts a value at a path; what is in its way gives way. */
export function putAt(into: Typed, steps: readonly string[], value: unknown): void {
  const last = steps.at(-1);
  let place = into;
  for (const step of steps.slice(0, -1)) {
    const next = place[step];
    const isObject = typeof next === "object" && next !== null && !Array.isArray(next);
    place[step] = isObject ? next : withoutPrototype();
    place = place[step] as Typed;
  }
  if (last !== undefined) place[last] = value;
}

/** The rows of a list, as they were sent: in order, whatever their numbers. */
export function rowsAt(typed: Typed, name: string): Typed[] {
  const rows = numberedList(typedAt(typed, stepsOf(name)));
  if (!Array.isArray(rows)) return [];
  return rows.map((row) => (typeof row === "object" && row !== null && !Array.isArray(row) ? (row as Typed) : {}));
}

/** What a page holds when it is opened: defaults, and what its address says of the fields that it may fill. */
export function openedWith(fields: readonly FillInField[], query: URLSearchParams): Typed {
  const typed: Typed = withoutPrototype();
  for (const field of fields) {
    const { name, kind, prefill } = field;
    if (kind === "rows") {
      putAt(typed, stepsOf(name), [rowOf(field)]);
      continue;
    }
    const value = (prefill ? query.get(name) : null) ?? field.default;
    if (value !== undefined) putAt(typed, stepsOf(name), value);
  }
  return typed;
}

/** An empty row: the defaults of its columns. */
function rowOf({ fields = [] }: FillInField): Typed {
  const columns = fields.filter((column) => column.default !== undefined);
  return withoutPrototype(Object.fromEntries(columns.map((column) => [column.name, column.default])));
}

/** What the buttons of rows do: `_add=Items`, `_remove=Items[2]`. Undefined if none was pressed. */
export function withChangedRows(fields: readonly FillInField[], typed: Typed): Typed | undefined {
  const { _add: added, _remove: removed } = typed;
  for (const field of fields.filter(({ kind }) => kind === "rows")) {
    const rows = rowsAt(typed, field.name);
    if (added === field.name) return withRows(typed, field, [...rows, rowOf(field)].slice(0, MAX_ROWS));
    const index = rows.findIndex((_, each) => removed === `${field.name}[${each}]`);
    if (index >= 0) return withRows(typed, field, rows.toSpliced(index, 1));
  }
  return undefined;
}

function withRows(typed: Typed, { name }: FillInField, rows: Typed[]): Typed {
  const changed = withoutPrototype(typed);
  putAt(changed, stepsOf(name), rows);
  return changed;
}
