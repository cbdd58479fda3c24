/** An SVG as parts that display items draw, in units such that the longer side of its view has a thousand. */
import type { Box } from "../../geometry/box.ts";
import type { Matrix } from "../../geometry/matrix.ts";
import type { ImageItem, PathItem, ShadingItem } from "../display-list/display-item.ts";
import type { Outline } from "../display-list/outline.ts";

export interface SvgText {
  kind: "text";
  text: string;
  /** From the text's own coordinates, in which it starts, is centered or ends at 0. */
  matrix: Matrix;
  size: number;
  anchor: "start" | "middle" | "end";
  family: string;
  bold: boolean;
  italic: boolean;
  color: string;
  opacity: number;
}

/** Parts within a clip. */
interface SvgClip {
  kind: "clip";
  outline: Outline;
  parts: readonly SvgPart[];
}

/** A picture, from the unit square of its place. */
interface SvgImage {
  kind: "image";
  image: ImageItem;
  matrix: Matrix;
}

/** Parts that show as much as a mask lets through, and only within its region. */
interface SvgMasked {
  kind: "masked";
  mask: readonly SvgPart[];
  letsThrough: "luminance" | "alpha";
  /** In the coordinates of the parts. */
  region: Box;
  parts: readonly SvgPart[];
}

/** The tile of a pattern, wherever an outline shows it. */
interface SvgRepeated {
  kind: "repeated";
  outline: Outline;
  tile: Outline;
  /** Where the tile is moved to. */
  offsets: readonly (readonly [right: number, down: number])[];
  parts: readonly SvgPart[];
}

/** What a filter shows of its element: the element itself, moved, blurred or in one color. */
export interface FilterLayer {
  /** In place of the element's own colors. */
  color: string | undefined;
  opacity: number;
  right: number;
  down: number;
  /** Standard deviation of the blur. */
  deviation: number;
}

interface SvgFiltered {
  kind: "filtered";
  /** From back to front. */
  layers: readonly FilterLayer[];
  parts: readonly SvgPart[];
}

export type SvgPart = PathItem | ShadingItem | SvgImage | SvgText | SvgClip | SvgMasked | SvgRepeated | SvgFiltered;

export interface SvgFile {
  vector: "svg";
  width: number;
  height: number;
  /** Fills its place whatever its proportions are (`preserveAspectRatio="none"`). */
  stretches: boolean;
  parts: readonly SvgPart[];
}

export const SVG_SIDE = 1_000;
