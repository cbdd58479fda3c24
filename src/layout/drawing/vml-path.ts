/** VML paths and their formulas (ECMA-376 part 4, 19.1.2.19) -> geometry with SVG path data. */
import type { Geometry, GeometryPath } from "../model/shapes.ts";

function evaluateFormulas(
  formulas: readonly string[],
  adjustments: readonly number[],
  size: readonly [number, number],
): number[] {
  const results: number[] = [];
  const value = (token: string | undefined): number => {
    if (!token) return 0;
    if (token.startsWith("@")) return results[Number(token.slice(1))] ?? 0;
    if (token.startsWith("#")) return adjustments[Number(token.slice(1))] ?? 0;
    const named: Readonly<Record<string, number>> = {
      width: size[0],
      height: size[1],
      xcenter: size[0] / 2,
      ycenter: size[1] / 2,
      xlimo: size[0] / 2,
      ylimo: size[1] / 2,
    };
    return named[token.toLowerCase()] ?? (Number(token) || 0);
  };
  for (const formula of formulas.slice(0, 128)) {
    const [operator, ...tokens] = formula.trim().split(/\s+/);
    const [first = 0, second = 0, third = 0] = tokens.map(value);
    results.push(apply(operator ?? "", first, second, third));
  }
  return results;
}

function apply(operator: string, first: number, second: number, third: number): number {
  const radians = (degrees: number) => (degrees / 65_536) * (Math.PI / 180);
  let result = 0;
  switch (operator) {
    case "val":
      result = first;
      break;
    case "sum":
      result = first + second - third;
      break;
    case "prod":
      result = (first * second) / third;
      break;
    case "mid":
      result = (first + second) / 2;
      break;
    case "abs":
      result = Math.abs(first);
      break;
    case "min":
      result = Math.min(first, second);
      break;
    case "max":
      result = Math.max(first, second);
      break;
    case "if":
      result = first > 0 ? second : third;
      break;
    case "mod":
      result = Math.hypot(first, second, third);
      break;
    case "sqrt":
      result = Math.sqrt(first);
      break;
    case "cos":
      result = first * Math.cos(radians(second));
      break;
    case "sin":
      result = first * Math.sin(radians(second));
      break;
    case "atan2":
      result = Math.atan2(second, first) * (180 / Math.PI) * 65_536;
      break;
  }
  return Number.isFinite(result) ? result : 0;
}

const COMMAND = /(nf|ns|ae|al|at|ar|wa|wr|qx|qy|qb|[mlcxevrt])|(-?[\d.]+)|([@#]\d+)|(,)/gi;

export function vmlPathGeometry(
  path: string,
  size: readonly [number, number],
  adjustments: readonly number[],
  formulas: readonly string[],
): Geometry {
  const results = evaluateFormulas(formulas, adjustments, size);
  const tokens = tokenize(path, results, adjustments);
  const paths: GeometryPath[] = [];
  let current: GeometryPath = { d: "", filled: true, stroked: true };
  let x = 0;
  let y = 0;
  const flush = () => {
    if (current.d) paths.push(current);
    current = { d: "", filled: true, stroked: true };
  };
  for (const { command, values } of tokens) {
    switch (command) {
      case "m":
      case "t": {
        const relative = command === "t";
        x = (values[0] ?? 0) + (relative ? x : 0);
        y = (values[1] ?? 0) + (relative ? y : 0);
        current.d += `M${x} ${y}`;
        break;
      }
      case "l":
      case "r":
        for (let index = 0; index + 1 < values.length; index += 2) {
          const relative = command === "r";
          x = (values[index] ?? 0) + (relative ? x : 0);
          y = (values[index + 1] ?? 0) + (relative ? y : 0);
          current.d += `L${x} ${y}`;
        }
        break;
      case "c":
      case "v":
        for (let index = 0; index + 5 < values.length; index += 6) {
          const base = command === "v" ? [x, y] : [0, 0];
          const points = values.slice(index, index + 6).map((value, offset) => value + (base[offset % 2] ?? 0));
          current.d += `C${points.join(" ")}`;
          x = points[4] ?? x;
          y = points[5] ?? y;
        }
        break;
      case "x":
        current.d += "Z";
        break;
      case "e":
        flush();
        break;
      case "nf":
        current.filled = false;
        break;
      case "ns":
        current.stroked = false;
        break;
      case "qx":
      case "qy":
        for (let index = 0; index + 1 < values.length; index += 2) {
          const toX = values[index] ?? 0;
          const toY = values[index + 1] ?? 0;
          const alongX = (command === "qx") === ((index / 2) % 2 === 0);
          const sweep = alongX === (toX - x) * (toY - y) > 0 ? 1 : 0;
          current.d += `A${Math.abs(toX - x)} ${Math.abs(toY - y)} 0 0 ${sweep} ${toX} ${toY}`;
          x = toX;
          y = toY;
        }
        break;
      case "at":
      case "ar":
      case "wa":
      case "wr":
        for (let index = 0; index + 7 < values.length; index += 8) {
          const arc = boxArc(values.slice(index, index + 8), command.startsWith("w"));
          const joins = command === "at" || command === "wa";
          current.d += `${joins && current.d ? "L" : "M"}${arc.start}${arc.d}`;
          x = arc.x;
          y = arc.y;
        }
        break;
      case "al":
      case "ae":
        for (let index = 0; index + 5 < values.length; index += 6) {
          const [centerX = 0, centerY = 0, radiusX = 0, radiusY = 0] = values.slice(index);
          current.d += `M${centerX - radiusX} ${centerY}a${radiusX} ${radiusY} 0 1 1 ${2 * radiusX} 0a${radiusX} ${radiusY} 0 1 1 ${-2 * radiusX} 0`;
        }
        break;
    }
  }
  flush();
  return { kind: "paths", paths, widthUnits: size[0], heightUnits: size[1] };
}

/** An arc of the ellipse in a box from the ray through one point to the ray through another. */
function boxArc(values: readonly number[], clockwise: boolean): { d: string; start: string; x: number; y: number } {
  const [left = 0, top = 0, right = 0, bottom = 0, fromX = 0, fromY = 0, toX = 0, toY = 0] = values;
  const centerX = (left + right) / 2;
  const centerY = (top + bottom) / 2;
  const radiusX = Math.abs(right - left) / 2 || 1;
  const radiusY = Math.abs(bottom - top) / 2 || 1;
  const angle = (x: number, y: number) => Math.atan2((y - centerY) / radiusY, (x - centerX) / radiusX);
  const from = angle(fromX, fromY);
  const to = angle(toX, toY);
  let sweep = clockwise ? to - from : from - to;
  while (sweep <= 0) sweep += 2 * Math.PI;
  const at = (theta: number) => ({ x: centerX + radiusX * Math.cos(theta), y: centerY + radiusY * Math.sin(theta) });
  const start = at(from);
  const end = at(to);
  return {
    start: `${start.x.toFixed(1)} ${start.y.toFixed(1)}`,
    d: `A${radiusX} ${radiusY} 0 ${sweep > Math.PI ? 1 : 0} ${clockwise ? 1 : 0} ${end.x.toFixed(1)} ${end.y.toFixed(1)}`,
    x: end.x,
    y: end.y,
  };
}

/** Splits a path into commands; a missing value between commas is 0. */
function tokenize(
  path: string,
  results: readonly number[],
  adjustments: readonly number[],
): { command: string; values: number[] }[] {
  const tokens: { command: string; values: number[] }[] = [];
  let expectsValue = false;
  for (const match of path.slice(0, 20_000).matchAll(COMMAND)) {
    const values = tokens[tokens.length - 1]?.values;
    if (match[1]) {
      if (expectsValue) values?.push(0);
      tokens.push({ command: match[1].toLowerCase(), values: [] });
      expectsValue = false;
    } else if (match[4]) {
      if (expectsValue || values?.length === 0) values?.push(0);
      expectsValue = true;
    } else {
      const reference = match[3];
      const index = Number(reference?.slice(1));
      const value = reference ? ((reference.startsWith("@") ? results : adjustments)[index] ?? 0) : Number(match[2]);
      values?.push(Number.isFinite(value) ? value : 0);
      expectsValue = false;
    }
  }
  return tokens;
}
