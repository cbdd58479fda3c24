/** Values in the attributes of VML: the CSS of `style`, lengths, colors, shares (ECMA-376 part 4, 19.1.2). */
import { normalizeHex } from "../model/color.ts";
import { universalToPoints } from "../model/units.ts";
import { PRESET_COLORS } from "./preset-colors.ts";

/** Lengths without a unit are pixels. */
export const PT_PER_UNIT = 0.75;

export type VmlStyle = ReadonlyMap<string, string>;

export function parseVmlStyle(source: string | undefined): VmlStyle {
  const style = new Map<string, string>();
  for (const declaration of (source ?? "").split(";")) {
    const colon = declaration.indexOf(":");
    if (colon > 0) style.set(declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim());
  }
  return style;
}

/** A CSS length of VML in points; plain numbers are pixels at the top level. */
export function length(style: VmlStyle, name: string): number | undefined {
  const value = style.get(name);
  if (value === undefined) return undefined;
  const measured = universalToPoints(value);
  if (measured !== undefined) return measured;
  const number = Number.parseFloat(value);
  return Number.isFinite(number) ? number * PT_PER_UNIT : undefined;
}

/** A coordinate inside a group: plain numbers are the group's units. */
export function coordinate(style: VmlStyle, name: string): number {
  return Number.parseFloat(style.get(name) ?? "0") || 0;
}

export function vmlColor(value: string | undefined): string | undefined {
  if (!value) return undefined;
  const text = value.split(/[\s[]/)[0] ?? "";
  if (/^#[0-9a-f]{3}$/i.test(text))
    return `#${[...text.slice(1)].map((digit) => digit + digit).join("")}`.toLowerCase();
  return normalizeHex(text) ?? PRESET_COLORS[text.toLowerCase()];
}

export function isFalse(value: string | undefined): boolean {
  return value !== undefined && /^(f|false|0)$/i.test(value);
}

/** `ST_VmlFraction`: in 65,536ths with an `f`, in percent, or plain. */
export function fractionOf(value: string | undefined, fallback: number): number {
  const number = Number.parseFloat(value ?? "");
  if (!Number.isFinite(number)) return fallback;
  return value?.endsWith("f") ? number / 65_536 : value?.endsWith("%") ? number / 100 : number;
}

export function opacityOf(value: string | undefined): number {
  return Math.min(1, fractionOf(value, 1));
}
