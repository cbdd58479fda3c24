/** What a table style says (ECMA-376 part 1, 18.8.40). */

import type { BorderEdge, DifferentialStyle } from "../styles/styles.ts";

/** `ST_TableStyleType` -> what it changes and how many rows or columns a stripe has. */
export type TableStyle = ReadonlyMap<string, { format: DifferentialStyle; size: number }>;

/** A part of a table about which its style says something (`ST_TableStyleType`). */
export interface StyledArea {
  name: string;
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** What a part of a style changes. */
export type Change = Partial<Pick<DifferentialStyle, "font" | "fill" | "borders">>;

/** Parts of a style by `ST_TableStyleType`. */
export function style(parts: Readonly<Record<string, Change | undefined>>): TableStyle {
  const entries = Object.entries(parts).flatMap(([name, change]) =>
    change
      ? [
          [
            name,
            { format: { font: {}, fill: undefined, borders: {}, numberFormat: undefined, ...change }, size: 1 },
          ] as const,
        ]
      : [],
  );
  return new Map(entries);
}

export const line = (color: string, weight = "thin"): BorderEdge => ({ style: weight, color });
