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
