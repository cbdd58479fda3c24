/**
 * Shape definitions (ECMA-376 part 1, 20.1.9): adjust values, guides, paths and the text rectangle, evaluated for a
 * shape's size. Custom geometry and the preset shapes of the standard are both of this form.
 */

import type { Box } from "../../geometry/box.ts";
import type { Guide, ShapeDefinition, ShapePath } from "../model/shape-definition.ts";
import type { GeometryPath } from "../model/shapes.ts";
import { arcTo } from "./arc.ts";
import { evaluateGuides, type GuideScope } from "./guide-formula.ts";

const EMU = 12_700;
const MAX_PATHS = 200;
const MAX_COMMANDS = 20_000;

export interface EvaluatedShape {
  /** In points. */
  paths: GeometryPath[];
  textBox: Box;
}

export function evaluateShape(
  definition: ShapeDefinition,
  widthPt: number,
  heightPt: number,
  adjustments: Readonly<Record<string, number>>,
): EvaluatedShape {
  const width = widthPt * EMU;
  const height = heightPt * EMU;
  const values: Guide[] = definition.adjustments.map(([name, value]) => [name, `val ${adjustments[name] ?? value}`]);
  const scope = evaluateGuides([...values, ...definition.guides], width, height);
  let commands = 0;
  const paths: GeometryPath[] = [];
  for (const path of definition.paths.slice(0, MAX_PATHS)) {
    commands += path.commands.length;
    if (commands > MAX_COMMANDS) break;
    const scaleX = path.width > 0 ? widthPt / path.width : 1 / EMU;
    const scaleY = path.height > 0 ? heightPt / path.height : 1 / EMU;
    paths.push({
      d: pathData(path, scope, scaleX, scaleY),
      filled: path.fill !== "none",
      stroked: path.stroked,
      ...(path.fill === "none" || path.fill === "norm" ? {} : { tone: path.fill }),
    });
  }
  const [left, top, right, bottom] = definition.textBox.map((token) => scope.value(token) / EMU) as [
    number,
    number,
    number,
    number,
  ];
  return {
    paths,
    textBox: { xPt: left, yPt: top, widthPt: Math.max(0, right - left), heightPt: Math.max(0, bottom - top) },
  };
}

function pathData(path: ShapePath, scope: GuideScope, scaleX: number, scaleY: number): string {
  const parts: string[] = [];
  // In the path's own coordinates, to which the angles of arcs belong.
  let x = 0;
  let y = 0;
  for (const { letter, values } of path.commands) {
    if (letter === "Z") parts.push("Z");
    else if (letter === "A") {
      const [radiusX = 0, radiusY = 0, start = 0, sweep = 0] = values.map((token) => scope.value(token));
      const arc = arcTo(x, y, radiusX, radiusY, start, sweep, { x: scaleX, y: scaleY });
      parts.push(arc.d);
      ({ x, y } = arc);
    } else {
      const points = values.map((token) => scope.value(token));
      parts.push(letter + points.map((value, index) => round(value * (index % 2 === 0 ? scaleX : scaleY))).join(" "));
      x = points.at(-2) ?? x;
      y = points.at(-1) ?? y;
    }
  }
  return parts.join("");
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
