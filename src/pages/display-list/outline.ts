/** Paths as data: moves, lines and cubic curves. */

/** `M` and `L` take one point of `numbers`, `C` three, `Z` none. */
export interface Outline {
  readonly operators: string;
  /** x and y in turn. */
  readonly numbers: readonly number[];
}

export function rectangle(xPt: number, yPt: number, widthPt: number, heightPt: number): Outline {
  const [right, bottom] = [xPt + widthPt, yPt + heightPt];
  return { operators: "MLLLZ", numbers: [xPt, yPt, right, yPt, right, bottom, xPt, bottom] };
}

/** Separate straight lines. */
export function lineSegments(lines: readonly (readonly [number, number, number, number])[]): Outline {
  return { operators: "ML".repeat(lines.length), numbers: lines.flat() };
}

/** Separate runs of cubic curves: where each starts, then three points of each curve. */
export function curves(runs: readonly (readonly number[])[]): Outline {
  const operators = runs.map((numbers) => `M${"C".repeat((numbers.length - 2) / 6)}`).join("");
  return { operators, numbers: runs.flat() };
}

/** An outline whose coordinates are multiplied, then moved. */
export function transformed(outline: Outline, scaleX: number, scaleY: number, moveX = 0, moveY = 0): Outline {
  const numbers = outline.numbers.map((value, index) =>
    index % 2 === 0 ? value * scaleX + moveX : value * scaleY + moveY,
  );
  return { operators: outline.operators, numbers };
}

/** An end of a path: where it is, and the point that its direction comes from. */
export interface PathEnd {
  x: number;
  y: number;
  fromX: number;
  fromY: number;
}

/** Start and end of an open path, for the heads of lines; undefined for a path without any length. */
export function pathEnds({ operators, numbers }: Outline): { start: PathEnd; end: PathEnd } | undefined {
  const points: [number, number][] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2)
    points.push([numbers[index] ?? 0, numbers[index + 1] ?? 0]);
  const [first] = points;
  const last = points.at(-1);
  if (operators.includes("Z") || !first || !last) return undefined;
  const differs = (from: readonly [number, number]) => (point: readonly [number, number]) =>
    point[0] !== from[0] || point[1] !== from[1];
  const second = points.find(differs(first));
  const before = points.findLast(differs(last));
  if (!second || !before) return undefined;
  return {
    start: { x: first[0], y: first[1], fromX: second[0], fromY: second[1] },
    end: { x: last[0], y: last[1], fromX: before[0], fromY: before[1] },
  };
}
