/** What Excel 2007 and later add to cell formats: true colors, gradients, wide indents (MS-XLS 2.4.355, 2.5.108). */
import type { RecordCursor } from "../biff/record-cursor.ts";

/** A color without the limits of the palette (2.5.155). */
export type FullColor =
  | { kind: "automatic" }
  | { kind: "indexed"; index: number }
  /** Six hexadecimal digits. */
  | { kind: "rgb"; hex: string; tint: number }
  | { kind: "theme"; slot: number; tint: number };

export interface GradientFill {
  isPath: boolean;
  degrees: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  stops: { position: number; color: FullColor }[];
}

export interface FormatExtension {
  foreground?: FullColor;
  background?: FullColor;
  gradient?: GradientFill;
  top?: FullColor;
  bottom?: FullColor;
  left?: FullColor;
  right?: FullColor;
  diagonal?: FullColor;
  text?: FullColor;
  indent?: number;
}

const COLOR_PLACES: Readonly<Record<number, Exclude<keyof FormatExtension, "gradient" | "indent">>> = {
  4: "foreground",
  5: "background",
  7: "top",
  8: "bottom",
  9: "left",
  10: "right",
  11: "diagonal",
  13: "text",
};
const GRADIENT = 6;
const INDENT = 15;
const FULL_TINT = 32_767;
const FRT_HEADER_BYTES = 12;
const MAX_STOPS = 64;

/** The format that is extended, by its number, and what is added. */
export function readFormatExtension(cursor: RecordCursor): [number, FormatExtension] {
  cursor.skip(FRT_HEADER_BYTES + 2);
  const index = cursor.u16();
  cursor.skip(2);
  const extension: FormatExtension = {};
  for (let left = cursor.u16(); left > 0; left--) {
    const type = cursor.u16();
    const size = Math.max(4, cursor.u16());
    const before = cursor.remaining;
    const place = COLOR_PLACES[type];
    if (place) {
      const color = readFullColor(cursor);
      if (color) extension[place] = color;
    } else if (type === GRADIENT) extension.gradient = readGradient(cursor);
    else if (type === INDENT) extension.indent = cursor.u16();
    cursor.skip(Math.max(0, size - 4 - (before - cursor.remaining)));
  }
  return [index, extension];
}

function readFullColor(cursor: RecordCursor): FullColor | undefined {
  const type = cursor.u16();
  const tint = cursor.i16() / FULL_TINT;
  const value = cursor.u32();
  cursor.skip(8);
  return colorOf(type, value, tint);
}

/** `XColorType` 0 automatic, 1 palette, 2 red, green and blue, 3 theme; 4 means no color at all (2.5.279). */
export function colorOf(type: number, value: number, tint: number): FullColor | undefined {
  switch (type) {
    case 0:
      return { kind: "automatic" };
    case 1:
      return { kind: "indexed", index: value };
    case 2:
      return { kind: "rgb", hex: rgbHex(value), tint };
    case 3:
      return { kind: "theme", slot: value, tint };
    default:
      return undefined;
  }
}

/** Red is the lowest byte. */
export function rgbHex(value: number): string {
  const bytes = [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function readGradient(cursor: RecordCursor): GradientFill {
  const isPath = cursor.u32() === 1;
  const [degrees, left, right, top, bottom] = [cursor.f64(), cursor.f64(), cursor.f64(), cursor.f64(), cursor.f64()];
  const stops: GradientFill["stops"] = [];
  for (let count = Math.min(MAX_STOPS, cursor.u32()); count > 0; count--) {
    const type = cursor.u16();
    const value = cursor.u32();
    const position = cursor.f64();
    const color = colorOf(type, value, cursor.f64());
    if (color) stops.push({ position, color });
  }
  return { isPath, degrees, left, right, top, bottom, stops };
}
