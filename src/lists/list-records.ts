import { Failure } from "../domain/failure.ts";
import type { MergeData } from "../domain/merge-data.ts";
import { columnPaths, type FieldPath, type ListTarget, pathText } from "./column-fields.ts";
import type { CellValue, ListRow, ListTable } from "./list-table.ts";

/** How the rows of a list become records. */
export interface ListOrder {
  /** Heading -> field. */
  mapping?: Readonly<Record<string, string>>;
  /** Heading of the column, or the field, whose equal values make several rows one record. */
  groupBy?: string;
  /** The list of the record that holds its rows where no column is mapped into one. */
  items?: string;
}

/** One record, and the rows that it was made of. */
export interface ListRecord {
  data: MergeData;
  rows: number[];
}

/** A column of the list and where its values went; an empty field: nowhere. */
export interface ListColumn {
  heading: string;
  field: string;
}

const invalid = (message: string): Failure => new Failure("invalid_request", message);
const MAX_WARNINGS = 20;

/**
 * The records of a list: one for each row, or for all rows of one value in the column `groupBy`. Columns mapped into a list
 * (`Items[].price`) give each row's item; other columns count as their group's first row has them.
 * @throws Failure `invalid_request` for a column that is not there, or a list without rows
 */
export function listRecords(
  table: ListTable,
  order: ListOrder,
  targets: readonly ListTarget[] = [],
): { records: ListRecord[]; columns: ListColumn[]; warnings: string[] } {
  const { headings } = table;
  const paths = columnPaths(headings, { mapping: order.mapping, targets, grouped: order.groupBy !== undefined });
  const columns = headings.map((heading, column) => ({ heading, field: pathText(paths[column] ?? []) }));
  if (table.rows.length === 0) throw invalid("The list has headings, but no rows below them.");
  const warnings = repeatedPaths(headings, paths);
  if (order.groupBy === undefined || order.groupBy === "") {
    const records = table.rows.map((row) => ({
      data: recordOf([row], paths, undefined, warnings, headings),
      rows: [row.row],
    }));
    return { records, columns, warnings };
  }
  const key = groupColumn(headings, columns, order.groupBy);
  const groups = Map.groupBy(table.rows, ({ cells }, index) => {
    const value = String(cells[key] ?? "").trim();
    // A row without the value belongs to nobody else: it is a record of its own.
    return value === "" ? `\u0000${index}` : value;
  });
  const items = paths.some((path) => path?.slice(0, -1).includes("")) ? undefined : itemsName(order.items, targets);
  const records = [...groups.values()].map((rows) => ({
    data: recordOf(rows, paths, items, warnings, headings),
    rows: rows.map(({ row }) => row),
  }));
  return { records, columns, warnings: warnings.slice(0, MAX_WARNINGS) };
}

function groupColumn(headings: readonly string[], columns: readonly ListColumn[], groupBy: string): number {
  const byHeading = headings.indexOf(groupBy);
  const at = byHeading >= 0 ? byHeading : columns.findIndex(({ field }) => field === groupBy);
  if (at >= 0) return at;
  const names = headings.filter(Boolean).map((name) => `“${name}”`);
  throw invalid(`The list has no column “${groupBy}” to group by. Its columns are ${names.join(", ")}.`);
}

/** The document's only list, else `items`. */
function itemsName(wanted: string | undefined, targets: readonly ListTarget[]): string {
  if (wanted) return wanted;
  const lists = new Set(
    targets.filter(({ path }) => path.includes("[]")).map(({ path }) => path.slice(0, path.indexOf("[]"))),
  );
  const [only] = lists;
  return lists.size === 1 && only ? only : "items";
}

function recordOf(
  rows: readonly ListRow[],
  paths: readonly (FieldPath | undefined)[],
  items: string | undefined,
  warnings: string[],
  headings: readonly string[],
): MergeData {
  const data: MergeData = Object.create(null);
  const first = rows[0];
  for (const [index, { row, cells }] of rows.entries()) {
    const item = new Map<string, MergeData>();
    const plain: MergeData = Object.create(null);
    for (const [column, path] of paths.entries()) {
      const value = cells[column] ?? "";
      if (!path) continue;
      if (path.includes("")) {
        if (value !== "") place(data, path, value, item);
        else ensureLists(data, path);
        continue;
      }
      if (items !== undefined) place(plain, path, value, new Map());
      if (index === 0) place(data, path, value, item);
      else if (items === undefined && value !== "" && value !== first?.cells[column] && warnings.length < MAX_WARNINGS)
        warnings.push(
          `Row ${row} has “${String(value).slice(0, 60)}” under “${headings[column]}” where row ${first?.row} of the same record has “${String(first?.cells[column] ?? "").slice(0, 60)}”: that of row ${first?.row} counts.`,
        );
    }
    if (items !== undefined) pushItem(data, items, plain);
  }
  return data;
}

function pushItem(data: MergeData, name: string, item: MergeData): void {
  const list = data[name];
  if (Array.isArray(list)) list.push(item);
  else data[name] = [item];
}

/** An empty cell is no item, but the list is there. */
function ensureLists(data: MergeData, path: FieldPath): void {
  const at = path.indexOf("");
  let node = data;
  for (const step of path.slice(0, at - 1)) node = member(node, step);
  const name = path[at - 1] ?? "";
  if (!Array.isArray(node[name])) node[name] = [];
}

function member(node: MergeData, step: string): MergeData {
  const known = node[step];
  if (typeof known === "object" && known !== null && !Array.isArray(known)) return known as MergeData;
  const made: MergeData = Object.create(null);
  node[step] = made;
  return made;
}

/** @param row the items that this row has begun, by the path of their list */
function place(data: MergeData, path: FieldPath, value: CellValue, row: Map<string, MergeData>): void {
  let node = data;
  for (const [level, step] of path.entries()) {
    const isLast = level === path.length - 1;
    if (path[level + 1] === "" && !isLast) {
      const list = Array.isArray(node[step]) ? (node[step] as unknown[]) : [];
      node[step] = list;
      if (level + 1 === path.length - 1) {
        list.push(value);
        return;
      }
      const key = path.slice(0, level + 2).join("\u0000");
      const known = row.get(key);
      const item = known ?? (Object.create(null) as MergeData);
      if (!known) {
        list.push(item);
        row.set(key, item);
      }
      node = item;
    } else if (step === "" && level > 0) {
      // the item was made with its list
    } else if (isLast) node[step] = value;
    else node = member(node, step);
  }
}

function repeatedPaths(headings: readonly string[], paths: readonly (FieldPath | undefined)[]): string[] {
  const columns = Map.groupBy(headings.keys(), (column) => pathText(paths[column] ?? []));
  return [...columns].flatMap(([field, of]) => {
    const last = of.at(-1) ?? 0;
    return of.length < 2 || field === "" || field.endsWith("[]")
      ? []
      : [
          `Columns ${of
            .slice(0, -1)
            .map((column) => column + 1)
            .join(", ")} and ${last + 1} both fill “${field}”: only the values of column ${last + 1} count.`,
        ];
  });
}
