/** Shapes that are given by points: lines, connectors, polygons, paths, pieces of ellipses (OpenDocument 1.3 Part 3, 10.3). */
import { apply } from "../../geometry/matrix.ts";
import type { OdfNode } from "../open-document/odf-nodes.ts";
import type { Properties } from "../open-document/style-properties.ts";
import { emuOf } from "./emu.ts";
import { arcCurves, type Command, type Outline, outlineXml, type Size } from "./outline.ts";
import { matrixOf, type Place } from "./shape-place.ts";
import { movedCommands, pathCommands, polygonCommands } from "./svg-path.ts";

export const POINTED: ReadonlySet<string> = new Set([
  ...["draw:line", "draw:connector", "draw:measure", "draw:rect", "draw:ellipse", "draw:circle", "draw:path"],
  ...["draw:polygon", "draw:polyline", "draw:regular-polygon", "draw:caption"],
]);
const EMU_PER_HUNDREDTH_MM = 360;
const MOST_CORNERS = 1_000;

export interface PointedShape {
  place: Place;
  /** `a:prstGeom` or `a:custGeom`. */
  geometry: string;
  isFilled: boolean;
}

/** Of elements with two ends; undefined for others. */
export function lineShape({ name, attributes }: OdfNode): PointedShape | undefined {
  if (name !== "draw:line" && name !== "draw:connector" && name !== "draw:measure") return undefined;
  const at = (key: string) => emuOf(attributes[key]) ?? 0;
  let ends: [x1: number, y1: number, x2: number, y2: number] = [at("svg:x1"), at("svg:y1"), at("svg:x2"), at("svg:y2")];
  const transform = attributes["draw:transform"];
  if (transform) {
    const matrix = matrixOf(transform);
    ends = [...apply(matrix, ends[0], ends[1]), ...apply(matrix, ends[2], ends[3])];
  }
  const bent = name === "draw:connector" ? connectorShape(attributes, ends) : undefined;
  if (bent) return bent;
  const [x1, y1, x2, y2] = ends;
  return {
    place: {
      ...{ x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) },
      ...{ turned: 0, isFlippedX: x2 < x1, isFlippedY: y2 < y1 },
    },
    geometry: '<a:prstGeom prst="line"/>',
    isFilled: false,
  };
}

/** A connector goes by its path, from where it begins. */
function connectorShape(attributes: Properties, [x1, y1]: readonly number[]): PointedShape | undefined {
  const commands = pathCommands(attributes["svg:d"] ?? "");
  if (commands.length < 3 || x1 === undefined || y1 === undefined) return undefined;
  const [startX = 0, startY = 0] = commands[0]?.points ?? [];
  const placed = movedCommands(commands, (x, y) => [
    x1 + (x - startX) * EMU_PER_HUNDREDTH_MM,
    y1 + (y - startY) * EMU_PER_HUNDREDTH_MM,
  ]);
  let [left, top, right, bottom] = [x1, y1, x1, y1];
  for (const { points } of placed)
    for (let at = 0; at + 1 < points.length; at += 2) {
      const [x = 0, y = 0] = points.slice(at, at + 2);
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  const size = { width: right - left, height: bottom - top };
  const own = movedCommands(placed, (x, y) => [x - left, y - top]);
  return {
    place: { x: left, y: top, ...size, turned: 0, isFlippedX: false, isFlippedY: false },
    geometry: outlineXml({ paths: [{ commands: own, isFilled: false, isStroked: true }] }, size),
    isFilled: false,
  };
}

/** Of polygons, paths and pieces of ellipses; undefined for what is whole. */
export function pathOutline({ name, attributes }: OdfNode, size: Size): Outline | undefined {
  switch (name) {
    case "draw:path":
      return scaled(pathCommands(attributes["svg:d"] ?? ""), attributes, size);
    case "draw:polygon":
    case "draw:polyline":
      return scaled(polygonCommands(attributes["draw:points"] ?? "", name === "draw:polygon"), attributes, size);
    case "draw:regular-polygon":
      return regular(attributes, size);
    case "draw:ellipse":
    case "draw:circle":
      return piece(attributes, size);
    default:
      return undefined;
  }
}

/** The coordinates of `svg:viewBox` fill the shape. */
function scaled(commands: readonly Command[], attributes: Properties, size: Size): Outline {
  const [x = 0, y = 0, width = 0, height = 0] = (attributes["svg:viewBox"] ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const across = width > 0 ? size.width / width : EMU_PER_HUNDREDTH_MM;
  const down = height > 0 ? size.height / height : EMU_PER_HUNDREDTH_MM;
  const moved = movedCommands(commands, (atX, atY) => [(atX - (x || 0)) * across, (atY - (y || 0)) * down]);
  const isClosed = moved.some(({ letter }) => letter === "Z");
  return { paths: [{ commands: moved, isFilled: isClosed, isStroked: true }] };
}

function regular(attributes: Properties, { width, height }: Size): Outline | undefined {
  const corners = Math.min(MOST_CORNERS, Math.floor(Number(attributes["draw:corners"])));
  if (!(corners >= 3)) return undefined;
  const isConcave = attributes["draw:concave"] === "true";
  const sharpness = Math.max(0, Math.min(100, Number.parseFloat(attributes["draw:sharpness"] ?? "0") || 0)) / 100;
  const count = isConcave ? corners * 2 : corners;
  const commands: Command[] = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
    const reach = isConcave && index % 2 === 1 ? 1 - sharpness : 1;
    const x = (width / 2) * (1 + reach * Math.cos(angle));
    return { letter: index === 0 ? "M" : "L", points: [x, (height / 2) * (1 + reach * Math.sin(angle))] };
  });
  return { paths: [{ commands: [...commands, { letter: "Z", points: [] }], isFilled: true, isStroked: true }] };
}

/** `draw:kind` with angles that go up from the right. */
function piece(attributes: Properties, { width, height }: Size): Outline | undefined {
  const kind = attributes["draw:kind"] ?? "full";
  if (kind === "full") return undefined;
  const angle = (name: string) => (-(Number.parseFloat(attributes[name] ?? "0") || 0) * Math.PI) / 180;
  const [start, end] = [angle("draw:start-angle"), angle("draw:end-angle")];
  let sweep = end - start;
  while (sweep >= 0) sweep -= 2 * Math.PI;
  const center = [width / 2, height / 2] as const;
  const from = [center[0] * (1 + Math.cos(start)), center[1] * (1 + Math.sin(start))];
  const curves = arcCurves(center, center, start, Math.max(sweep, -2 * Math.PI));
  const commands: Command[] =
    kind === "section"
      ? [{ letter: "M", points: center }, { letter: "L", points: from }, ...curves]
      : [{ letter: "M", points: from }, ...curves];
  if (kind !== "arc") commands.push({ letter: "Z", points: [] });
  return { paths: [{ commands, isFilled: kind !== "arc", isStroked: true }] };
}
