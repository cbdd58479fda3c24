import type { Rectangle } from "../geometry/box.ts";
/** What a metafile draws, as data. Lengths are device units; `clip` cuts a part if present. */

export interface DrawnPath {
  kind: "path";
  /** SVG path data. */
  d: string;
  fill: string | undefined;
  evenOdd: boolean;
  stroke: { color: string; width: number; dash: string | undefined } | undefined;
  clip: Rectangle | undefined;
}

interface DrawnBox {
  kind: "box";
  box: Rectangle;
  fill: string;
  clip: Rectangle | undefined;
}

/** A picture, mirrored if its width or height is negative. */
export interface DrawnImage {
  kind: "image";
  url: string;
  x: number;
  y: number;
  width: number;
  height: number;
  clip: Rectangle | undefined;
}

export interface DrawnText {
  kind: "text";
  text: string;
  /** The point that the text is turned about, and how far below it the baseline is. */
  x: number;
  y: number;
  drop: number;
  family: string;
  size: number;
  color: string;
  anchor: "start" | "middle" | "end";
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strikeOut: boolean;
  /** The width that the text is stretched to; 0 for its own. */
  width: number;
  /** Clockwise. */
  rotationDeg: number;
  clip: Rectangle | undefined;
}

export type DrawnPart = DrawnPath | DrawnBox | DrawnImage | DrawnText;

export interface MetafileDrawing {
  x: number;
  y: number;
  width: number;
  height: number;
  parts: readonly DrawnPart[];
}
