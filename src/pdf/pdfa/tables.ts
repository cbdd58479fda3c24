import type { PdfDocument } from "../document.ts";
import { dict, isName, name, PdfDict, type PdfObject, PdfRef } from "../objects.ts";
import { type Element, kidsOf } from "./structure-elements.ts";

/** A table has at most one head and foot, and only if it has a body. */
function mendSections({ kids }: Element): void {
  const sections = kids.filter((kid) => /^T(?:Head|Body|Foot)$/.test(kid.type));
  const hasBody = sections.some((section) => section.type === "TBody");
  for (const type of ["THead", "TFoot"]) {
    const same = sections.filter((section) => section.type === type);
    for (const section of hasBody ? same.slice(1) : same) section.entries.set("S", name("TBody"));
  }
}

const MAX_TABLE_PLACES = 200_000;

/** Spans end where the table does, and rows that are too short get the empty cells that they leave out. */
export function mendTable(document: PdfDocument, table: Element): void {
  mendSections(table);
  const rows = table.kids.flatMap((kid) =>
    kid.type === "TR" ? [kid] : /^T(?:Head|Body|Foot)$/.test(kid.type) ? kid.kids : [],
  );
  const grid: (Element | undefined)[][] = rows.map(() => []);
  let places = 0;
  for (const [row, { kids }] of rows.entries()) {
    let column = 0;
    for (const cell of kids) {
      if (cell.type !== "TH" && cell.type !== "TD") continue;
      while (grid[row]?.[column]) column++;
      const span = (key: string) => Math.max(1, Math.floor(document.number(tableAttribute(document, cell, key)) ?? 1));
      let columns = Math.min(span("ColSpan"), MAX_TABLE_PLACES);
      const firstTaken = (line: number, to: number) => {
        const taken = grid[line] ?? [];
        for (let at = column; at < Math.min(to, taken.length); at++) if (taken[at]) return at;
        return undefined;
      };
      columns = (firstTaken(row, column + columns) ?? column + columns) - column;
      if (columns !== span("ColSpan")) setTableAttribute(document, cell, "ColSpan", columns);
      let rowSpan = Math.min(span("RowSpan"), rows.length - row);
      places += rowSpan * columns;
      if (places > MAX_TABLE_PLACES) return;
      document.work.charge("object", rowSpan * columns);
      for (let line = row + 1; line < row + rowSpan; line++) {
        if (firstTaken(line, column + columns) !== undefined) rowSpan = line - row;
      }
      if (rowSpan !== span("RowSpan")) setTableAttribute(document, cell, "RowSpan", rowSpan);
      for (let line = row; line < row + rowSpan; line++) {
        for (let at = column; at < column + columns; at++) (grid[line] ??= [])[at] = cell;
      }
      column += columns;
    }
  }
  const widest = grid.reduce((most, row) => Math.max(most, row.length), 0);
  for (const [index, row] of rows.entries()) {
    const filled = grid[index]?.filter(Boolean).length ?? 0;
    places += widest - filled;
    if (places > MAX_TABLE_PLACES) return;
    const missing = Array.from({ length: widest - filled }, () =>
      document.add(dict({ S: name("TD"), P: row.object instanceof PdfRef ? row.object : null })),
    );
    if (missing.length > 0) row.entries.set("K", [...kidsOf(document, row.entries), ...missing]);
  }
  mendHeaders(document, grid);
}

/**
 * If a table has header cells, each cell with content has one (ISO 14289-1, 7.5): titles above the header cells of
 * their column become headers themselves, and so does the cell that a row of headers leaves empty.
 */
function mendHeaders(document: PdfDocument, grid: readonly (readonly (Element | undefined)[])[]): void {
  const rows = grid.map((row) => row.map((cell) => (cell?.type === "TH" ? cell : undefined)));
  const headerRows = rows.flatMap((row, index) => (row.some(Boolean) ? [index] : []));
  if (headerRows.length === 0) return;
  const headers = new Set(rows.flatMap((row) => row.filter((cell) => cell !== undefined)));
  const becomeHeader = (cell: Element) => {
    headers.add(cell);
    cell.entries.set("S", name("TH"));
    setTableAttribute(document, cell, "Scope", name("Column"));
  };
  const leads = (cell: Element | undefined, scope: string) => {
    const stated = cell && headers.has(cell) ? tableAttribute(document, cell, "Scope") : undefined;
    return isName(stated, scope) || isName(stated, "Both");
  };
  for (const header of headers) {
    if (tableAttribute(document, header, "Scope") === undefined) becomeHeader(header);
  }
  /** Columns that have a header above the row. */
  const covered = new Set<number>();
  for (const [index, row] of grid.entries()) {
    let isLed = false;
    for (const [column, cell] of row.entries()) {
      document.work.charge("object", 2);
      if (cell && leads(cell, "Column")) covered.add(column);
      if (leads(cell, "Row")) isLed = true;
      if (!cell || isLed || headers.has(cell) || grid[index - 1]?.[column] === cell) continue;
      let isCovered = false;
      for (let at = column; row[at] === cell && !isCovered; at++) isCovered = covered.has(at);
      if (isCovered || !cell.entries.has("K") || tableAttribute(document, cell, "Headers") !== undefined) continue;
      const above = headerRows.findLast((each) => each < index);
      const empty = above === undefined ? undefined : grid[above]?.[column];
      if (above === undefined) becomeHeader(cell);
      else if (empty) becomeHeader(empty);
      covered.add(column);
    }
  }
}

/** The dictionaries of an element's attributes: one, or several among revision numbers. */
function attributesOf(document: PdfDocument, { entries }: Element): PdfDict[] {
  const attributes = document.resolve(entries.get("A"));
  const list = Array.isArray(attributes) ? attributes : [attributes];
  document.work.charge("object", list.length);
  return list.map((object) => document.resolve(object)).filter((object) => object instanceof PdfDict);
}

function tableAttribute(document: PdfDocument, cell: Element, key: string): PdfObject | undefined {
  return attributesOf(document, cell)
    .find((attributes) => attributes.has(key))
    ?.get(key);
}

function setTableAttribute(document: PdfDocument, cell: Element, key: string, value: PdfObject): void {
  const owner = attributesOf(document, cell).find((attributes) => attributes.has(key));
  // others may share the dictionary
  const others = attributesOf(document, cell).filter((attributes) => attributes !== owner);
  cell.entries.set("A", [...others, new PdfDict([...(owner ?? dict({ O: name("Table") })), [key, value] as const])]);
}
