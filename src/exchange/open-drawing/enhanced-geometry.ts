/** Shapes drawn by their own path (OpenDocument 1.3 Part 3, 10.6.2 and 19.145) -> outlines. */
import { appendAll } from "../../domain/collections/long-lists.ts";
import { elementsOf, type OdfNode } from "../open-document/odf-nodes.ts";
import { formulaValue } from "./enhanced-formula.ts";
import { arcCurves, type Command, type Outline, type OutlinePath, type Size } from "./outline.ts";

const MOST_EQUATIONS = 2_000;
/** Equations that name each other. */
const MOST_REFERENCES = 60;
const MOST_TOKENS = 100_000;
const EMU_PER_HUNDREDTH_MM = 360;
/** Of a quarter of a circle, how far its curve reaches. */
const QUARTER = 0.552_284_75;
const TOKEN = /[A-Za-z]+|\$\d{1,4}|\?[A-Za-z_]\w*|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g;

/** How many numbers a command takes at a time. */
const TAKES: Readonly<Record<string, number>> = {
  ...{ M: 2, L: 2, C: 6, Q: 4, T: 6, U: 6, A: 8, B: 8, V: 8, W: 8, X: 2, Y: 2, G: 4 },
};
const SHADES: Readonly<Record<string, string>> = { H: "darken", I: "darkenLess", J: "lighten", K: "lightenLess" };

/** @param node `draw:enhanced-geometry` @returns undefined for a shape without a path */
export function enhancedOutline(node: OdfNode, size: Size): Outline | undefined {
  const source = node.attributes["drawooo:enhanced-path"] ?? node.attributes["draw:enhanced-path"];
  if (!source) return undefined;
  const geometry = new Geometry(node, size);
  return geometry.outline(source);
}

class Geometry {
  readonly #node: OdfNode;
  readonly #size: Size;
  readonly #modifiers: number[];
  readonly #equations = new Map<string, string>();
  readonly #values = new Map<string, number>();
  readonly #box: readonly [x: number, y: number, width: number, height: number];
  readonly #subSizes: readonly number[];
  #references = 0;

  constructor(node: OdfNode, size: Size) {
    const { attributes } = node;
    this.#node = node;
    this.#size = size;
    this.#modifiers = numbersOf(attributes["draw:modifiers"]);
    for (const { attributes: equation } of elementsOf(node, "draw:equation").slice(0, MOST_EQUATIONS))
      this.#equations.set(equation["draw:name"] ?? "", equation["draw:formula"] ?? "");
    const [x = 0, y = 0, width = 0, height = 0] = numbersOf(attributes["svg:viewBox"]);
    this.#box = [
      x,
      y,
      width > 0 ? width : size.width / EMU_PER_HUNDREDTH_MM,
      height > 0 ? height : size.height / EMU_PER_HUNDREDTH_MM,
    ];
    this.#subSizes = numbersOf(attributes["drawooo:sub-view-size"]);
    // in their order, so that few are worked out within others
    for (const name of this.#equations.keys()) this.#equation(name);
  }

  outline(source: string): Outline {
    const writer = new PathWriter();
    let letter = "";
    let given: number[] = [];
    let part = 0;
    writer.scale = this.#scale(part);
    let tokens = 0;
    for (const [token] of source.matchAll(TOKEN)) {
      if (++tokens > MOST_TOKENS) break;
      const isCommand = token.length === 1 && (token in TAKES || token in SHADES || "ZNFS".includes(token));
      if (!isCommand) {
        given.push(this.#value(token));
        if (given.length < (TAKES[letter] ?? Number.POSITIVE_INFINITY)) continue;
        writer.add(letter, given);
        given = [];
        if (letter === "M") letter = "L";
        else if (letter === "X" || letter === "Y") letter = letter === "X" ? "Y" : "X";
        continue;
      }
      given = [];
      letter = token;
      if (token === "N") {
        writer.end();
        writer.scale = this.#scale(++part);
      } else if (!(token in TAKES)) writer.mark(token);
    }
    writer.end();
    return { paths: writer.paths, textBox: this.#textBox() };
  }

  #scale(part: number): Scale {
    const [x, y, width, height] = this.#box;
    const [own, ownHeight] = this.#subSizes.slice(part * 2, part * 2 + 2);
    const across = this.#size.width / (own && own > 0 ? own : width);
    const down = this.#size.height / (ownHeight && ownHeight > 0 ? ownHeight : height);
    const stretchX = this.#stretch("x", across, down, width);
    const stretchY = this.#stretch("y", down, across, height);
    return { x, y, across: stretchX ? down : across, down: stretchY ? across : down, stretchX, stretchY };
  }

  /** Along its longer side a shape may be stretched at one point only. */
  #stretch(axis: "x" | "y", own: number, other: number, length: number): Stretch | undefined {
    const from = Number(this.#node.attributes[`draw:path-stretchpoint-${axis}`] ?? Number.NaN);
    return Number.isFinite(from) && own > other ? { from, by: length * (own - other) } : undefined;
  }

  #textBox(): readonly number[] | undefined {
    const tokens = (this.#node.attributes["draw:text-areas"] ?? "").match(TOKEN)?.slice(0, 4);
    if (tokens?.length !== 4) return undefined;
    const [x, y, width, height] = this.#box;
    const scale = {
      ...UNSCALED,
      ...{ x, y, across: this.#size.width / width, down: this.#size.height / height },
    };
    const [left = 0, top = 0, right = 0, bottom = 0] = tokens.map((token) => this.#value(token));
    return [...placed(scale, left, top), ...placed(scale, right, bottom)];
  }

  #value(token: string): number {
    if (token.startsWith("?")) return this.#equation(token.slice(1));
    if (token.startsWith("$")) return this.#modifiers[Number(token.slice(1))] ?? 0;
    const number = Number(token);
    return Number.isNaN(number) ? this.#named(token) : number;
  }

  #equation(name: string): number {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const formula = this.#equations.get(name);
    if (formula === undefined || this.#references >= MOST_REFERENCES) return 0;
    // one that comes back to itself is nothing
    this.#values.set(name, 0);
    this.#references++;
    const value = formulaValue(formula, {
      modifier: (index) => this.#modifiers[index] ?? 0,
      equation: (other) => this.#equation(other),
      named: (word) => this.#named(word),
    });
    this.#references--;
    this.#values.set(name, value);
    return value;
  }

  #named(name: string): number {
    const [x, y, width, height] = this.#box;
    const names: Readonly<Record<string, number>> = {
      ...{ pi: Math.PI, left: x, top: y, right: x + width, bottom: y + height, width, height },
      ...{ xstretch: 0, ystretch: 0, hasstroke: 1, hasfill: 1 },
      logwidth: this.#size.width / EMU_PER_HUNDREDTH_MM,
      logheight: this.#size.height / EMU_PER_HUNDREDTH_MM,
    };
    return names[name] ?? 0;
  }
}

function numbersOf(text: string | undefined): number[] {
  return (text ?? "")
    .trim()
    .split(/[\s,]+/)
    .slice(0, 2_000)
    .map((word) => Number(word) || 0);
}

/** From the coordinates of the path to EMU. */
interface Scale {
  x: number;
  y: number;
  across: number;
  down: number;
  stretchX: Stretch | undefined;
  stretchY: Stretch | undefined;
}

/** What is beyond a point stands so many EMU further on. */
interface Stretch {
  from: number;
  by: number;
}

function placed({ x, y, across, down, stretchX, stretchY }: Scale, atX: number, atY: number): [x: number, y: number] {
  const further = (stretch: Stretch | undefined, at: number) => (stretch && at > stretch.from ? stretch.by : 0);
  return [(atX - x) * across + further(stretchX, atX), (atY - y) * down + further(stretchY, atY)];
}

const UNSCALED: Scale = { x: 0, y: 0, across: 1, down: 1, stretchX: undefined, stretchY: undefined };

class PathWriter {
  readonly paths: OutlinePath[] = [];
  scale: Scale = UNSCALED;
  #open: OutlinePath = { commands: [], isFilled: true, isStroked: true };
  /** Where the pen is, in EMU. */
  #pen: [x: number, y: number] = [0, 0];

  /** A command without numbers. */
  mark(letter: string): void {
    const shade = SHADES[letter];
    if (letter === "Z") this.#open.commands.push({ letter: "Z", points: [] });
    else if (letter === "F") this.#open.isFilled = false;
    else if (letter === "S") this.#open.isStroked = false;
    else if (shade) this.#open.shade = shade;
  }

  end(): void {
    if (this.#open.commands.length > 0) this.paths.push(this.#open);
    this.#open = { commands: [], isFilled: true, isStroked: true };
  }

  add(letter: string, given: readonly number[]): void {
    if (letter === "G") {
      this.#turn(given);
      return;
    }
    if (letter === "T" || letter === "U") {
      this.#ellipse(letter === "U", given);
      return;
    }
    const points = this.#points(given);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = points;
    if (letter === "M" || letter === "L") this.#to({ letter, points: [x1, y1] });
    else if (letter === "C") this.#to({ letter, points: [x1, y1, x2, y2, x3, y3] });
    else if (letter === "Q") this.#to({ letter, points: [x1, y1, x2, y2] });
    else if (letter === "X" || letter === "Y") this.#quarter(letter === "X", x1, y1);
    else this.#arc(letter, points);
  }

  #points(given: readonly number[]): number[] {
    const points: number[] = [];
    for (let at = 0; at + 1 < given.length; at += 2)
      appendAll(points, placed(this.scale, given[at] ?? 0, given[at + 1] ?? 0));
    return points;
  }

  #to(command: Command): void {
    this.#open.commands.push(command);
    const [x, y] = command.points.slice(-2);
    if (x !== undefined && y !== undefined) this.#pen = [x, y];
  }

  #curves(curves: readonly Command[]): void {
    for (const curve of curves) this.#to(curve);
  }

  /** A quarter of an ellipse from the pen, which begins along one of the axes. */
  #quarter(isAlongX: boolean, x: number, y: number): void {
    const [fromX, fromY] = this.#pen;
    const [across, down] = [QUARTER * (x - fromX), QUARTER * (y - fromY)];
    const points = isAlongX ? [fromX + across, fromY, x, y - down, x, y] : [fromX, fromY + down, x - across, y, x, y];
    this.#to({ letter: "C", points });
  }

  /** Center, radii, angles in degrees. */
  #ellipse(begins: boolean, [x = 0, y = 0, across = 0, down = 0, from = 0, to = 0]: readonly number[]): void {
    const center = placed(this.scale, x, y);
    const radii = [across * this.scale.across, down * this.scale.down] as const;
    const start = (from * Math.PI) / 180;
    const isWhole = Math.abs(to - from) >= 360;
    const sweep = isWhole ? 360 : (((to - from) % 360) + 360) % 360;
    const point = [center[0] + radii[0] * Math.cos(start), center[1] + radii[1] * Math.sin(start)] as const;
    this.#to({ letter: begins || this.#open.commands.length === 0 ? "M" : "L", points: point });
    this.#curves(arcCurves(center, radii, start, (sweep * Math.PI) / 180));
  }

  /** The ellipse in a box, from where a line to one point crosses it to where a line to another does. */
  #arc(letter: string, points: readonly number[]): void {
    const [left = 0, top = 0, right = 0, bottom = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0] = points;
    const center = [(left + right) / 2, (top + bottom) / 2] as const;
    const radii = [Math.abs(right - left) / 2, Math.abs(bottom - top) / 2] as const;
    if (radii[0] === 0 || radii[1] === 0) return;
    const angle = (x: number, y: number) => Math.atan2((y - center[1]) / radii[1], (x - center[0]) / radii[0]);
    const [start, end] = [angle(x1, y1), angle(x2, y2)];
    const isClockwise = letter === "V" || letter === "W";
    let sweep = end - start;
    if (isClockwise && sweep <= 0) sweep += 2 * Math.PI;
    if (!isClockwise && sweep >= 0) sweep -= 2 * Math.PI;
    const point = [center[0] + radii[0] * Math.cos(start), center[1] + radii[1] * Math.sin(start)] as const;
    const begins = letter === "B" || letter === "V" || this.#open.commands.length === 0;
    this.#to({ letter: begins ? "M" : "L", points: point });
    this.#curves(arcCurves(center, radii, start, sweep));
  }

  /** From the pen: radii, the angle where it is, and how far it goes on, in degrees. */
  #turn([across = 0, down = 0, from = 0, sweep = 0]: readonly number[]): void {
    const radii = [across * this.scale.across, down * this.scale.down] as const;
    const start = (from * Math.PI) / 180;
    const [x, y] = this.#pen;
    const center = [x - radii[0] * Math.cos(start), y - radii[1] * Math.sin(start)] as const;
    this.#curves(arcCurves(center, radii, start, (sweep * Math.PI) / 180));
  }
}
