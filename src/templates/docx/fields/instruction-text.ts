import { OPEN_FIELD } from "../../../office/field-values.ts";
import { type Field, type InstructionPiece, type Story, visibleText } from "./story.ts";

/** A word or a quoted text of an instruction; offsets are those of its content. */
export interface InstructionToken {
  kind: "text" | "operator" | "switch";
  from: number;
  to: number;
}

/** Stands for a picture or the like. */
const OBJECT = "\ufffc";
const OPERATOR = /<>|<=|>=|=|<|>/y;
const QUOTE = /["\u201c\u201d\u201e]/;

/** A field's instruction as it is written (ISO/IEC 29500-1, 17.16.2): each field in it is one character of its own. */
export class InstructionText {
  readonly text: string;
  readonly #pieces: { start: number; piece: InstructionPiece }[] = [];

  readonly #story: Story;

  constructor(story: Story, field: Field) {
    this.#story = story;
    let text = "";
    const end = field.separate ?? field.end;
    for (let index = field.begin + 1; index < end; index++) {
      const atom = story.atoms[index];
      if (!atom) break;
      const start = text.length;
      if (atom.kind === "text") {
        text += atom.text;
        this.#pieces.push({ start, piece: { kind: "text", atom: index, from: 0, to: atom.text.length } });
      } else if (atom.kind === "object") {
        text += OBJECT;
        this.#pieces.push({ start, piece: { kind: "text", atom: index, from: 0, to: OBJECT.length } });
        index = atom.last;
      } else if (atom.kind === "paragraph-end") {
        text += "\n";
        this.#pieces.push({ start, piece: { kind: "paragraph-end", atom: index } });
      } else if (atom.kind === "begin") {
        text += OPEN_FIELD;
        this.#pieces.push({ start, piece: { kind: "field", field: atom.field } });
        index = Math.max(index, atom.field.end);
      }
    }
    this.text = text;
  }

  /** The words after the field's name. */
  tokens(): InstructionToken[] {
    const { text } = this;
    const tokens: InstructionToken[] = [];
    let at = /^\s*\p{L}*/u.exec(text)?.[0].length ?? 0;
    while (at < text.length) {
      OPERATOR.lastIndex = at;
      const operator = OPERATOR.exec(text)?.[0];
      if (/\s/.test(text.charAt(at))) at++;
      else if (operator !== undefined) {
        tokens.push({ kind: "operator", from: at, to: at + operator.length });
        at += operator.length;
      } else if (QUOTE.test(text.charAt(at))) {
        const to = quoteEnd(text, at + 1);
        tokens.push({ kind: "text", from: at + 1, to });
        at = to + 1;
      } else if (text.charAt(at) === "\\") {
        tokens.push({ kind: "switch", from: at + 1, to: at + 2 });
        at += 2;
      } else {
        const to = wordEnd(text, at);
        tokens.push({ kind: "text", from: at, to });
        at = to;
      }
    }
    return tokens;
  }

  /** What a stretch of the instruction says, with what the fields in it show. */
  value({ from, to }: { from: number; to: number }): string {
    return this.pieces(from, to)
      .map((piece) => {
        if (piece.kind === "paragraph-end") return "\n";
        if (piece.kind === "field") return visibleText(this.#story, piece.field.begin, piece.field.end + 1);
        return unescaped(this.textOf(piece));
      })
      .join("");
  }

  /** The pieces of a stretch. */
  pieces(from: number, to: number): InstructionPiece[] {
    return this.#pieces.flatMap(({ start, piece }): InstructionPiece[] => {
      if (piece.kind !== "text") return start >= from && start < to ? [piece] : [];
      const [first, last] = [Math.max(from, start), Math.min(to, start + piece.to)];
      return first < last ? [{ ...piece, from: first - start, to: last - start }] : [];
    });
  }

  /** The characters of a piece as they are written. */
  textOf({ atom, from, to }: { atom: number; from: number; to: number }): string {
    const found = this.#story.atoms[atom];
    return found?.kind === "text" ? found.text.slice(from, to) : "";
  }
}

/** An instruction as a person may look for it, with what the fields in it show. */
export function shownInstruction(story: Story, field: Field): string {
  const shown = new InstructionText(story, field);
  const instruction = shown.value({ from: 0, to: shown.text.length }).replace(/\s+/g, " ").trim();
  return instruction.length > 80 ? `${instruction.slice(0, 79)}…` : instruction;
}

/** Text of a quoted argument without the backslashes that keep quotes from ending it. */
export const unescaped = (text: string): string => text.replace(/\\(["\u201c\u201d\u201e\\])/g, "$1");

function quoteEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (QUOTE.test(text.charAt(at))) return at;
  }
  return text.length;
}

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !/[\s"\u201c\u201d\u201e<>=\\]/.test(text.charAt(at))) at++;
  return Math.max(at, from + 1);
}
