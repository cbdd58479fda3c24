import { present } from "../../domain/present.ts";
import type { AssemblyToken } from "../../language/assembly-token.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { parseRange } from "../../spreadsheet/cell-reference.ts";
import { movedFormula } from "../../spreadsheet/formula/move-reference.ts";
import { type ParsedFormula, parseFormula } from "../../spreadsheet/formula/parse.ts";
import type { TagPlace } from "../ooxml/tag-place.ts";
import type { TagRegister } from "../ooxml/tag-register.ts";
import { valueMark } from "./marks.ts";
import type { SourceFormula } from "./sheet-data.ts";
import type { FormulaPiece, FormulaTemplate, StoredValue } from "./sheet-template.ts";

/** The first cell of formulas that a file writes only once (ECMA-376 Part 1, 18.3.1.40, `t="shared"`). */
export interface SharedFormula {
  text: string;
  row: number;
  column: number;
}

/** The text of a cell's formula: shared ones are moved from where they are written; undefined for data tables. */
export function formulaText(
  formula: SourceFormula,
  row: number,
  column: number,
  shared: Map<string, SharedFormula>,
): string | undefined {
  const kind = formula.attributes.get("t");
  if (kind === "dataTable") return undefined;
  const index = formula.attributes.get("si");
  if (kind !== "shared" || index === undefined) return formula.text;
  if (formula.text !== "") {
    shared.set(index, { text: formula.text, row, column });
    return formula.text;
  }
  const first = shared.get(index);
  return first && movedFormula(first.text, row - first.row, column - first.column);
}

/**
 * A formula ready to be moved, merged and calculated; the tags in its texts get slots from `nextSlot` on.
 * @param array the cells of an array formula
 */
export function compileFormula(
  text: string,
  array: { reference: string; isDynamic: boolean } | undefined,
  stored: StoredValue,
  nextSlot: number,
  register: TagRegister,
  place: TagPlace,
): { formula: FormulaTemplate; tokens: AssemblyToken[] } {
  const templates = new Map<string, ReturnType<TagRegister["textTemplate"]>>();
  const parsed = parseFormula(text, (value) => {
    if (!value.includes("{")) return false;
    if (!templates.has(value)) templates.set(value, register.textTemplate(value, place));
    return templates.get(value) !== undefined;
  });
  if (!parsed.root) findTag(text, register, place);
  const tokens = parsed.texts.map(({ value }, index) =>
    valueMark(nextSlot + index, present(templates.get(value)), value),
  );
  return {
    formula: {
      parsed,
      pieces: piecesOf(parsed),
      textSlots: parsed.texts.map((_, index) => nextSlot + index),
      array: array && parseRange(array.reference),
      isDynamic: array?.isDynamic === true,
      stored,
      isSubtotal: /\b(?:SUBTOTAL|AGGREGATE)\(/i.test(text),
    },
    tokens,
  };
}

/** Texts of a formula, within which tags are merged. */
const TEXTS = /"(?:[^"]|"")*"/g;
const TAG = /\{(?:\$|\/?(?:if|foreach|for|tablerow|column|sheet)\b)[^}]*\}?/i;

/** A tag that is part of the formula itself makes it unreadable, even for Excel. */
export function findTag(text: string, register: TagRegister, place: TagPlace): void {
  // Texts keep their length, so that the tag is found at its place.
  const found = TAG.exec(text.replace(TEXTS, (literal) => " ".repeat(literal.length)));
  if (!found) return;
  const [at, end] = [found.index, found.index + found[0].length];
  register.find(
    {
      code: "tag_in_formula",
      at,
      end,
      message: `\`${text.slice(at, end)}\` is a part of a formula and is not merged: Excel cannot read the formula`,
      remedy: "Put the field into a cell of its own and refer to that cell.",
    },
    text,
    place,
  );
}

/** The formula's text, cut where something is filled in. */
function piecesOf({ source, references, tables, texts }: ParsedFormula): FormulaPiece[] {
  const filled: { start: number; end: number; piece: FormulaPiece }[] = [
    ...references.map(({ start, end }, index) => ({ start, end, piece: { kind: "reference" as const, index } })),
    ...tables.map((reference) => ({
      start: reference.start,
      end: reference.end,
      piece: { kind: "table" as const, reference },
    })),
    ...texts.map(({ start, end }, index) => ({ start, end, piece: { kind: "merged" as const, index } })),
  ].sort((a, b) => a.start - b.start);
  const pieces: FormulaPiece[] = [];
  let at = 0;
  for (const { start, end, piece } of filled) {
    if (start > at) pieces.push({ kind: "text", xml: escapeXmlText(source.slice(at, start)) });
    pieces.push(piece);
    at = end;
  }
  if (at < source.length) pieces.push({ kind: "text", xml: escapeXmlText(source.slice(at)) });
  return pieces;
}
