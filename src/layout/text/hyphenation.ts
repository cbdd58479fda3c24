/** Cuts a word at the end of a line (`w:autoHyphenation`, ECMA-376 part 1, 17.15.1.10). */
import type { LineItem, TextPiece } from "./line-items.ts";
import type { TextMeasurer } from "./measure.ts";

/** The parts of a word between which a line may break; the whole word if the language is not known. */
export type WordParts = (word: string, language: string) => readonly string[];

export interface Hyphenation {
  parts: WordParts;
  /** Language of text without its own. */
  language: string;
  /** Less room than this at the end of a ragged line is left free. */
  zonePt: number;
  /** Most lines in a row that may end with a hyphen; 0 means no limit. */
  maxLinesInARow: number;
  /** Words in upper case stay whole. */
  skipsCapitals: boolean;
}

type Word = Extract<LineItem, { kind: "word" }>;

const SOFT_HYPHEN = "\u00ad";
const MAX_WORD_LENGTH = 100;

/** The word in two, the first with a soft hyphen at its end; undefined if no part of it fits in `availablePt`. */
export function hyphenateWord(
  word: Word,
  availablePt: number,
  hyphenation: Hyphenation,
  measurer: TextMeasurer,
): [Word, Word] | undefined {
  const pieces = word.pieces.filter(
    (piece): piece is TextPiece => piece.kind === "text" && !piece.field && !piece.note,
  );
  const first = pieces[0];
  if (!first || pieces.length !== word.pieces.length) return undefined;
  const text = pieces.map((piece) => piece.text).join("");
  if (text.length > MAX_WORD_LENGTH || text.includes(SOFT_HYPHEN)) return undefined;
  if (hyphenation.skipsCapitals && text === text.toUpperCase()) return undefined;
  const parts = hyphenation.parts(text, first.style.format.language ?? hyphenation.language);
  for (let count = parts.length - 1; count > 0; count--) {
    const length = parts.slice(0, count).join("").length;
    const head = cut(pieces, 0, length, measurer);
    const last = head[head.length - 1];
    if (!last) continue;
    const headPt = widthOf(head);
    if (headPt + measurer.width("-", last.style) > availablePt) continue;
    head[head.length - 1] = { ...last, text: last.text + SOFT_HYPHEN };
    const tail = cut(pieces, length, text.length, measurer);
    return [
      { kind: "word", pieces: head, widthPt: headPt },
      { kind: "word", pieces: tail, widthPt: widthOf(tail) },
    ];
  }
  return undefined;
}

/** The characters from one place to another, piece by piece. */
function cut(pieces: readonly TextPiece[], from: number, to: number, measurer: TextMeasurer): TextPiece[] {
  const found: TextPiece[] = [];
  let offset = 0;
  for (const piece of pieces) {
    const text = piece.text.slice(Math.max(0, from - offset), Math.max(0, to - offset));
    offset += piece.text.length;
    if (text === piece.text) found.push(piece);
    else if (text !== "") found.push({ ...piece, text, widthPt: measurer.width(text, piece.style) });
  }
  return found;
}

function widthOf(pieces: readonly TextPiece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.widthPt, 0);
}
