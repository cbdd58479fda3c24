/** What `\trowd` says of a row (Rich Text Format 1.9.1, "Table definitions"). */
import { type Border, newBorder } from "./borders.ts";

export interface CellFormat {
  /** Right edge in twips. */
  edge: number;
  borders: Record<string, Border>;
  background: number;
  shading: number;
  vertical: string;
  /** Horizontal and vertical merges: the first cell of one, or one that continues. */
  across: "" | "first" | "next";
  down: "" | "first" | "next";
  padding: Record<string, number>;
  direction: string;
}

export interface RowFormat {
  left: number;
  gap: number;
  height: number;
  isHeader: boolean;
  keepsTogether: boolean;
  alignment: string;
  rightToLeft: boolean;
  borders: Record<string, Border>;
  padding: Record<string, number>;
  cells: CellFormat[];
  /** Of the next `\cellx`. */
  next: CellFormat;
}

/** Word has 63; other programs write some more. */
const MOST_CELLS = 200;
const ROW_BORDERS: Readonly<Record<string, string>> = {
  trbrdrt: "top",
  trbrdrb: "bottom",
  trbrdrl: "left",
  trbrdrr: "right",
  trbrdrh: "insideH",
  trbrdrv: "insideV",
};
const CELL_BORDERS: Readonly<Record<string, string>> = {
  clbrdrt: "top",
  clbrdrb: "bottom",
  clbrdrl: "left",
  clbrdrr: "right",
  cldglu: "tr2bl",
  cldgll: "tl2br",
};
const ALIGNMENTS: Readonly<Record<string, string>> = { trql: "left", trqr: "right", trqc: "center" };
const ROW_PADDING: Readonly<Record<string, string>> = {
  trpaddl: "left",
  trpaddr: "right",
  trpaddt: "top",
  trpaddb: "bottom",
};
/** The letters of left and top are the other way round, which all programs have kept (as Word writes them). */
const CELL_PADDING: Readonly<Record<string, string>> = {
  clpadl: "top",
  clpadr: "right",
  clpadt: "left",
  clpadb: "bottom",
};
const VERTICAL: Readonly<Record<string, string>> = { clvertalt: "top", clvertalc: "center", clvertalb: "bottom" };
const DIRECTIONS: Readonly<Record<string, string>> = { cltxbtlr: "btLr", cltxtbrl: "tbRl" };

export function newRow(): RowFormat {
  return {
    left: 0,
    gap: 0,
    height: 0,
    isHeader: false,
    keepsTogether: false,
    alignment: "",
    rightToLeft: false,
    borders: {},
    padding: {},
    cells: [],
    next: newCell(),
  };
}

function newCell(): CellFormat {
  return {
    edge: 0,
    borders: {},
    background: 0,
    shading: 0,
    vertical: "",
    across: "",
    down: "",
    padding: {},
    direction: "",
  };
}

/** The border that the words after this one are about; undefined if it begins none. */
export function rowBorder(row: RowFormat, name: string): Border[] | undefined {
  const [borders, side] = ROW_BORDERS[name] ? [row.borders, ROW_BORDERS[name]] : [row.next.borders, CELL_BORDERS[name]];
  if (!side) return undefined;
  const border = newBorder();
  borders[side] = border;
  return [border];
}

/** Whether the word says something of a row or a cell, which is noted. */
export function rowWord(row: RowFormat, name: string, parameter: number | undefined): boolean {
  const value = Math.max(-31_680, Math.min(31_680, parameter ?? 0));
  const cell = row.next;
  if (name === "cellx") {
    cell.edge = value;
    if (row.cells.length < MOST_CELLS) row.cells.push(cell);
    row.next = newCell();
    return true;
  }
  const [alignment, rowPadding, cellPadding] = [ALIGNMENTS[name], ROW_PADDING[name], CELL_PADDING[name]];
  const [vertical, direction] = [VERTICAL[name], DIRECTIONS[name]];
  if (alignment) row.alignment = alignment;
  else if (rowPadding) row.padding[rowPadding] = value;
  else if (cellPadding) cell.padding[cellPadding] = value;
  else if (vertical) cell.vertical = vertical;
  else if (direction) cell.direction = direction;
  else return otherWord(row, cell, name, value);
  return true;
}

function otherWord(row: RowFormat, cell: CellFormat, name: string, value: number): boolean {
  switch (name) {
    case "trleft":
      row.left = value;
      return true;
    case "trgaph":
      row.gap = value;
      return true;
    case "trrh":
      row.height = value;
      return true;
    case "trhdr":
      row.isHeader = true;
      return true;
    case "trkeep":
      row.keepsTogether = true;
      return true;
    case "rtlrow":
      row.rightToLeft = true;
      return true;
    case "clcbpat":
      cell.background = value;
      return true;
    case "clshdng":
      cell.shading = Math.max(0, Math.min(10_000, value));
      return true;
    case "clmgf":
      cell.across = "first";
      return true;
    case "clmrg":
      cell.across = "next";
      return true;
    case "clvmgf":
      cell.down = "first";
      return true;
    case "clvmrg":
      cell.down = "next";
      return true;
    default:
      return false;
  }
}
