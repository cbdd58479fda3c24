/** Colors of SpreadsheetML (ECMA-376 part 1, 18.8.3, 18.8.19, 18.8.27): rgb, theme with tint, indexed palette. */

import { child, childrenNamed, type XmlNode } from "../../../office/xml-node.ts";
import { DEFAULT_PALETTE } from "../../../spreadsheet/palette.ts";
import { fromHsl, normalizeHex, toHsl } from "../../model/color.ts";
import type { Theme } from "../../model/theme.ts";

/** Theme indexes name light before dark, unlike the scheme itself. */
const THEME_SLOTS = [
  "lt1",
  "dk1",
  "lt2",
  "dk2",
  "accent1",
  "accent2",
  "accent3",
  "accent4",
  "accent5",
  "accent6",
  "hlink",
  "folHlink",
];
const SYSTEM_FOREGROUND = 64;
const SYSTEM_BACKGROUND = 65;

export class SpreadsheetColors {
  readonly theme: Theme;
  readonly #palette: readonly string[];

  constructor(theme: Theme, styles: XmlNode | undefined) {
    this.theme = theme;
    const own = childrenNamed(child(child(styles, "x:colors"), "x:indexedColors"), "x:rgbColor");
    this.#palette =
      own.length > 0
        ? own.map((entry) => normalizeHex(entry.attributes.rgb?.slice(-6)) ?? "#000000")
        : [...DEFAULT_PALETTE.slice(0, 8), ...DEFAULT_PALETTE];
  }

  /** The color an element such as `x:color` or `x:fgColor` names; automatic or absent ones are undefined. */
  read(element: XmlNode | undefined): string | undefined {
    if (!element) return undefined;
    const { rgb, theme, indexed, tint } = element.attributes;
    let color: string | undefined;
    if (theme !== undefined) color = this.themeColor(Number(theme), 0);
    else if (rgb !== undefined) color = normalizeHex(rgb.slice(-6));
    else if (indexed !== undefined) color = this.indexed(Number(indexed));
    return color && applyTint(color, Number(tint ?? 0));
  }

  /** `index` counts as the `theme` attribute does, `tint` from -1 to 1. */
  themeColor(index: number, tint: number): string | undefined {
    const color = this.theme.color(THEME_SLOTS[index]);
    return color && applyTint(color, tint);
  }

  indexed(index: number): string | undefined {
    if (index === SYSTEM_FOREGROUND) return "#000000";
    if (index === SYSTEM_BACKGROUND) return "#ffffff";
    return this.#palette[index];
  }
}

/** `tint` -1 to 1 moves the HSL luminance towards black or white (18.8.19). */
export function applyTint(color: string, tint: number): string {
  if (!tint || !Number.isFinite(tint)) return color;
  const [hue, saturation, luminance] = toHsl(color);
  return fromHsl(hue, saturation, tint < 0 ? luminance * (1 + tint) : luminance * (1 - tint) + tint);
}
