/** Fills of cells as CSS backgrounds. */
import type { CellFill } from "../../layout/sheets/styles/styles.ts";

export function cellFillCss(fill: CellFill): string {
  if (typeof fill === "string") return fill;
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  const stops = fill.stops.map(({ color, offset }) => `${color} ${percent(offset)}`).join(",");
  if (fill.path) {
    const { left, top } = fill.path.focus;
    return `radial-gradient(farthest-corner at ${percent(left)} ${percent(top)},${stops})`;
  }
  // Zero degrees runs from left to right; CSS counts from the bottom upwards.
  return `linear-gradient(${fill.angleDeg + 90}deg,${stops})`;
}
