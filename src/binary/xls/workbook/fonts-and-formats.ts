/** Fonts, number formats and cell formats of the globals substream (MS-XLS 2.4.122, 2.4.126, 2.4.353). */
import type { RecordCursor } from "../biff/record-cursor.ts";
import { longText, shortText, type TextFormat } from "../biff/text.ts";

export interface BiffFont {
  heightTwips: number;
  weight: number;
  italic: boolean;
  strike: boolean;
  colorIndex: number;
  /** 1 superscript, 2 subscript. */
  script: number;
  /** 0 none, 1 single, 2 double, 0x21 and 0x22 the same for accounting. */
  underline: number;
  family: number;
  name: string;
}

export interface BiffEdge {
  /** 0 none, then in the order of `ST_BorderStyle`. */
  style: number;
  colorIndex: number;
}

export interface BiffCellFormat {
  fontIndex: number;
  formatIndex: number;
  isStyle: boolean;
  horizontal: number;
  vertical: number;
  wrap: boolean;
  shrink: boolean;
  indent: number;
  /** As `textRotation` of SpreadsheetML. */
  rotation: number;
  readingOrder: number;
  left: BiffEdge;
  right: BiffEdge;
  top: BiffEdge;
  bottom: BiffEdge;
  diagonal: BiffEdge;
  diagonalDown: boolean;
  diagonalUp: boolean;
  pattern: number;
  foreground: number;
  background: number;
}

export function readFont(cursor: RecordCursor, text: TextFormat): BiffFont {
  const heightTwips = cursor.u16();
  const flags = cursor.u16();
  const colorIndex = cursor.u16();
  const weight = cursor.u16();
  const script = cursor.u16();
  const underline = cursor.u8();
  const family = cursor.u8();
  cursor.skip(2);
  return {
    heightTwips,
    weight,
    italic: (flags & 2) !== 0,
    strike: (flags & 8) !== 0,
    colorIndex,
    script,
    underline,
    family,
    name: shortText(cursor, text),
  };
}

/** Number and code of a format. */
export function readFormat(cursor: RecordCursor, text: TextFormat): [number, string] {
  return [cursor.u16(), text.biff8 ? longText(cursor, text) : shortText(cursor, text)];
}

/** Turns of the text before BIFF8: upright, letters below each other, a quarter left, a quarter right. */
const OLD_ROTATIONS = [0, 255, 90, 180];

export function readCellFormat(cursor: RecordCursor, biff8: boolean): BiffCellFormat {
  const fontIndex = cursor.u16();
  const formatIndex = cursor.u16();
  const isStyle = (cursor.u16() & 4) !== 0;
  const alignment = cursor.u8();
  const rotation = cursor.u8();
  const common = {
    fontIndex,
    formatIndex,
    isStyle,
    horizontal: alignment & 7,
    wrap: (alignment & 8) !== 0,
    vertical: (alignment >> 4) & 7,
  };
  return biff8
    ? { ...common, rotation: rotation, ...readNewParts(cursor) }
    : { ...common, ...readOldParts(cursor, rotation) };
}

function readNewParts(cursor: RecordCursor) {
  const layout = cursor.u8();
  cursor.skip(1);
  const styles = cursor.u32();
  const colors = cursor.u32();
  const fill = cursor.u16();
  return {
    indent: layout & 15,
    shrink: (layout & 16) !== 0,
    readingOrder: layout >> 6,
    left: { style: styles & 15, colorIndex: (styles >>> 16) & 0x7f },
    right: { style: (styles >>> 4) & 15, colorIndex: (styles >>> 23) & 0x7f },
    top: { style: (styles >>> 8) & 15, colorIndex: colors & 0x7f },
    bottom: { style: (styles >>> 12) & 15, colorIndex: (colors >>> 7) & 0x7f },
    diagonal: { style: (colors >>> 21) & 15, colorIndex: (colors >>> 14) & 0x7f },
    diagonalDown: (styles & 0x40000000) !== 0,
    diagonalUp: (styles & 0x80000000) !== 0,
    pattern: colors >>> 26,
    foreground: fill & 0x7f,
    background: (fill >>> 7) & 0x7f,
  };
}

function readOldParts(cursor: RecordCursor, rotation: number) {
  const fill = cursor.u32();
  const edges = cursor.u32();
  return {
    rotation: OLD_ROTATIONS[rotation & 3] ?? 0,
    indent: 0,
    shrink: false,
    readingOrder: 0,
    left: { style: (edges >>> 3) & 7, colorIndex: (edges >>> 16) & 0x7f },
    right: { style: (edges >>> 6) & 7, colorIndex: (edges >>> 23) & 0x7f },
    top: { style: edges & 7, colorIndex: (edges >>> 9) & 0x7f },
    bottom: { style: (fill >>> 22) & 7, colorIndex: (fill >>> 25) & 0x7f },
    diagonal: { style: 0, colorIndex: 0 },
    diagonalDown: false,
    diagonalUp: false,
    pattern: (fill >>> 16) & 0x3f,
    foreground: fill & 0x7f,
    background: (fill >>> 7) & 0x7f,
  };
}

/** Records number fonts as if there were a fifth one, which never exists (MS-XLS 2.5.129). */
export function fontAt(fonts: readonly BiffFont[], index: number): BiffFont | undefined {
  return fonts[fontPosition(index)];
}

export function fontPosition(index: number): number {
  return index > 4 ? index - 1 : index;
}
