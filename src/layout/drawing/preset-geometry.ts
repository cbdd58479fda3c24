/**
 * The preset shapes and text warps (`ST_ShapeType`, `ST_TextShapeType`, ECMA-376 part 1, 20.1.10.56 and 20.1.10.76) by
 * the definitions that the standard publishes.
 */

import type { Guide, PathCommand, PathFill, ShapeDefinition, ShapePath } from "../model/shape-definition.ts";
import type { GeometryPath } from "../model/shapes.ts";
import { type EvaluatedShape, evaluateShape } from "./evaluate-shape.ts";
import shapes from "./preset-shapes.json" with { type: "json" };
import warps from "./text-warps.json" with { type: "json" };

/**
 * Name -> adjust values `name value;...`, guides `name formula;...`, paths `w h fill stroke commands|...`, text box. Text
 * warps have no text box, and their paths are lines on or between which text is set.
 */
const SOURCES: Readonly<Record<string, readonly string[]>> = { ...shapes, ...warps };
const COMMAND_LETTERS = /^[MLCQAZ]$/;

const parsed = new Map<string, ShapeDefinition>();

/** The definition of a preset shape; unknown names are rectangles. */
function presetDefinition(name: string): ShapeDefinition {
  const known = Object.hasOwn(SOURCES, name) ? name : "rect";
  let definition = parsed.get(known);
  if (!definition) {
    definition = parseDefinition(SOURCES[known] ?? []);
    parsed.set(known, definition);
  }
  return definition;
}

/** Whether the standard has a text warp of that name. */
export function isTextWarp(name: string): boolean {
  return Object.hasOwn(warps, name);
}

function parseDefinition([
  adjustments = "",
  guides = "",
  paths = "",
  textBox = "l t r b",
]: readonly string[]): ShapeDefinition {
  const entries = (list: string) => list.split(";").filter((entry) => entry !== "");
  const split = (entry: string): Guide => {
    const space = entry.indexOf(" ");
    return [entry.slice(0, space), entry.slice(space + 1)];
  };
  return {
    adjustments: entries(adjustments)
      .map(split)
      .map(([name, value]) => [name, Number(value)]),
    guides: entries(guides).map(split),
    paths: paths.split("|").map(parsePath),
    textBox: textBox.split(" ") as [string, string, string, string],
  };
}

function parsePath(source: string): ShapePath {
  const [width, height, fill, stroked, ...tokens] = source.split(" ");
  const commands: { letter: PathCommand["letter"]; values: string[] }[] = [];
  for (const token of tokens) {
    if (COMMAND_LETTERS.test(token)) commands.push({ letter: token as PathCommand["letter"], values: [] });
    else commands[commands.length - 1]?.values.push(token);
  }
  return {
    width: Number(width),
    height: Number(height),
    fill: fill as PathFill,
    stroked: stroked === "1",
    commands,
  };
}

/** Paths (points) and text rectangle of a preset for a box of that size. */
export function presetShape(
  name: string,
  widthPt: number,
  heightPt: number,
  adjustments: Readonly<Record<string, number>>,
): EvaluatedShape {
  return evaluateShape(presetDefinition(name), widthPt, heightPt, adjustments);
}

/** The whole outline as one path, for clipping. */
export function presetPath(
  name: string,
  widthPt: number,
  heightPt: number,
  adjustments: Readonly<Record<string, number>>,
): string {
  return outlineOf(presetShape(name, widthPt, heightPt, adjustments).paths);
}

export function outlineOf(paths: readonly GeometryPath[]): string {
  return paths
    .filter((path) => path.filled)
    .map((path) => path.d)
    .join("");
}
