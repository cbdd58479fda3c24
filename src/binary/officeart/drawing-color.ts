/** Colors of drawings (OfficeArtCOLORREF, MS-ODRAW 2.2.2) -> DrawingML. */
import { PROPERTY } from "./property-ids.ts";
import type { ShapeProperties } from "./shape-properties.ts";

export interface ArtColor {
  /** `RRGGBB` */
  rgb: string;
  /** Name in the theme (`accent1`), where the host has one and the color should follow it. */
  scheme?: string;
}

/** What a drawing needs to know about the file that it is in. */
export interface DrawingContext {
  /** The color at an index into the scheme (ppt) or the palette (xls). */
  indexedColor(index: number): ArtColor | undefined;
  /** Id of the relationship under which the picture of this one-based index is embedded; undefined when there is none. */
  imageRelationship(blip: number): string | undefined;
}

const BLACK: ArtColor = { rgb: "000000" };
const FULL_OPACITY = 1;
const DEFAULT_FILL = 0xff_ffff;
const DEFAULT_LINE = 0;
const DEFAULT_SHADOW = 0x80_8080;
/** Bits of the highest byte. */
const FLAG = { paletteIndex: 0x01, schemeIndex: 0x08, systemIndex: 0x10 };

/** Colors of the system by index, as Windows has them (MS-ODRAW 2.4.2). */
const SYSTEM_COLORS = (
  "C8C8C8 000000 99B4D1 BFCDDB F0F0F0 FFFFFF 646464 000000 000000 000000 B4B4B4 F4F7FC ABABAB 0078D7 FFFFFF " +
  "F0F0F0 A0A0A0 6D6D6D 000000 000000 FFFFFF 696969 E3E3E3 000000 FFFFE1"
).split(" ");

/** Colors that refer to others of the same shape. */
const OWN_COLORS: Readonly<Record<number, readonly [property: number, fallback: number]>> = {
  0xf0: [PROPERTY.fillColor, DEFAULT_FILL],
  0xf1: [PROPERTY.lineColor, DEFAULT_LINE],
  0xf2: [PROPERTY.lineColor, DEFAULT_LINE],
  0xf3: [PROPERTY.shadowColor, DEFAULT_SHADOW],
  0xf5: [PROPERTY.fillBackColor, DEFAULT_FILL],
  0xf7: [PROPERTY.fillColor, DEFAULT_FILL],
};

/** A color value; `properties` are those of the shape, because colors may refer to each other. */
export function readArtColor(value: number, properties: ShapeProperties, context: DrawingContext, depth = 0): ArtColor {
  const flags = value >>> 24;
  if (flags & FLAG.systemIndex) return depth > 2 ? BLACK : systemColor(value, properties, context, depth);
  if (flags & (FLAG.schemeIndex | FLAG.paletteIndex)) {
    const index = flags & FLAG.schemeIndex ? value & 0xff : value & 0xffff;
    return context.indexedColor(index) ?? BLACK;
  }
  return { rgb: hex([value & 255, (value >> 8) & 255, (value >> 16) & 255]) };
}

function systemColor(value: number, properties: ShapeProperties, context: DrawingContext, depth: number): ArtColor {
  const index = value & 0xff;
  const own = OWN_COLORS[index];
  const base: ArtColor = own
    ? readArtColor(properties.number(own[0]) ?? own[1], properties, context, depth + 1)
    : { rgb: SYSTEM_COLORS[index] ?? "000000" };
  const change = (value >> 8) & 0xff;
  return change === 0 ? base : { rgb: changed(base.rgb, change, (value >> 16) & 0xff) };
}

/** `change`: the function in the low four bits, then inversions and gray; `amount`: its parameter, 0 to 255. */
function changed(rgb: string, change: number, amount: number): string {
  const each = (apply: (part: number) => number) => (parts: number[]) => parts.map(apply);
  const share = amount / 255;
  const functions: Readonly<Record<number, (parts: number[]) => number[]>> = {
    1: each((part) => part * share),
    2: each((part) => 255 - (255 - part) * share),
    3: each((part) => part + amount),
    4: each((part) => part - amount),
    5: each((part) => amount - part),
    6: each((part) => (part < amount ? 0 : 255)),
  };
  let parts = (functions[change & 0xf] ?? ((same) => same))(channels(rgb));
  if (change & 0x20) parts = parts.map((part) => 255 - part);
  if (change & 0x40) parts = parts.map((part) => (part + 128) % 256);
  if (change & 0x80) {
    const gray = 0.3 * (parts[0] ?? 0) + 0.59 * (parts[1] ?? 0) + 0.11 * (parts[2] ?? 0);
    parts = [gray, gray, gray];
  }
  return hex(parts);
}

function channels(rgb: string): number[] {
  return [0, 2, 4].map((at) => Number.parseInt(rgb.slice(at, at + 2), 16));
}

function hex(parts: readonly number[]): string {
  const byte = (part: number) => Math.round(Math.max(0, Math.min(255, part)));
  return parts
    .map((part) => byte(part).toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

/** `a:srgbClr` or `a:schemeClr`, with `a:alpha` when it is not opaque (0-1). */
export function colorXml({ rgb, scheme }: ArtColor, opacity = FULL_OPACITY): string {
  const alpha = opacity < FULL_OPACITY ? `<a:alpha val="${Math.round(Math.max(0, opacity) * 100_000)}"/>` : "";
  return scheme
    ? `<a:schemeClr val="${scheme}">${alpha}</a:schemeClr>`
    : `<a:srgbClr val="${rgb}">${alpha}</a:srgbClr>`;
}

/** The color of a property as XML. */
export function propertyColorXml(
  properties: ShapeProperties,
  id: number,
  fallback: number,
  context: DrawingContext,
  opacity = FULL_OPACITY,
): string {
  return colorXml(readArtColor(properties.number(id) ?? fallback, properties, context), opacity);
}
