/** Colors of Word 97-2003 (MS-DOC 2.9.43, 2.9.119). */
import type { ByteReader } from "../../../office/byte-reader.ts";

/** The 16 colors of old files, from 1 (`Ico`, MS-DOC 2.9.119). */
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

/** A color of the palette as `RRGGBB` or `auto`. */
export function paletteColor(index: number): string {
  return PALETTE[index] ?? "auto";
}

export function highlightName(index: number): string {
  return HIGHLIGHTS[index] ?? "none";
}

/** `COLORREF` (MS-DOC 2.9.43): red, green, blue, and 0xFF for the automatic color. */
export function colorAt(reader: ByteReader, at: number): string {
  if (reader.u8(at + 3) === 0xff) return "auto";
  const hex = (offset: number) =>
    reader
      .u8(at + offset)
      .toString(16)
      .padStart(2, "0");
  return `${hex(0)}${hex(1)}${hex(2)}`.toUpperCase();
}
