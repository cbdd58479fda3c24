/** Borders, shading and colours of Word 97-2003 (MS-DOC 2.9.16 to 2.9.22, 2.9.43, 2.9.246 to 2.9.249). */
import type { ByteReader } from "../../office/byte-reader.ts";
import { element } from "./xml-writer.ts";

/** The 16 colours of old files, from 1 (`Ico`, MS-DOC 2.9.119). */
const PALETTE = [
  "auto",
  "000000",
  "0000FF",
  "00FFFF",
  "00FF00",
  "FF00FF",
  "FF0000",
  "FFFF00",
  "FFFFFF",
  "000080",
  "008080",
  "008000",
  "800080",
  "800000",
  "808000",
  "808080",
  "C0C0C0",
];
const HIGHLIGHTS = [
  "none",
  "black",
  "blue",
  "cyan",
  "green",
  "magenta",
  "red",
  "yellow",
  "white",
  "darkBlue",
  "darkCyan",
  "darkGreen",
  "darkMagenta",
  "darkRed",
  "darkYellow",
  "darkGray",
  "lightGray",
];

const BORDER_STYLES: Readonly<Record<number, string>> = {
  1: "single",
  2: "thick",
  3: "double",
  5: "single",
  6: "dotted",
  7: "dashed",
  8: "dotDash",
  9: "dotDotDash",
  10: "triple",
  11: "thinThickSmallGap",
  12: "thickThinSmallGap",
  13: "thinThickThinSmallGap",
  14: "thinThickMediumGap",
  15: "thickThinMediumGap",
  16: "thinThickThinMediumGap",
  17: "thinThickLargeGap",
  18: "thickThinLargeGap",
  19: "thinThickThinLargeGap",
  20: "wave",
  21: "doubleWave",
  22: "dashSmallGap",
  23: "dashDotStroked",
  24: "threeDEmboss",
  25: "threeDEngrave",
  26: "outset",
  27: "inset",
};

/** Shading patterns as shares of the foreground colour; hatches as the share that they cover. */
const PATTERN_PERCENTS: Readonly<Record<number, number>> = {
  2: 5,
  3: 10,
  4: 20,
  5: 25,
  6: 30,
  7: 40,
  8: 50,
  9: 60,
  10: 70,
  11: 75,
  12: 80,
  13: 90,
  ...{ 14: 50, 15: 50, 16: 50, 17: 50, 18: 75, 19: 75, 20: 25, 21: 25, 22: 25, 23: 25, 24: 44, 25: 44 },
  35: 2,
  36: 7,
  37: 12,
  38: 15,
  39: 17,
  40: 22,
  41: 27,
  42: 32,
  43: 35,
  44: 37,
  45: 42,
  46: 45,
  47: 47,
  48: 52,
  49: 55,
  50: 57,
  51: 62,
  52: 65,
  53: 67,
  54: 72,
  55: 77,
  56: 82,
  57: 85,
  58: 87,
  59: 92,
  60: 95,
  61: 97,
};
const SOLID = 1;
const NO_PATTERN = 0xffff;

export interface BorderLine {
  /** `ST_Border`; `nil` takes a border away. */
  style: string;
  widthEighths: number;
  spacePoints: number;
  /** `RRGGBB` or `auto`. */
  color: string;
  shadow: boolean;
}

export interface ShadingFill {
  /** `ST_Shd`. */
  pattern: string;
  foreground: string;
  background: string;
}

export const NO_BORDER: BorderLine = { style: "nil", widthEighths: 0, spacePoints: 0, color: "auto", shadow: false };

/** A colour of the palette as `RRGGBB` or `auto`. */
export function paletteColor(index: number): string {
  return PALETTE[index] ?? "auto";
}

export function highlightName(index: number): string {
  return HIGHLIGHTS[index] ?? "none";
}

/** `COLORREF` (MS-DOC 2.9.43): red, green, blue, and 0xFF for the automatic colour. */
export function colorAt(reader: ByteReader, at: number): string {
  if (reader.u8(at + 3) === 0xff) return "auto";
  const hex = (offset: number) =>
    reader
      .u8(at + offset)
      .toString(16)
      .padStart(2, "0");
  return `${hex(0)}${hex(1)}${hex(2)}`.toUpperCase();
}

/** `Brc80` (4 bytes): undefined when nothing is said, `NO_BORDER` when all bits are set. */
export function readBorder80(reader: ByteReader, at: number): BorderLine | undefined {
  if (reader.u32(at) === 0xffff_ffff) return NO_BORDER;
  return borderOf(reader.u8(at), reader.u8(at + 1), paletteColor(reader.u8(at + 2)), reader.u8(at + 3));
}

/** `Brc` (8 bytes), with a full colour. */
export function readBorder(reader: ByteReader, at: number): BorderLine | undefined {
  if (reader.u32(at + 4) === 0xffff_ffff) return NO_BORDER;
  return borderOf(reader.u8(at + 4), reader.u8(at + 5), colorAt(reader, at), reader.u8(at + 6));
}

function borderOf(widthEighths: number, type: number, color: string, rest: number): BorderLine | undefined {
  if (type === 0) return undefined;
  return {
    style: BORDER_STYLES[type] ?? "single",
    widthEighths: Math.max(2, widthEighths),
    spacePoints: rest & 0x1f,
    color,
    shadow: (rest & 0x20) !== 0,
  };
}

/** `Shd80` (2 bytes). */
export function readShading80(reader: ByteReader, at: number): ShadingFill | undefined {
  const value = reader.u16(at);
  if (value === 0xffff) return undefined;
  return shadingOf(value >> 10, paletteColor(value & 0x1f), paletteColor((value >> 5) & 0x1f));
}

/** `Shd` (10 bytes). */
export function readShading(reader: ByteReader, at: number): ShadingFill | undefined {
  return shadingOf(reader.u16(at + 8), colorAt(reader, at), colorAt(reader, at + 4));
}

function shadingOf(pattern: number, foreground: string, background: string): ShadingFill | undefined {
  if (pattern === NO_PATTERN) return undefined;
  const percent = PATTERN_PERCENTS[pattern];
  const name = pattern === SOLID ? "solid" : percent === undefined ? "clear" : `pct${percent}`;
  return { pattern: name, foreground, background };
}

export function borderXml(name: string, border: BorderLine | undefined): string {
  if (!border) return "";
  if (border.style === "nil") return element(name, { "w:val": "nil" });
  return element(name, {
    "w:val": border.style,
    "w:sz": border.widthEighths,
    "w:space": border.spacePoints,
    "w:color": border.color,
    "w:shadow": border.shadow ? 1 : undefined,
  });
}

export function shadingXml(shading: ShadingFill | undefined): string {
  if (!shading) return "";
  return element("w:shd", {
    "w:val": shading.pattern,
    "w:color": shading.foreground,
    "w:fill": shading.background,
  });
}
