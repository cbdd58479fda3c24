import type { Face } from "../face.ts";

/** One glyph of a text. Lengths are shares of the em. */
export interface Glyph {
  /** Undefined for a glyph that shows nothing. */
  face: Face | undefined;
  id: number;
  advance: number;
  /** The face is lighter, or more upright, than requested: the painter thickens or slants it. */
  madeBold: boolean;
  madeItalic: boolean;
}

/** A glyph in its place, which may be beside the pen. */
export interface SetGlyph extends Glyph {
  offsetX: number;
  /** Upwards. */
  offsetY: number;
  /** The characters that it stands for; empty if another glyph does. */
  characters: string;
}

/** Glyphs side by side, from left to right. */
export interface SetRun {
  glyphs: readonly SetGlyph[];
  /** What is read, if the glyphs are not in that order. */
  text: string | undefined;
}
