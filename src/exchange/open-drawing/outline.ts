/** Outlines of shapes, in EMU from the upper left corner of their box -> `a:custGeom`. */
import { element } from "../../binary/doc/xml-writer.ts";

export interface Command {
  letter: "M" | "L" | "Q" | "C" | "Z";
  /** Pairs of x and y: control points, then where the command ends. */
  points: readonly number[];
}

export interface OutlinePath {
  commands: Command[];
  isFilled: boolean;
  isStroked: boolean;
  /** As `ST_PathFillMode` names it, if the fill is not the shape's own. */
  shade?: string;
}

export interface Outline {
  paths: readonly OutlinePath[];
  /** Where its text is: left, top, right, bottom. */
  textBox?: readonly number[];
}

/** EMU. */
export interface Size {
  width: number;
  height: number;
}

const NAMES: Readonly<Record<Command["letter"], string>> = {
  M: "a:moveTo",
  L: "a:lnTo",
  Q: "a:quadBezTo",
  C: "a:cubicBezTo",
  Z: "a:close",
};
const SIDES = ["l", "t", "r", "b"] as const;

export function outlineXml({ paths, textBox }: Outline, { width, height }: Size): string {
  const size = { w: Math.max(1, Math.round(width)), h: Math.max(1, Math.round(height)) };
  const markup = paths.map(({ commands, isFilled, isStroked, shade }) =>
    element(
      "a:path",
      { ...size, fill: isFilled ? shade : "none", stroke: isStroked ? undefined : 0 },
      commands.map(commandXml).join(""),
    ),
  );
  const sides = textBox?.every(Number.isFinite) ? textBox : undefined;
  const rectangle = Object.fromEntries(
    SIDES.map((side, index) => [side, sides ? Math.round(sides[index] ?? 0) : side]),
  );
  return element("a:custGeom", {}, element("a:rect", rectangle) + element("a:pathLst", {}, markup.join("")));
}

function commandXml({ letter, points }: Command): string {
  let markup = "";
  for (let at = 0; at < points.length; at += 2)
    markup += `<a:pt x="${whole(points[at])}" y="${whole(points[at + 1])}"/>`;
  return element(NAMES[letter], {}, markup);
}

function whole(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? Math.round(value) : 0;
}

/** The ellipse's arc as curves. Angles are in radians, from the right downwards. */
export function arcCurves(
  center: readonly [x: number, y: number],
  radii: readonly [across: number, down: number],
  from: number,
  sweep: number,
): Command[] {
  const turned = Math.max(-2 * Math.PI, Math.min(2 * Math.PI, sweep));
  const pieces = Math.max(1, Math.ceil(Math.abs(turned) / (Math.PI / 2)));
  const step = turned / pieces;
  const reach = (4 / 3) * Math.tan(step / 4);
  const curves: Command[] = [];
  for (let piece = 0; piece < pieces; piece++) {
    const [start, end] = [from + piece * step, from + (piece + 1) * step];
    const at = (angle: number, along: number): [number, number] => [
      center[0] + radii[0] * (Math.cos(angle) - along * Math.sin(angle)),
      center[1] + radii[1] * (Math.sin(angle) + along * Math.cos(angle)),
    ];
    curves.push({ letter: "C", points: [...at(start, reach), ...at(end, -reach), ...at(end, 0)] });
  }
  return curves;
}
