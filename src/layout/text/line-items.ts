/** Inlines of a paragraph -> items between which a line may break. */

import type { Inline, ListLabel, MathInline, PageField } from "../model/blocks.ts";
import { noteTarget } from "../model/blocks.ts";
import type { CharacterFormat, ParagraphFormat } from "../model/formatting.ts";
import type { Anchor, DrawingNode } from "../model/shapes.ts";
import type { MathBox } from "./math-box.ts";
import type { TextMeasurer } from "./measure.ts";
import { breakAllowedBetween, type FontSlot, fontSlot, isJoiner, scriptChange } from "./script.ts";
import type { TextStyle, TextStyles } from "./text-style.ts";
import { wordStarts } from "./word-starts.ts";

export interface TextPiece {
  kind: "text";
  text: string;
  style: TextStyle;
  widthPt: number;
  /** Added to each character of a finished line, so that a substitute takes the room of the font it stands for. */
  fitPt?: number;
  /** Room after the text, part of its width, before another script. */
  gapAfterPt?: number;
  link?: string;
  /** Text that is only known after pagination; `text` is what stands in for it. */
  field?: PageField;
  note?: { kind: "footnote" | "endnote"; id: string };
}

export interface ObjectPiece {
  kind: "object";
  drawing: DrawingNode;
  widthPt: number;
  heightPt: number;
  style: TextStyle;
  link?: string;
}

/** An equation, or the part of it that stays on one line. */
export interface MathPiece {
  kind: "math";
  math: MathInline;
  widthPt: number;
  ascentPt: number;
  descentPt: number;
  box: MathBox;
  style: TextStyle;
}

/** Room, or a step back if it is negative. */
interface GapPiece {
  kind: "gap";
  widthPt: number;
  leader: "none";
  style: TextStyle;
}

export type Piece = TextPiece | ObjectPiece | MathPiece | GapPiece;

export type LineItem =
  /** What stays together on a line. */
  | { kind: "word"; pieces: Piece[]; widthPt: number }
  | { kind: "space"; pieces: TextPiece[]; widthPt: number }
  | { kind: "tab"; style: TextStyle; link?: string; label?: "list" }
  | {
      kind: "positionedTab";
      style: TextStyle;
      alignment: "left" | "center" | "right";
      leader: string;
      toMargin: boolean;
    }
  /** Moves what follows towards the start of the line. */
  | { kind: "shift"; widthPt: number; style: TextStyle }
  | { kind: "break"; breakKind: "line" | "page" | "column"; clear: boolean; style: TextStyle }
  | { kind: "anchor"; anchor: Anchor }
  | { kind: "bookmark"; name: string };

/** A list label makes its line higher, but never deeper. */
function withoutDescent(piece: Piece): Piece {
  return { ...piece, style: { ...piece.style, descentPt: 0 } };
}

interface Unit {
  piece: Piece;
  isSpace: boolean;
  /** For text: the character before and after the boundary. */
  first: string;
  last: string;
}

const MAX_PIECE_LENGTH = 400;
/** Share of the em between East Asian text and other text. */
const SCRIPT_GAP = 0.25;

/** What a paragraph says about its text. */
type ScriptRules = Pick<ParagraphFormat, "wordWrap" | "autoSpaceDE" | "autoSpaceDN">;

/** Slides have no such rules. */
const NO_RULES: ScriptRules = { wordWrap: false, autoSpaceDE: false, autoSpaceDN: false };

export class LineItemBuilder {
  readonly #styles: TextStyles;
  readonly #measurer: TextMeasurer;
  readonly items: LineItem[] = [];
  #word: Piece[] = [];
  #lastCharacter = "";

  readonly #rules: ScriptRules;
  /** Nothing is put between the scripts of a list's label. */
  #isLabel = false;

  constructor(styles: TextStyles, measurer: TextMeasurer, rules: ScriptRules = NO_RULES) {
    this.#styles = styles;
    this.#measurer = measurer;
    this.#rules = rules;
  }

  label(label: ListLabel): void {
    this.#isLabel = true;
    if (label.image) {
      const style = this.#styles.style(label.format);
      this.#append({
        piece: { kind: "object", ...label.image, style },
        isSpace: false,
        first: "\ufffc",
        last: "\ufffc",
      });
    } else if (label.text) this.#text(label.text, label.format, {});
    this.#flushWord();
    this.#isLabel = false;
    const style = this.#styles.style(label.format);
    let widthPt = 0;
    for (const item of this.items) {
      if (item.kind !== "word") continue;
      item.pieces = item.pieces.map(withoutDescent);
      widthPt += item.widthPt;
    }
    // Where its text would start, a label may end or have its middle instead.
    const { alignment } = label.definition;
    if (alignment !== "left") {
      this.items.unshift({ kind: "shift", widthPt: -widthPt * (alignment === "right" ? 1 : 0.5), style });
    }
    if (label.definition.suffix === "tab") this.items.push({ kind: "tab", style, label: "list" });
    else if (label.definition.suffix === "space") this.#text(" ", label.format, {});
    this.#flushWord();
  }

  build(inlines: readonly Inline[]): LineItem[] {
    for (const inline of inlines) this.#inline(inline);
    this.#flushWord();
    return this.items;
  }

  #inline(inline: Inline): void {
    switch (inline.kind) {
      case "text":
        this.#text(inline.text, inline.format, { link: inline.link });
        break;
      case "pageField":
        this.#text(inline.fallback, inline.format, { link: inline.link, field: inline.field });
        break;
      case "noteReference": {
        const note = { kind: inline.note, id: inline.id };
        const link = `#${noteTarget(inline.note, inline.id)}`;
        this.#text(inline.label.text || "\u200b", inline.format, { note, link, field: inline.label.field });
        break;
      }
      case "object":
        this.#append({
          piece: {
            kind: "object",
            drawing: inline.drawing,
            widthPt: inline.widthPt,
            heightPt: inline.heightPt,
            style: this.#styles.style(inline.format),
            link: inline.link,
          },
          isSpace: false,
          first: "\u3000",
          last: "\u3000",
        });
        break;
      case "math":
        this.#math(inline);
        break;
      case "tab":
        this.#flushWord();
        this.items.push({ kind: "tab", style: this.#styles.style(inline.format), link: inline.link });
        break;
      case "positionedTab":
        this.#flushWord();
        this.items.push({
          kind: "positionedTab",
          style: this.#styles.style(inline.format),
          alignment: inline.alignment,
          leader: inline.leader,
          toMargin: inline.toMargin,
        });
        break;
      case "break":
        this.#flushWord();
        this.items.push({
          kind: "break",
          breakKind: inline.breakKind,
          clear: inline.clear,
          style: this.#styles.style(inline.format),
        });
        break;
      case "ruby":
        this.#ruby(inline.base, inline.annotation);
        break;
      case "anchor":
        this.items.push({ kind: "anchor", anchor: inline.anchor });
        break;
      case "bookmark":
        this.items.push({ kind: "bookmark", name: inline.name });
        break;
    }
  }

  #math(inline: MathInline): void {
    const style = this.#styles.style(inline.format);
    for (const [index, { endsLine, ...sizes }] of this.#measurer.equation(inline, style).entries()) {
      if (index > 0) this.#flushWord();
      const piece: MathPiece = { kind: "math", math: inline, ...sizes, style };
      this.#append({ piece, isSpace: false, first: "\ufffc", last: "\ufffc" });
      if (!endsLine) continue;
      this.#flushWord();
      this.items.push({ kind: "break", breakKind: "line", clear: false, style });
    }
  }

  /** The annotation is over the middle of its base, or the base under the middle of a longer annotation. */
  #ruby(base: readonly Inline[], annotation: readonly Inline[]): void {
    this.#flushWord();
    const piecesOf = (inlines: readonly Inline[]) =>
      new LineItemBuilder(this.#styles, this.#measurer, this.#rules)
        .build(inlines)
        .flatMap((item): Piece[] => (item.kind === "word" || item.kind === "space" ? item.pieces : []));
    const below = piecesOf(base);
    const above = piecesOf(annotation);
    const style = (below[0] ?? above[0])?.style;
    if (!style) return;
    const sum = (pieces: readonly Piece[]) => pieces.reduce((total, piece) => total + piece.widthPt, 0);
    const widthPt = Math.max(sum(below), sum(above));
    const gap = (gapPt: number): Piece => ({ kind: "gap", widthPt: gapPt, leader: "none", style });
    const asidePt = (widthPt - sum(below)) / 2;
    const pieces = [
      gap((widthPt - sum(above)) / 2),
      ...above,
      gap(asidePt - (widthPt + sum(above)) / 2),
      ...below,
      gap(asidePt),
    ];
    this.items.push({ kind: "word", pieces, widthPt });
  }

  /** Splits a run at spaces, break opportunities and changes of font. */
  #text(
    source: string,
    format: CharacterFormat,
    extra: { link?: string; field?: PageField; note?: TextPiece["note"] },
  ): void {
    const text = format.caps ? source.toUpperCase() : source;
    const words = wordStarts(text);
    let start = 0;
    let style: TextStyle | undefined;
    /** In the style of these is what comes before. */
    let slotBefore: FontSlot | undefined;
    let wasSmall = false;
    let previous = "";
    const flush = (end: number, isSpace: boolean) => {
      if (end > start && style) this.#appendText(text.slice(start, end), style, format, isSpace, extra);
      start = end;
    };
    for (let index = 0; index < text.length; ) {
      const character = String.fromCodePoint(text.codePointAt(index) ?? 32);
      const isSpace = character === " " || character === "\u3000" || character === "\u2002" || character === "\u2003";
      const small = format.smallCaps && character !== character.toUpperCase();
      const isComplex = format.rightToLeft || format.complexScript;
      const slot = isComplex
        ? "complex"
        : isSpace || (style && isJoiner(previous, character))
          ? undefined
          : fontSlot(character, format.fontHint);
      let next = style;
      if (!next || (slot && (slot !== slotBefore || small !== wasSmall))) {
        next = this.#styles.style(format, slot ?? "ascii", small);
        slotBefore = slot ?? "ascii";
        wasSmall = small;
      }
      const wasSpace = previous === " " || previous === "\u3000" || previous === "\u2002" || previous === "\u2003";
      if (
        previous &&
        (isSpace !== wasSpace ||
          next !== style ||
          (!isSpace && breakAllowedBetween(previous, character, this.#rules.wordWrap)))
      ) {
        flush(index, wasSpace);
      }
      if (previous && !isSpace && !wasSpace && words?.has(index)) {
        flush(index, false);
        this.#flushWord();
      }
      style = next;
      previous = character;
      index += character.length;
    }
    const endsWithSpace = previous === " " || previous === "\u3000" || previous === "\u2002" || previous === "\u2003";
    flush(text.length, endsWithSpace);
  }

  #appendText(
    text: string,
    style: TextStyle,
    format: CharacterFormat,
    isSpace: boolean,
    extra: { link?: string; field?: PageField; note?: TextPiece["note"] },
  ): void {
    // Endless words are split into pieces, so that cutting them into lines stays cheap.
    while (!isSpace && text.length > MAX_PIECE_LENGTH) {
      this.#appendText(text.slice(0, MAX_PIECE_LENGTH), style, format, isSpace, extra);
      text = text.slice(MAX_PIECE_LENGTH);
    }
    const shown = format.smallCaps ? text.toUpperCase() : text;
    const piece: TextPiece = {
      kind: "text",
      text: shown,
      style,
      widthPt: this.#measurer.width(shown, style),
      ...extra,
    };
    this.#append({ piece, isSpace, first: text[0] ?? "", last: text[text.length - 1] ?? "" });
  }

  #append(unit: Unit): void {
    if (unit.isSpace) {
      this.#flushWord();
      const last = this.items[this.items.length - 1];
      const piece = unit.piece as TextPiece;
      if (last?.kind === "space") {
        last.pieces.push(piece);
        last.widthPt += piece.widthPt;
      } else this.items.push({ kind: "space", pieces: [piece], widthPt: piece.widthPt });
      this.#lastCharacter = "";
      return;
    }
    if (this.#word.length > 0 && this.#lastCharacter) {
      this.#spaceScripts(unit.first);
      if (breakAllowedBetween(this.#lastCharacter, unit.first, this.#rules.wordWrap)) this.#flushWord();
    }
    this.#word.push(unit.piece);
    this.#lastCharacter = unit.last;
  }

  /** Room between the text so far and text of another script. */
  #spaceScripts(next: string): void {
    if (this.#isLabel) return;
    const change = scriptChange(this.#lastCharacter, next);
    const index = this.#word.length - 1;
    const last = this.#word[index];
    if (!change || last?.kind !== "text") return;
    if (!(change === "digits" ? this.#rules.autoSpaceDN : this.#rules.autoSpaceDE)) return;
    const gapAfterPt = last.style.nominalPt * SCRIPT_GAP;
    this.#word[index] = { ...last, gapAfterPt, widthPt: last.widthPt + gapAfterPt };
  }

  #flushWord(): void {
    if (this.#word.length === 0) return;
    const widthPt = this.#word.reduce((sum, piece) => sum + piece.widthPt, 0);
    this.items.push({ kind: "word", pieces: this.#word, widthPt });
    this.#word = [];
    this.#lastCharacter = "";
  }
}
