/** SVG path data (SVG 1.1, 8.3), as layout writes it, -> outlines. */
import type { Outline } from "./outline.ts";

/** Numbers that each command takes. */
const ARGUMENTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
const TOKENS = /[A-Za-z]|[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?/gi;
/** What numbers begin with comes before. */
const FIRST_LETTER = "A";

/** Anything that cannot be read ends the path. */
export function readPathData(d: string): Outline {
  return new PathReader().read(withFlagsApart(d).match(TOKENS) ?? []);
}

const NUMBER = String.raw`([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)[\s,]*`;
const ARCS = /[Aa][^a-df-zA-DF-Z]*/g;
const ARC = new RegExp(`${NUMBER.repeat(3)}([01])[\\s,]*([01])[\\s,]*${NUMBER.repeat(2)}`, "gi");

/** The two flags of an arc may directly precede what follows them: `a1 1 0 01.5.5`. */
function withFlagsApart(d: string): string {
  return d.replaceAll(ARCS, (arcs) => arcs.replaceAll(ARC, "$1 $2 $3 $4 $5 $6 $7 "));
}

class PathReader {
  #operators = "";
  readonly #numbers: number[] = [];
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;
  /** The last control point, which `S` and `T` mirror; undefined after anything but a curve of the same degree. */
  #control: { degree: 2 | 3; x: number; y: number } | undefined;

  read(tokens: readonly string[]): Outline {
    let command = "";
    const values: number[] = [];
    let at = 0;
    while (at < tokens.length) {
      const token = tokens[at] ?? "";
      if (token >= FIRST_LETTER) {
        command = token;
        at++;
      } else if (command === "" || command.toUpperCase() === "Z") break;
      const count = ARGUMENTS[command.toUpperCase()];
      if (count === undefined || at + count > tokens.length) break;
      values.length = 0;
      for (const end = at + count; at < end; at++) values.push(Number(tokens[at]));
      if (values.some(Number.isNaN)) break;
      this.#command(command, values);
      // Further pairs after a move are lines.
      if (command === "M") command = "L";
      else if (command === "m") command = "l";
    }
    return { operators: this.#operators, numbers: this.#numbers };
  }

  #command(command: string, values: readonly number[]): void {
    // Metafiles have hundreds of thousands of these.
    if (command === "L") {
      this.#push("L", values[0] ?? 0, values[1] ?? 0);
      this.#control = undefined;
      return;
    }
    const letter = command.toUpperCase();
    const [baseX, baseY] = command === letter ? [0, 0] : [this.#x, this.#y];
    const number = (index: number) => values[index] ?? 0;
    const x = (index: number) => number(index) + baseX;
    const y = (index: number) => number(index) + baseY;
    switch (letter) {
      case "M":
        this.#push("M", x(0), y(1));
        [this.#startX, this.#startY] = [this.#x, this.#y];
        break;
      case "L":
        this.#push("L", x(0), y(1));
        break;
      case "H":
        this.#push("L", x(0), this.#y);
        break;
      case "V":
        this.#push("L", this.#x, y(0));
        break;
      case "C":
        this.#curve(x(0), y(1), x(2), y(3), x(4), y(5));
        return;
      case "S": {
        const mirrored = this.#mirrored(3);
        this.#curve(mirrored.x, mirrored.y, x(0), y(1), x(2), y(3));
        return;
      }
      case "Q":
        this.#quadratic(x(0), y(1), x(2), y(3));
        return;
      case "T": {
        const mirrored = this.#mirrored(2);
        this.#quadratic(mirrored.x, mirrored.y, x(0), y(1));
        return;
      }
      case "A":
        this.#arc(number(0), number(1), number(2), number(3) !== 0, number(4) !== 0, x(5), y(6));
        break;
      default:
        this.#operators += "Z";
        [this.#x, this.#y] = [this.#startX, this.#startY];
    }
    this.#control = undefined;
  }

  #push(operator: "M" | "L", x: number, y: number): void {
    this.#operators += operator;
    this.#numbers.push(x, y);
    this.#x = x;
    this.#y = y;
  }

  #mirrored(degree: 2 | 3): { x: number; y: number } {
    if (this.#control?.degree !== degree) return { x: this.#x, y: this.#y };
    return { x: 2 * this.#x - this.#control.x, y: 2 * this.#y - this.#control.y };
  }

  #curve(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.#operators += "C";
    this.#numbers.push(x1, y1, x2, y2, x, y);
    [this.#x, this.#y] = [x, y];
    this.#control = { degree: 3, x: x2, y: y2 };
  }

  #quadratic(controlX: number, controlY: number, x: number, y: number): void {
    const third = (from: number, control: number) => from + (2 / 3) * (control - from);
    this.#curve(third(this.#x, controlX), third(this.#y, controlY), third(x, controlX), third(y, controlY), x, y);
    this.#control = { degree: 2, x: controlX, y: controlY };
  }

  /** An elliptic arc by its ends (SVG 1.1, F.6.5), as curves of at most a quarter. */
  #arc(
    radiusX: number,
    radiusY: number,
    rotationDeg: number,
    isLarge: boolean,
    sweeps: boolean,
    x: number,
    y: number,
  ): void {
    const [x1, y1] = [this.#x, this.#y];
    let [rx, ry] = [Math.abs(radiusX), Math.abs(radiusY)];
    if (rx === 0 || ry === 0 || (x1 === x && y1 === y)) {
      this.#push("L", x, y);
      return;
    }
    const rotation = (rotationDeg * Math.PI) / 180;
    const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
    const [dx, dy] = [(x1 - x) / 2, (y1 - y) / 2];
    const [px, py] = [cos * dx + sin * dy, -sin * dx + cos * dy];
    const grow = Math.sqrt(Math.max(1, (px * px) / (rx * rx) + (py * py) / (ry * ry)));
    [rx, ry] = [rx * grow, ry * grow];
    const below = rx * rx * py * py + ry * ry * px * px;
    const root = Math.sqrt(Math.max(0, (rx * rx * ry * ry - below) / below)) * (isLarge === sweeps ? -1 : 1);
    const [qx, qy] = [(root * rx * py) / ry, (-root * ry * px) / rx];
    const [centerX, centerY] = [cos * qx - sin * qy + (x1 + x) / 2, sin * qx + cos * qy + (y1 + y) / 2];
    const from = Math.atan2((py - qy) / ry, (px - qx) / rx);
    let swept = Math.atan2((-py - qy) / ry, (-px - qx) / rx) - from;
    if (sweeps && swept < 0) swept += 2 * Math.PI;
    if (!sweeps && swept > 0) swept -= 2 * Math.PI;
    const pieces = Math.max(1, Math.ceil(Math.abs(swept) / (Math.PI / 2) - 1e-6));
    const step = swept / pieces;
    const handle = (4 / 3) * Math.tan(step / 4);
    const pointX = (unitX: number, unitY: number) => centerX + cos * rx * unitX - sin * ry * unitY;
    const pointY = (unitX: number, unitY: number) => centerY + sin * rx * unitX + cos * ry * unitY;
    for (let piece = 0; piece < pieces; piece++) {
      const [startAngle, endAngle] = [from + piece * step, from + (piece + 1) * step];
      const [cos1, sin1, cos2, sin2] = [
        Math.cos(startAngle),
        Math.sin(startAngle),
        Math.cos(endAngle),
        Math.sin(endAngle),
      ];
      const first: [number, number] = [cos1 - handle * sin1, sin1 + handle * cos1];
      const second: [number, number] = [cos2 + handle * sin2, sin2 - handle * cos2];
      // The last piece ends where the arc is said to end, whatever rounding did to it.
      const [endX, endY] = piece === pieces - 1 ? [x, y] : [pointX(cos2, sin2), pointY(cos2, sin2)];
      this.#curve(pointX(...first), pointY(...first), pointX(...second), pointY(...second), endX, endY);
    }
  }
}
