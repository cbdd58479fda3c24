/** How the labels of a horizontal axis are set: in one line, in several, or turned. */
import { largestOf } from "../../domain/collections/long-lists.ts";

export interface LabelLayout {
  /** Every nth label is shown. */
  step: number;
  /** 0, or degrees counter-clockwise. */
  rotationDeg: number;
  /** Lines of each label. */
  lines: string[][];
  /** Room below the axis. */
  heightPt: number;
}

export interface LabelRoom {
  slotPt: number;
  /** The most that labels may take from the chart's height. */
  maxHeightPt: number;
  sizePt: number;
  /** Rotation that the chart fixes, clockwise in degrees. */
  rotationDeg: number | undefined;
  /** Labels of values are never broken into lines. */
  canWrap: boolean;
  /** Every nth label is shown, whether it fits or not; undefined leaves it to the layout. */
  every: number | undefined;
  width: (text: string) => number;
}

export const LABEL_LINE = 1.2;
const GAP_PT = 4;
const MAX_LINES = 4;
const MAX_LABELS = 1_000;
const SLANT_DEG = 45;

export function layoutLabels(labels: readonly string[], room: LabelRoom): LabelLayout {
  const { every, slotPt } = room;
  if (every === undefined) return fittingLabels(labels, room);
  // Those that are shown have the room of the others, too.
  const shown = labels.map((label, index) => (index % every === 0 ? label : ""));
  return { ...fittingLabels(shown, { ...room, slotPt: slotPt * every }), step: every };
}

function fittingLabels(labels: readonly string[], room: LabelRoom): LabelLayout {
  const { sizePt, slotPt, width } = room;
  const shown = labels.slice(0, MAX_LABELS);
  const widest = largestOf(shown.map(width), 0);
  const one = (step: number): LabelLayout => ({
    step,
    rotationDeg: 0,
    lines: labels.map((label) => [label]),
    heightPt: sizePt * LABEL_LINE,
  });
  const fixed = room.rotationDeg;
  if (fixed !== undefined && fixed !== 0) return turned(labels, -fixed, widest, room);
  if (widest + GAP_PT / 2 <= slotPt) return one(1);
  if (room.canWrap) {
    const wrapped = shown.map((label) => wrapLabel(label, slotPt - 1, width));
    const fits = wrapped.every((lines) => lines !== undefined && lines.length <= MAX_LINES);
    const most = largestOf(
      wrapped.map((lines) => lines?.length ?? 1),
      1,
    );
    if (fits && most * sizePt * LABEL_LINE <= room.maxHeightPt) {
      return {
        step: 1,
        rotationDeg: 0,
        lines: wrapped.map((lines) => lines ?? []),
        heightPt: most * sizePt * LABEL_LINE,
      };
    }
  }
  if (fixed === 0 || !room.canWrap) return one(Math.max(1, Math.ceil((widest + GAP_PT) / slotPt)));
  return turned(labels, SLANT_DEG, widest, room);
}

function turned(labels: readonly string[], rotationDeg: number, widestPt: number, room: LabelRoom): LabelLayout {
  const radians = (Math.abs(rotationDeg) * Math.PI) / 180;
  const { sizePt, slotPt, maxHeightPt } = room;
  const heightPt = Math.min(maxHeightPt, widestPt * Math.sin(radians) + sizePt * Math.cos(radians)) + GAP_PT;
  const acrossPt = (sizePt * 1.1) / Math.max(0.3, Math.sin(radians));
  return {
    step: Math.max(1, Math.ceil(acrossPt / Math.max(0.01, slotPt))),
    rotationDeg,
    lines: labels.map((label) => [label]),
    heightPt,
  };
}

/** The label's words in lines of that width; undefined when a word is wider. */
export function wrapLabel(label: string, widthPt: number, width: (text: string) => number): string[] | undefined {
  const lines: string[] = [];
  let line = "";
  for (const word of label.split(/\s+/).filter((part) => part !== "")) {
    if (width(word) > widthPt) return undefined;
    const longer = line === "" ? word : `${line} ${word}`;
    if (width(longer) <= widthPt) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
