import { appendAll } from "../../../domain/collections/long-lists.ts";
import {
  fieldNameOf,
  OPEN_FIELD,
  piecesOfMarked,
  RUN_END,
  VALUE_END,
  VALUE_START,
  withQuotedValues,
} from "../../../office/field-values.ts";
import { decodeXmlText, escapeXmlText } from "../../../office/xml-text.ts";
import { addressOf } from "../../ooxml/printers.ts";

/** Marks in markup, where texts are escaped and marks are not. */
const MARKED = new RegExp(`([${VALUE_START}${VALUE_END}${RUN_END}${OPEN_FIELD}])`);
const FIELD_MARKUP =
  /<w:fldChar\b[^>]*?w:fldCharType="(begin|separate|end)"[^>]*>|(<w:instrText\b[^>]*>)([^<]*)|(\sw:instr=")([^"]*)/g;

/** What instructions with values are settled with. */
export interface InstructionSettings {
  decimal: string;
  warn(message: string): void;
}

interface OpenField {
  /** Where its instruction is: offsets of texts, and none for a field in it. */
  pieces: ({ start: number; end: number } | undefined)[];
  isInstruction: boolean;
}

/** Gives the instructions of rendered markup their values: none of them can end an argument or begin a switch. */
export function finalizeInstructions(xml: string, settings: InstructionSettings): string {
  if (!xml.includes(VALUE_START)) return xml;
  const edits: { start: number; end: number; text: string }[] = [];
  const open: OpenField[] = [];
  const finalize = ({ pieces }: OpenField) => appendAll(edits, finalizedPieces(xml, pieces, settings));
  for (const match of xml.matchAll(FIELD_MARKUP)) {
    const [whole, type, instrText, text = "", instr, simple = ""] = match;
    const field = open.at(-1);
    if (instr !== undefined) {
      const start = match.index + instr.length;
      finalize({ pieces: [{ start, end: start + simple.length }], isInstruction: false });
    } else if (instrText !== undefined) {
      const start = match.index + instrText.length;
      const piece = { start, end: match.index + whole.length };
      if (field?.isInstruction) field.pieces.push(piece);
      else if (text.includes(VALUE_START)) finalize({ pieces: [piece], isInstruction: false });
    } else if (type === "begin") {
      if (field?.isInstruction) field.pieces.push(undefined);
      open.push({ pieces: [], isInstruction: true });
    } else if (field) {
      if (field.isInstruction) finalize(field);
      field.isInstruction = false;
      if (type === "end") open.pop();
    }
  }
  for (const field of open) if (field.isInstruction) finalize(field);
  let finalized = "";
  let at = 0;
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    finalized += xml.slice(at, start) + text;
    at = end;
  }
  return finalized + xml.slice(at);
}

function finalizedPieces(
  xml: string,
  pieces: OpenField["pieces"],
  settings: InstructionSettings,
): { start: number; end: number; text: string }[] {
  const texts = pieces.map((piece) => (piece ? decoded(xml.slice(piece.start, piece.end)) : OPEN_FIELD));
  const instruction = texts.join(RUN_END);
  if (!instruction.includes(VALUE_START)) return [];
  const places = pieces.flatMap((piece) => piece ?? []);
  if (fieldNameOf(instruction) === "HYPERLINK" && places.length === pieces.length) {
    const link = withCheckedTarget(instruction.replaceAll(RUN_END, ""), settings);
    return places.map((place, index) => ({ ...place, text: index === 0 ? escapeXmlText(link) : "" }));
  }
  const finalized = withQuotedValues(instruction, settings.decimal).split(RUN_END);
  return pieces.flatMap((piece, index) => (piece ? { ...piece, text: escapeXmlText(finalized[index] ?? "") } : []));
}

/** The text of markup with its marks. */
function decoded(raw: string): string {
  return raw
    .split(MARKED)
    .map((piece) => (MARKED.test(piece) ? piece : decodeXmlText(piece)))
    .join("");
}

/** An argument or a switch of an instruction, with the marks of its values. */
const ARGUMENT = new RegExp(
  `["\\u201c\\u201d\\u201e]((?:${VALUE_START}[^${VALUE_END}]*${VALUE_END}|\\\\[^]|[^"\\u201c\\u201d\\\\])*)(?:["\\u201c\\u201d]|\\\\?$)|\\\\(\\S)|((?:${VALUE_START}[^${VALUE_END}]*${VALUE_END}|[^\\s\\\\"${VALUE_START}])+)`,
  "g",
);

/** A link's instruction (17.16.5.25) whose target is checked as that of a relationship is, value by value. */
function withCheckedTarget(instruction: string, { warn }: InstructionSettings): string {
  let target: string | undefined;
  const others: string[] = [];
  let takesText = false;
  const [, ...parts] = instruction.trim().matchAll(ARGUMENT);
  for (const [, quoted, key, word] of parts) {
    if (key !== undefined) {
      others.push(`\\${key}`);
      takesText = /^[lot]$/i.test(key);
      continue;
    }
    const text = quoted === undefined ? (word ?? "") : unescaped(quoted);
    if (takesText || target !== undefined) others.push(quotedText(text));
    else target = addressOf(text, warn);
    takesText = false;
  }
  const address = target === undefined ? [] : [quotedText(target)];
  return ` ${["HYPERLINK", ...address, ...others].join(" ")} `;
}

/** What is written in the template, without the backslashes before quotes; values have none. */
function unescaped(marked: string): string {
  return piecesOfMarked(marked)
    .map((piece) => (typeof piece === "string" ? piece.replace(/\\(.)/g, "$1") : VALUE_START + piece.value + VALUE_END))
    .join("");
}

function quotedText(marked: string): string {
  const text = piecesOfMarked(marked)
    .map((piece) => (typeof piece === "string" ? piece : piece.value))
    .join("");
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
