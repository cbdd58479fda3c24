/** What is odd about a field's value, for whoever sent it. */
import type { FieldValue } from "../../pdf/form/fill-form.ts";
import type { FormField } from "../../pdf/form/list-fields.ts";

const SHOWN_MEMBERS = 3;

/** An object where a field takes one value: there is no telling which of its members is meant. */
export function objectWarning({ name }: FormField, value: object): string | undefined {
  const members = Object.keys(value);
  if (members.length === 0) return undefined;
  const shown = members.slice(0, SHOWN_MEMBERS).join(", ");
  const more = members.length > SHOWN_MEMBERS ? ", ..." : "";
  return `The field "${name}" takes one value, and the data give it an object (${shown}${more}): it is not filled. ${remedyFor(name, members[0])}`;
}

const PATH = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u;

function remedyFor(name: string, member: string | undefined): string {
  const path = `${name}.${member}`;
  const example = PATH.test(path) ? `, such as {$${path}}` : "";
  return `Write the member that is meant as the field's default value${example}.`;
}

/** Rows of a list in a field: texts and numbers are shown one below the other, and rows have no text. */
export function rowsWarning({ name }: FormField, items: readonly unknown[]): string | undefined {
  const rows = items.filter((item) => typeof item === "object" && item !== null).length;
  if (rows === 0) return undefined;
  const left = rows === items.length ? "it stays empty" : `${rows} of its ${items.length} items are left out`;
  return `The field "${name}" takes one value, and the data give it a list of objects: ${left}. Write what is meant as the field's default value, with {foreach}.`;
}

/** A text that is longer than its field's stated maximum: it is filled in full, though nobody could type it. */
export function lengthWarning(field: FormField, value: FieldValue): string | undefined {
  const { name, type, maxLength = 0 } = field;
  const text = Array.isArray(value) ? value.join("\n") : value;
  if (type !== "text" || maxLength <= 0 || typeof text !== "string") return undefined;
  const length = Array.from(text.replace(/\r\n?/g, "\n")).length;
  if (length <= maxLength) return undefined;
  const isComb = field.comb && !field.multiline;
  const limit = isComb
    ? `has cells for ${maxLength} characters, and its value has ${length}: it is drawn in ${length} narrower cells`
    : `takes at most ${maxLength} characters, and its value has ${length}: it is filled in full`;
  return `The field "${name}" ${limit}. Acrobat lets nobody type more than ${maxLength}. Shorten the value, or raise the field's limit.`;
}
