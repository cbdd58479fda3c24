/**
 * Presentations of PowerPoint 4 and 95 as their common form: shapes with all of their looks, nothing left to inherit.
 */
import type { Blip } from "../../officeart/blip.ts";
import type { Edges } from "../../officeart/shape-tree.ts";
import type { ColorScheme } from "../color-scheme.ts";
import type { StyledParagraph } from "../text/styled-paragraphs.ts";

/** `RRGGBB` */
export type LegacyColor = string;

export interface GradientStop {
  /** 0 to 1. */
  at: number;
  color: LegacyColor;
}

export type LegacyFill =
  | { kind: "solid"; color: LegacyColor; opacity: number }
  | { kind: "linear"; stops: readonly GradientStop[]; angleDegrees: number }
  | { kind: "centred"; stops: readonly GradientStop[] };

export interface LegacyLine {
  color: LegacyColor;
  widthPoints: number;
  /** Of `a:prstDash`. */
  dash: string;
  /** Of `a:ln`: `dbl`, `thickThin`, `thinThick`, `tri`. */
  compound: string | undefined;
  hasHead: boolean;
  hasTail: boolean;
}

export type LegacyGeometry =
  | { kind: "preset"; name: string; adjustments?: Readonly<Record<string, number>> }
  /** Points in any coordinates: they are stretched over the shape. */
  | { kind: "polygon"; points: readonly (readonly [x: number, y: number])[]; isClosed: boolean };

export interface LegacyText {
  paragraphs: readonly StyledParagraph[];
  anchor: "t" | "ctr" | "b";
  /** The block of text is centered horizontally. */
  isCentered: boolean;
  wraps: boolean;
  /** The shape is as high as its text. */
  fitsShape: boolean;
  /** Between the edges of the shape and the text, in master units. */
  insetX: number;
  insetY: number;
}

export interface LegacyShape {
  /** In master units (1/576 inch) from the slide's upper left corner. */
  edges: Edges;
  geometry: LegacyGeometry;
  /** Clockwise. */
  rotationDegrees: number;
  flipsHorizontally: boolean;
  flipsVertically: boolean;
  fill: LegacyFill | undefined;
  line: LegacyLine | undefined;
  shadow: { color: LegacyColor; rightUnits: number; downUnits: number } | undefined;
  image: Blip | undefined;
  text: LegacyText | undefined;
  isTitle: boolean;
}

export interface LegacySlide {
  scheme: ColorScheme;
  background: LegacyFill | undefined;
  /** In the order of painting, those of the master first. */
  shapes: readonly LegacyShape[];
  footer: string;
}

export interface LegacyPresentation {
  /** In master units. */
  width: number;
  height: number;
  fonts: ReadonlyMap<number, string>;
  slides: readonly LegacySlide[];
}
