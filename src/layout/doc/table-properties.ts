/** Table modifiers (MS-DOC 2.6.3): what they say of one row and its cells. Lengths in twips. */
import {
  type BorderLine,
  colorAt,
  readBorder,
  readBorder80,
  readShading,
  readShading80,
  type ShadingFill,
} from "./borders.ts";
import { anchorsOf } from "./frame-properties.ts";
import type { Sprm } from "./sprm.ts";

export type CellSide = "top" | "left" | "bottom" | "right";
export type TableSide = CellSide | "insideH" | "insideV";

/** `TC80` (MS-DOC 2.9.311) with what single modifiers change. */
export interface CellProperties {
  /** Merged with the cell before. */
  mergesLeft: boolean;
  verticalMerge: "none" | "restart" | "continue";
  verticalAlign: "top" | "center" | "bottom";
  /** `ST_TextDirection` of the transitional schema. */
  textDirection: string | undefined;
  noWrap: boolean;
  fitText: boolean;
  hideMark: boolean;
  borders: Partial<Record<CellSide | "tl2br" | "tr2bl", BorderLine>>;
  padding: Partial<Record<CellSide, number>>;
  shading?: ShadingFill;
}

export interface TableWidth {
  type: "auto" | "pct" | "dxa";
  value: number;
}

export interface RowProperties {
  /** Edges of the cells from the left margin: one more than there are cells. */
  edges: number[];
  cells: CellProperties[];
  alignment?: string;
  halfGap?: number;
  cantSplit?: boolean;
  isHeader?: boolean;
  /** Negative when exact. */
  height?: number;
  borders: Partial<Record<TableSide, BorderLine>>;
  padding: Partial<Record<CellSide, number>>;
  cellSpacing?: number;
  width?: TableWidth;
  rightToLeft?: boolean;
  style?: number;
  /** Bits of `w:tblLook`. */
  look?: number;
  autofit?: boolean;
  shading?: ShadingFill;
  floating: {
    x?: number;
    y?: number;
    horizontalAnchor?: string;
    verticalAnchor?: string;
    left?: number;
    right?: number;
    top?: number;
    bottom?: number;
  };
}

export const MOST_CELLS = 64;
const CELL_BYTES = 20;
const CELL_SIDES: readonly CellSide[] = ["top", "left", "bottom", "right"];
const TABLE_SIDES: readonly TableSide[] = ["top", "left", "bottom", "right", "insideH", "insideV"];
const BORDER_BITS = [...CELL_SIDES, "tl2br", "tr2bl"] as const;
const TEXT_DIRECTIONS = [undefined, "tbRl", undefined, "btLr", "lrTbV", "tbRlV"];
const VERTICAL_MERGES = ["none", "continue", "none", "restart"] as const;
const VERTICAL_ALIGNS = ["top", "center", "bottom"] as const;
const ALIGNMENTS = ["left", "center", "right"];
/** First cell of sprmTDefTableShd, sprmTDefTableShd2nd and sprmTDefTableShd3rd and of the forms that styles do not touch. */
const SHADINGS: Readonly<Record<number, number>> = {
  0xd612: 0,
  0xd616: 22,
  0xd60c: 44,
  0xd670: 0,
  0xd671: 22,
  0xd672: 44,
};
const SIDE_COLORS: Readonly<Record<number, CellSide>> = {
  0xd61a: "top",
  0xd61b: "left",
  0xd61c: "bottom",
  0xd61d: "right",
};

export function noRowProperties(): RowProperties {
  return { edges: [], cells: [], borders: {}, padding: {}, floating: {} };
}

function noCellProperties(): CellProperties {
  return {
    mergesLeft: false,
    verticalMerge: "none",
    verticalAlign: "top",
    textDirection: undefined,
    noWrap: false,
    fitText: false,
    hideMark: false,
    borders: {},
    padding: {},
  };
}

/** The properties of a row from all modifiers of its last paragraph. */
export function rowPropertiesOf(modifiers: Iterable<Sprm>): RowProperties {
  const row = noRowProperties();
  for (const sprm of modifiers) applyTableSprm(row, sprm);
  return row;
}

/** Applies one modifier; those of other kinds are passed over. */
export function applyTableSprm(row: RowProperties, sprm: Sprm): void {
  const { code, reader, operand, size } = sprm;
  if (applyRowSprm(row, sprm) || applyFloatingSprm(row.floating, sprm)) return;
  const sideColor = SIDE_COLORS[code];
  if (sideColor) {
    for (let index = 0; 4 * index + 4 <= size; index++) {
      const border = row.cells[index]?.borders[sideColor];
      if (border && border.style !== "nil") border.color = colorAt(reader, operand + 4 * index);
    }
    return;
  }
  const firstShaded = SHADINGS[code];
  if (firstShaded !== undefined) {
    for (let index = 0; 10 * index + 10 <= size; index++) {
      setShading(row, firstShaded + index, readShading(reader, operand + 10 * index));
    }
    return;
  }
  switch (code) {
    case 0xd608:
      defineTable(row, sprm);
      break;
    case 0xd609:
      for (let index = 0; 2 * index + 2 <= size; index++)
        setShading(row, index, readShading80(reader, operand + 2 * index));
      break;
    case 0xd605:
      for (const [index, side] of TABLE_SIDES.entries()) {
        if (4 * index + 4 <= size) setBorder(row.borders, side, readBorder80(reader, operand + 4 * index));
      }
      break;
    case 0xd613:
      for (const [index, side] of TABLE_SIDES.entries()) {
        if (8 * index + 8 <= size) setBorder(row.borders, side, readBorder(reader, operand + 8 * index));
      }
      break;
    case 0xd660:
      if (size >= 10) row.shading = readShading(reader, operand);
      break;
    case 0xd620:
    case 0xd62f: {
      const bits = reader.u8(operand + 2);
      const border = code === 0xd620 ? readBorder80(reader, operand + 3) : readBorder(reader, operand + 3);
      for (const cell of cellsOf(row, reader.u8(operand), reader.u8(operand + 1))) {
        for (const [bit, side] of BORDER_BITS.entries()) if (bits & (1 << bit)) setBorder(cell.borders, side, border);
      }
      break;
    }
    case 0x7627:
    case 0xd62d: {
      const shading = code === 0x7627 ? readShading80(reader, operand + 2) : readShading(reader, operand + 2);
      for (const cell of cellsOf(row, reader.u8(operand), reader.u8(operand + 1))) cell.shading = shading;
      break;
    }
    case 0x7629:
      for (const cell of cellsOf(row, reader.u8(operand), reader.u8(operand + 1))) {
        cell.textDirection = TEXT_DIRECTIONS[reader.u16(operand + 2)];
      }
      break;
    case 0xd62b:
      for (const cell of cellsOf(row, reader.u8(operand), reader.u8(operand) + 1)) {
        cell.verticalMerge = VERTICAL_MERGES[reader.u8(operand + 1) & 3] ?? "none";
      }
      break;
    case 0xd62c:
      for (const cell of cellsOf(row, reader.u8(operand), reader.u8(operand + 1))) {
        cell.verticalAlign = VERTICAL_ALIGNS[reader.u8(operand + 2)] ?? "top";
      }
      break;
    case 0xd632:
      for (const cell of cellsOf(row, reader.u8(operand), reader.u8(operand + 1))) setPadding(cell.padding, sprm);
      break;
    case 0xd639:
      for (const cell of cellsOf(row, reader.u8(operand), reader.u8(operand + 1))) {
        cell.noWrap = reader.u8(operand + 2) !== 0;
      }
      break;
    case 0x5624:
      for (const cell of cellsOf(row, reader.u8(operand) + 1, reader.u8(operand + 1))) cell.mergesLeft = true;
      break;
    case 0x5625:
      for (const cell of cellsOf(row, reader.u8(operand), reader.u8(operand + 1))) cell.mergesLeft = false;
      break;
    case 0x7623:
      setColumnWidths(row, reader.u8(operand), reader.u8(operand + 1), reader.u16(operand + 2));
      break;
  }
}

function applyRowSprm(row: RowProperties, { code, reader, operand }: Sprm): boolean {
  switch (code) {
    case 0x5400:
    case 0x548a:
      row.alignment = ALIGNMENTS[reader.u16(operand)] ?? "left";
      return true;
    case 0x9601:
      moveEdges(row, reader.i16(operand) - ((row.edges[0] ?? 0) + (row.halfGap ?? 0)));
      return true;
    case 0x9602:
      row.halfGap = reader.i16(operand);
      return true;
    case 0x3403:
    case 0x3466:
      row.cantSplit = reader.u8(operand) !== 0;
      return true;
    case 0x3404:
      row.isHeader = reader.u8(operand) !== 0;
      return true;
    case 0x9407:
      row.height = reader.i16(operand);
      return true;
    case 0xd633:
      row.cellSpacing = 2 * reader.u16(operand + 4);
      return true;
    case 0xd634:
      setPadding(row.padding, { code, reader, operand, size: 6 });
      return true;
    case 0xf614:
      row.width = readWidth(reader.u8(operand), reader.i16(operand + 1));
      return true;
    case 0x3615:
      row.autofit = reader.u8(operand) !== 0;
      return true;
    case 0x560b:
    case 0x5664:
      row.rightToLeft = reader.u16(operand) !== 0;
      return true;
    case 0x563a:
      row.style = reader.u16(operand);
      return true;
    case 0x740a:
      row.look = reader.u16(operand + 2);
      return true;
    default:
      return false;
  }
}

function applyFloatingSprm(floating: RowProperties["floating"], { code, reader, operand }: Sprm): boolean {
  switch (code) {
    case 0x360d: {
      const { horizontal, vertical } = anchorsOf(reader.u8(operand));
      floating.horizontalAnchor = horizontal ?? floating.horizontalAnchor;
      floating.verticalAnchor = vertical ?? floating.verticalAnchor;
      return true;
    }
    case 0x940e:
      floating.x = reader.i16(operand);
      return true;
    case 0x940f:
      floating.y = reader.i16(operand);
      return true;
    case 0x9410:
      floating.left = reader.i16(operand);
      return true;
    case 0x9411:
      floating.top = reader.i16(operand);
      return true;
    case 0x941e:
      floating.right = reader.i16(operand);
      return true;
    case 0x941f:
      floating.bottom = reader.i16(operand);
      return true;
    default:
      return false;
  }
}

/** `TDefTableOperand` (MS-DOC 2.9.322). Cells that are cut off have the properties of none. */
function defineTable(row: RowProperties, { reader, operand, size }: Sprm): void {
  const count = Math.min(MOST_CELLS, reader.u8(operand));
  const end = operand + size;
  row.edges = [];
  row.cells = [];
  for (let index = 0; index <= count && operand + 3 + 2 * index <= end; index++) {
    row.edges.push(reader.i16(operand + 1 + 2 * index));
  }
  const cellsAt = operand + 1 + 2 * (count + 1);
  for (let index = 0; index < count; index++) {
    const at = cellsAt + CELL_BYTES * index;
    const cell = noCellProperties();
    row.cells.push(cell);
    if (at + 2 > end) continue;
    const flags = reader.u16(at);
    cell.mergesLeft = (flags & 2) !== 0;
    cell.textDirection = TEXT_DIRECTIONS[(flags >> 2) & 7];
    cell.verticalMerge = VERTICAL_MERGES[(flags >> 5) & 3] ?? "none";
    cell.verticalAlign = VERTICAL_ALIGNS[(flags >> 7) & 3] ?? "top";
    cell.fitText = (flags & 0x1000) !== 0;
    cell.noWrap = (flags & 0x2000) !== 0;
    cell.hideMark = (flags & 0x4000) !== 0;
    for (const [place, side] of CELL_SIDES.entries()) {
      if (at + 8 + 4 * place <= end) setBorder(cell.borders, side, readBorder80(reader, at + 4 + 4 * place));
    }
  }
}

/** Cells from a first one up to, not with, a last one. */
function cellsOf(row: RowProperties, first: number, limit: number): CellProperties[] {
  return row.cells.slice(first, limit);
}

function setBorder<Side extends string>(
  borders: Partial<Record<Side, BorderLine>>,
  side: Side,
  border: BorderLine | undefined,
): void {
  if (border) borders[side] = { ...border };
  else delete borders[side];
}

function setShading(row: RowProperties, index: number, shading: ShadingFill | undefined): void {
  const cell = row.cells[index];
  if (cell && shading) cell.shading = shading;
}

/** `CSSAOperand` (MS-DOC 2.9.47): margins are in twips when their type says so. */
function setPadding(padding: Partial<Record<CellSide, number>>, { reader, operand }: Sprm): void {
  const bits = reader.u8(operand + 2);
  const type = reader.u8(operand + 3);
  for (const [bit, side] of CELL_SIDES.entries()) {
    if (bits & (1 << bit)) padding[side] = type === 3 ? reader.u16(operand + 4) : 0;
  }
}

/** `FtsWWidth_Table` (MS-DOC 2.9.102). */
function readWidth(type: number, value: number): TableWidth {
  if (type === 2) return { type: "pct", value };
  return type === 3 ? { type: "dxa", value } : { type: "auto", value: 0 };
}

function moveEdges(row: RowProperties, distance: number): void {
  row.edges = row.edges.map((edge) => edge + distance);
}

function setColumnWidths(row: RowProperties, first: number, limit: number, width: number): void {
  for (let index = first; index < limit && index + 1 < row.edges.length; index++) {
    const change = width - ((row.edges[index + 1] ?? 0) - (row.edges[index] ?? 0));
    for (let edge = index + 1; edge < row.edges.length; edge++) row.edges[edge] = (row.edges[edge] ?? 0) + change;
  }
}
