/** Automatic looks by the chart's style (`c:style`, ECMA-376 part 1, 21.2.2.227). */

import { child, findAll, findFirst, type XmlNode } from "../../office/xml-node.ts";
import { transformColor } from "../model/color.ts";
import type { Fill } from "../model/fill.ts";
import type { Theme } from "../model/theme.ts";
import { number, value } from "./chart-cache.ts";

/** What is decided by the place of a chart if the chart says nothing. */
export interface ChartSurroundings {
  /** Charts of slides have no background and no frame of their own. */
  bare?: boolean;
  /** The theme's nth fill in a color, for chart styles with effects. */
  themeFill?: (index: number, color: string) => Fill | undefined;
}

const DEFAULT_STYLE = 2;

/** Grays of the first style of each row, as shares of the dark color. */
const GRAY_SHARES = [0.885, 0.55, 0.78, 0.925, 0.7, 0.3];

/** Widths of series' lines grow with the rows of the style gallery. */
const LINE_WIDTHS_PT = [2.25, 3.75, 3.75, 5.25, 3.75, 3.75];

/** Series of one accent run from dark to light. */
function toneOf(accent: string, index: number, count: number): string {
  if (count < 2) return accent;
  const place = (index + 1) / (count + 1) - 0.5;
  return place < 0 ? transformColor(accent, "shade", 1 + place * 1.4) : transformColor(accent, "tint", 1 - place * 1.4);
}

/** `c:style`, plain or within the alternatives of newer files. */
function chartStyle(space: XmlNode): number {
  const plain = number(value(space, "c:style"));
  if (plain !== undefined) return plain;
  const newer = number(findFirst(child(space, "mc:AlternateContent"), "c14:style")?.attributes.val);
  const older = number(findFirst(child(space, "mc:AlternateContent"), "c:style")?.attributes.val);
  const style = older ?? (newer === undefined ? DEFAULT_STYLE : newer - 100);
  return style >= 1 && style <= 48 ? style : DEFAULT_STYLE;
}

export class ChartStyle {
  readonly #number: number;
  readonly #theme: Theme;
  readonly #surroundings: ChartSurroundings;
  readonly #seriesCount: number;

  /** `space`: `c:chartSpace`. */
  constructor(space: XmlNode | undefined, theme: Theme, surroundings: ChartSurroundings) {
    this.#number = space ? chartStyle(space) : DEFAULT_STYLE;
    this.#theme = theme;
    this.#surroundings = surroundings;
    this.#seriesCount = findAll(child(space, "c:chart"), "c:ser").length;
  }

  get lineWidthPt(): number {
    return LINE_WIDTHS_PT[Math.floor((this.#number - 1) / 8)] ?? 2.25;
  }

  /** Color of the nth series by the chart's style (21.2.2.227): gray, accents, or tones of one accent. */
  seriesColor(index: number, count = this.#seriesCount): string {
    const variant = (this.#number - 1) % 8;
    if (variant === 0) {
      const share = GRAY_SHARES[index % GRAY_SHARES.length] ?? 0.5;
      return transformColor(this.#theme.color("dk1") ?? "#000000", "tint", share);
    }
    if (variant > 1) return toneOf(this.#theme.color(`accent${variant - 1}`) ?? "#4472c4", index, count);
    const base = this.#theme.color(`accent${(index % 6) + 1}`) ?? "#4472c4";
    const round = Math.floor(index / 6) % 4;
    if (round === 0) return base;
    if (round === 1) return transformColor(base, "lumMod", 0.6);
    if (round === 2) return transformColor(transformColor(base, "lumMod", 0.8), "lumOff", 0.2);
    return transformColor(base, "lumMod", 0.8);
  }

  /** Fill of a series or slice without a fill of its own. */
  automaticFill(color: string): Fill {
    const index = this.#number >= 17 && this.#number !== 33 && (this.#number < 33 || this.#number > 40) ? 3 : 1;
    return (
      (index > 1 ? this.#surroundings.themeFill?.(index, color) : undefined) ?? { kind: "solid", color, opacity: 1 }
    );
  }
}
