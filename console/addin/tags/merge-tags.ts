import type { LoopKind } from "../office/host-document.ts";

/** What stands before something in a template, and what behind it. */
export type TagPair = readonly [before: string, after: string];

/** The name of a list's entry within its loop, as the fields of entries are offered with it. */
export const ENTRY = "item";

/** The two ends of a loop over a list. @param rows how many rows are between them, for those that repeat rows */
export function loopTags(kind: LoopKind, list: string, rows = 1): TagPair {
  const over = `$${list} as $${ENTRY}`;
  if (kind === "slide" || kind === "sheet") return [`{${kind} ${over}}`, `{/${kind}}`];
  // Within one row `tablerow` repeats it also where it has a single cell; over several rows its two ends are in different rows.
  return kind === "rows" && rows === 1 ? [`{tablerow ${over}}`, "{/tablerow}"] : [`{foreach ${over}}`, "{/foreach}"];
}

/** How a condition compares; `given`: the field has a value. */
export type Comparison = "given" | "==" | "!=" | ">" | "<";

/** The two ends of a condition. */
export function conditionTags(field: string, comparison: Comparison, value: string): TagPair {
  return [`{if $${field}${comparison === "given" ? "" : ` ${comparison} ${literal(value)}`}}`, "{/if}"];
}

/** Numbers as they are, all else as a text. */
function literal(value: string): string {
  const trimmed = value.trim();
  return /^-?\d+(?:\.\d+)?$/.test(trimmed) ? trimmed : `"${value.replace(/[\\"]/g, "\\$&")}"`;
}

/** Kinds of codes, the usual ones first, by the names that the language has for them. */
export const CODES = [
  { value: "qrcode", label: "QR code" },
  { value: "code128", label: "Code 128" },
  { value: "ean13", label: "EAN-13" },
  { value: "gs1128", label: "GS1-128" },
  { value: "datamatrix", label: "Data Matrix" },
  { value: "pdf417", label: "PDF417" },
] as const;

export type CodeKind = (typeof CODES)[number]["value"];

/** @param width in centimeters */
export function codeTag(kind: CodeKind, field: string, width: number): string {
  const size = `width="${width}cm"`;
  return kind === "qrcode" ? `{qrcode value=$${field} ${size}}` : `{barcode type="${kind}" value=$${field} ${size}}`;
}

/** What somebody typed as a field's name, without what belongs to the tag. */
export const fieldName = (typed: string): string => typed.trim().replace(/^\{?\$?|\}$/g, "");
