/** Borders of Word 97-2003 (MS-DOC 2.9.16 to 2.9.22). */
import type { ByteReader } from "../../../office/byte-reader.ts";
import { element } from "../xml-writer.ts";
import { colorAt, paletteColor } from "./colors.ts";

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

export interface BorderLine {
  /** `ST_Border`; `nil` takes a border away. */
  style: string;
  widthEighths: number;
  spacePoints: number;
  /** `RRGGBB` or `auto`. */
  color: string;
  shadow: boolean;
}

export const NO_BORDER: BorderLine = { style: "nil", widthEighths: 0, spacePoints: 0, color: "auto", shadow: false };

/** `Brc80` (4 bytes): undefined when nothing is said, `NO_BORDER` when all bits are set. */
export function readBorder80(reader: ByteReader, at: number): BorderLine | undefined {
  if (reader.u32(at) === 0xffff_ffff) return NO_BORDER;
  return borderOf(reader.u8(at), reader.u8(at + 1), paletteColor(reader.u8(at + 2)), reader.u8(at + 3));
}

/** `Brc` (8 bytes), with a full color. */
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
