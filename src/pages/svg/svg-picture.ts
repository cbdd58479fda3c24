/** An SVG as parts that commands draw, in units such that the longer side of its view has a thousand. */
import type { Matrix, PathCommand, PictureCommand, ShadingCommand } from "../commands/commands.ts";
import type { Outline } from "../commands/outline.ts";

export interface SvgText {
  kind: "text";
  text: string;
  /** From the text's own coordinates, in which it starts, is centred or ends at 0. */
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
  picture: PictureCommand;
  matrix: Matrix;
}

export type SvgPart = PathCommand | ShadingCommand | SvgImage | SvgText | SvgClip;

export interface SvgPicture {
  vector: "svg";
  width: number;
  height: number;
  /** Fills its place whatever its proportions are (`preserveAspectRatio="none"`). */
  stretches: boolean;
  parts: readonly SvgPart[];
}

export const SVG_SIDE = 1_000;
