/** `a:custGeom` (ECMA-376 part 1, 20.1.9.8): guides, paths -> SVG path data. */
import { child, childrenNamed, type XmlElement } from "../package/xml.ts";
import { arcTo } from "./arc.ts";
import { evaluateGuides, type GuideScope } from "./guide-formula.ts";
import type { Geometry, GeometryPath } from "./model.ts";

export function customGeometry(element: XmlElement): Geometry {
  const pathElements = childrenNamed(child(element, "a:pathLst"), "a:path");
  const first = pathElements[0]?.attributes ?? {};
  const widthUnits = Number(first.w) || 21_600;
  const heightUnits = Number(first.h) || 21_600;
  const guides = [
    ...childrenNamed(child(element, "a:avLst"), "a:gd"),
    ...childrenNamed(child(element, "a:gdLst"), "a:gd"),
  ];
  const scope = evaluateGuides(
    guides.map((guide) => [guide.attributes.name ?? "", guide.attributes.fmla ?? ""]),
    widthUnits,
    heightUnits,
  );
  const paths = pathElements.slice(0, 200).map((path): GeometryPath => {
    // Paths may have their own units: they are brought to those of the first one.
    const scaleX = widthUnits / (Number(path.attributes.w) || widthUnits);
    const scaleY = heightUnits / (Number(path.attributes.h) || heightUnits);
    return {
      d: pathData(path, scope, scaleX, scaleY),
      filled: path.attributes.fill !== "none",
      stroked: path.attributes.stroke !== "0" && path.attributes.stroke !== "false",
    };
  });
  return { kind: "paths", paths, widthUnits, heightUnits };
}

function pathData(path: XmlElement, scope: GuideScope, scaleX: number, scaleY: number): string {
  const parts: string[] = [];
  let x = 0;
  let y = 0;
  const pointsOf = (command: XmlElement) =>
    childrenNamed(command, "a:pt").map((point) => ({
      x: scope.value(point.attributes.x ?? "0") * scaleX,
      y: scope.value(point.attributes.y ?? "0") * scaleY,
    }));
  const letters: Readonly<Record<string, string>> = {
    "a:moveTo": "M",
    "a:lnTo": "L",
    "a:cubicBezTo": "C",
    "a:quadBezTo": "Q",
  };
  for (const command of path.children) {
    const letter = letters[command.name];
    if (letter) {
      const points = pointsOf(command);
      parts.push(letter + points.map((point) => `${round(point.x)} ${round(point.y)}`).join(" "));
      const last = points[points.length - 1];
      if (last) ({ x, y } = last);
    } else if (command.name === "a:close") parts.push("Z");
    else if (command.name === "a:arcTo") {
      const attributes = command.attributes;
      const arc = arcTo(
        x,
        y,
        scope.value(attributes.wR ?? "0") * scaleX,
        scope.value(attributes.hR ?? "0") * scaleY,
        scope.value(attributes.stAng ?? "0"),
        scope.value(attributes.swAng ?? "0"),
      );
      parts.push(arc.d);
      x = arc.x;
      y = arc.y;
    }
  }
  return parts.join("");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
