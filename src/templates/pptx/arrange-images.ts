import { smallestOf } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";

/** A rectangle in EMU. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The size of a picture in EMU. */
export interface Size {
  width: number;
  height: number;
}

/** Where pictures of one text box go in it. */
export interface Arrangement {
  /** `middle`: they have the box for themselves. `end`: over its right end, beside the text. */
  place: "middle" | "end";
  /** Whether pictures become larger than they are to fill the box. */
  mayGrow: boolean;
}

/** Beyond this many rows pictures would be stripes anyway. */
const MAX_ROWS = 60;
/** Gap between pictures, as a share of the box's shorter side. */
const GAP = 0.04;

interface Rows {
  rows: Size[][];
  scale: number;
}

/**
 * Lays pictures out in a box, in order: side by side, one below the other, or in several rows, whichever shows them
 * largest. All are scaled alike, so that equally large ones stay equally large.
 */
export function arrangeImages(box: Box, sizes: readonly Size[], { place, mayGrow }: Arrangement): Box[] {
  const gap = Math.round(Math.min(box.width, box.height) * GAP);
  const { rows, scale } = bestRows(box, sizes, gap, mayGrow);
  const heights = rows.map((row) => highest(row) * scale);
  let top = box.y + (box.height - total(heights) - gap * (rows.length - 1)) / 2;
  return rows.flatMap((row, index) => {
    const height = present(heights[index]);
    const free = box.width - total(row.map(({ width }) => width * scale)) - gap * (row.length - 1);
    let left = box.x + (place === "middle" ? free / 2 : free);
    const middle = top + height / 2;
    top += height + gap;
    return row.map((size) => {
      const [width, rowHeight] = [size.width * scale, size.height * scale];
      const placed = { x: left, y: middle - rowHeight / 2, width, height: rowHeight };
      left += width + gap;
      return rounded(placed);
    });
  });
}

function bestRows(box: Box, sizes: readonly Size[], gap: number, mayGrow: boolean): Rows {
  let best: Rows = { rows: [], scale: 0 };
  for (let count = 1; count <= Math.min(sizes.length, MAX_ROWS); count++) {
    const rows = inRows(sizes, Math.ceil(sizes.length / count));
    const scale = smallestOf(
      rows.map((row) => (box.width - gap * (row.length - 1)) / total(row.map(({ width }) => width))),
      Math.min(
        mayGrow ? Number.POSITIVE_INFINITY : 1,
        (box.height - gap * (rows.length - 1)) / total(rows.map(highest)),
      ),
    );
    if (scale > best.scale) best = { rows, scale };
  }
  // Gaps alone would fill the box: without them there is room.
  return best.scale > 0 || gap === 0 ? best : bestRows(box, sizes, 0, mayGrow);
}

function inRows(sizes: readonly Size[], length: number): Size[][] {
  return Array.from({ length: Math.ceil(sizes.length / length) }, (_, row) =>
    sizes.slice(row * length, (row + 1) * length),
  );
}

const highest = (row: readonly Size[]): number => row.reduce((most, { height }) => Math.max(most, height), 0);
const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const rounded = ({ x, y, width, height }: Box): Box => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height)),
});
