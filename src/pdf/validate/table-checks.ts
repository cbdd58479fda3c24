import { PdfName, type PdfObject, PdfString } from "../objects.ts";
import { decodeText } from "../text-strings.ts";
import { attribute } from "./element-attributes.ts";
import type { Check } from "./findings.ts";
import type { InspectedDocument } from "./inspected-document.ts";
import type { StructureElement } from "./structure-tree.ts";

interface Cell {
  readonly element: StructureElement;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  /** Another cell is where this one would be. */
  readonly isCovered: boolean;
}

/** A table with the places of its cells. */
interface Table {
  readonly inspected: InspectedDocument;
  readonly rowCount: number;
  readonly cells: readonly Cell[];
  readonly grid: readonly (readonly (Cell | undefined)[])[];
}

/** A table that claims more is not laid out. */
const MAX_PLACES = 200_000;

const TABLE_CHECKS: readonly Check<Table>[] = [
  {
    pdfUa: "7.2",
    check: ({ cells }) => (cells.some(({ isCovered }) => isCovered) ? "Cells of a table overlap." : undefined),
  },
  {
    pdfUa: "7.2",
    check({ cells, rowCount }) {
      const beyond = cells.find(({ row, rows }) => row + rows > rowCount);
      return beyond && `A cell of column ${beyond.column + 1} spans more rows than the table has.`;
    },
  },
  {
    pdfUa: "7.2",
    check({ grid, rowCount }) {
      const widths = grid.slice(0, rowCount).map((row) => row.filter(Boolean).length);
      const other = widths.findIndex((width) => width !== widths[0]);
      return other < 0
        ? undefined
        : `Row ${other + 1} of a table has ${widths[other]} columns, its first row has ${widths[0]}.`;
    },
  },
];

interface DataCell {
  readonly table: Table;
  readonly cell: Cell;
  /** IDs of the table's header cells. */
  readonly ids: ReadonlySet<string>;
}

const CELL_CHECKS: readonly Check<DataCell>[] = [
  {
    pdfUa: "7.5",
    check({ table, cell, ids }) {
      const { inspected } = table;
      const headers = attribute(inspected, cell.element, "Headers");
      const named = Array.isArray(headers) ? headers.map((header) => idOf(inspected, header)) : [];
      if (named.length > 0 && named.every((id) => ids.has(id))) return undefined;
      if (hasHeaderByScope(table, cell)) return undefined;
      const unknown = named.find((id) => !ids.has(id));
      return unknown === undefined
        ? "A table's cell has no header: neither Headers nor the Scope of a header cell leads to one."
        : `A table's cell names the header ${unknown}, which is not in the table.`;
    },
  },
];

function idOf(inspected: InspectedDocument, object: PdfObject | undefined): string {
  const id = inspected.resolve(object);
  return id instanceof PdfString ? decodeText(id) : "";
}

/**
 * A header cell to the left that belongs to its row, or above it that belongs to its column (ISO 32000-2, 14.8.4.8.3).
 */
function hasHeaderByScope({ inspected, grid }: Table, cell: Cell): boolean {
  const isHeader = (candidate: Cell | undefined, scope: string) => {
    if (candidate?.element.standardType !== "TH") return false;
    const stated = attribute(inspected, candidate.element, "Scope");
    return stated instanceof PdfName && (stated.value === scope || stated.value === "Both");
  };
  for (let row = cell.row; row < cell.row + cell.rows; row++) {
    for (let column = cell.column - 1; column >= 0; column--) {
      inspected.document.work.charge("object");
      if (isHeader(grid[row]?.[column], "Row")) return true;
    }
  }
  for (let column = cell.column; column < cell.column + cell.columns; column++) {
    for (let row = cell.row - 1; row >= 0; row--) {
      inspected.document.work.charge("object");
      if (isHeader(grid[row]?.[column], "Column")) return true;
    }
  }
  return false;
}

/** Checks that a table is regular and that its cells have headers. */
export function inspectTable(inspected: InspectedDocument, element: StructureElement): void {
  const table = layOut(inspected, element);
  if (!table) return;
  inspected.check(TABLE_CHECKS, table, { object: element.number });
  const headers = table.cells.filter((cell) => cell.element.standardType === "TH");
  if (headers.length === 0) return;
  const ids = new Set(headers.map((cell) => idOf(inspected, cell.element.entries.get("ID"))));
  for (const cell of table.cells) {
    // an empty cell, such as the one in the corner, needs no header
    if (cell.element.standardType === "TD" && cell.element.entries.has("K")) {
      inspected.check(CELL_CHECKS, { table, cell, ids }, { object: cell.element.number });
    }
  }
}

function layOut(inspected: InspectedDocument, table: StructureElement): Table | undefined {
  const rows = table.kids.flatMap((kid) =>
    kid.standardType === "TR" ? [kid] : /^T(?:Head|Body|Foot)$/.test(kid.standardType ?? "") ? kid.kids : [],
  );
  const grid: (Cell | undefined)[][] = rows.map(() => []);
  const cells: Cell[] = [];
  let places = 0;
  for (const [row, line] of rows.entries()) {
    let column = 0;
    for (const element of line.kids) {
      if (element.standardType !== "TH" && element.standardType !== "TD") continue;
      const span = (key: string) => {
        const value = attribute(inspected, element, key);
        return typeof value === "number" && value >= 1 ? Math.floor(value) : 1;
      };
      while (grid[row]?.[column]) column++;
      const rowSpan = span("RowSpan");
      const columnSpan = span("ColSpan");
      places += rowSpan * columnSpan;
      inspected.document.work.charge("object", Math.min(rowSpan, rows.length) * columnSpan);
      if (places > MAX_PLACES) return undefined;
      const covered: boolean[] = [];
      const cell: Cell = { element, row, column, rows: rowSpan, columns: columnSpan, isCovered: false };
      for (let y = row; y < Math.min(row + rowSpan, rows.length); y++) {
        for (let x = column; x < column + columnSpan; x++) {
          const line = grid[y] ?? [];
          covered.push(line[x] !== undefined);
          line[x] ??= cell;
        }
      }
      cells.push(covered.includes(true) ? { ...cell, isCovered: true } : cell);
      column += columnSpan;
    }
  }
  return { inspected, rowCount: rows.length, cells, grid };
}
