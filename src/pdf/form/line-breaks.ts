import { appendAll } from "../../domain/collections/long-lists.ts";
import { present } from "../../domain/present.ts";
import type { TextFont } from "../text/text-font.ts";

/** A stretch of text that stays on one line if it can. */
interface Piece {
  text: string;
  /** At size 1, and without the blanks at its end. */
  width: number;
  inkWidth: number;
}

/** Han characters, kana, their punctuation and full-width forms: lines break before and after them. */
const IDEOGRAPHIC =
  /[\u2e80-\u2fdf\u3000-\u3130\u3190-\u4dbf\u4e00-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff9f\uffe0-\uffe6\u{1b000}-\u{1b16f}\u{1f200}-\u{1f2ff}\u{20000}-\u{3ffff}]/u;
const HANGUL = /[\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7ff]/;
/** No line begins with one of these: closing punctuation, small kana, marks of repetition and length, units. */
const NEVER_FIRST =
  /^[\p{M}\p{Pe}\p{Pf}!%,.:;?\u00a2\u00b0\u00b7\u2025-\u2027\u2030-\u2034\u2103\u3001\u3002\u3005\u301c\u303b\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u3095\u3096\u309b-\u309e\u30a0\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u30fb-\u30fe\u31f0-\u31ff\uff01\uff05\uff0c\uff0e\uff1a\uff1b\uff1f\uff61\uff64\uff65\uff67-\uff70\uff9e\uff9f\uffe0]$/u;
/** No line ends with one of these: opening punctuation, signs of currencies. */
const NEVER_LAST = /^[\p{Ps}\p{Pi}#$\u00a3\u00a5\u20a9\u20ac\u2116\uff03\uff04\uffe1\uffe5\uffe6]$/u;
/** Characters that are written twice in a row. */
const TWICE = /^[\u2014\u2015\u2025\u2026]$/;

/**
 * Breaks paragraphs into lines: after blanks, around ideographs except where their punctuation forbids it (the gist of
 * UAX #14), and within pieces that are wider than a line. Measures once, so that widths can be tried in turn.
 */
export class LineBreaker {
  readonly #paragraphs: readonly (readonly Piece[])[];

  readonly #font: TextFont;

  constructor(paragraphs: readonly string[], font: TextFont) {
    this.#font = font;
    this.#paragraphs = paragraphs.map((paragraph) =>
      piecesOf(paragraph).map((text) => {
        const ink = text.trimEnd();
        const inkWidth = font.widthOf(ink);
        return { text, inkWidth, width: inkWidth + font.widthOf(text.slice(ink.length)) };
      }),
    );
  }

  /** @param width of a line at font size 1 */
  lines(width: number): string[] {
    return this.#paragraphs.flatMap((pieces) => this.#linesOf(pieces, width));
  }

  #linesOf(pieces: readonly Piece[], width: number): string[] {
    const lines: string[] = [];
    let line = "";
    let used = 0;
    for (const piece of pieces) {
      if (line !== "" && used + piece.inkWidth > width) {
        lines.push(line.trimEnd());
        line = "";
        used = 0;
      }
      if (piece.inkWidth <= width) {
        line += piece.text;
        used += piece.width;
        continue;
      }
      const parts = this.#cut(piece.text, width);
      appendAll(lines, parts.slice(0, -1));
      line = present(parts.at(-1));
      used = this.#font.widthOf(line);
    }
    lines.push(line.trimEnd());
    return lines;
  }

  /** Cuts a piece wider than a line between its characters; each part has at least one. */
  #cut(text: string, width: number): string[] {
    const ink = text.trimEnd();
    const parts: string[] = [];
    let part = "";
    let used = 0;
    for (const character of ink) {
      const advance = this.#font.widthOf(character);
      if (part !== "" && used + advance > width) {
        parts.push(part);
        part = "";
        used = 0;
      }
      part += character;
      used += advance;
    }
    return [...parts, part + text.slice(ink.length)];
  }
}

function piecesOf(paragraph: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  let last = "";
  for (const character of paragraph) {
    if (piece !== "" && mayBreak(last, character)) {
      pieces.push(piece);
      piece = "";
    }
    piece += character;
    last = character;
  }
  return piece === "" ? pieces : [...pieces, piece];
}

function mayBreak(before: string, after: string): boolean {
  if (before === " ") return true;
  if (after === " " || after === "\u3000") return false;
  if (NEVER_FIRST.test(after) || NEVER_LAST.test(before) || (before === after && TWICE.test(before))) return false;
  if (IDEOGRAPHIC.test(before)) return !HANGUL.test(after);
  return IDEOGRAPHIC.test(after) && !HANGUL.test(before) && before !== "\u00a0";
}
