/** Greedy line breaking with Word's tab rules. Works in start-side coordinates, so right-to-left text is mirrored by the renderer. */
import { spliceAll } from "../../domain/collections/long-lists.ts";
import type { ParagraphFormat } from "../model/formatting.ts";
import { type ContentMetrics, contentMetrics } from "./content-metrics.ts";
import { type Hyphenation, hyphenateWord } from "./hyphenation.ts";
import { type Line, type LineGrid, type LinePart, lineHeight, type TextHeight } from "./line.ts";
import type { LineItem, Piece, TextPiece } from "./line-items.ts";
import { LineState } from "./line-state.ts";
import type { TextMeasurer } from "./measure.ts";
import { nextTabStop } from "./tab-stops.ts";
import type { TextStyle } from "./text-style.ts";

export interface BreakSettings {
  format: ParagraphFormat;
  /** Indents in effect (character units already converted). */
  indentLeftPt: number;
  indentRightPt: number;
  indentFirstPt: number;
  /** Width of the column. */
  widthPt: number;
  defaultTabPt: number;
  grid: LineGrid | undefined;
  markStyle: TextStyle;
  hyphenation?: Hyphenation;
  /** A full stop or a comma at the end of a line may hang beyond its room (17.3.1.21). */
  hangsPunctuation?: boolean;
  /** Justified lines that end with a break are stretched, too. */
  stretchesBrokenLines?: boolean;
  /** A tab at the end of the paragraph stays on its line even if its stop is beyond it: before Word 2013. */
  keepsLastTab?: boolean;
  /** Spaces of a justified line may shrink, so that one more word fits: Word 2013 and later. */
  shrinksSpaces?: boolean;
}

/** The room of one line, from the column's text edge. */
export interface LineRoom {
  leftPt: number;
  rightPt: number;
}

const FIT_TOLERANCE_PT = 0.02;
/** Share of its width that a space of a justified line may give up at most. */
const MAX_SHRINK = 0.25;
/** Spaces shrink only if they would stretch this many times as much without the word. */
const STRETCH_FOR_SHRINK = 2;
const UNSEEN: ReadonlySet<LineItem["kind"]> = new Set(["space", "bookmark"]);
const MAX_SPLIT_PIECES = 50_000;

export class LineBreaker {
  readonly items: LineItem[];
  readonly #settings: BreakSettings;
  readonly #measurer: TextMeasurer;
  #splits = 0;
  /** The tab after which nothing is seen, counted from the end, as cutting words changes the places of all that follows; 0 if there is none. */
  readonly #lastTab: number;
  /** How many hyphenated lines are above the line that starts at an item. */
  readonly #hyphenatedAbove = new Map<number, number>();

  constructor(items: LineItem[], settings: BreakSettings, measurer: TextMeasurer) {
    this.items = items;
    this.#settings = settings;
    this.#measurer = measurer;
    const lastSeen = items.findLastIndex(({ kind }) => !UNSEEN.has(kind));
    this.#lastTab = items[lastSeen]?.kind === "tab" ? items.length - lastSeen : 0;
  }

  /** Room of a line without floating objects. */
  room(isFirst: boolean): LineRoom {
    const { indentLeftPt, indentFirstPt, indentRightPt, widthPt } = this.#settings;
    const leftPt = indentLeftPt + (isFirst ? indentFirstPt : 0);
    return { leftPt, rightPt: Math.max(leftPt + 1, widthPt - indentRightPt) };
  }

  /** Lays out the line that starts at item `start`. Returns at least one item's worth of progress. */
  line(start: number, room: LineRoom): Line {
    const state = new LineState(room.leftPt, this.#measurer);
    const { items } = this;
    let index = start;
    let endsWith: Line["endsWith"] = "paragraph";
    let clears = false;
    let style: TextStyle | undefined;
    const anchors: Line["anchors"] = [];
    const bookmarks: string[] = [];
    loop: for (; index < items.length; index++) {
      const item = items[index];
      if (!item) break;
      switch (item.kind) {
        case "anchor":
          anchors.push(item.anchor);
          break;
        case "bookmark":
          bookmarks.push(item.name);
          break;
        case "shift":
          state.shift(item.widthPt, item.style);
          break;
        case "space":
          for (const piece of item.pieces) state.addSpace(piece);
          break;
        case "word": {
          const hangingPt = this.#hangingPt(item.pieces);
          if (this.#fits(state, item.widthPt - hangingPt, room)) {
            for (const piece of item.pieces) state.add(piece);
            break;
          }
          if (this.#hyphenate(index, start, state, room)) {
            const head = items[index];
            if (head?.kind === "word") for (const piece of head.pieces) state.add(piece);
            index += 1;
            endsWith = "wrap";
            break loop;
          }
          if (state.hasContent) {
            endsWith = "wrap";
            break loop;
          }
          if (!this.#splitWord(index, room.rightPt - state.positionPt)) {
            for (const piece of item.pieces) state.add(piece);
            break;
          }
          const part = items[index];
          if (part?.kind === "word") for (const piece of part.pieces) state.add(piece);
          index += 1;
          endsWith = "wrap";
          break loop;
        }
        case "tab": {
          style = item.style;
          if (!this.#tab(item.style, item.link, state, room, item.label === "list")) {
            if (this.#settings.keepsLastTab && index === this.items.length - this.#lastTab) break;
            endsWith = "wrap";
            break loop;
          }
          break;
        }
        case "positionedTab":
          state.finalizeTab();
          this.#positionedTab(item, state, room);
          break;
        case "break":
          style = item.style;
          endsWith = item.breakKind;
          clears = item.clear;
          index += 1;
          break loop;
      }
    }
    if (index >= items.length && endsWith === "wrap") endsWith = "paragraph";
    state.finalizeTab();
    const line = this.#finish(state, room, endsWith, style);
    line.anchors = anchors;
    line.bookmarks = bookmarks;
    line.clears = clears;
    line.startItem = start;
    line.endItem = index;
    return line;
  }

  #fits(state: LineState, widthPt: number, room: LineRoom): boolean {
    const pending = state.pending;
    if (pending && pending.target.alignment !== "left") {
      const { target } = pending;
      const content = pending.contentPt + state.trailingSpacePt + widthPt;
      const limit = Math.max(room.rightPt, target.positionPt);
      const taken =
        target.alignment === "center"
          ? Math.max(pending.startPt + content, target.positionPt + content / 2)
          : Math.max(pending.startPt + content, target.positionPt);
      return taken <= limit + FIT_TOLERANCE_PT || !state.hasContent;
    }
    const end = state.positionPt + state.trailingSpacePt + widthPt;
    const limit = Math.max(room.rightPt, state.overhangPt);
    if (end <= limit + FIT_TOLERANCE_PT) return true;
    if (!this.#settings.shrinksSpaces) return false;
    const shrink = (end - limit) / (state.spacesPt + state.trailingSpacePt);
    const stretch = (limit - state.positionPt) / state.spacesPt;
    return shrink <= MAX_SHRINK && stretch >= shrink * STRETCH_FOR_SHRINK;
  }

  /** Width of the sign at the end of a word that may hang. */
  #hangingPt(pieces: readonly Piece[]): number {
    const last = pieces.at(-1);
    if (!this.#settings.hangsPunctuation || last?.kind !== "text") return 0;
    const sign = /[.,、。，．]$/.exec(last.text);
    return sign ? this.#measurer.width(sign[0], last.style) : 0;
  }

  /** Cuts the word at `index` in two so that its head ends the line that began at `start`; false if it stays whole. */
  #hyphenate(index: number, start: number, state: LineState, room: LineRoom): boolean {
    const { hyphenation, format } = this.#settings;
    const word = this.items[index];
    if (!hyphenation || word?.kind !== "word" || (state.pending && state.pending.target.alignment !== "left"))
      return false;
    const above = this.#hyphenatedAbove.get(start) ?? 0;
    if (hyphenation.maxLinesInARow > 0 && above >= hyphenation.maxLinesInARow) return false;
    const isRagged = format.alignment !== "both" && format.alignment !== "distribute";
    if (isRagged && state.hasContent && room.rightPt - state.positionPt < hyphenation.zonePt) return false;
    const available = room.rightPt - state.positionPt - state.trailingSpacePt;
    const parts = hyphenateWord(word, available, hyphenation, this.#measurer);
    if (!parts) return false;
    spliceAll(this.items, index, 1, parts);
    this.#hyphenatedAbove.set(index + 1, above + 1);
    return true;
  }

  /** Returns false when the tab has to go to the next line. */
  #tab(style: TextStyle, link: string | undefined, state: LineState, room: LineRoom, isListTab: boolean): boolean {
    state.finalizeTab();
    const { format, indentLeftPt, indentFirstPt, defaultTabPt } = this.#settings;
    const hanging = indentFirstPt < 0 || (isListTab && indentLeftPt > state.positionPt);
    const target = nextTabStop(
      { stops: format.tabs, defaultTabPt, indentLeftPt, hanging },
      state.positionPt + state.trailingSpacePt,
    );
    if (target.positionPt > room.rightPt + FIT_TOLERANCE_PT && target.alignment === "left") {
      if (!target.custom || target.positionPt > room.rightPt + 200) {
        if (state.hasContent) return false;
        target.positionPt = room.rightPt;
      } else state.overhangPt = target.positionPt + 1;
    }
    state.beginTab(style, link, target);
    return true;
  }

  #positionedTab(item: Extract<LineItem, { kind: "positionedTab" }>, state: LineState, room: LineRoom): void {
    const { widthPt } = this.#settings;
    const left = item.toMargin ? 0 : room.leftPt;
    const right = item.toMargin ? widthPt : room.rightPt;
    const positionPt = item.alignment === "left" ? left : item.alignment === "right" ? right : (left + right) / 2;
    state.beginTab(item.style, undefined, { positionPt, alignment: item.alignment, leader: item.leader, custom: true });
  }

  /** Cuts a word that is wider than the whole line; false if not even one character would be left over. */
  #splitWord(index: number, availablePt: number): boolean {
    const word = this.items[index];
    if (word?.kind !== "word" || this.#splits++ > MAX_SPLIT_PIECES) return false;
    let used = 0;
    for (let pieceIndex = 0; pieceIndex < word.pieces.length; pieceIndex++) {
      const piece = word.pieces[pieceIndex] as Piece;
      if (used + piece.widthPt <= availablePt + FIT_TOLERANCE_PT) {
        used += piece.widthPt;
        continue;
      }
      const head = word.pieces.slice(0, pieceIndex);
      const tail = word.pieces.slice(pieceIndex);
      if (piece.kind === "text" && !piece.field) {
        const count = this.#fittingPrefix(piece, availablePt - used, head.length === 0);
        if (count > 0 && count < piece.text.length) {
          head.push(this.#slice(piece, 0, count));
          tail[0] = this.#slice(piece, count, piece.text.length);
        } else if (count >= piece.text.length) {
          head.push(piece);
          tail.shift();
        }
      }
      if (head.length === 0 || tail.length === 0) return false;
      this.items.splice(index, 1, makeWord(head), makeWord(tail));
      return true;
    }
    return false;
  }

  #slice(piece: TextPiece, from: number, to: number): TextPiece {
    const text = piece.text.slice(from, to);
    const gapAfterPt = to === piece.text.length ? (piece.gapAfterPt ?? 0) : 0;
    return { ...piece, text, gapAfterPt, widthPt: this.#measurer.width(text, piece.style) + gapAfterPt };
  }

  /** The longest prefix (in UTF-16 units, whole code points) that fits; at least one character when `force`. */
  #fittingPrefix(piece: TextPiece, availablePt: number, force: boolean): number {
    const characters = [...piece.text];
    let low = force ? 1 : 0;
    let high = characters.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const width = this.#measurer.width(characters.slice(0, middle).join(""), piece.style);
      if (width <= availablePt + FIT_TOLERANCE_PT) low = middle;
      else high = middle - 1;
    }
    return characters.slice(0, low).join("").length;
  }

  /** Text of a substitute is drawn as wide as the font it stands for would be. */
  #fitted(part: LinePart): LinePart {
    if (part.kind !== "text" || !part.style.advances) return part;
    const widthPt = part.widthPt - (part.gapAfterPt ?? 0);
    const differencePt = widthPt - this.#measurer.drawnWidth(part.text, part.style);
    return { ...part, fitPt: differencePt / part.style.scale / Math.max(1, [...part.text].length) };
  }

  /**
   * Below a line of nothing but objects there is no descent; what a multiple adds is that of the mark's font. Heights
   * that the paragraph gives outright are those of text.
   */
  #textHeight({ text, isObjectsOnly, objectDescentPt }: ContentMetrics): TextHeight {
    const { format, markStyle } = this.#settings;
    if (!isObjectsOnly || format.lineRule === "exact") return text;
    return { ascentPt: 0, descentPt: objectDescentPt, tallestPt: markStyle.ascentPt + markStyle.descentPt };
  }

  #finish(state: LineState, room: LineRoom, endsWith: Line["endsWith"], breakStyle: TextStyle | undefined): Line {
    const { format, markStyle, grid } = this.#settings;
    if (endsWith === "wrap") state.showSoftHyphen();
    const lastStyle =
      endsWith === "paragraph" && !state.hasContent
        ? markStyle
        : state.hasContent
          ? undefined
          : (breakStyle ?? markStyle);
    const metrics = contentMetrics(state.parts, lastStyle, markStyle);
    const height = lineHeight(format, this.#textHeight(metrics), metrics.objectAscentPt, grid);
    const width = state.positionPt - room.leftPt;
    const free = room.rightPt - room.leftPt - width;
    let xPt = room.leftPt;
    let wordSpacingPt = 0;
    const justifies = format.alignment === "both" || format.alignment === "distribute";
    if (justifies) {
      const stretches =
        endsWith === "wrap" ||
        format.alignment === "distribute" ||
        (endsWith === "line" && this.#settings.stretchesBrokenLines) ||
        free < -FIT_TOLERANCE_PT;
      const isSparse = endsWith !== "line" && free >= (room.rightPt - room.leftPt) * 0.75;
      if (stretches && state.spaceCount > 0 && !isSparse) {
        wordSpacingPt = free / state.spaceCount;
      }
    } else if (format.alignment === "center") xPt += free / 2;
    else if (format.alignment === "right") xPt += free;
    const notes = state.parts.flatMap((part) => (part.kind === "text" && part.note ? [part.note] : []));
    return {
      xPt,
      widthPt: wordSpacingPt === 0 ? width : width + free,
      yPt: 0,
      heightPt: height.heightPt,
      baselinePt: height.baselinePt,
      leadingPt: height.leadingPt,
      parts: state.parts.map((part) => this.#fitted(part)),
      wordSpacingPt,
      notes,
      anchors: [],
      bookmarks: [],
      endsWith,
      clears: false,
      startItem: 0,
      endItem: 0,
      sharesRow: false,
    };
  }
}

function makeWord(pieces: Piece[]): LineItem {
  return { kind: "word", pieces, widthPt: pieces.reduce((sum, piece) => sum + piece.widthPt, 0) };
}
