/** The drawing state of GDI and what it draws. Shared by WMF, EMF and PICT. */

import { isSymbolFont, symbolText } from "../font/substitutes/symbol-fonts.ts";
import type { Rectangle } from "../geometry/box.ts";
import { apply, IDENTITY, type Matrix, multiply } from "../geometry/matrix.ts";
import type { DrawnPart, MetafileDrawing } from "./drawing.ts";
import { type ArcKind, arcPath, type Point, round, roundRectanglePath } from "./gdi-curves.ts";

interface Pen {
  kind: "pen";
  color: string | undefined;
  width: number;
  dash: string | undefined;
}

interface Brush {
  kind: "brush";
  color: string | undefined;
}

interface GdiFont {
  kind: "font";
  family: string;
  height: number;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strikeOut: boolean;
  /** Tenths of a degree, counter-clockwise. */
  angle: number;
}

export type GdiObject = Pen | Brush | GdiFont;

interface State {
  windowX: number;
  windowY: number;
  windowWidth: number;
  windowHeight: number;
  viewportX: number;
  viewportY: number;
  viewportWidth: number;
  viewportHeight: number;
  mapsWindow: boolean;
  /** In device coordinates; without one everything is shown. */
  clip: Rectangle | undefined;
  world: Matrix;
  pen: Pen;
  brush: Brush;
  font: GdiFont;
  textColor: string;
  textAlign: number;
  evenOdd: boolean;
  x: number;
  y: number;
}

/** The most characters of paths, pictures and texts. */
const MAX_OUTPUT = 12_000_000;
const PART_LENGTH = 60;
const MAX_SAVED = 200;

export class GdiCanvas {
  state: State;
  readonly #saved: State[] = [];
  readonly #parts: DrawnPart[] = [];
  #length = 0;
  #path: string | undefined;
  readonly objects = new Map<number, GdiObject>();

  constructor() {
    this.state = {
      windowX: 0,
      windowY: 0,
      windowWidth: 1,
      windowHeight: 1,
      viewportX: 0,
      viewportY: 0,
      viewportWidth: 1,
      viewportHeight: 1,
      mapsWindow: false,
      clip: undefined,
      world: IDENTITY,
      pen: { kind: "pen", color: "#000000", width: 1, dash: undefined },
      brush: { kind: "brush", color: "#ffffff" },
      font: {
        kind: "font",
        family: "Arial",
        height: 12,
        bold: false,
        italic: false,
        underline: false,
        strikeOut: false,
        angle: 0,
      },
      textColor: "#000000",
      textAlign: 0,
      evenOdd: true,
      x: 0,
      y: 0,
    };
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  get full(): boolean {
    return this.#length > MAX_OUTPUT;
  }

  save(): void {
    if (this.#saved.length < MAX_SAVED) this.#saved.push({ ...this.state });
  }

  restore(relative: number): void {
    const index = relative < 0 ? this.#saved.length + relative : relative - 1;
    const saved = this.#saved[index];
    if (!saved) return;
    this.#saved.length = Math.max(0, index);
    this.state = saved;
  }

  select(object: GdiObject | undefined): void {
    if (object?.kind === "pen") this.state.pen = object;
    else if (object?.kind === "brush") this.state.brush = object;
    else if (object?.kind === "font") this.state.font = object;
  }

  multiplyWorld(matrix: Matrix, prepend: boolean): void {
    this.state.world = prepend ? multiply(matrix, this.state.world) : multiply(this.state.world, matrix);
  }

  /** Logical -> device coordinates. */
  point(x: number, y: number): Point {
    const { world, mapsWindow } = this.state;
    const [worldX, worldY] = apply(world, x, y);
    if (!mapsWindow) return { x: worldX, y: worldY };
    const state = this.state;
    return {
      x: ((worldX - state.windowX) * state.viewportWidth) / (state.windowWidth || 1) + state.viewportX,
      y: ((worldY - state.windowY) * state.viewportHeight) / (state.windowHeight || 1) + state.viewportY,
    };
  }

  /** Logical length -> device length (mean of both axes). */
  length(value: number): number {
    const origin = this.point(0, 0);
    const right = this.point(value, 0);
    const down = this.point(0, value);
    return (Math.hypot(right.x - origin.x, right.y - origin.y) + Math.hypot(down.x - origin.x, down.y - origin.y)) / 2;
  }

  /** @param length characters of what the part holds */
  #push(part: DrawnPart, length: number): void {
    if (this.full) return;
    this.#parts.push(part);
    this.#length += PART_LENGTH + length;
  }

  beginPath(): void {
    this.#path = "";
  }

  closeFigure(): void {
    if (this.#path !== undefined) this.#path += "Z";
  }

  /** Draws what a path bracket collected. */
  paintPath(fill: boolean, stroke: boolean): void {
    const d = this.#path;
    this.#path = undefined;
    if (d) this.#emit(d, fill, stroke);
  }

  dropPath(): void {
    this.#path = undefined;
  }

  shape(d: string, fill: boolean, stroke: boolean): void {
    if (this.#path !== undefined) this.#path += d;
    else this.#emit(d, fill, stroke);
  }

  #emit(d: string, fill: boolean, stroke: boolean): void {
    const { brush, pen, evenOdd } = this.state;
    const fillColor = fill ? brush.color : undefined;
    const strokeColor = stroke ? pen.color : undefined;
    if (!fillColor && !strokeColor) return;
    const width = Math.max(0.5, this.length(pen.width));
    const line = strokeColor ? { color: strokeColor, width, dash: pen.dash } : undefined;
    this.#push({ kind: "path", d, fill: fillColor, evenOdd, stroke: line, clip: this.state.clip }, d.length);
  }

  polyline(points: readonly Point[], close: boolean, from?: Point): string {
    const all = (from ? [from, ...points] : points).map((point) => this.point(point.x, point.y));
    if (all.length === 0) return "";
    return `M${all.map((point) => `${round(point.x)} ${round(point.y)}`).join("L")}${close ? "Z" : ""}`;
  }

  bezier(points: readonly Point[], from: Point): string {
    const at = (point: Point) => {
      const mapped = this.point(point.x, point.y);
      return `${round(mapped.x)} ${round(mapped.y)}`;
    };
    let d = `M${at(from)}`;
    for (let index = 0; index + 2 < points.length; index += 3) {
      d += `C${points
        .slice(index, index + 3)
        .map(at)
        .join(" ")}`;
    }
    return d;
  }

  /** LINETO and its relatives continue an open path. */
  lineTo(points: readonly Point[]): void {
    const from = { x: this.state.x, y: this.state.y };
    const last = points[points.length - 1];
    if (this.#path !== undefined) {
      const d = this.polyline(points, false, this.#path === "" || this.#path.endsWith("Z") ? from : undefined);
      this.#path += this.#path === "" || this.#path.endsWith("Z") ? d : `L${d.slice(1)}`;
    } else this.#emit(this.polyline(points, false, from), false, true);
    if (last) Object.assign(this.state, { x: last.x, y: last.y });
  }

  bezierTo(points: readonly Point[]): void {
    const from = { x: this.state.x, y: this.state.y };
    const d = this.bezier(points, from);
    const last = points[points.length - 1];
    if (this.#path !== undefined) {
      this.#path += this.#path === "" || this.#path.endsWith("Z") ? d : d.slice(d.indexOf("C"));
    } else this.#emit(d, false, true);
    if (last) Object.assign(this.state, { x: last.x, y: last.y });
  }

  moveTo(x: number, y: number): void {
    this.state.x = x;
    this.state.y = y;
    if (this.#path !== undefined) {
      const at = this.point(x, y);
      this.#path += `M${round(at.x)} ${round(at.y)}`;
    }
  }

  rectangle(left: number, top: number, right: number, bottom: number): void {
    const points = [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ];
    this.shape(this.polyline(points, true), true, true);
  }

  ellipse(left: number, top: number, right: number, bottom: number): void {
    const from = this.point(left, top);
    const to = this.point(right, bottom);
    const radiusX = Math.abs(to.x - from.x) / 2;
    const radiusY = Math.abs(to.y - from.y) / 2;
    const centerY = (from.y + to.y) / 2;
    const leftX = Math.min(from.x, to.x);
    const arc = (x: number) => `A${round(radiusX)} ${round(radiusY)} 0 1 1 ${round(x)} ${round(centerY)}`;
    this.shape(`M${round(leftX)} ${round(centerY)}${arc(leftX + 2 * radiusX)}${arc(leftX)}Z`, true, true);
  }

  /** `ellipseWidth`, `ellipseHeight`: of the whole ellipse; each corner is a quarter of it. */
  roundRectangle(box: Rectangle, ellipseWidth: number, ellipseHeight: number): void {
    const origin = this.point(box.left, box.top);
    const corner = this.point(box.left + ellipseWidth, box.top + ellipseHeight);
    const radii = { x: Math.abs(corner.x - origin.x) / 2, y: Math.abs(corner.y - origin.y) / 2 };
    this.shape(roundRectanglePath(this.#deviceBox(box), radii), true, true);
  }

  /** Part of the ellipse in a box, counter-clockwise from the direction of one point to that of another. */
  arc(box: Rectangle, start: Point, end: Point, kind: ArcKind): void {
    const d = arcPath(this.#deviceBox(box), this.point(start.x, start.y), this.point(end.x, end.y), kind);
    if (d !== "") this.shape(d, kind !== "arc", true);
  }

  fillRectangle(left: number, top: number, width: number, height: number, color: string): void {
    const box = this.#deviceBox({ left, top, right: left + width, bottom: top + height });
    this.#push({ kind: "box", box, fill: color, clip: this.state.clip }, 0);
  }

  /** Narrows what is drawn from now on to a rectangle; `restore` widens it again. */
  clip(box: Rectangle): void {
    const { left, top, right, bottom } = this.#deviceBox(box);
    const old = this.state.clip;
    this.state.clip = {
      left: Math.max(left, old?.left ?? left),
      top: Math.max(top, old?.top ?? top),
      right: Math.min(right, old?.right ?? right),
      bottom: Math.min(bottom, old?.bottom ?? bottom),
    };
  }

  /** A logical box in device coordinates, its edges in order. */
  #deviceBox({ left, top, right, bottom }: Rectangle): Rectangle {
    const from = this.point(left, top);
    const to = this.point(right, bottom);
    return {
      left: Math.min(from.x, to.x),
      top: Math.min(from.y, to.y),
      right: Math.max(from.x, to.x),
      bottom: Math.max(from.y, to.y),
    };
  }

  image(url: string, left: number, top: number, width: number, height: number): void {
    const from = this.point(left, top);
    const to = this.point(left + width, top + height);
    const place = { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
    this.#push({ kind: "image", url, ...place, clip: this.state.clip }, url.length);
  }

  /** Text at a reference point; `advances` are the logical widths of its characters. */
  text(source: string, x: number, y: number, advances: readonly number[] | undefined): void {
    const { font, textAlign, textColor } = this.state;
    const written = [...source].filter((character) => character >= " ").join("");
    const text = isSymbolFont(font.family) ? symbolText(font.family, written) : written;
    if (!text.trim()) return;
    const usesCurrent = (textAlign & 1) !== 0;
    const at = this.point(usesCurrent ? this.state.x : x, usesCurrent ? this.state.y : y);
    const size = Math.max(0.1, this.length(Math.abs(font.height)) * (font.height > 0 ? 0.87 : 1));
    const horizontal = textAlign & 6;
    const vertical = textAlign & 24;
    const drop = vertical === 24 ? 0 : vertical === 8 ? -size * 0.2 : size * 0.9;
    const anchor = horizontal === 6 ? "middle" : horizontal === 2 ? "end" : "start";
    const total = advances?.reduce((sum, value) => sum + value, 0) ?? 0;
    const width = total > 0 ? this.length(total) : 0;
    const { family, bold, italic, underline, strikeOut } = font;
    const look = { family, size, color: textColor, bold, italic, underline, strikeOut };
    const rotationDeg = font.angle ? -font.angle / 10 : 0;
    const { clip } = this.state;
    this.#push({ kind: "text", text, x: at.x, y: at.y, drop, ...look, anchor, width, rotationDeg, clip }, text.length);
    if (usesCurrent && total > 0) this.state.x += total;
  }

  drawing(x: number, y: number, width: number, height: number): MetafileDrawing {
    return { x, y, width, height, parts: this.#parts };
  }
}

/** Dashes of the pen styles PS_DASH (1) to PS_DASHDOTDOT (4). */
export function penDash(style: number): string | undefined {
  return [undefined, "6 3", "2 2", "6 3 2 3", "6 3 2 3 2 3"][style & 15];
}
