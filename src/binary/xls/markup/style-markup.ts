/** Fonts, colors, patterns and edges as SpreadsheetML (ECMA-376 part 1, 18.8). */

import type { BiffEdge, BiffFont } from "../workbook/fonts-and-formats.ts";
import type { FullColor } from "../workbook/format-extensions.ts";
import { BOLD_WEIGHT, LINES, PATTERNS, UNDERLINES } from "./style-names.ts";
import { tag } from "./xml.ts";

const SCRIPTS = ["", "superscript", "subscript"];

const AUTOMATIC_COLOR = 0x7fff;

/** Colors before the palette's own: the same eight in every workbook. */
export const FIXED_COLORS = ["000000", "ffffff", "ff0000", "00ff00", "0000ff", "ffff00", "ff00ff", "00ffff"];

/** The elements within `font` or `rPr`, which differ in their name elements. */
export function fontContent(font: BiffFont, nameTag: "name" | "rFont", color?: FullColor): string {
  const underline = UNDERLINES[font.underline];
  const script = SCRIPTS[font.script];
  return (
    (font.weight >= BOLD_WEIGHT ? "<b/>" : "") +
    (font.italic ? "<i/>" : "") +
    (font.strike ? "<strike/>" : "") +
    (underline ? tag("u", { val: underline }) : "") +
    (script ? tag("vertAlign", { val: script }) : "") +
    tag("sz", { val: font.heightTwips / 20 }) +
    (color ? fullColorMarkup("color", color) : indexedMarkup("color", font.colorIndex)) +
    (font.name ? tag(nameTag, { val: font.name }) : "") +
    tag("family", { val: font.family })
  );
}

/** A color of the palette; nothing for the automatic one. */
export function indexedMarkup(name: string, index: number): string {
  return index === AUTOMATIC_COLOR ? "" : tag(name, { indexed: index });
}

export function fullColorMarkup(name: string, color: FullColor): string {
  switch (color.kind) {
    case "automatic":
      return "";
    case "indexed":
      return indexedMarkup(name, color.index);
    case "rgb":
      return tag(name, { rgb: `FF${color.hex}`, tint: color.tint || undefined });
    case "theme":
      return tag(name, { theme: color.slot, tint: color.tint || undefined });
  }
}

export function colorMarkup(name: string, index: number, extended: FullColor | undefined): string {
  return extended && extended.kind !== "automatic" ? fullColorMarkup(name, extended) : indexedMarkup(name, index);
}

export function patternMarkup(pattern: number, foreground: string, background: string): string {
  const content = pattern === 0 ? "" : foreground + background;
  return `<fill>${tag("patternFill", { patternType: PATTERNS[pattern] ?? "none" }, content)}</fill>`;
}

export function edgeMarkup(name: string, edge: BiffEdge, extended?: FullColor): string {
  const style = LINES[edge.style] ?? "none";
  if (style === "none") return "";
  return tag(name, { style }, colorMarkup("color", edge.colorIndex, extended));
}
