import type { PdfDocument } from "../document.ts";
import { dict, name, PdfDict } from "../objects.ts";
import { encodeText } from "../text-strings.ts";
import { fieldScripts } from "./field-scripts.ts";
import type { Field } from "./field-tree.ts";

/** How Acrobat writes thousands and decimals, by the number that its functions know the style by. */
export const NUMBER_STYLES = ["1,234.56", "1234.56", "1.234,56", "1234,56", "1'234.56"] as const;

/** How a text field shows its value, in Acrobat and when it is merged. */
export type ValueFormat =
  | { kind: "number"; decimals: number; style: (typeof NUMBER_STYLES)[number]; before?: string; after?: string }
  /** @example { kind: "date", mask: "dd.mm.yyyy" } */
  | { kind: "date"; mask: string };

/** Marks around numbers, and masks of dates, are written into scripts: what could end a text there is none of theirs. */
export const FORMAT_MARK = /^[^"\\\p{Cc}]{1,20}$/u;
export const DATE_MASK = /^(?=[\s\S]*[dmyHhs])[dmyHhMst :./,-]{1,40}$/;

/** Calls of Acrobat's own functions, for the value as it is shown (`F`) and as it is typed (`K`). */
function scriptsOf(format: ValueFormat): { F: string; K: string } {
  if (format.kind === "date")
    return { F: `AFDate_FormatEx("${format.mask}");`, K: `AFDate_KeystrokeEx("${format.mask}");` };
  const { decimals, style, before, after } = format;
  const given = [decimals, NUMBER_STYLES.indexOf(style), 0, 0, `"${before ?? after ?? ""}"`, before !== undefined];
  return { F: `AFNumber_Format(${given.join(", ")});`, K: `AFNumber_Keystroke(${given.join(", ")});` };
}

const NUMBER =
  /^\s*AFNumber_Format\(\s*(\d{1,2})\s*,\s*([0-4])\s*,\s*0\s*,\s*\d\s*,\s*"([^"\\]*)"\s*,\s*(true|false)\s*\)\s*(?:;\s*)?$/;
const DATE = /^\s*AFDate_FormatEx\(\s*"([^"\\]*)"\s*\)\s*(?:;\s*)?$/;
const MAX_DECIMALS = 10;

/** The format of a field; undefined where it has none, or one that is no plain number or date. */
export function formatOf(document: PdfDocument, field: Field): ValueFormat | undefined {
  const script = fieldScripts(document, field).format ?? "";
  const mask = DATE.exec(script)?.[1];
  if (mask !== undefined) return DATE_MASK.test(mask) ? { kind: "date", mask } : undefined;
  const [, decimals = "", style = "", mark = "", isBefore] = NUMBER.exec(script) ?? [];
  const known = NUMBER_STYLES[Number(style)];
  if (isBefore === undefined || !known || Number(decimals) > MAX_DECIMALS) return undefined;
  if (mark !== "" && !FORMAT_MARK.test(mark)) return undefined;
  const marked = mark === "" ? {} : isBefore === "true" ? { before: mark } : { after: mark };
  return { kind: "number", decimals: Number(decimals), style: known, ...marked };
}

/** The entry `AA` of a new field (ISO 32000-2, table 199). */
export function formatActions(format: ValueFormat): PdfDict {
  const actions = new PdfDict();
  for (const [key, script] of Object.entries(scriptsOf(format)))
    actions.set(key, dict({ S: name("JavaScript"), JS: encodeText(script) }));
  return actions;
}

/** Gives a field another format, or none; what it calculates and which values it allows stays. */
export function setFormat(document: PdfDocument, field: Field, format: ValueFormat | undefined): void {
  for (const owner of new Set([field.dict, ...field.widgets.map((widget) => widget.dict)])) {
    const actions = document.dict(owner.get("AA"));
    if (!actions) continue;
    actions.delete("F");
    actions.delete("K");
    if (actions.size === 0) owner.delete("AA");
  }
  if (!format) return;
  const actions = document.dict(field.dict.get("AA")) ?? new PdfDict();
  for (const [key, action] of formatActions(format)) actions.set(key, action);
  field.dict.set("AA", actions);
}
