/** Table modifiers (MS-DOC 2.6.3): what they say about one row and its cells. Lengths in twips. */

import { type BorderLine, readBorder, readBorder80 } from "./borders.ts";
import { colorAt } from "./colors.ts";
import { anchorsOf } from "./frame-properties.ts";
import { readShading, readShading80, type ShadingFill } from "./shadings.ts";
import type { Sprm } from "./sprm.ts";
import { SPRM } from "./sprm-codes.ts";
import { applyByName, type SprmHandlers } from "./sprm-handlers.ts";

export type CellSide = "top" | "left" | "bottom" | "right";
type TableSide = CellSide | "insideH" | "insideV";

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

interface TableWidth {
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
  appearance?: number;
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

export const MAX_CELLS = 64;
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
  [SPRM.sprmTDefTableShd]: 0,
  [SPRM.sprmTDefTableShd2nd]: 22,
  [SPRM.sprmTDefTableShd3rd]: 44,
  [SPRM.sprmTDefTableShdRaw]: 0,
  [SPRM.sprmTDefTableShdRaw2nd]: 22,
  [SPRM.sprmTDefTableShdRaw3rd]: 44,
};
const SIDE_COLORS: Readonly<Record<number, CellSide>> = {
  [SPRM.sprmTBrcTopCv]: "top",
  [SPRM.sprmTBrcLeftCv]: "left",
  [SPRM.sprmTBrcBottomCv]: "bottom",
  [SPRM.sprmTBrcRightCv]: "right",
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

function setCellBorders(row: RowProperties, { code, reader, operand }: Sprm): void {
  const bits = reader.u8(operand + 2);
  const border = code === SPRM.sprmTSetBrc80 ? readBorder80(reader, operand + 3) : readBorder(reader, operand + 3);
  for (const cell of cellsOf(row, reader.u8(operand), reader.u8(operand + 1))) {
    for (const [bit, side] of BORDER_BITS.entries()) if (bits & (1 << bit)) setBorder(cell.borders, side, border);
  }
}

function setCellShading(row: RowProperties, { code, reader, operand }: Sprm): void {
  const shading = code === SPRM.sprmTSetShd80 ? readShading80(reader, operand + 2) : readShading(reader, operand + 2);
  for (const cell of cellsOf(row, reader.u8(operand), reader.u8(operand + 1))) cell.shading = shading;
}

const CELL_HANDLERS: SprmHandlers<RowProperties> = {
  sprmTDefTable: (row, sprm) => {
    defineTable(row, sprm);
  },
  sprmTDefTableShd80: (row, { reader, operand, size }) => {
    for (let index = 0; 2 * index + 2 <= size; index++)
      setShading(row, index, readShading80(reader, operand + 2 * index));
  },
  sprmTTableBorders80: (row, { reader, operand, size }) => {
    for (const [index, side] of TABLE_SIDES.entries()) {
      if (4 * index + 4 <= size) setBorder(row.borders, side, readBorder80(reader, operand + 4 * index));
    }
  },
  sprmTTableBorders: (row, { reader, operand, size }) => {
    for (const [index, side] of TABLE_SIDES.entries()) {
      if (8 * index + 8 <= size) setBorder(row.borders, side, readBorder(reader, operand + 8 * index));
    }
  },
  sprmTSetShdTable: (row, { reader, operand, size }) => {
    if (size >= 10) row.shading = readShading(reader, operand);
  },
  sprmTSetBrc80: setCellBorders,
  sprmTSetBrc: setCellBorders,
  sprmTSetShd80: setCellShading,
  sprmTSetShd: setCellShading,
  sprmTTextFlow: (row, { reader, operand }) => {
    for (const cell of cellsOf(row, reader.u8(operand), reader.u8(operand + 1))) {
      cell.textDirection = TEXT_DIRECTIONS[reader.u16(operand + 2)];
    }
  },
  sprmTVertMerge: (row, { reader, operand }) => {
    for (const cell of cellsOf(row, reader.u8(operand), reader.u8(operand) + 1)) {
      cell.verticalMerge = VERTICAL_MERGES[reader.u8(operand + 1) & 3] ?? "none";
    }
  },
  sprmTVertAlign: (row, { reader, operand }) => {
    for (const cell of cellsOf(row, reader.u8(operand), reader.u8(operand + 1))) {
      cell.verticalAlign = VERTICAL_ALIGNS[reader.u8(operand + 2)] ?? "top";
    }
  },
  sprmTCellPadding: (row, sprm) => {
    const { reader, operand } = sprm;
    for (const cell of cellsOf(row, reader.u8(operand), reader.u8(operand + 1))) setPadding(cell.padding, sprm);
  },
  sprmTFCellNoWrap: (row, { reader, operand }) => {
    for (const cell of cellsOf(row, reader.u8(operand), reader.u8(operand + 1))) {
      cell.noWrap = reader.u8(operand + 2) !== 0;
    }
  },
  sprmTMerge: (row, { reader, operand }) => {
    for (const cell of cellsOf(row, reader.u8(operand) + 1, reader.u8(operand + 1))) cell.mergesLeft = true;
  },
  sprmTSplit: (row, { reader, operand }) => {
    for (const cell of cellsOf(row, reader.u8(operand), reader.u8(operand + 1))) cell.mergesLeft = false;
  },
  sprmTDxaCol: (row, { reader, operand }) => {
    setColumnWidths(row, reader.u8(operand), reader.u8(operand + 1), reader.u16(operand + 2));
  },
};

/** Applies one modifier; those of other kinds are passed over. */
export function applyTableSprm(row: RowProperties, sprm: Sprm): void {
  const { code, reader, operand, size } = sprm;
  if (applyByName(ROW_HANDLERS, row, sprm) || applyByName(FLOATING_HANDLERS, row.floating, sprm)) return;
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
  applyByName(CELL_HANDLERS, row, sprm);
}

function setAlignment(row: RowProperties, { reader, operand }: Sprm): void {
  row.alignment = ALIGNMENTS[reader.u16(operand)] ?? "left";
}

function setCantSplit(row: RowProperties, { reader, operand }: Sprm): void {
  row.cantSplit = reader.u8(operand) !== 0;
}

function setRightToLeft(row: RowProperties, { reader, operand }: Sprm): void {
  row.rightToLeft = reader.u16(operand) !== 0;
}

const ROW_HANDLERS: SprmHandlers<RowProperties> = {
  sprmTJc90: setAlignment,
  sprmTJc: setAlignment,
  sprmTDxaLeft: (row, { reader, operand }) => {
    moveEdges(row, reader.i16(operand) - ((row.edges[0] ?? 0) + (row.halfGap ?? 0)));
  },
  sprmTDxaGapHalf: (row, { reader, operand }) => {
    row.halfGap = reader.i16(operand);
  },
  sprmTFCantSplit90: setCantSplit,
  sprmTFCantSplit: setCantSplit,
  sprmTTableHeader: (row, { reader, operand }) => {
    row.isHeader = reader.u8(operand) !== 0;
  },
  sprmTDyaRowHeight: (row, { reader, operand }) => {
    row.height = reader.i16(operand);
  },
  sprmTCellSpacingDefault: (row, { reader, operand }) => {
    row.cellSpacing = 2 * reader.u16(operand + 4);
  },
  sprmTCellPaddingDefault: (row, sprm) => {
    setPadding(row.padding, sprm);
  },
  sprmTTableWidth: (row, { reader, operand }) => {
    row.width = readWidth(reader.u8(operand), reader.i16(operand + 1));
  },
  sprmTFAutofit: (row, { reader, operand }) => {
    row.autofit = reader.u8(operand) !== 0;
  },
  sprmTFBiDi: setRightToLeft,
  sprmTFBiDi90: setRightToLeft,
  sprmTIstd: (row, { reader, operand }) => {
    row.style = reader.u16(operand);
  },
  sprmTTlp: (row, { reader, operand }) => {
    row.appearance = reader.u16(operand + 2);
  },
};

const FLOATING_HANDLERS: SprmHandlers<RowProperties["floating"]> = {
  sprmTPc: (floating, { reader, operand }) => {
    const { horizontal, vertical } = anchorsOf(reader.u8(operand));
    floating.horizontalAnchor = horizontal ?? floating.horizontalAnchor;
    floating.verticalAnchor = vertical ?? floating.verticalAnchor;
  },
  sprmTDxaAbs: (floating, { reader, operand }) => {
    floating.x = reader.i16(operand);
  },
  sprmTDyaAbs: (floating, { reader, operand }) => {
    floating.y = reader.i16(operand);
  },
  sprmTDxaFromText: (floating, { reader, operand }) => {
    floating.left = reader.i16(operand);
  },
  sprmTDyaFromText: (floating, { reader, operand }) => {
    floating.top = reader.i16(operand);
  },
  sprmTDxaFromTextRight: (floating, { reader, operand }) => {
    floating.right = reader.i16(operand);
  },
  sprmTDyaFromTextBottom: (floating, { reader, operand }) => {
    floating.bottom = reader.i16(operand);
  },
};

/** `TDefTableOperand` (MS-DOC 2.9.322). Cells that are cut off have no properties. */
function defineTable(row: RowProperties, { reader, operand, size }: Sprm): void {
  const count = Math.min(MAX_CELLS, reader.u8(operand));
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

/** Cells from a first one up to, but not including, a last one. */
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
