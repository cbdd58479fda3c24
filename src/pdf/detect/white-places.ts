import { isTinted } from "./ground.ts";
import { type Area, type DrawnBox, heightOf, middleY, type Rule, shareWithin, widthOf } from "./page-marks.ts";

/** Programs paint the padding of a cell as pieces of its own, beside each other. */
const MAX_PIECE_GAP = 1;
const [MIN_WIDTH, MIN_HEIGHT] = [24, 9];
/** How far a tint may be from the white that it surrounds. */
const BESIDE = 3;
const DARK = 0.6;

/** White places beside or within a tint that no rule encloses, piece by piece. */
export function whitePlaces(boxes: readonly DrawnBox[], cells: readonly Area[], vertical: readonly Rule[]): Area[] {
  const filled = boxes.filter((box) => box.fill !== undefined && !box.stroked);
  const tints = filled.filter((box) => isTinted(box.fill ?? 1) && (box.fill ?? 1) > DARK);
  if (tints.length === 0) return [];
  const places = joinPieces(
    filled.filter((box) => !isTinted(box.fill ?? 0)),
    vertical,
  );
  return places.filter(
    (place) =>
      widthOf(place) >= MIN_WIDTH &&
      heightOf(place) >= MIN_HEIGHT &&
      tints.some((tint) => isBeside(place, tint)) &&
      !cells.some((cell) => shareWithin(cell, place) > 0.6 || shareWithin(place, cell) > 0.6),
  );
}

function joinPieces(pieces: readonly Area[], vertical: readonly Rule[]): Area[] {
  const joined: Area[] = [];
  const rows = pieces.toSorted((a, b) => Math.round(b.y0) - Math.round(a.y0) || a.x0 - b.x0);
  for (const { x0, x1, y0, y1 } of rows) {
    const last = joined.at(-1);
    const goesOn =
      last !== undefined &&
      Math.abs(last.y0 - y0) < 1 &&
      Math.abs(last.y1 - y1) < 1 &&
      x0 - last.x1 < MAX_PIECE_GAP &&
      x1 > last.x1 &&
      !vertical.some((rule) => Math.abs(rule.at - x0) < 1.5 && rule.from < middleY(last) && rule.to > middleY(last));
    if (goesOn) last.x1 = x1;
    else joined.push({ x0, x1, y0, y1 });
  }
  return joined;
}

function isBeside(place: Area, tint: Area): boolean {
  const isLevel = tint.y0 < place.y1 - 4 && tint.y1 > place.y0 + 4;
  return isLevel && tint.x0 < place.x1 + BESIDE && tint.x1 > place.x0 - BESIDE && heightOf(tint) > heightOf(place) - 6;
}
