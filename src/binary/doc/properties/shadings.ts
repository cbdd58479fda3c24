/** Shading of Word 97-2003 (MS-DOC 2.9.246 to 2.9.249). */
import type { ByteReader } from "../../../office/byte-reader.ts";
import { element } from "../xml-writer.ts";
import { colorAt, paletteColor } from "./colors.ts";

/** Shading patterns as shares of the foreground color; hatches as the share that they cover. */
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

export interface ShadingFill {
  /** `ST_Shd`. */
  pattern: string;
  foreground: string;
  background: string;
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

export function shadingXml(shading: ShadingFill | undefined): string {
  if (!shading) return "";
  return element("w:shd", {
    "w:val": shading.pattern,
    "w:color": shading.foreground,
    "w:fill": shading.background,
  });
}
