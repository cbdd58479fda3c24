import type { Runtime } from "../runtime.ts";
import { charactersOf, isTruthy, lengthOf, toText } from "../values.ts";
import type { ModifierTable } from "./modifier.ts";
import { substring } from "./text-edit.ts";

/** Texts cut and broken to a length. */
export const TEXT_WRAP: ModifierTable = {
  truncate: { run: truncate, keepsMarkup: true, hint: "text" },
  wordwrap: { run: wordwrap, keepsMarkup: true, hint: "text" },
};

function truncate(
  runtime: Runtime,
  value: unknown,
  length: unknown = 80,
  ending: unknown = "...",
  breakWords: unknown = false,
  middle: unknown = false,
): unknown {
  const text = toText(value);
  const etc = toText(ending);
  let size = runtime.integer(length);
  if (size === 0) return "";
  if (lengthOf(text) <= size) return value;
  size -= Math.min(size, lengthOf(etc));
  if (isTruthy(middle)) {
    const half = Math.trunc(size / 2);
    return substring(text, 0, half) + etc + substring(text, half === 0 ? 0 : -half, size);
  }
  const head = isTruthy(breakWords) ? text : withoutLastWord(substring(text, 0, size + 1));
  return substring(head, 0, size) + etc;
}

/** Drops the last word and the blanks before it; a text of one word stays. */
function withoutLastWord(text: string): string {
  const line = text.endsWith("\n") ? text.slice(0, -1) : text;
  let end = line.length;
  while (end > 0 && !BLANK.test(line.charAt(end - 1))) end--;
  if (end === 0) return line.length < text.length ? line : text;
  while (end > 0 && BLANK.test(line.charAt(end - 1))) end--;
  return line.slice(0, end);
}
const BLANK = /\s/;

/** Breaks at blanks; words longer than the width are only cut when asked for. */
function wordwrap(
  runtime: Runtime,
  value: unknown,
  size: unknown = 80,
  glue: unknown = "\n",
  cut: unknown = false,
): string {
  const width = runtime.integer(size);
  const glueText = toText(glue);
  const cuts = isTruthy(cut) && width > 0;
  const text = toText(value);
  runtime.reserve(text.length + glueText.length * Math.ceil(text.length / Math.max(1, width)));
  const parts: string[] = [];
  let length = 0;
  let afterBlank = false;
  for (const token of text.split(/(\s)/u)) {
    if (token === "") continue;
    const pieces = cuts && lengthOf(token) > width ? piecesOf(token, width) : [token];
    for (const piece of pieces) {
      const isBlank = BLANK.test(piece) && lengthOf(piece) === 1;
      const pieceLength = lengthOf(piece);
      length += pieceLength;
      if (length > width) {
        if (afterBlank) parts.pop();
        if (!isBlank) {
          if (parts.length > 0 && !(parts.length === 1 && parts[0] === "0")) parts.push(glueText);
          length = pieceLength;
        }
      } else if (piece === "\n") {
        length = 0;
      }
      afterBlank = isBlank;
      parts.push(piece);
    }
  }
  return parts.join("");
}

function piecesOf(word: string, width: number): string[] {
  const characters = charactersOf(word);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += width) pieces.push(characters.slice(at, at + width).join(""));
  return pieces;
}
