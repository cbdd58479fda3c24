/** One line while it is filled: where the text is, which tab waits for its text, which spaces trail. */
import type { LinePart } from "./line.ts";
import type { Piece, TextPiece } from "./line-items.ts";
import type { TextMeasurer } from "./measure.ts";
import type { TabTarget } from "./tab-stops.ts";
import type { TextStyle } from "./text-style.ts";

interface PendingTab {
  target: TabTarget;
  partIndex: number;
  startPt: number;
  /** Width of what follows the tab so far. */
  contentPt: number;
  /** For decimal tabs: width up to the separator, or to the end of the digits; undefined until they have come. */
  decimalPt: number | undefined;
  hasSeparator: boolean;
}

/** What has been put on the line so far. */
export class LineState {
  readonly parts: LinePart[] = [];
  positionPt: number;
  /** Spaces at the end, which only count when something follows. */
  trailingSpacePt = 0;
  #trailing: TextPiece[] = [];
  pending: PendingTab | undefined;
  hasContent = false;
  /** Text after a tab stop beyond the margin may reach to that stop. */
  overhangPt = 0;
  /** Spaces after the last tab that justification can stretch. */
  spaceCount = 0;
  /** Their width. */
  spacesPt = 0;

  readonly #measurer: TextMeasurer;

  constructor(startPt: number, measurer: TextMeasurer) {
    this.positionPt = startPt;
    this.#measurer = measurer;
  }

  addSpace(piece: TextPiece): void {
    this.#trailing.push(piece);
    this.trailingSpacePt += piece.widthPt;
    this.hasContent = true;
    this.#pushText(piece);
  }

  add(piece: Piece): void {
    this.#takeTrailing();
    this.hasContent = true;
    if (this.pending) {
      this.#trackDecimal(this.pending, piece);
      this.pending.contentPt += piece.widthPt;
    }
    this.positionPt += piece.widthPt;
    if (piece.kind !== "text") {
      this.parts.push(piece);
      return;
    }
    const noBreaks = piece.text.split("\u00a0").length - 1;
    if (noBreaks > 0) {
      this.spaceCount += noBreaks;
      this.spacesPt += noBreaks * this.#measurer.width("\u00a0", piece.style);
    }
    this.#pushText(piece);
  }

  shift(widthPt: number, style: TextStyle): void {
    this.positionPt += widthPt;
    this.parts.push({ kind: "gap", widthPt, leader: "none", style });
  }

  #takeTrailing(): void {
    if (this.#trailing.length === 0) return;
    this.positionPt += this.trailingSpacePt;
    if (this.pending) this.pending.contentPt += this.trailingSpacePt;
    for (const space of this.#trailing) this.spaceCount += [...space.text].length;
    this.spacesPt += this.trailingSpacePt;
    this.#trailing = [];
    this.trailingSpacePt = 0;
  }

  #trackDecimal(pending: PendingTab, piece: Piece): void {
    if (pending.target.alignment !== "decimal" || pending.hasSeparator || piece.kind !== "text") return;
    // Of several numbers the first one counts; it may continue in text of another look.
    if (pending.decimalPt !== undefined && pending.decimalPt !== pending.contentPt) return;
    const separator = decimalSeparator(piece.text);
    const end = separator ?? /\d(?=\D*$)/.exec(piece.text)?.index;
    if (end === undefined) return;
    pending.hasSeparator = separator !== undefined;
    const before = piece.text.slice(0, pending.hasSeparator ? end : end + 1);
    const widthPt = before === piece.text ? piece.widthPt : this.#measurer.width(before, piece.style);
    pending.decimalPt = pending.contentPt + widthPt;
  }

  /**
   * Neighboring text of the same look becomes one part, which keeps the page's element count low. Words of a
   * substitute stay apart: each is fitted into the room of its own.
   */
  #pushText(piece: TextPiece): void {
    const last = this.parts[this.parts.length - 1];
    if (
      last?.kind === "text" &&
      last.style === piece.style &&
      !piece.style.advances &&
      !last.gapAfterPt &&
      last.link === piece.link &&
      !last.field &&
      !piece.field &&
      !last.note &&
      !piece.note
    ) {
      this.parts[this.parts.length - 1] = {
        ...last,
        text: last.text + piece.text,
        widthPt: last.widthPt + piece.widthPt,
        ...(piece.gapAfterPt ? { gapAfterPt: piece.gapAfterPt } : {}),
      };
    } else this.parts.push(piece);
  }

  beginTab(style: TextStyle, link: string | undefined, target: TabTarget): void {
    this.#takeTrailing();
    this.hasContent = true;
    this.spaceCount = 0;
    this.spacesPt = 0;
    const widthPt = target.alignment === "left" ? Math.max(0, target.positionPt - this.positionPt) : 0;
    this.parts.push({ kind: "gap", widthPt, leader: target.leader, style, ...(link ? { link } : {}) });
    const startPt = this.positionPt;
    this.positionPt += widthPt;
    if (target.alignment !== "left") {
      this.pending = {
        target,
        partIndex: this.parts.length - 1,
        startPt,
        contentPt: 0,
        decimalPt: undefined,
        hasSeparator: false,
      };
    }
  }

  /** A soft hyphen at the end of a line is visible. */
  showSoftHyphen(): void {
    const last = this.parts[this.parts.length - 1];
    if (last?.kind !== "text" || !last.text.endsWith("\u00ad")) return;
    const widthPt = this.#measurer.width("-", last.style);
    this.parts[this.parts.length - 1] = {
      ...last,
      text: `${last.text.slice(0, -1)}-`,
      widthPt: last.widthPt + widthPt,
    };
    this.positionPt += widthPt;
  }

  /** Gives a center, right or decimal tab its width once its text is known. */
  finalizeTab(): void {
    const pending = this.pending;
    if (!pending) return;
    this.pending = undefined;
    const { target, startPt, contentPt } = pending;
    const before =
      target.alignment === "center"
        ? contentPt / 2
        : target.alignment === "decimal"
          ? (pending.decimalPt ?? contentPt)
          : contentPt;
    const widthPt = Math.max(0, target.positionPt - before - startPt);
    const part = this.parts[pending.partIndex];
    if (part?.kind === "gap") this.parts[pending.partIndex] = { ...part, widthPt };
    this.positionPt += widthPt;
  }
}

/** Where a number has its decimal separator: a comma before three digits separates thousands. */
function decimalSeparator(text: string): number | undefined {
  if (/\d,\d{3}\D*$/.test(text)) return undefined;
  // Before the last digits, else behind them.
  const digits = /(?<!\d)\d+(?=\D*$)/.exec(text);
  if (digits && /[.,]/.test(text.charAt(digits.index - 1))) return digits.index - 1;
  const behind = digits ? digits.index + digits[0].length : 0;
  const found = text.slice(behind).search(/[.,]/);
  return found < 0 ? undefined : behind + found;
}
