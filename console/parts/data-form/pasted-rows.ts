import type { DataSchema } from "../../api/documents.ts";
import { asMembers } from "./members.ts";

/** The cells of a text as spreadsheets put it on the clipboard: tabs and line ends, quotes around what holds them. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const pattern = /(?:"((?:[^"]|"")*)"(?=\t|\r|\n|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/g;
  for (const [, quoted, plain = "", end] of text.matchAll(pattern)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\t") continue;
    rows.push(row);
    row = [];
    if (end === "") break;
  }

  // What is copied ends with a line end.
  return rows.at(-1)?.join("") === "" ? rows.slice(0, -1) : rows;
}

/** Whether a text comes from cells beside each other: line ends alone may be a text of several lines. */
export const isFromCells = (text: string): boolean => text.includes("\t");

const folded = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * The entries of a list after rows were pasted into it. A first row that names the members says which column is which; else
 * columns go to the members in their order, from the one that the paste went to.
 */
export function withRows(
  entries: readonly unknown[],
  rows: readonly (readonly string[])[],
  item: DataSchema,
  at: { entry: number; member: string | undefined },
): unknown[] {
  const names = Object.keys(item.properties ?? {});
  const [head = []] = rows;
  const named = head.map((title) => names.find((name) => folded(name) === folded(title)));
  const hasHead = rows.length > 1 && named.filter(Boolean).length >= Math.min(2, head.length) && named.some(Boolean);
  const first = Math.max(0, names.indexOf(at.member ?? ""));
  const columns = hasHead ? named : head.map((_, index) => names[first + index]);
  const changed = [...entries];
  for (const [index, cells] of (hasHead ? rows.slice(1) : rows).entries()) {
    const values = cells.flatMap((cell, column) => {
      const name = columns[column];

      return name === undefined || cell === ""
        ? []
        : [[name, cellValue(cell.trim(), item.properties?.[name])] as const];
    });
    changed[at.entry + index] = { ...asMembers(changed[at.entry + index]), ...Object.fromEntries(values) };
  }

  return changed;
}

/** A cell's text as its member takes it; a number that is written in another way stays the text it is, which a merge reads. */
function cellValue(cell: string, schema: DataSchema | undefined): unknown {
  const isNumber = [schema?.type].flat().some((type) => type === "number" || type === "integer");

  return isNumber && /^-?\d+(?:\.\d+)?$/.test(cell) && String(Number(cell)) === cell ? Number(cell) : cell;
}
