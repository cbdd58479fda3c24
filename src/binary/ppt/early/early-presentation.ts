/**
 * Presentations of PowerPoint 4 and 95 as their common form: shapes with all of their looks, nothing left to inherit.
 */
import type { Blip } from "../../officeart/blip.ts";
import type { Edges } from "../../officeart/shape-tree.ts";
import type { ColorScheme } from "../color-scheme.ts";
import type { StyledParagraph } from "../text/styled-paragraphs.ts";

/** `RRGGBB` */
export type EarlyColor = string;

export interface GradientStop {
  /** 0 to 1. */
  at: number;
  color: EarlyColor;
}

export type EarlyFill =
  | { kind: "solid"; color: EarlyColor; opacity: number }
  | { kind: "linear"; stops: readonly GradientStop[]; angleDegrees: number }
  | { kind: "centred"; stops: readonly GradientStop[] };

export interface EarlyLine {
  color: EarlyColor;
  widthPoints: number;
  /** Of `a:prstDash`. */
  dash: string;
  /** Of `a:ln`: `dbl`, `thickThin`, `thinThick`, `tri`. */
  compound: string | undefined;
  hasHead: boolean;
  hasTail: boolean;
}

export type EarlyGeometry =
  | { kind: "preset"; name: string; adjustments?: Readonly<Record<string, number>> }
  /** Points in any coordinates: they are stretched over the shape. */
  | { kind: "polygon"; points: readonly (readonly [x: number, y: number])[]; isClosed: boolean };

export interface EarlyText {
  paragraphs: readonly StyledParagraph[];
  anchor: "t" | "ctr" | "b";
  /** The block of text is centred horizontally. */
  isCentred: boolean;
  wraps: boolean;
  /** The shape is as high as its text. */
  fitsShape: boolean;
  /** Between the edges of the shape and the text, in master units. */
  insetX: number;
  insetY: number;
}

export interface EarlyShape {
  /** In master units (1/576 inch) from the slide's upper left corner. */
  edges: Edges;
  geometry: EarlyGeometry;
  /** Clockwise. */
  rotationDegrees: number;
  flipsHorizontally: boolean;
  flipsVertically: boolean;
  fill: EarlyFill | undefined;
  line: EarlyLine | undefined;
  shadow: { color: EarlyColor; rightUnits: number; downUnits: number } | undefined;
  image: Blip | undefined;
  text: EarlyText | undefined;
  isTitle: boolean;
}

export interface EarlySlide {
  scheme: ColorScheme;
  background: EarlyFill | undefined;
  /** In the order of painting, those of the master first. */
  shapes: readonly EarlyShape[];
  footer: string;
}

export interface EarlyPresentation {
  /** In master units. */
  width: number;
  height: number;
  fonts: ReadonlyMap<number, string>;
  slides: readonly EarlySlide[];
}
