/** Puts paragraphs on pages line by line: widows and orphans, forced breaks, floating objects, footnotes. */
import { appendAll } from "../../domain/collections/long-lists.ts";
import type { Block, Paragraph } from "../model/blocks.ts";
import type { Anchor } from "../model/shapes.ts";
import type { Line } from "../text/line.ts";
import type { LineItem } from "../text/line-items.ts";
import type { FloatPlacer } from "./float-placer.ts";
import { type FloatArea, freeRooms } from "./floats.ts";
import { notesOfLines } from "./fragment-notes.ts";
import type { PageBuilder } from "./page-builder.ts";
import {
  borderInsets,
  gapBetween,
  ParagraphLayout,
  paragraphFragment,
  spaceAfter,
  spaceBefore,
} from "./paragraph-layout.ts";
import { linesThatStay } from "./split.ts";
import type { PlaceResult } from "./table-placer.ts";

const TOLERANCE_PT = 0.1;
/** Paragraphs that may be placed again, while keeps and the heights of columns are tried: those of some pages. */
const MAX_CACHED_LAYOUTS = 300;

/** Lines below the page that say how those on it are kept together: widows, and rows that lines share. */
const LINES_BEYOND = 40;

/** Continues in the next column or on the next page, where the block `offset` after this one starts at an item. */
export interface FlowBreaks {
  nextColumn(offset: 0 | 1, item: number, hard: boolean): void;
  newPage(offset: 0 | 1, item: number, hard: boolean): void;
  /** Whether the page of the block can be laid out again, around an object that stands above it. */
  canRepeatPage(): boolean;
}

export class ParagraphPlacer {
  readonly #builder: PageBuilder;
  readonly #floats: FloatPlacer;
  readonly #breaks: FlowBreaks;
  /** By paragraph and width, for the most recent ones. */
  readonly #layouts = new Map<Paragraph, Map<number, ParagraphLayout>>();

  constructor(builder: PageBuilder, floats: FloatPlacer, breaks: FlowBreaks) {
    this.#builder = builder;
    this.#floats = floats;
    this.#breaks = breaks;
  }

  #layoutOf(paragraph: Paragraph): ParagraphLayout {
    const width = this.#builder.column.widthPt;
    let byWidth = this.#layouts.get(paragraph);
    if (!byWidth) {
      byWidth = new Map();
      this.#layouts.set(paragraph, byWidth);
      const [oldest] = this.#layouts.keys();
      if (oldest && this.#layouts.size > MAX_CACHED_LAYOUTS) this.#layouts.delete(oldest);
    }
    let layout = byWidth.get(width);
    if (!layout) {
      layout = new ParagraphLayout(paragraph, width, this.#builder.context, this.#builder.grid);
      byWidth.set(width, layout);
    }
    return layout;
  }

  /** Whether space above counts if a paragraph asks for a page: since Word 2013 it is dropped as after other breaks. */
  get #keepsSpace(): boolean {
    return !this.#builder.context.isWord2013;
  }

  /** Space above a paragraph where it is about to be placed. */
  #gapAbove(paragraph: Paragraph): number {
    const builder = this.#builder;
    const { compat } = builder.context.document.settings;
    if (builder.columnEmpty) {
      if (!builder.hardStart || (paragraph.format.spaceBeforeAuto && builder.isAtStart)) return 0;
      if (compat.has("suppressSpBfAfterPgBrk") && builder.pages.length > 1) return 0;
      return Math.max(0, spaceBefore(paragraph.format) - builder.spaceGivenPt);
    }
    return gapBetween(
      builder.previous,
      paragraph,
      compat.has("doNotUseHTMLParagraphAutoSpacing"),
      this.#builder.grid?.pitchPt,
    );
  }

  /**
   * Places floating objects up to the next break of a page. They count from where the paragraph is, which is below the objects
   * that leave no room beside them.
   */
  #placeAnchors(layout: ParagraphLayout, fromItem: number, gapPt: number): void {
    const anchors = anchorsFrom(layout, fromItem);
    if (anchors.length === 0) return;
    const topPt = this.#builder.yPt + gapPt;
    const lineTopPt = topPt + (this.#linesFrom(layout, fromItem, topPt)[0]?.yPt ?? 0);
    const paragraphTopPt = lineTopPt - this.#ownSpace(gapPt);
    for (const anchor of anchors) this.#floats.placeAnchor(anchor, paragraphTopPt, lineTopPt);
  }

  /** Where an object of the paragraph takes the place of text before it. */
  #areaAbove(layout: ParagraphLayout, topPt: number): FloatArea | undefined {
    const anchors = anchorsFrom(layout, 0);
    if (anchors.length === 0 || !this.#breaks.canRepeatPage()) return undefined;
    for (const anchor of anchors) {
      const area = this.#floats.areaAbove(anchor, topPt);
      if (area) return area;
    }
    return undefined;
  }

  /**
   * The part of the gap above that belongs to the paragraph that follows it: floating objects are placed from its top.
   */
  #ownSpace(gapPt: number): number {
    const { columnEmpty, previous } = this.#builder;
    return Math.max(0, gapPt - (columnEmpty || !previous ? 0 : spaceAfter(previous.format)));
  }

  #linesFrom(layout: ParagraphLayout, item: number, topPt: number): Line[] {
    const { page, column } = this.#builder;
    const relevant = page.areas.filter((area) => area.bottomPt > topPt);
    if (relevant.length === 0) {
      if (item === 0) return layout.lines();
      const all = layout.lines();
      const at = all.findIndex((line) => line.startItem === item);
      if (at >= 0) {
        const offset = all[at]?.yPt ?? 0;
        // of a paragraph of a hundred pages each page looks at what it may show
        const beyond = all.findIndex(
          (line, index) => index > at && topPt + line.yPt - offset > this.#builder.limitPt(0),
        );
        const shown = all.slice(at, beyond < 0 ? undefined : beyond + LINES_BEYOND);
        return shown.map((line) => ({ ...line, yPt: line.yPt - offset }));
      }
      return layout.lines(item);
    }
    return layout.lines(item, (y, height) => {
      const room = { leftPt: column.leftPt, rightPt: column.leftPt + column.widthPt };
      const found = freeRooms(relevant, topPt + y, height, room, this.#builder.context.meter);
      return {
        yPt: found.yPt - topPt,
        rooms: found.rooms.map((room) => ({
          leftPt: room.leftPt - column.leftPt,
          rightPt: room.rightPt - column.leftPt,
        })),
      };
    });
  }

  place(paragraph: Paragraph, next: Block | undefined, fromItem: number): PlaceResult {
    const builder = this.#builder;
    const { format } = paragraph;
    if (
      fromItem === 0 &&
      format.pageBreakBefore &&
      !(builder.columnEmpty && builder.columnIndex === 0 && builder.columnTopPt === builder.page.bodyTopPt)
    ) {
      this.#breaks.newPage(0, 0, this.#keepsSpace);
      builder.previous = undefined;
    }
    const nextParagraph = next?.kind === "paragraph" ? next : undefined;
    const insets = borderInsets(paragraph, builder.columnEmpty ? undefined : builder.previous, nextParagraph);
    let item = fromItem;
    for (;;) {
      builder.context.meter.charge("line");
      const layout = this.#layoutOf(paragraph);
      const isStart = item === 0;
      const gap = isStart ? this.#gapAbove(paragraph) : 0;
      const topPt = builder.yPt + gap;
      const before = builder.snapshot();
      const above = isStart ? this.#areaAbove(layout, topPt) : undefined;
      if (above) return { above };
      if (isStart) this.#floats.placeFrames(topPt);
      if (isStart || isForcedBreak(layout.items[item - 1])) this.#placeAnchors(layout, item, gap);
      const textTop = topPt + (isStart ? insets.topPt : 0);
      const all = this.#linesFrom(layout, item, textTop);
      const forcedAt = all.findIndex((line) => line.endsWith === "page" || line.endsWith === "column");
      const lines = forcedAt < 0 ? all : all.slice(0, forcedAt + 1);
      const fitting = this.#countFitting(lines, textTop, insets.bottomPt);
      const last = lines[lines.length - 1];
      if (!last) return "placed";
      let stay = linesThatStay(lines.length, fitting, format, isStart);
      while (stay > 0 && stay < lines.length && lines[stay]?.sharesRow) stay--;
      if (stay === 0 && paragraph.isSectionMark) return "placed";
      if (stay === 0) {
        if (!builder.columnEmpty) {
          if (isStart) {
            builder.restore(before);
            return "needsColumn";
          }
          this.#breaks.nextColumn(0, item, false);
          continue;
        }
        if (isStart && builder.columnTopPt > builder.page.bodyTopPt + TOLERANCE_PT) {
          // A section that begins below another one has no room for its first line, or for an object above it.
          builder.restore(before);
          this.#breaks.newPage(0, 0, false);
          continue;
        }
        stay = Math.max(1, Math.min(lines.length, fitting));
      }
      const placed = lines.slice(0, stay);
      const finishes = stay === lines.length && forcedAt < 0;
      const fragment = paragraphFragment(
        layout,
        placed,
        { xPt: builder.column.leftPt, yPt: topPt, gapPt: gap },
        { isStart, isEnd: finishes, insets },
        0,
      );
      builder.page.body.push(fragment);
      builder.yPt = topPt + fragment.heightPt;
      builder.addNotes(notesOfLines(placed), builder.yPt);
      builder.columnEmpty = false;
      builder.previous = paragraph;
      if (finishes) return "placed";
      const lastPlaced = placed[placed.length - 1];
      item = lastPlaced?.endItem ?? item + 1;
      const isForced = stay === lines.length;
      if (isForced) {
        const hasMore = hasContentFrom(layout.items, item);
        const onlyMark = !hasMore && (paragraph.endsSection === true || !this.#showsMarkAfter(last));
        const offset = onlyMark ? 1 : 0;
        const from = onlyMark ? 0 : item;
        if (last.endsWith === "page") this.#breaks.newPage(offset, from, false);
        else this.#breaks.nextColumn(offset, from, true);
        if (onlyMark) {
          builder.previous = undefined;
          return "placed";
        }
      } else this.#breaks.nextColumn(0, item, false);
    }
  }

  /**
   * The mark after a break of a column stands at the head of the next one; after that of a page it stays above, but for a
   * paragraph of nothing else than objects that are anchored in it.
   */
  #showsMarkAfter({ endsWith, parts, anchors }: Line): boolean {
    if (endsWith === "column" || (parts.length === 0 && anchors.length > 0)) return true;
    return this.#builder.context.document.settings.compat.has("splitPgBreakAndParaMark");
  }

  /** Lines that fit above the footnotes, counting the notes that they bring. */
  #countFitting(lines: readonly Line[], textTopPt: number, bottomInsetPt: number): number {
    const builder = this.#builder;
    const notes: string[] = [];
    let fitting = 0;
    for (const line of lines) {
      appendAll(notes, notesOfLines([line]));
      const inset = line === lines[lines.length - 1] && line.endsWith === "paragraph" ? bottomInsetPt : 0;
      const bottom = textTopPt + line.yPt + line.heightPt - line.leadingPt + inset;
      if (bottom > builder.limitPt(builder.noteHeight(notes)) + TOLERANCE_PT) {
        const bringsNote = line.notes.some((note) => note.kind === "footnote");
        const hasRoomForNote = bottom <= builder.limitPt(builder.minNoteHeight(notes)) + TOLERANCE_PT;
        if ((bringsNote && hasRoomForNote) || isBreakAlone(line)) fitting += 1;
        break;
      }
      fitting += 1;
    }
    return fitting;
  }
}

/** Floating objects up to the next break of a page. */
function anchorsFrom(layout: ParagraphLayout, fromItem: number): Anchor[] {
  const rest = fromItem === 0 ? layout.items : layout.items.slice(fromItem);
  const breakAt = rest.findIndex(isForcedBreak);
  return rest
    .slice(0, breakAt < 0 ? rest.length : breakAt)
    .flatMap((item) => (item.kind === "anchor" ? [item.anchor] : []));
}

/** Whether something to be shown is among the items from a place on. */
function hasContentFrom(items: readonly LineItem[], from: number): boolean {
  for (let index = from; index < items.length; index++) if (items[index]?.kind !== "bookmark") return true;
  return false;
}

/** A line of a page break and nothing else: it stays on a full page, and turns it. */
function isBreakAlone(line: Line): boolean {
  return line.endsWith === "page" && line.parts.length === 0 && line.anchors.length === 0;
}

function isForcedBreak(item: LineItem | undefined): boolean {
  return item?.kind === "break" && item.breakKind !== "line";
}
