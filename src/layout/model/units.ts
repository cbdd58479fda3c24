import { EMU_PER_POINT, TWIPS_PER_POINT } from "../../geometry/units.ts";

/** Units of Office files. Everything inside the layout is in points (1/72 inch). */

/** Twentieths of a point -> points; absent or malformed values are `undefined`. */
export function twipsToPoints(value: string | undefined): number | undefined {
  return scaled(value, 1 / TWIPS_PER_POINT);
}

/** Half-points -> points (`w:sz`, `w:position`). */
export function halfPointsToPoints(value: string | undefined): number | undefined {
  return scaled(value, 1 / 2);
}

/** Eighths of a point -> points (border widths). */
export function eighthsToPoints(value: string | undefined): number | undefined {
  return scaled(value, 1 / 8);
}

/** English metric units -> points. */
export function emuToPoints(value: string | undefined): number | undefined {
  return scaled(value, 1 / EMU_PER_POINT);
}

const UNIVERSAL: Readonly<Record<string, number>> = {
  pt: 1,
  in: 72,
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  pc: 12,
  pi: 12,
  px: 0.75,
};

/** A universal measure such as `12pt`, `2.5cm` or `1in` (ECMA-376 part 1, 22.9.2.15) in points. */
export function universalToPoints(value: string | undefined): number | undefined {
  const match = /^\s*([-+]?[\d.]+)\s*(pt|in|cm|mm|pc|pi|px)\s*$/.exec(value ?? "");
  if (!match) return undefined;
  const amount = Number(match[1]) * (UNIVERSAL[match[2] ?? ""] ?? Number.NaN);
  return Number.isFinite(amount) ? amount : undefined;
}

function scaled(value: string | undefined, factor: number): number | undefined {
  if (value === undefined || value === "") return undefined;
  const number = Number(value);
  if (Number.isFinite(number)) return number * factor;
  return universalToPoints(value);
}

/** Whole number or undefined. */
export function integer(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number.parseInt(value, 10);
  return Number.isFinite(number) ? number : undefined;
}
