/** Presentations of PowerPoint 4 and 95 as both are understood: shapes with all of their looks, nothing left to inherit. */
import type { Blip } from "../../officeart/blip.ts";
import type { Edges } from "../../officeart/shape-tree.ts";
import type { ColorScheme } from "../color-scheme.ts";
import type { StyledParagraph } from "../text/styled-paragraphs.ts";

/** `RRGGBB` */
export type EarlyColor = string;

export interface GradientStop {
  /** 0 to 1. */
  at: number;
  color: EarlyColor;
}

export type EarlyFill =
  | { kind: "solid"; color: EarlyColor; opacity: number }
  | { kind: "linear"; stops: readonly GradientStop[]; angleDegrees: number }
  | { kind: "centred"; stops: readonly GradientStop[] };

export interface EarlyLine {
  color: EarlyColor;
  widthPoints: number;
  /** Of `a:prstDash`. */
  dash: string;
  /** Of `a:ln`: `dbl`, `thickThin`, `thinThick`, `tri`. */
  compound: string | undefined;
  hasHead: boolean;
  hasTail: boolean;
}

export type EarlyGeometry =
  | { kind: "preset"; name: string; adjustments?: Readonly<Record<string, number>> }
  /** Points in any coordinates: they are stretched over the shape. */
  | { kind: "polygon"; points: readonly (readonly [x: number, y: number])[]; isClosed: boolean };

export interface EarlyText {
  paragraphs: readonly StyledParagraph[];
  anchor: "t" | "ctr" | "b";
  /** The block of text stands in the middle from left to right. */
  isCentred: boolean;
  wraps: boolean;
  /** The shape is as high as its text. */
  fitsShape: boolean;
  /** Between the edges of the shape and the text, in master units. */
  insetX: number;
  insetY: number;
}

export interface EarlyShape {
  /** In master units (1/576 inch) from the slide's upper left corner. */
  edges: Edges;
  geometry: EarlyGeometry;
  /** Clockwise. */
  rotationDegrees: number;
  flipsHorizontally: boolean;
  flipsVertically: boolean;
  fill: EarlyFill | undefined;
  line: EarlyLine | undefined;
  shadow: { color: EarlyColor; rightUnits: number; downUnits: number } | undefined;
  picture: Blip | undefined;
  text: EarlyText | undefined;
  isTitle: boolean;
}

export interface EarlySlide {
  scheme: ColorScheme;
  background: EarlyFill | undefined;
  /** In the order of painting, those of the master first. */
  shapes: readonly EarlyShape[];
  footer: string;
}

export interface EarlyPresentation {
  /** In master units. */
  width: number;
  height: number;
  fonts: ReadonlyMap<number, string>;
  slides: readonly EarlySlide[];
}

/** All shapes of a presentation together, so that no small file becomes a large one. */
export const MAX_EARLY_SHAPES = 100_000;
export const MAX_EARLY_SLIDES = 4_000;
/** Bytes of shapes and texts that are read in all: slides may name the same ones again and again. */
const MAX_READ_BYTES = 32 * 1024 * 1024;

/** Counts what is read, and ends it when it becomes too much. */
export class ReadBudget {
  #shapes = 0;
  #bytes = 0;

  bytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > MAX_READ_BYTES) throw new Error("the presentation is too large");
  }

  shapes(count: number): void {
    this.#shapes += count;
    if (this.#shapes > MAX_EARLY_SHAPES) throw new Error("the presentation is too large");
  }
}

/** Shapes that the versions know by number. */
const PRESETS: readonly (readonly [name: string, adjustments?: Readonly<Record<string, number>>])[] = [
  ["diamond"],
  ["triangle"],
  ["rtTriangle"],
  ["parallelogram"],
  ["trapezoid"],
  ["hexagon"],
  ["octagon"],
  ["plus", { adj: 20_000 }],
  ["star5"],
  ["rightArrow", { adj1: 33_333 }],
  ["rightArrow", { adj1: 60_000 }],
  ["homePlate"],
  ["cube", { adj: 20_000 }],
  ["wedgeRoundRectCallout"],
  ["star12"],
];
/** The same of shapes that are numbered below 0. */
const BASIC = ["ellipse", "roundRect", "rect"];

/** `number`: -1 to -3 or 0 to 14; others are rectangles. */
export function numberedGeometry(number: number): EarlyGeometry {
  if (number < 0) return { kind: "preset", name: BASIC[-number - 1] ?? "rect" };
  const [name, adjustments] = PRESETS[number] ?? ["rect"];
  return adjustments ? { kind: "preset", name, adjustments } : { kind: "preset", name };
}

/** Part of a circle, from an angle on, both counterclockwise from three o'clock. */
export function arcGeometry(startDegrees: number, sweepDegrees: number): EarlyGeometry {
  const angle = (degrees: number) => Math.round((((degrees % 360) + 360) % 360) * 60_000);
  const [from, to] =
    sweepDegrees < 0 ? [startDegrees + sweepDegrees, startDegrees] : [startDegrees, startDegrees + sweepDegrees];
  return { kind: "preset", name: "arc", adjustments: { adj1: angle(-to), adj2: angle(-from) } };
}

const LINEAR_ANGLES = [0, 90, 45, 315];

/** Shades by their direction (1 to 4 straight, others from the middle) and variant. */
export function shade(
  direction: number,
  variant: number,
  colors: readonly [EarlyColor, EarlyColor],
  turnedBy = 0,
): EarlyFill {
  const [first, second] = colors;
  const pick = (isFirst: boolean) => (isFirst ? first : second);
  const angle = LINEAR_ANGLES[direction - 1];
  if (angle === undefined) {
    const isInside = variant % 2 === 0;
    return {
      kind: "centred",
      stops: [
        { at: 0, color: pick(isInside) },
        { at: 1, color: pick(!isInside) },
      ],
    };
  }
  const stops =
    variant < 2
      ? [0, 1].map((at) => ({ at, color: pick(at === variant) }))
      : [0, 1, 2].map((place) => ({ at: place / 2, color: pick(place % 2 === variant % 2) }));
  return { kind: "linear", stops, angleDegrees: (angle + turnedBy) % 360 };
}

/** Shares of two colours mixed. */
export function mixed(first: EarlyColor, second: EarlyColor, shareOfFirst: number): EarlyColor {
  const part = (color: EarlyColor, at: number) => Number.parseInt(color.slice(at, at + 2), 16) || 0;
  return [0, 2, 4]
    .map((at) => Math.round(part(first, at) * shareOfFirst + part(second, at) * (1 - shareOfFirst)))
    .map((value) => Math.max(0, Math.min(255, value)).toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}
