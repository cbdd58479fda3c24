import type { DocumentField } from "../domain/document.ts";
import { type FillInField, type FillInKind, isFileKind } from "../domain/fill-in.ts";

const KINDS: Readonly<Record<DocumentField["type"], FillInKind | undefined>> = {
  text: "text",
  number: "number",
  date: "date",
  boolean: "yes_no",
  choice: "choice",
  list: "rows",
  object: undefined,
  image: "picture",
};

/** Names that a page can ask for: steps of letters and digits, the first of them no sign of the page's own. */
export const ASKABLE = /^\p{L}[\p{L}\p{N}_ -]{0,99}(?:\.\p{L}[\p{L}\p{N}_ -]{0,99}){0,4}$/u;

/** What a page asks that nobody has arranged: the fields of the template, in its order. */
export function askedFields(fields: readonly DocumentField[], parent = ""): FillInField[] {
  return fields.flatMap((field): FillInField[] => {
    const name = `${parent}${field.name}`;
    if (field.type === "object") return askedFields(field.fields ?? [], `${name}.`);
    const kind = KINDS[field.type];
    const columns = (field.fields ?? []).flatMap((column) => askedColumn(column));
    if (!kind || !ASKABLE.test(name) || (kind === "rows" && columns.length === 0)) return [];
    return [{ ...plainField(field, kind), name, ...(kind === "rows" ? { fields: columns } : {}) }];
  });
}

/** A rule of a data route, as far as a page asks for it. */
export interface AskingRule {
  /** Those of its document. */
  fields: readonly DocumentField[];
  /** The list that repeats the rule, empty for none: its items fill the document. */
  list: string;
  /** Fields that decide whether the rule fires. */
  conditions: readonly string[];
}

/** What the page of a data route asks that nobody has arranged: the fields of its rules' documents, each once, and what decides among them. */
export function askedByRules(rules: readonly AskingRule[]): FillInField[] {
  const asked = new Map<string, FillInField>();
  const ask = (field: FillInField) => asked.set(field.name, joined(asked.get(field.name), field));

  for (const { fields } of rules.filter(({ list }) => list === "")) askedFields(fields).forEach(ask);
  for (const { fields, list } of rules.filter(({ list }) => list !== "")) {
    // what other rules ask for once, an item need not say again
    const columns = fields.filter(({ name }) => !asked.has(name)).flatMap(askedColumn);
    if (ASKABLE.test(list) && columns.length > 0) ask({ name: list, kind: "rows", fields: columns });
  }
  const isThere = (name: string) => [...asked.keys()].some((other) => name === other || name.startsWith(`${other}.`));
  for (const name of rules.flatMap(({ conditions }) => conditions))
    if (ASKABLE.test(name) && !isThere(name)) ask({ name, kind: "text" });
  return [...asked.values()];
}

/** A field that two documents ask for: the first one says how, required is what either requires. */
function joined(known: FillInField | undefined, field: FillInField): FillInField {
  if (!known) return field;
  const columns = (field.fields ?? []).filter(({ name }) => !known.fields?.some((column) => column.name === name));
  return {
    ...known,
    ...(field.required && field.kind === known.kind ? { required: true } : {}),
    ...(known.fields ? { fields: [...known.fields, ...columns] } : {}),
  };
}

function askedColumn(field: DocumentField): FillInField[] {
  const kind = KINDS[field.type];
  const isPlain =
    kind !== undefined && kind !== "rows" && !isFileKind(kind) && ASKABLE.test(field.name) && !field.name.includes(".");
  return isPlain ? [plainField(field, kind)] : [];
}

const plainField = ({ name, required, options, default: value }: DocumentField, kind: FillInKind): FillInField => ({
  name,
  kind,
  // an empty list is a list, and no is an answer
  ...(required && kind !== "rows" && kind !== "yes_no" ? { required } : {}),
  ...(kind === "choice" ? { options: options ?? [] } : {}),
  ...(value === undefined ? {} : { default: value }),
});
