/** `a:custGeom` (ECMA-376 part 1, 20.1.9.8) -> a shape definition. */

import { isOn } from "../../office/on-off.ts";
import { child, childrenNamed, type XmlNode } from "../../office/xml-node.ts";
import type { Guide, PathCommand, PathFill, ShapePath } from "../model/shape-definition.ts";
import type { Geometry } from "../model/shapes.ts";

const LETTERS: Readonly<Record<string, "M" | "L" | "C" | "Q">> = {
  "a:moveTo": "M",
  "a:lnTo": "L",
  "a:cubicBezTo": "C",
  "a:quadBezTo": "Q",
};
const ARC = ["wR", "hR", "stAng", "swAng"] as const;
const FILLS: readonly string[] = ["none", "lighten", "lightenLess", "darken", "darkenLess"] satisfies PathFill[];

export function customGeometry(element: XmlNode): Geometry {
  const guidesOf = (list: string) =>
    childrenNamed(child(element, list), "a:gd").map(
      (guide): Guide => [guide.attributes.name ?? "", guide.attributes.fmla ?? ""],
    );
  const rectangle = child(element, "a:rect")?.attributes ?? {};
  return {
    kind: "custom",
    definition: {
      adjustments: [],
      guides: [...guidesOf("a:avLst"), ...guidesOf("a:gdLst")],
      paths: childrenNamed(child(element, "a:pathLst"), "a:path").map(readPath),
      textBox: [rectangle.l ?? "l", rectangle.t ?? "t", rectangle.r ?? "r", rectangle.b ?? "b"],
    },
  };
}

function readPath(path: XmlNode): ShapePath {
  const { w, h, fill, stroke } = path.attributes;
  return {
    width: Number(w) || 0,
    height: Number(h) || 0,
    fill: fill && FILLS.includes(fill) ? (fill as PathFill) : "norm",
    stroked: stroke === undefined || isOn(stroke),
    commands: path.children.flatMap(readCommand),
  };
}

function readCommand(command: XmlNode): PathCommand[] {
  if (command.name === "a:close") return [{ letter: "Z", values: [] }];
  if (command.name === "a:arcTo") return [{ letter: "A", values: ARC.map((name) => command.attributes[name] ?? "0") }];
  const letter = LETTERS[command.name];
  if (!letter) return [];
  const points = childrenNamed(command, "a:pt");
  const values = points.flatMap((point) => [point.attributes.x ?? "0", point.attributes.y ?? "0"]);
  const wanted = letter === "C" ? 6 : letter === "Q" ? 4 : 2;
  return values.length === wanted ? [{ letter, values }] : [];
}
