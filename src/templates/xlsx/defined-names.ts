import { present } from "../../domain/present.ts";
import type { Expression } from "../../language/ast.ts";
import { type ParsedFormula, parseFormula } from "../../spreadsheet/formula/parse.ts";
import type { TagRegister } from "../ooxml/tag-register.ts";
import { textOfValue } from "../ooxml/text-markup.ts";
import { findTag } from "./compile-formula.ts";

/** A name of the workbook that formulas may use (ECMA-376 Part 1, 18.2.5). */
export interface DefinedName {
  name: string;
  /** Index of the template's sheet that it is for. */
  localSheet: number | undefined;
  parsed: ParsedFormula;
  /** What the texts with tags in its formula are, and their slots among the texts of the workbook. */
  texts: readonly { template: Expression; slot: number }[];
}

/** Reads the formula of a name; its texts with tags get slots from `nextSlot` on. */
export function compileName(
  { name, localSheet, text }: { name: string; localSheet: number | undefined; text: string },
  nextSlot: number,
  register: TagRegister,
): DefinedName {
  const templates = new Map<string, Expression | undefined>();
  const place = { part: name, where: () => "the name's formula" };
  const parsed = parseFormula(text, (value) => {
    if (!value.includes("{")) return false;
    if (!templates.has(value)) templates.set(value, register.textTemplate(value, place));
    return templates.get(value) !== undefined;
  });
  if (!parsed.root) findTag(text, register, place);
  const texts = parsed.texts.map(({ value }, index) => ({
    template: present(templates.get(value)),
    slot: nextSlot + index,
  }));
  return { name, localSheet, parsed, texts };
}

/** The formula of a name with the texts that a render has made. */
export function formulaOfName({ parsed, texts }: DefinedName, values: readonly unknown[]): string {
  let written = "";
  let at = 0;
  parsed.texts.forEach(({ start, end }, index) => {
    const text = textOfValue(values[present(texts[index]).slot]);
    written += `${parsed.source.slice(at, start)}"${text.replaceAll('"', '""')}"`;
    at = end;
  });
  return written + parsed.source.slice(at);
}
