/** Control points of a cubic curve that comes nearest to a quarter of a circle. */
const QUARTER = 0.5522847498;
const ANGLE_UNIT = 65_536;
const FULL_CIRCLE = 2 * Math.PI;
const MAX_CHARACTERS = 4_000_000;

export class PathPen {
  readonly #left: number;
  readonly #top: number;
  readonly #size: string;
  readonly #done: string[] = [];
  #commands: string[] = [];
  #length = 0;
  #isFilled = true;
  #isStroked = true;
  #at: Point = { x: 0, y: 0 };

  /** The coordinate space of the shape. */
  constructor(left: number, top: number, width: number, height: number) {
    this.#left = left;
    this.#top = top;
    this.#size = `w="${Math.max(0, Math.round(width))}" h="${Math.max(0, Math.round(height))}"`;
  }

  moveTo(point: Point): void {
    this.#add(`<a:moveTo>${this.#point(point)}</a:moveTo>`, point);
  }

  lineTo(point: Point): void {
    this.#begin();
    this.#add(`<a:lnTo>${this.#point(point)}</a:lnTo>`, point);
  }

  curveTo(first: Point, second: Point, end: Point): void {
    this.#begin();
    const points = this.#point(first) + this.#point(second) + this.#point(end);
    this.#add(`<a:cubicBezTo>${points}</a:cubicBezTo>`, end);
  }

  quadraticTo(control: Point, end: Point): void {
    this.#begin();
    this.#add(`<a:quadBezTo>${this.#point(control)}${this.#point(end)}</a:quadBezTo>`, end);
  }

  /** A quarter of an ellipse that leaves the current point horizontally or vertically. */
  quadrantTo(end: Point, horizontalFirst: boolean): void {
    const start = this.#at;
    const dx = (end.x - start.x) * QUARTER;
    const dy = (end.y - start.y) * QUARTER;
    if (horizontalFirst) this.curveTo({ x: start.x + dx, y: start.y }, { x: end.x, y: end.y - dy }, end);
    else this.curveTo({ x: start.x, y: start.y + dy }, { x: end.x - dx, y: end.y }, end);
  }

  /** `angles`: start and sweep, in 65536ths of a degree, counterclockwise. */
  ellipseByAngles(center: Point, radii: Point, angles: Point, joins: boolean): void {
    const radians = (angle: number) => (-angle / ANGLE_UNIT) * (Math.PI / 180);
    this.#arc(center, radii, radians(angles.x), radians(angles.y), joins);
  }

  /** The part of the ellipse within a box between the directions of two points. */
  arcInBox(corner: Point, opposite: Point, start: Point, end: Point, clockwise: boolean, joins: boolean): void {
    const center = { x: (corner.x + opposite.x) / 2, y: (corner.y + opposite.y) / 2 };
    const radii = { x: Math.abs(opposite.x - corner.x) / 2, y: Math.abs(opposite.y - corner.y) / 2 };
    const angle = (point: Point) => Math.atan2((point.y - center.y) * radii.x, (point.x - center.x) * radii.y);
    const from = angle(start);
    let sweep = angle(end) - from;
    if (clockwise && sweep <= 0) sweep += FULL_CIRCLE;
    if (!clockwise && sweep >= 0) sweep -= FULL_CIRCLE;
    this.#arc(center, radii, from, sweep, joins);
  }

  close(): void {
    if (this.#commands.length > 0) this.#add("<a:close/>", this.#at);
  }

  noFill(): void {
    this.#isFilled = false;
  }

  noLine(): void {
    this.#isStroked = false;
  }

  /** Ends a path; the next one is filled and stroked on its own. */
  end(): void {
    if (this.#commands.length > 1) {
      const flags = (this.#isFilled ? "" : ' fill="none"') + (this.#isStroked ? "" : ' stroke="0"');
      this.#done.push(`<a:path ${this.#size}${flags}>${this.#commands.join("")}</a:path>`);
    }
    this.#commands = [];
    this.#isFilled = true;
    this.#isStroked = true;
  }

  /** All paths, the last one ended. */
  paths(): string {
    this.end();
    return this.#done.join("");
  }

  #arc(center: Point, radii: Point, from: number, sweep: number, joins: boolean): void {
    const bounded = Math.max(-FULL_CIRCLE, Math.min(FULL_CIRCLE, sweep));
    const on = (angle: number) => ({
      x: center.x + radii.x * Math.cos(angle),
      y: center.y + radii.y * Math.sin(angle),
    });
    if (joins && this.#commands.length > 0) this.lineTo(on(from));
    else this.moveTo(on(from));
    const pieces = Math.max(1, Math.ceil(Math.abs(bounded) / (Math.PI / 2) - 1e-9));
    const step = bounded / pieces;
    const reach = (4 / 3) * Math.tan(step / 4);
    for (let index = 0; index < pieces; index++) {
      const angle = from + index * step;
      const start = on(angle);
      const end = on(angle + step);
      this.curveTo(
        { x: start.x - reach * radii.x * Math.sin(angle), y: start.y + reach * radii.y * Math.cos(angle) },
        {
          x: end.x + reach * radii.x * Math.sin(angle + step),
          y: end.y - reach * radii.y * Math.cos(angle + step),
        },
        end,
      );
    }
  }

  /** A path has to begin with a move. */
  #begin(): void {
    if (this.#commands.length === 0) this.moveTo(this.#at);
  }

  #add(command: string, end: Point): void {
    this.#length += command.length;
    if (this.#length > MAX_CHARACTERS) return;
    this.#commands.push(command);
    this.#at = end;
  }

  #point({ x, y }: Point): string {
    return `<a:pt x="${Math.round(x - this.#left)}" y="${Math.round(y - this.#top)}"/>`;
  }
}

export interface Point {
  x: number;
  y: number;
}
