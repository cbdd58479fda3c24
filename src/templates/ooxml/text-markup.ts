import { Markup, toText } from "../../language/values.ts";
import { escapeXmlText } from "../../opc/xml-text.ts";

const NEEDS_WORK = /[&<>"\u0000-\u001f\u2028\ud800-\udfff\ufffe\uffff]/;

/** What a value prints as text; lists print nothing useful, as in the language. */
export function textOfValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Markup)
    return value.origin === "html" || value.origin === "nl2br" ? plainText(value.html) : value.html;
  return toText(value);
}

/** Whether a text can stand in markup as it is. */
export function isPlain(text: string): boolean {
  return !NEEDS_WORK.test(text);
}

/** Line ends as one character, and none that XML does not know. */
export function normalizeLines(text: string): string {
  return text.replace(/\r\n?|\u2028|\v/g, "\n");
}

/** Text of html for places that show no formats. */
export function plainText(html: string): string {
  return html
    .replace(/<(?:script|style)\b[\s\S]*?<\/(?:script|style)\s*>/gi, "")
    .replace(/\s+/g, " ")
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<\/(?:p|div|li|h[1-6]|tr)\s*>/gi, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(lt|gt|amp|quot|apos|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replace(/\n$/, "");
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  "#39": "'",
  nbsp: "\u00a0",
};

/** Text for an attribute or a value: one line. */
export function escapeValue(text: string): string {
  return escapeXmlText(isPlain(text) ? text : normalizeLines(text).replace(/[\n\t]/g, " "));
}
