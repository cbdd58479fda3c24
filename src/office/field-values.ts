/**
 * Values in the instruction of a field, those of tags and those that the fields in it show: each is one thing, whatever
 * blanks and quotes it holds.
 */

import { numberOfText } from "./number-picture.ts";

/** Marks around a value; XML cannot hold them, and values are cleared of them. */
export const VALUE_START = "\u0005";
export const VALUE_END = "\u0006";
/** Where the instruction goes on in another run, and where a field is in it that only a word processor can calculate. */
export const RUN_END = "\u0007";
export const OPEN_FIELD = "\u0008";

const MARKS = /[\u0001-\u0008]/g;

/** A value of its own in an instruction. */
export function markedValue(text: string): string {
  return VALUE_START + text.replace(MARKS, "") + VALUE_END;
}

/** A text cut into what is written in the template and values. */
export function piecesOfMarked(text: string): (string | { value: string })[] {
  const pieces: (string | { value: string })[] = [];
  let at = 0;
  for (let start = text.indexOf(VALUE_START); start >= 0; start = text.indexOf(VALUE_START, at)) {
    const end = text.indexOf(VALUE_END, start);
    if (end < 0) break;
    if (start > at) pieces.push(text.slice(at, start));
    pieces.push({ value: text.slice(start + 1, end) });
    at = end + 1;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}

/** The first word of an instruction, in capitals; `=` for a formula. */
export function fieldNameOf(instruction: string): string {
  return (/^[\s\u0007]*(=|[\p{L}\u0007]+)/u.exec(instruction)?.[1] ?? "").replaceAll(RUN_END, "").toUpperCase();
}

/** More runs than this are not between two characters of an instruction. */
const MAX_RUNS = 200;
const QUOTES = /["\u201c\u201d\u201e]/;

/**
 * An instruction whose marked values are arguments of their own, or parts of the quoted one that they are in (ISO/IEC
 * 29500-1, 17.16.2): no value ends an argument or begins a switch.
 * @param decimal the decimal separator in which formulas read texts as numbers
 */
export function withQuotedValues(source: string, decimal = "."): string {
  if (!source.includes(VALUE_START)) return source;
  const isFormula = fieldNameOf(source) === "=";
  let text = "";
  let inQuotes = false;
  let endsWithValue = false;
  for (const piece of piecesOfMarked(source)) {
    if (typeof piece === "string") {
      inQuotes = quotesAfter(piece, inQuotes);
      text += piece;
      endsWithValue = false;
      continue;
    }
    const escaped = piece.value.replace(/["\u201c\u201d\u201e\\]/g, "\\$&");
    const before = /[^\u0007]$/.exec(text.slice(-MAX_RUNS).replace(/\u0007+$/, ""))?.[0] ?? " ";
    if (inQuotes) text += escaped;
    else if (isFormula) text += operandOf(piece.value, decimal);
    else if (endsWithValue) text = `${text.slice(0, -1)}${escaped}"`;
    else if (/[\s=<>]/.test(before)) text += `"${escaped}"`;
    else text += piece.value.replace(/["\u201c\u201d\u201e\\]/g, "");
    endsWithValue = !inQuotes && !isFormula && text.endsWith('"');
  }
  return text;
}

function quotesAfter(text: string, inQuotes: boolean): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (QUOTES.test(text.charAt(at))) inQuotes = !inQuotes;
  }
  return inQuotes;
}

/** A value in a formula is a number, or the name of a bookmark or of cells; nothing is 0. */
function operandOf(value: string, decimal: string): string {
  if (value.trim() === "") return "0";
  const number = numberOfText(value, decimal);
  if (number !== undefined) return String(number);
  return /^[\p{L}_][\p{L}\p{N}_:]*$/u.test(value) ? value : `"${value.replace(/["\\]/g, "")}"`;
}
