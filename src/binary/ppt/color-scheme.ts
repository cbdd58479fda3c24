/** Color schemes (ColorSchemeAtom, MS-PPT 2.4.17): eight colors -> a theme. */
import { ByteReader } from "../../office/byte-reader.ts";
import type { ArtColor } from "../officeart/drawing-color.ts";
import { type ArtNode, childOfType } from "../officeart/records.ts";
import { PPT } from "./record-types.ts";

/** `RRGGBB` of background, text, shadow, title, fill, accent, hyperlink, followed hyperlink. */
export type ColorScheme = readonly string[];

const COLORS = 8;
/** The scheme of a slide or master, among others that only editing offers. */
const ACTIVE = 1;
const DEFAULT_SCHEME: ColorScheme = ["FFFFFF", "000000", "808080", "000000", "BBE0E3", "333399", "009999", "99CC00"];
/** How the master's color map names the eight. */
const NAMES = ["bg1", "tx1", "bg2", "tx2", "accent1", "accent2", "hlink", "folHlink"];

export function readColorScheme(slide: ArtNode | undefined): ColorScheme | undefined {
  const atom = childOfType(slide, PPT.colorScheme, ACTIVE);
  if (!atom || atom.body.length < COLORS * 4) return undefined;
  const reader = new ByteReader(atom.body);
  const hex = (at: number) => reader.u8(at).toString(16).padStart(2, "0");
  return Array.from({ length: COLORS }, (_, index) =>
    [0, 1, 2]
      .map((part) => hex(index * 4 + part))
      .join("")
      .toUpperCase(),
  );
}

export function schemeOr(scheme: ColorScheme | undefined): ColorScheme {
  return scheme ?? DEFAULT_SCHEME;
}

export function schemeColor(scheme: ColorScheme, index: number): ArtColor | undefined {
  const rgb = scheme[index];
  const name = NAMES[index];
  return rgb === undefined || name === undefined ? undefined : { rgb, scheme: name };
}

/** ColorIndexStruct (MS-PPT 2.12.2): an index into the scheme in the highest byte, or 0xFE for the color itself. */
export function textColor(value: number, scheme: ColorScheme): ArtColor {
  const index = value >>> 24;
  const known = schemeColor(scheme, index);
  if (known) return known;
  const hex = [value & 255, (value >> 8) & 255, (value >> 16) & 255].map((part) => part.toString(16).padStart(2, "0"));
  return { rgb: hex.join("").toUpperCase() };
}

/** `a:clrScheme` with the eight colors in the places that the color map gives them. */
export function colorSchemeXml(scheme: ColorScheme): string {
  const color = (name: string, index: number) =>
    `<a:${name}><a:srgbClr val="${scheme[index] ?? "000000"}"/></a:${name}>`;
  return (
    `<a:clrScheme name="Scheme">${color("dk1", 1)}${color("lt1", 0)}${color("dk2", 3)}${color("lt2", 2)}` +
    `${color("accent1", 4)}${color("accent2", 5)}${color("accent3", 0)}${color("accent4", 1)}` +
    `${color("accent5", 4)}${color("accent6", 5)}${color("hlink", 6)}${color("folHlink", 7)}</a:clrScheme>`
  );
}
