/** Paths, polygons and lines through points (OpenDocument 1.3 Part 3, 10.3) -> commands, in the coordinates that they are written in. */
import { appendAll } from "../../domain/collections/long-lists.ts";
import { arcCurves, type Command } from "./outline.ts";

const TOKEN = /[MmLlHhVvCcSsQqTtAaZz]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g;
const TAKES: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7 };
const MOST_TOKENS = 400_000;

/** @param data `svg:d` (SVG 1.1, 8.3) */
export function pathCommands(data: string): Command[] {
  const path = new SvgPath();
  let letter = "";
  let given: number[] = [];
  let tokens = 0;
  for (const [token] of data.matchAll(TOKEN)) {
    if (++tokens > MOST_TOKENS) break;
    if (/[A-Za-z]$/.test(token)) {
      letter = token;
      given = [];
      if (letter === "Z" || letter === "z") path.close();
      continue;
    }
    given.push(Number(token));
    if (given.length < (TAKES[letter.toUpperCase()] ?? Number.POSITIVE_INFINITY)) continue;
    path.add(letter, given);
    given = [];
    if (letter === "M") letter = "L";
    else if (letter === "m") letter = "l";
  }
  return path.commands;
}

/** @param points `draw:points`: pairs with spaces between them */
export function polygonCommands(points: string, isClosed: boolean): Command[] {
  const numbers = (points.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g) ?? []).slice(0, MOST_TOKENS).map(Number);
  const commands: Command[] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2)
    commands.push({ letter: at === 0 ? "M" : "L", points: [numbers[at] ?? 0, numbers[at + 1] ?? 0] });
  if (isClosed && commands.length > 0) commands.push({ letter: "Z", points: [] });
  return commands;
}

/** The same commands elsewhere. */
export function movedCommands(
  commands: readonly Command[],
  move: (x: number, y: number) => readonly [x: number, y: number],
): Command[] {
  return commands.map(({ letter, points }) => {
    const moved: number[] = [];
    for (let at = 0; at + 1 < points.length; at += 2) appendAll(moved, move(points[at] ?? 0, points[at + 1] ?? 0));
    return { letter, points: moved };
  });
}

class SvgPath {
  readonly commands: Command[] = [];
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;
  /** The last control point, of which the next one is the mirror image. */
  #control: readonly [letter: "C" | "Q", x: number, y: number] | undefined;

  close(): void {
    if (this.commands.length > 0) this.commands.push({ letter: "Z", points: [] });
    this.#x = this.#startX;
    this.#y = this.#startY;
    this.#control = undefined;
  }

  add(written: string, given: readonly number[]): void {
    const letter = written.toUpperCase();
    const isRelative = written !== letter;
    const [dx, dy] = isRelative ? [this.#x, this.#y] : [0, 0];
    if (letter === "A") {
      this.#arc(given, dx, dy);
      this.#control = undefined;
      return;
    }
    if (letter === "H" || letter === "V") {
      const [value = 0] = given;
      this.#to("L", letter === "H" ? [value + dx, this.#y] : [this.#x, value + dy]);
      return;
    }
    const points = given.map((value, index) => value + (index % 2 === 0 ? dx : dy));
    if (letter === "S") this.#to("C", [...this.#mirrored("C"), ...points]);
    else if (letter === "T") this.#to("Q", [...this.#mirrored("Q"), ...points]);
    else this.#to(letter as "M" | "L" | "C" | "Q", points);
    if (letter === "M") [this.#startX, this.#startY] = [this.#x, this.#y];
  }

  #to(letter: "M" | "L" | "C" | "Q", points: readonly number[]): void {
    this.commands.push({ letter, points });
    const [x = 0, y = 0] = points.slice(-2);
    const [controlX, controlY] = points.slice(-4, -2);
    this.#control = letter === "C" || letter === "Q" ? [letter, controlX ?? x, controlY ?? y] : undefined;
    this.#x = x;
    this.#y = y;
  }

  #mirrored(letter: "C" | "Q"): [x: number, y: number] {
    if (this.#control?.[0] !== letter) return [this.#x, this.#y];
    return [2 * this.#x - this.#control[1], 2 * this.#y - this.#control[2]];
  }

  /** An arc between two points (SVG 1.1, F.6.5); those of turned ellipses are drawn as lines. */
  #arc(
    [rx = 0, ry = 0, turn = 0, isLarge = 0, isSweep = 0, x = 0, y = 0]: readonly number[],
    dx: number,
    dy: number,
  ): void {
    const [toX, toY] = [x + dx, y + dy];
    const [halfX, halfY] = [(this.#x - toX) / 2, (this.#y - toY) / 2];
    if (rx === 0 || ry === 0 || (turn % 180 !== 0 && rx !== ry) || (halfX === 0 && halfY === 0)) {
      this.#to("L", [toX, toY]);
      return;
    }
    const needed = Math.sqrt((halfX / rx) ** 2 + (halfY / ry) ** 2);
    const grown = Math.max(1, needed);
    const [across, down] = [Math.abs(rx) * grown, Math.abs(ry) * grown];
    const square = (halfX / across) ** 2 + (halfY / down) ** 2;
    const length = Math.sqrt(Math.max(0, (1 - square) / square)) * (isLarge === isSweep ? -1 : 1);
    const center = [
      (this.#x + toX) / 2 + (length * across * halfY) / down,
      (this.#y + toY) / 2 - (length * down * halfX) / across,
    ] as const;
    const angle = (atX: number, atY: number) => Math.atan2((atY - center[1]) / down, (atX - center[0]) / across);
    const start = angle(this.#x, this.#y);
    let sweep = angle(toX, toY) - start;
    if (isSweep && sweep < 0) sweep += 2 * Math.PI;
    if (!isSweep && sweep > 0) sweep -= 2 * Math.PI;
    for (const { points } of arcCurves(center, [across, down], start, sweep)) this.#to("C", points);
  }
}
