/** Fills and strokes of shapes, text boxes and charts. */

interface GradientStop {
  /** 0-1 */
  offset: number;
  color: string;
  opacity: number;
}

/** Shares of a box, from each of its edges. */
export interface EdgeShares {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface GradientFill {
  kind: "gradient";
  stops: GradientStop[];
  angleDeg: number;
  /** The angle turns with the box's proportions. */
  scaled?: boolean;
  radial: boolean;
  /** Colors run from the edges to this box instead of along a line (20.1.8.46); the first stop is in the middle. */
  path?: { shape: "circle" | "rect"; focus: EdgeShares };
}

/** How a picture fill repeats (20.1.8.58). */
export interface Tiling {
  offsetXPt: number;
  offsetYPt: number;
  scaleX: number;
  scaleY: number;
  flip: "none" | "x" | "y" | "xy";
  align: string;
  /** The picture's own size, once it is known. */
  tilePt?: { widthPt: number; heightPt: number };
}

export interface ImageFill {
  kind: "picture";
  source: string;
  tile: boolean;
  opacity: number;
  tiling?: Tiling;
  /** Where the picture is stretched to; negative shares reach beyond the box. */
  stretch?: EdgeShares;
  crop?: EdgeShares;
  /** Colors that take the place of black and white (`a:duotone`). */
  duotone?: readonly [dark: string, light: string];
}

export type Fill =
  | { kind: "none" }
  | { kind: "solid"; color: string; opacity: number }
  | GradientFill
  | { kind: "pattern"; preset: string; foreground: string; background: string; opacity: number }
  | ImageFill;

export interface LineEnd {
  type: string;
  widthFactor: number;
  lengthFactor: number;
}

export interface Stroke {
  color: string;
  /** Colors along the line, where the renderer can draw them; `color` stands for them elsewhere. */
  gradient?: GradientFill;
  opacity: number;
  widthPt: number;
  /** `ST_PresetLineDashVal`, `solid` by default. */
  dash: string;
  cap: string;
  head: LineEnd | undefined;
  tail: LineEnd | undefined;
  compound: boolean;
}
