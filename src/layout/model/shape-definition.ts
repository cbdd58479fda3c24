/** Shape definitions (ECMA-376 part 1, 20.1.9): adjust values, guides, paths and the text rectangle. */

/** `ST_PathFillMode`; `norm` is the shape's own fill. */
export type PathFill = "none" | "norm" | "lighten" | "lightenLess" | "darken" | "darkenLess";

export interface PathCommand {
  letter: "M" | "L" | "C" | "Q" | "A" | "Z";
  /** Numbers or names of guides: points as x y pairs, for `A` the radii, the start angle and the sweep. */
  values: readonly string[];
}

export interface ShapePath {
  /** Size of the path's own coordinate space; 0 means that of the shape. */
  width: number;
  height: number;
  fill: PathFill;
  stroked: boolean;
  commands: readonly PathCommand[];
}

export type Guide = readonly [name: string, formula: string];

export interface ShapeDefinition {
  adjustments: readonly (readonly [name: string, value: number])[];
  guides: readonly Guide[];
  paths: readonly ShapePath[];
  /** left, top, right, bottom. */
  textBox: readonly [string, string, string, string];
}
