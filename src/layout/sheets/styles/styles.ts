/** Cell formats of a workbook (ECMA-376 part 1, 18.8): fonts, fills, borders, alignments and number formats. */

import { booleanAttribute } from "../../../office/on-off.ts";
import { child, childrenNamed, type XmlNode } from "../../../office/xml-node.ts";
import { BUILT_IN_FORMATS } from "../../../spreadsheet/built-in-formats.ts";
import { systemDateCode, systemDateTimeCode } from "../../../spreadsheet/system-dates.ts";
import { mix } from "../../model/color.ts";
import type { GradientFill } from "../../model/fill.ts";
import { type CellFont, DEFAULT_FONT, readFontChanges } from "./rich-text.ts";
import type { SpreadsheetColors } from "./spreadsheet-colors.ts";

export interface BorderEdge {
  /** `ST_BorderStyle`. */
  style: string;
  color: string;
}

export interface CellBorders {
  left?: BorderEdge;
  right?: BorderEdge;
  top?: BorderEdge;
  bottom?: BorderEdge;
  diagonalUp?: BorderEdge;
  diagonalDown?: BorderEdge;
}

export interface CellAlignment {
  horizontal: string;
  vertical: string;
  wrap: boolean;
  shrink: boolean;
  indent: number;
  /** Degrees counter-clockwise, -90 to 90; `stacked` sets the letters below each other. */
  rotation: number | "stacked";
}

/** A color, or colors that run over the cell. */
export type CellFill = string | GradientFill;

export interface CellStyle {
  font: CellFont;
  /** Undefined when the cell is transparent. */
  fill: CellFill | undefined;
  borders: CellBorders;
  alignment: CellAlignment;
  numberFormat: string;
}

/** What conditional formats and table styles change. */
export interface DifferentialStyle {
  font: Partial<CellFont>;
  fill: CellFill | undefined;
  borders: CellBorders & { horizontal?: BorderEdge; vertical?: BorderEdge };
  numberFormat: string | undefined;
}

const NO_ALIGNMENT: CellAlignment = {
  horizontal: "general",
  vertical: "bottom",
  wrap: false,
  shrink: false,
  indent: 0,
  rotation: 0,
};

/** Share of the foreground color in pattern fills: print is too fine for the lines of a pattern to be told apart. */
const PATTERN_DENSITY: Readonly<Record<string, number>> = {
  gray0625: 0.0625,
  gray125: 0.125,
  lightGray: 0.25,
  mediumGray: 0.5,
  darkGray: 0.75,
  lightGrid: 0.4375,
  lightTrellis: 0.375,
  darkTrellis: 0.75,
};
const STRIPE_DENSITY = { light: 0.25, dark: 0.5 };

export class StyleBook {
  readonly fonts: CellFont[];
  /** Font of the Normal style, in whose digits column widths are counted. */
  readonly defaultFont: CellFont;
  readonly #styles: CellStyle[];
  readonly #plain: CellStyle;
  readonly differentials: DifferentialStyle[];
  readonly #root: XmlNode | undefined;
  /** A `dxf` from somewhere other than the style sheet. */
  readonly readDifferential: (format: XmlNode) => DifferentialStyle;

  constructor(root: XmlNode | undefined, colors: SpreadsheetColors, locale?: string) {
    this.#root = root;
    const formats = new Map<number, string>();
    for (const format of childrenNamed(child(root, "x:numFmts"), "x:numFmt")) {
      formats.set(Number(format.attributes.numFmtId), format.attributes.formatCode ?? "General");
    }
    const system: Readonly<Record<number, string>> = {
      14: systemDateCode(locale),
      22: systemDateTimeCode(locale),
    };
    const codeOf = (id: number) => formats.get(id) ?? system[id] ?? BUILT_IN_FORMATS[id] ?? "General";
    this.fonts = childrenNamed(child(root, "x:fonts"), "x:font").map((font) => ({
      ...DEFAULT_FONT,
      ...readFontChanges(font, colors),
    }));
    const normal = childrenNamed(child(root, "x:cellStyleXfs"), "x:xf")[0];
    this.defaultFont = this.fonts[Number(normal?.attributes.fontId ?? 0)] ?? this.fonts[0] ?? DEFAULT_FONT;
    this.#plain = {
      font: this.defaultFont,
      fill: undefined,
      borders: {},
      alignment: NO_ALIGNMENT,
      numberFormat: "General",
    };
    const fills = childrenNamed(child(root, "x:fills"), "x:fill").map((fill) => readFill(fill, colors, false));
    const borders = childrenNamed(child(root, "x:borders"), "x:border").map((border) => readBorders(border, colors));
    this.#styles = childrenNamed(child(root, "x:cellXfs"), "x:xf").map((format) => ({
      font: this.fonts[Number(format.attributes.fontId ?? 0)] ?? this.defaultFont,
      fill: fills[Number(format.attributes.fillId ?? 0)],
      borders: borders[Number(format.attributes.borderId ?? 0)] ?? {},
      alignment: readAlignment(child(format, "x:alignment")),
      numberFormat: codeOf(Number(format.attributes.numFmtId ?? 0)),
    }));
    this.differentials = childrenNamed(child(root, "x:dxfs"), "x:dxf").map((format) =>
      readDifferential(format, colors, codeOf),
    );
    this.readDifferential = (format) => readDifferential(format, colors, codeOf);
  }

  style(index: number): CellStyle {
    return this.#styles[index] ?? this.#styles[0] ?? this.#plain;
  }

  /** `x:tableStyle` elements by name. */
  tableStyle(name: string): XmlNode | undefined {
    return childrenNamed(child(this.#root, "x:tableStyles"), "x:tableStyle").find(
      (style) => style.attributes.name === name,
    );
  }
}

function readDifferential(
  format: XmlNode,
  colors: SpreadsheetColors,
  codeOf: (id: number) => string,
): DifferentialStyle {
  const font = child(format, "x:font");
  const fill = child(format, "x:fill");
  const borders = child(format, "x:border");
  const number = child(format, "x:numFmt");
  return {
    font: font ? readFontChanges(font, colors) : {},
    fill: fill ? readFill(fill, colors, true) : undefined,
    borders: borders ? readBorders(borders, colors) : {},
    numberFormat: number ? (number.attributes.formatCode ?? codeOf(Number(number.attributes.numFmtId))) : undefined,
  };
}

/** In differential formats a solid fill keeps its color in the background color (18.8.20). */
function readFill(element: XmlNode, colors: SpreadsheetColors, differential: boolean): CellFill | undefined {
  const gradient = child(element, "x:gradientFill");
  if (gradient) return readGradient(gradient, colors);
  const pattern = child(element, "x:patternFill");
  if (!pattern) return undefined;
  const type = pattern.attributes.patternType ?? (differential ? "solid" : "none");
  if (type === "none") return undefined;
  const front = colors.read(child(pattern, "x:fgColor"));
  const back = colors.read(child(pattern, "x:bgColor"));
  if (type === "solid") return differential ? (back ?? front) : (front ?? back);
  const density = PATTERN_DENSITY[type] ?? (type.startsWith("dark") ? STRIPE_DENSITY.dark : STRIPE_DENSITY.light);
  return mix(back ?? "#ffffff", front ?? "#000000", density);
}

/** Linear gradients run from left to right at zero degrees; the others outwards from a rectangle (18.8.24). */
function readGradient(gradient: XmlNode, colors: SpreadsheetColors): GradientFill | undefined {
  const stops = childrenNamed(gradient, "x:stop").map((stop) => ({
    offset: Math.max(0, Math.min(1, Number(stop.attributes.position ?? 0) || 0)),
    color: colors.read(child(stop, "x:color")) ?? "#ffffff",
    opacity: 1,
  }));
  if (stops.length === 0) return undefined;
  const number = (name: string) => Number(gradient.attributes[name] ?? 0) || 0;
  if (gradient.attributes.type !== "path") {
    return { kind: "gradient", stops, angleDeg: number("degree"), radial: false };
  }
  const share = (name: string) => Math.max(0, Math.min(1, number(name)));
  const focus = { left: share("left"), top: share("top"), right: 1 - share("right"), bottom: 1 - share("bottom") };
  return { kind: "gradient", stops, angleDeg: 0, radial: true, path: { shape: "rect", focus } };
}

const EDGES = ["left", "right", "top", "bottom", "horizontal", "vertical"] as const;

function readBorders(element: XmlNode, colors: SpreadsheetColors): DifferentialStyle["borders"] {
  const borders: DifferentialStyle["borders"] = {};
  const edge = (name: string): BorderEdge | undefined => {
    const found = child(element, `x:${name}`);
    const style = found?.attributes.style;
    if (!style || style === "none") return undefined;
    return { style, color: colors.read(child(found, "x:color")) ?? "#000000" };
  };
  for (const name of EDGES) {
    const found = edge(name) ?? (name === "left" ? edge("start") : name === "right" ? edge("end") : undefined);
    if (found) borders[name] = found;
  }
  const diagonal = edge("diagonal");
  if (diagonal && booleanAttribute(element.attributes.diagonalUp)) borders.diagonalUp = diagonal;
  if (diagonal && booleanAttribute(element.attributes.diagonalDown)) borders.diagonalDown = diagonal;
  return borders;
}

const STACKED_ROTATION = 255;

function readAlignment(element: XmlNode | undefined): CellAlignment {
  if (!element) return NO_ALIGNMENT;
  const { horizontal, vertical, wrapText, shrinkToFit, indent, textRotation } = element.attributes;
  const rotation = Number(textRotation ?? 0);
  return {
    horizontal: horizontal ?? "general",
    vertical: vertical ?? "bottom",
    wrap: booleanAttribute(wrapText),
    shrink: booleanAttribute(shrinkToFit),
    indent: Math.max(0, Number(indent ?? 0) || 0),
    rotation: rotation === STACKED_ROTATION ? "stacked" : rotation > 90 ? 90 - rotation : rotation,
  };
}
