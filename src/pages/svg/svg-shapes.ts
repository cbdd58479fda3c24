/** Basic shapes of SVG (SVG 1.1, 9) -> outlines in their own coordinates. */
import type { XmlNode } from "../../office/xml-node.ts";
import type { Outline } from "../display-list/outline.ts";
import { readPathData } from "../display-list/path-data.ts";

type Attributes = Readonly<Record<string, string>>;

const UNITS: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
};

const LENGTH = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)\s?([a-z%]*)$/i;

/** A length in user units; percentages are of `whole`. */
export function lengthOf(text: string | undefined, whole = 0): number | undefined {
  const [, digits = "", unit = ""] = LENGTH.exec(text?.trim() ?? "") ?? [];
  const value = Number.parseFloat(digits);
  if (!Number.isFinite(value)) return undefined;
  if (unit === "%") return (value / 100) * whole;
  return value * (UNITS[unit.toLowerCase()] ?? 1);
}

/** Undefined for an element without one, or with one that has no area. */
export function viewBoxOf({
  attributes,
}: XmlNode): { x: number; y: number; width: number; height: number } | undefined {
  const [x, y, width, height] = (attributes.viewBox ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number.parseFloat);
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  if (![x, y, width, height].every(Number.isFinite) || width <= 0 || height <= 0) return undefined;
  return { x, y, width, height };
}

/** Undefined for elements that are not shapes, and for shapes without an extent. */
export function shapeOutline(
  name: string,
  attributes: Attributes,
  view: { width: number; height: number },
): Outline | undefined {
  const across = (key: string) => lengthOf(attributes[key], view.width) ?? 0;
  const down = (key: string) => lengthOf(attributes[key], view.height) ?? 0;
  switch (name) {
    case "path":
      return readPathData(attributes.d ?? "");
    case "rect": {
      const [x, y, width, height] = [across("x"), down("y"), across("width"), down("height")];
      if (!(width > 0 && height > 0)) return undefined;
      const rx = lengthOf(attributes.rx, view.width);
      const ry = lengthOf(attributes.ry, view.height);
      return roundedRectangle(x, y, width, height, rx ?? ry ?? 0, ry ?? rx ?? 0);
    }
    case "circle":
      return ellipse(across("cx"), down("cy"), across("r"), across("r"));
    case "ellipse":
      return ellipse(across("cx"), down("cy"), across("rx"), down("ry"));
    case "line":
      return { operators: "ML", numbers: [across("x1"), down("y1"), across("x2"), down("y2")] };
    case "polyline":
    case "polygon": {
      const numbers =
        (attributes.points ?? "").match(/[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?/gi)?.map(Number) ?? [];
      const count = numbers.length >> 1;
      if (count < 2) return undefined;
      const operators = `M${"L".repeat(count - 1)}${name === "polygon" ? "Z" : ""}`;
      return { operators, numbers: numbers.slice(0, 2 * count) };
    }
    default:
      return undefined;
  }
}

function ellipse(x: number, y: number, rx: number, ry: number): Outline | undefined {
  if (!(rx > 0 && ry > 0)) return undefined;
  return readPathData(`M${x - rx} ${y}A${rx} ${ry} 0 0 1 ${x + rx} ${y}A${rx} ${ry} 0 0 1 ${x - rx} ${y}Z`);
}

function roundedRectangle(x: number, y: number, width: number, height: number, rounded: number, down: number): Outline {
  const [rx, ry] = [Math.min(Math.max(0, rounded), width / 2), Math.min(Math.max(0, down), height / 2)];
  if (rx === 0 || ry === 0) return readPathData(`M${x} ${y}h${width}v${height}h${-width}Z`);
  const arc = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
  return readPathData(
    `M${x + rx} ${y}h${width - 2 * rx}${arc(rx, ry)}v${height - 2 * ry}${arc(-rx, ry)}h${2 * rx - width}${arc(-rx, -ry)}v${2 * ry - height}${arc(rx, -ry)}Z`,
  );
}
