/** One paragraph at one width: its lines, spacing and decoration. */

import { appendAll, largestOf } from "../../domain/collections/long-lists.ts";
import { FULL_WIDTH_PT } from "../drawing/horizontal-rule.ts";
import type { Paragraph } from "../model/blocks.ts";
import type { Border, ParagraphFormat } from "../model/formatting.ts";
import type { Line, LineGrid } from "../text/line.ts";
import { LineBreaker, type LineRoom } from "../text/line-breaker.ts";
import type { LineItem } from "../text/line-items.ts";
import { borderThickness } from "./border-strokes.ts";
import type { ParagraphFragment } from "./fragments.ts";
import type { LayoutContext } from "./layout-context.ts";
import { paragraphItems } from "./paragraph-items.ts";

const AUTO_SPACING_PT = 14;
const MAX_LINES = 20_000;

/** Rooms for a line of that height at that distance from the paragraph's top; a row beside floating objects may have several. */
export type RoomSource = (yPt: number, heightPt: number) => { rooms: LineRoom[]; yPt: number };

export class ParagraphLayout {
  readonly paragraph: Paragraph;
  readonly widthPt: number;
  readonly #context: LayoutContext;
  readonly #breaker: LineBreaker;
  readonly #estimateHeightPt: number;
  #plain: Line[] | undefined;

  constructor(
    paragraph: Paragraph,
    widthPt: number,
    context: LayoutContext,
    grid: LineGrid | undefined,
    inCell = false,
  ) {
    this.paragraph = paragraph;
    this.widthPt = widthPt;
    this.#context = context;
    const { format } = paragraph;
    const markStyle = context.styles.style(paragraph.markFormat);
    const items = paragraphItems(paragraph, context).map((item) => fitRules(item, widthPt));
    if (inCell && standsAtDecimalTab(format) && items[0]?.kind !== "tab")
      items.unshift({ kind: "tab", style: markStyle });
    const characterPt = markStyle.sizePt;
    const chars = (value: number | undefined, fallback: number) =>
      value === undefined ? fallback : (value / 100) * characterPt;
    const settings = {
      format,
      indentLeftPt: chars(format.indentLeftChars, format.indentLeftPt),
      indentRightPt: chars(format.indentRightChars, format.indentRightPt),
      indentFirstPt: chars(format.indentFirstChars, format.indentFirstPt),
      widthPt,
      defaultTabPt: context.document.settings.defaultTabPt,
      grid,
      markStyle,
      hyphenation: format.suppressHyphenation ? undefined : context.hyphenation,
      stretchesBrokenLines: !context.document.settings.compat.has("doNotExpandShiftReturn"),
      hangsPunctuation:
        format.overflowPunctuation &&
        context.document.settings.compat.has("useFELayout") &&
        context.document.settings.eastAsianLanguage.startsWith("ko"),
      keepsLastTab: !context.isWord2013,
      shrinksSpaces: format.alignment === "both" && context.isWord2013,
    };
    this.#breaker = new LineBreaker(items, settings, context.measurer);
    this.#estimateHeightPt = markStyle.ascentPt + markStyle.descentPt;
  }

  get items(): LineItem[] {
    return this.#breaker.items;
  }

  /** Lines from an item on; without `rooms` the full column is free. Cached for the plain case. */
  lines(startItem = 0, rooms?: RoomSource): Line[] {
    if (startItem === 0 && !rooms && this.#plain) return this.#plain;
    const lines: Line[] = [];
    let item = startItem;
    let y = 0;
    do {
      this.#context.meter.charge("line");
      const isFirst = item === 0;
      const full = this.#breaker.room(isFirst);
      if (!rooms) {
        const line = this.#breaker.line(item, full);
        line.yPt = y;
        y += line.heightPt;
        lines.push(line);
        item = Math.max(line.endItem, item + (line.endItem === item ? 1 : 0));
        if (line.endsWith === "paragraph") break;
      } else {
        const row = this.#row(item, y, full, rooms);
        appendAll(lines, row.lines);
        y = row.bottomPt;
        item = row.endItem;
        if (row.lines[row.lines.length - 1]?.endsWith === "paragraph") break;
      }
    } while (lines.length < MAX_LINES);
    if (startItem === 0 && !rooms) this.#plain = lines;
    return lines;
  }

  /** One row of text beside floating objects, which may consist of several pieces. */
  #row(
    startItem: number,
    y: number,
    full: LineRoom,
    source: RoomSource,
  ): { lines: Line[]; bottomPt: number; endItem: number } {
    let found = source(y, this.#estimateHeightPt);
    const attempt = () => {
      const lines: Line[] = [];
      let item = startItem;
      for (const room of found.rooms) {
        const leftPt = Math.max(full.leftPt, room.leftPt);
        const rightPt = Math.min(full.rightPt, room.rightPt);
        if (rightPt - leftPt < 1 && found.rooms.length > 1) continue;
        const line = this.#breaker.line(item, { leftPt, rightPt: Math.max(leftPt + 1, rightPt) });
        line.yPt = found.yPt;
        line.sharesRow = lines.length > 0;
        lines.push(line);
        item = Math.max(line.endItem, item + (line.endItem === item ? 1 : 0));
        if (line.endsWith !== "wrap") break;
      }
      return { lines, item };
    };
    let result = attempt();
    let height = largestOf(result.lines.map((line) => line.heightPt));
    if (height > this.#estimateHeightPt + 0.5) {
      found = source(found.yPt, height);
      result = attempt();
      height = largestOf(result.lines.map((line) => line.heightPt));
    }
    const baseline = largestOf(result.lines.map((line) => line.baselinePt));
    for (const line of result.lines) {
      line.heightPt = height;
      line.baselinePt = baseline;
    }
    return { lines: result.lines, bottomPt: found.yPt + height, endItem: result.item };
  }
}

/** In a cell, where the tab key leads to the next one, numbers go to a single decimal tab without a tab before them. */
function standsAtDecimalTab({ tabs, alignment }: ParagraphFormat): boolean {
  const stops = tabs.filter((stop) => stop.alignment !== "clear" && stop.alignment !== "bar");
  return alignment === "left" && stops.length === 1 && stops[0]?.alignment === "decimal";
}

/** Horizontal rules take the width of their column. */
function fitRules(item: LineItem, widthPt: number): LineItem {
  if (item.kind !== "word" || item.widthPt < FULL_WIDTH_PT) return item;
  const pieces = item.pieces.map((piece) =>
    piece.kind === "object" && piece.widthPt >= FULL_WIDTH_PT
      ? { ...piece, widthPt, drawing: { ...piece.drawing, widthPt } }
      : piece,
  );
  return { kind: "word", pieces, widthPt: pieces.reduce((sum, piece) => sum + piece.widthPt, 0) };
}

/** Space before a paragraph by its own settings. */
export function spaceBefore(format: ParagraphFormat, pitchPt = 12): number {
  if (format.spaceBeforeAuto) return AUTO_SPACING_PT;
  if (format.spaceBeforeLines !== undefined) return (format.spaceBeforeLines / 100) * pitchPt;
  return format.spaceBeforePt;
}

export function spaceAfter(format: ParagraphFormat, pitchPt = 12): number {
  if (format.spaceAfterAuto) return AUTO_SPACING_PT;
  if (format.spaceAfterLines !== undefined) return (format.spaceAfterLines / 100) * pitchPt;
  return format.spaceAfterPt;
}

/** Contextual spacing: no space of its own towards a neighbor of the same style. */
export function ignoresSpace(paragraph: Paragraph, neighbor: Paragraph | undefined): boolean {
  return neighbor !== undefined && paragraph.format.contextualSpacing && paragraph.styleId === neighbor.styleId;
}

/** The gap between two neighbors: contextual spacing takes away the own space of a side towards the same style. */
export function gapBetween(
  previous: Paragraph | undefined,
  next: Paragraph,
  addsUp: boolean,
  pitchPt?: number,
): number {
  if (!previous) return spaceBefore(next.format, pitchPt);
  const isListPair = previous.label !== undefined && next.label !== undefined;
  const after =
    ignoresSpace(previous, next) || (previous.format.spaceAfterAuto && isListPair)
      ? 0
      : spaceAfter(previous.format, pitchPt);
  const before =
    ignoresSpace(next, previous) || (next.format.spaceBeforeAuto && isListPair) ? 0 : spaceBefore(next.format, pitchPt);
  return addsUp ? after + before : Math.max(after, before);
}

export function isVisibleBorder(border: Border | undefined): border is Border {
  return border !== undefined && border.style !== "none" && border.style !== "nil";
}

/** Neighbors with the same borders and indents share one box; `between` draws inside it. */
function sharesBorders(first: Paragraph | undefined, second: Paragraph | undefined): boolean {
  if (!first || !second) return false;
  return hasBox(first.format) && hasBox(second.format) && areAlike(first.format, second.format);
}

function areAlike(a: ParagraphFormat, b: ParagraphFormat): boolean {
  return (
    JSON.stringify(a.borders) === JSON.stringify(b.borders) &&
    a.indentLeftPt === b.indentLeftPt &&
    a.indentRightPt === b.indentRightPt
  );
}

/** Paragraphs of one box or one shading leave no gap between them bare. */
function sharesBackground(first: Paragraph | undefined, second: Paragraph): boolean {
  const fill = second.format.shading?.fill;
  const isLined = hasBox(second.format) || isVisibleBorder(second.format.borders.bar);
  const isOneBackground = isLined || (fill !== undefined && fill === first?.format.shading?.fill);
  return first !== undefined && isOneBackground && areAlike(first.format, second.format);
}

function hasBox(format: ParagraphFormat): boolean {
  const { top, bottom, left, right } = format.borders;
  return [top, bottom, left, right].some(isVisibleBorder);
}

export interface BorderInsets {
  topPt: number;
  bottomPt: number;
  top: Border | undefined;
  bottom: Border | undefined;
  /** The box is that of the paragraph above. */
  joinsPrevious: boolean;
}

/** Room that borders take above and below the text. */
export function borderInsets(
  paragraph: Paragraph,
  previous: Paragraph | undefined,
  next: Paragraph | undefined,
): BorderInsets {
  const { borders } = paragraph.format;
  const joinsPrevious = sharesBorders(previous, paragraph);
  const joinsNext = sharesBorders(paragraph, next);
  const top = joinsPrevious ? borders.between : borders.top;
  const bottom = joinsNext ? undefined : borders.bottom;
  const size = (border: Border | undefined) => (isVisibleBorder(border) ? borderThickness(border) + border.spacePt : 0);
  return {
    topPt: size(top),
    bottomPt: size(bottom),
    top: isVisibleBorder(top) ? top : undefined,
    bottom: isVisibleBorder(bottom) ? bottom : undefined,
    joinsPrevious: sharesBackground(previous, paragraph),
  };
}

/**
 * Builds the fragment for a run of lines; `lines` are moved so that they start below the top inset. `gapPt`: distance from
 * the paragraph above.
 */
export function paragraphFragment(
  layout: ParagraphLayout,
  lines: readonly Line[],
  place: { xPt: number; yPt: number; gapPt: number },
  edges: { isStart: boolean; isEnd: boolean; insets: BorderInsets },
  originPt = lines[0]?.yPt ?? 0,
): ParagraphFragment {
  const { paragraph, widthPt } = layout;
  const { format } = paragraph;
  const topPt = edges.isStart ? edges.insets.topPt : 0;
  const bottomPt = edges.isEnd ? edges.insets.bottomPt : 0;
  const moved = lines.map((line) => ({ ...line, yPt: line.yPt - originPt + topPt }));
  const last = moved[moved.length - 1];
  const contentBottom = last ? last.yPt + last.heightPt : topPt;
  const { left, right, bar } = format.borders;
  const indent = Math.min(format.indentLeftPt, format.indentLeftPt + format.indentFirstPt);
  const boxLeft = (isVisibleBorder(left) ? indent - left.spacePt - borderThickness(left) : indent) || 0;
  const rightPt = isVisibleBorder(right) ? right.spacePt + borderThickness(right) : 0;
  const boxRight = widthPt - format.indentRightPt + rightPt;
  return {
    kind: "paragraph",
    paragraph,
    xPt: place.xPt,
    yPt: place.yPt,
    widthPt,
    heightPt: contentBottom + bottomPt,
    lines: moved,
    isStart: edges.isStart,
    isEnd: edges.isEnd,
    box: {
      leftPt: boxLeft,
      rightPt: boxRight,
      topPt: edges.isStart && edges.insets.joinsPrevious ? 0 - place.gapPt : 0,
      bottomPt: contentBottom + bottomPt,
    },
    decoration: {
      top: edges.isStart ? edges.insets.top : undefined,
      bottom: edges.isEnd ? edges.insets.bottom : undefined,
      left: isVisibleBorder(left) ? left : undefined,
      right: isVisibleBorder(right) ? right : undefined,
      bar: isVisibleBorder(bar) ? bar : undefined,
      fill: format.shading?.fill,
    },
  };
}
