import { apply, type Matrix } from "../../geometry/matrix.ts";
import type { Area, PageMarks } from "./page-marks.ts";

type Point = readonly [x: number, y: number];

interface Subpath {
  points: Point[];
  curves: number;
  closed: boolean;
}

/** What slants less than this is straight, in points. */
const STRAIGHT = 0.6;
/** Filled boxes that are thinner are rules. */
const RULE_WIDTH = 2.6;

/** A path as it is constructed (ISO 32000-2, 8.5.2), in points of the page; painting it leaves marks. */
export class PathMarks {
  readonly #marks: PageMarks;
  #subpaths: Subpath[] = [];

  constructor(marks: PageMarks) {
    this.#marks = marks;
  }

  move(matrix: Matrix, x: number, y: number): void {
    this.#subpaths.push({ points: [apply(matrix, x, y)], curves: 0, closed: false });
  }

  line(matrix: Matrix, x: number, y: number): void {
    this.#subpaths.at(-1)?.points.push(apply(matrix, x, y));
  }

  curve(matrix: Matrix, x: number, y: number): void {
    const subpath = this.#subpaths.at(-1);
    if (!subpath) return;
    subpath.points.push(apply(matrix, x, y));
    subpath.curves++;
  }

  rectangle(matrix: Matrix, x: number, y: number, width: number, height: number): void {
    this.move(matrix, x, y);
    this.line(matrix, x + width, y);
    this.line(matrix, x + width, y + height);
    this.line(matrix, x, y + height);
    this.close();
  }

  close(): void {
    const subpath = this.#subpaths.at(-1);
    if (subpath) subpath.closed = true;
  }

  /** Ends the path; `fill` is how light it is filled. */
  paint(stroke: { widthPoints: number; light: number; dash: boolean } | undefined, fill: number | undefined): void {
    const subpaths = this.#subpaths;
    this.#subpaths = [];
    // white lines rule nothing, and neither do those of a drawing with hundreds of pieces
    const stroked = stroke && stroke.light < 0.97 ? stroke : undefined;
    for (const subpath of subpaths) this.#paintOne(subpath, stroked, fill);
  }

  #paintOne(
    subpath: Subpath,
    stroke: { widthPoints: number; dash: boolean } | undefined,
    fill: number | undefined,
  ): void {
    const points = withoutRepeats(subpath.points);
    if (points.length < 2) return;
    const area = extent(points);
    const [width, height] = [area.x1 - area.x0, area.y1 - area.y0];
    const marks = this.#marks;
    if (subpath.curves >= 2 && isRound(subpath, points, area)) {
      if (stroke || fill !== undefined) marks.circles.push(area);
      return;
    }
    const isBox =
      points.length >= 4 &&
      (subpath.closed || fill !== undefined || meets(points)) &&
      alongEdges(points, area, subpath.curves > 0);
    if (isBox && Math.min(width, height) > RULE_WIDTH) {
      if (stroke || fill !== undefined)
        marks.boxes.push({ ...area, stroked: stroke !== undefined, fill, round: subpath.curves > 0 });
      return;
    }
    if (fill !== undefined && !stroke) {
      if (fill > 0.97) return;
      if (height <= RULE_WIDTH && width > 2 * height)
        marks.horizontal.push({ at: (area.y0 + area.y1) / 2, from: area.x0, to: area.x1, widthPoints: height });
      else if (width <= RULE_WIDTH && height > 2 * width)
        marks.vertical.push({ at: (area.x0 + area.x1) / 2, from: area.y0, to: area.y1, widthPoints: width });
      return;
    }
    if (!stroke) return;
    const ends = subpath.closed ? [...points, points[0] as Point] : points;
    for (let index = 1; index < ends.length; index++) {
      this.#segment(ends[index - 1] as Point, ends[index] as Point, stroke.widthPoints);
    }
  }

  #segment([ax, ay]: Point, [bx, by]: Point, widthPoints: number): void {
    const [width, height] = [Math.abs(ax - bx), Math.abs(ay - by)];
    // a short, thick line is a bar
    if (height <= STRAIGHT && width > 1 && (height < width / 8 || width > 4)) {
      if (widthPoints > 6)
        this.#bar({ x0: Math.min(ax, bx), x1: Math.max(ax, bx), y0: ay - widthPoints / 2, y1: ay + widthPoints / 2 });
      else
        this.#marks.horizontal.push({ at: (ay + by) / 2, from: Math.min(ax, bx), to: Math.max(ax, bx), widthPoints });
    } else if (width <= STRAIGHT && height > 1) {
      if (widthPoints > 6)
        this.#bar({ x0: ax - widthPoints / 2, x1: ax + widthPoints / 2, y0: Math.min(ay, by), y1: Math.max(ay, by) });
      else this.#marks.vertical.push({ at: (ax + bx) / 2, from: Math.min(ay, by), to: Math.max(ay, by), widthPoints });
    }
  }

  #bar(area: Area): void {
    this.#marks.boxes.push({ ...area, stroked: false, fill: 0.5, round: false });
  }
}

function withoutRepeats(points: readonly Point[]): Point[] {
  return points.filter(([x, y], index) => {
    const before = points[index - 1];
    return !before || Math.abs(before[0] - x) > 0.01 || Math.abs(before[1] - y) > 0.01;
  });
}

function extent(points: readonly Point[]): Area {
  const area = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const [x, y] of points) {
    area.x0 = Math.min(area.x0, x);
    area.y0 = Math.min(area.y0, y);
    area.x1 = Math.max(area.x1, x);
    area.y1 = Math.max(area.y1, y);
  }
  return area;
}

function meets(points: readonly Point[]): boolean {
  const [first, last] = [points[0], points.at(-1)];
  return (
    first !== undefined &&
    last !== undefined &&
    Math.abs(first[0] - last[0]) < 0.5 &&
    Math.abs(first[1] - last[1]) < 0.5
  );
}

/** Every point lies at an edge of the box; those of round corners near one. */
function alongEdges(points: readonly Point[], { x0, y0, x1, y1 }: Area, round: boolean): boolean {
  if (points.length > 24) return false;
  const corners = [0, 0, 0, 0];
  for (const [x, y] of points) {
    const near = Math.min(x - x0, x1 - x, y - y0, y1 - y);
    if (near > STRAIGHT) return false;
    const [left, low] = [x - x0 < x1 - x, y - y0 < y1 - y];
    const index = (left ? 0 : 1) + (low ? 0 : 2);
    corners[index] = (corners[index] ?? 0) + 1;
    // an upright box has nothing in the middle of its sides but the ends of its corners
    const atCorner = Math.min(x - x0, x1 - x) <= STRAIGHT && Math.min(y - y0, y1 - y) <= STRAIGHT;
    if (!atCorner && !round && points.length < 6) return false;
  }
  return corners.every((count) => count > 0);
}

/** Four or more arcs about a middle. */
function isRound(subpath: Subpath, points: readonly Point[], area: Area): boolean {
  const [width, height] = [area.x1 - area.x0, area.y1 - area.y0];
  if (width < 4 || width > 26 || Math.abs(width - height) > 0.2 * width) return false;
  if (points.length - 1 > subpath.curves + 2) return false;
  const [x, y, radius] = [(area.x0 + area.x1) / 2, (area.y0 + area.y1) / 2, (width + height) / 4];
  return points.every(([px, py]) => Math.abs(Math.hypot(px - x, py - y) - radius) < 0.15 * radius);
}
