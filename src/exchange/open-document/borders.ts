/** Lines around paragraphs, cells, pages and frames: `0.5pt solid #000000` (OpenDocument 1.3 Part 3, 20.183). */

import { element } from "../../binary/doc/xml-writer.ts";
import { TWIPS_PER_POINT } from "../../geometry/units.ts";
import { colorOf, twipsOf } from "./measures.ts";
import type { Properties } from "./style-properties.ts";

export type Side = "top" | "left" | "bottom" | "right";

export interface Border {
  style: string;
  /** Twips. */
  width: number;
  color: string | undefined;
}

const STYLES: Readonly<Record<string, string>> = {
  solid: "single",
  dotted: "dotted",
  dashed: "dashed",
  "fine-dashed": "dashSmallGap",
  double: "double",
  "double-thin": "double",
  "dash-dot": "dotDash",
  "dash-dot-dot": "dotDotDash",
  groove: "threeDEngrave",
  ridge: "threeDEmboss",
  inset: "inset",
  outset: "outset",
};
const NAMED_WIDTHS: Readonly<Record<string, number>> = { thin: 15, medium: 30, thick: 45 };
const EIGHTHS_OF_A_TWIP = 8 / 20;
const MOST_SPACE = 31;

/** Undefined if there is no line. */
export function borderOf(value: string | undefined): Border | undefined {
  if (!value || value === "none") return undefined;
  const border: Border = { style: "single", width: 15, color: undefined };
  for (const word of value.trim().split(/\s+/)) {
    if (word === "none" || word === "hidden") return undefined;
    const width = NAMED_WIDTHS[word] ?? twipsOf(word);
    const style = STYLES[word];
    if (style) border.style = style;
    else if (width !== undefined) border.width = width;
    else border.color = colorOf(word) ?? border.color;
  }
  return border.width > 0 ? border : undefined;
}

export function sideBorder(properties: Properties, side: Side): Border | undefined {
  return borderOf(properties[`fo:border-${side}`]);
}

/** Twips between a line and what it is around. */
export function padding(properties: Properties, side: Side): number {
  return Math.max(0, twipsOf(properties[`fo:padding-${side}`]) ?? 0);
}

/** @param name of the element: `w:top` ... @param space twips, of paragraphs and pages */
export function borderXml(name: string, border: Border | undefined, space?: number): string {
  if (!border) return "";
  // of two lines each is a third of what they take together
  const width = border.style === "double" ? border.width / 3 : border.width;
  return element(name, {
    "w:val": border.style,
    "w:sz": Math.max(2, Math.min(96, Math.round(width * EIGHTHS_OF_A_TWIP))),
    "w:space": space === undefined ? undefined : Math.min(MOST_SPACE, Math.round(space / TWIPS_PER_POINT)),
    "w:color": border.color ?? "auto",
  });
}
