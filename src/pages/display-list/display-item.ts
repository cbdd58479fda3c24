/**
 * Pages as data: what layout hands to a backend. A page is a list of display items, nested in groups and marks; marks
 * say what the content is, and so give the document its structure. The set is closed: a backend draws all of it.
 *
 * Lengths are points, y grows downwards from the page's upper left corner, angles are in matrices. Colors are `#rrggbb`,
 * opacities run from 0 to 1. docs/decisions/pages.md says why each item is there.
 */

import type { Face } from "../../font/face.ts";
import type { Box } from "../../geometry/box.ts";
import type { Matrix } from "../../geometry/matrix.ts";
import type { DrawableFormat } from "../../image/drawable-image.ts";
import type { ColorStep } from "../../pdf/image/recolor-image.ts";
import type { Outline } from "./outline.ts";

/** How far slanted letters lean to the right for each point of their height. */
export const SLANT = 0.25;

/** Glyphs of one face on one baseline, left to right. */
export interface TextItem {
  kind: "text";
  face: Face;
  sizePt: number;
  /** Start of the baseline. */
  xPt: number;
  yPt: number;
  /** Horizontal; 1 is the face's own. */
  scale: number;
  color: string;
  opacity: number;
  /** Upright glyphs are slanted, thin ones thickened by a stroke; an outline alone has no fill. */
  look: { slanted: boolean; thickened: boolean; outlined: boolean };
  glyphs: readonly number[];
  /** From each glyph's origin to the next one's, before the scale; spacing and kerning are in them. */
  advancesPt: readonly number[];
  /** The characters of each glyph, for search and copying; empty if another glyph already stands for them. */
  characters: readonly string[];
  /** How far each glyph is to the right of and below its place, before the scale: marks on letters. */
  offsetsPt?: readonly (readonly [rightPt: number, downPt: number])[];
  /** What is read, if the characters do not come in that order. */
  reading?: string;
  /** Along the letters; for hollow ones, the outline. */
  line?: TextLine;
  /** Takes the place of the color. */
  shading?: Shading;
  /** Only to be read and searched: what is seen is drawn by other display items. */
  isUnseen?: boolean;
}

export interface TextLine {
  color: string;
  opacity: number;
  widthPt: number;
}

export interface Stroke {
  color: string;
  opacity: number;
  widthPt: number;
  cap: "butt" | "round" | "square";
  join: "miter" | "round";
  dashesPt: readonly number[];
  /** Takes the place of the color. */
  shading?: Shading;
}

/** A path that is filled, by the even-odd rule unless it says otherwise, stroked, or both. */
export interface PathItem {
  kind: "path";
  outline: Outline;
  fill: { color: string; opacity: number; rule?: "nonzero" } | undefined;
  stroke: Stroke | undefined;
}

/** The bytes of a picture: one object for all its places. */
export interface ImageSource {
  format: DrawableFormat;
  bytes: Uint8Array;
}

/** One color whose opacity is given pixel by pixel, in rows from the top. */
export interface SoftMaskSource {
  format: "veil";
  color: string;
  widthPixels: number;
  heightPixels: number;
  alpha: Uint8Array;
}

/** A PDF whose first page is a picture. */
export interface PdfPageSource {
  format: "pdf";
  bytes: Uint8Array;
}

/** A picture stretched over a box. */
export interface ImageItem {
  kind: "picture";
  source: ImageSource | PdfPageSource | SoftMaskSource;
  box: Box;
  opacity: number;
  /** What its colors become. */
  colors?: readonly ColorStep[];
}

export interface ShadingStop {
  /** 0 to 1, ascending. */
  offset: number;
  color: string;
  opacity: number;
}

/** Colors that run along a line, or outwards from a point. They continue before the first stop and after the last. */
export interface Shading {
  /** Radial ones have a radius at both ends of the line. */
  geometry:
    | { kind: "linear"; x1Pt: number; y1Pt: number; x2Pt: number; y2Pt: number }
    | { kind: "radial"; xPt: number; yPt: number; radiusXPt: number; radiusYPt: number };
  stops: readonly ShadingStop[];
}

/** Colors over an outline. */
export interface ShadingItem extends Shading {
  kind: "shading";
  outline: Outline;
}

/** A small drawing in one color that repeats over an outline, before a background. */
export interface PatternItem {
  kind: "pattern";
  outline: Outline;
  /** In the tile's own units, which start at its upper left corner. */
  tile: Outline;
  tileSizePt: number;
  tileUnits: number;
  foreground: string;
  background: string;
  opacity: number;
}

/**
 * How much is let through: pixels over a box, and nothing outside it, the opacities of a shading, or the brightness or
 * opacity of a drawing.
 */
export type SoftMask =
  | { kind: "pixels"; widthPixels: number; heightPixels: number; alpha: Uint8Array; box: Box }
  | ({ kind: "shading" } & Shading)
  | { kind: "drawing"; letsThrough: "luminance" | "alpha"; items: readonly DisplayItem[]; box: Box };

/** Commands in coordinates of their own, cut to a clip (even-odd) and let through by a mask, both in those coordinates. */
export interface GroupItem {
  kind: "group";
  matrix: Matrix;
  clip: Outline | undefined;
  mask?: SoftMask;
  items: readonly DisplayItem[];
}

/** A place that leads to an address (`https:`, `mailto:`, ...) or, with `#`, to a destination of the document. */
interface LinkItem {
  kind: "link";
  target: string;
  box: Box;
}

/** A place that links and the outline lead to. */
interface DestinationItem {
  kind: "destination";
  name: string;
  xPt: number;
  yPt: number;
}

/** Roles of structure (ISO 32000-2, 14.8.4). */
export type StructureRole =
  | "Document"
  | "Sect"
  | "P"
  | `H${1 | 2 | 3 | 4 | 5 | 6}`
  | "L"
  | "LI"
  | "LBody"
  | "Table"
  | "TR"
  | "TH"
  | "TD"
  | "Figure"
  | "Formula"
  | "Link"
  | "Note";

/** A node of the document's structure. What continues on the next page is the same object again. */
export interface StructureElement {
  role: StructureRole;
  alternativeText?: string;
  columnSpan?: number;
  rowSpan?: number;
}

/** Content of a structure element, within that of the mark around it; `artifact` is only for the eye. */
export interface MarkItem {
  kind: "mark";
  element: StructureElement | "artifact";
  items: readonly DisplayItem[];
}

export type DisplayItem =
  | TextItem
  | PathItem
  | ImageItem
  | ShadingItem
  | PatternItem
  | GroupItem
  | LinkItem
  | DestinationItem
  | MarkItem;

export interface Page {
  widthPt: number;
  heightPt: number;
  items: readonly DisplayItem[];
}

/** What is known of a document beside its pages. */
export interface DocumentDescription {
  title: string;
  /** BCP 47. */
  language: string;
  /** Headings in reading order; `destination` names a {@link DestinationItem}. */
  outline: readonly { level: number; title: string; destination: string }[];
}
