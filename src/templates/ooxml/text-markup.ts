import { Markup, toText } from "../../language/values.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { decodeHtmlText } from "./html/html-text.ts";
import { htmlTokens } from "./html/html-tokens.ts";

const NEEDS_WORK = /[&<>"\u0000-\u001f\u2028\ud800-\udfff\ufffe\uffff]/;

/** What a value prints as text; lists print nothing useful, as in the language. */
export function textOfValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Markup)
    return value.origin === "html" || value.origin === "nl2br" ? plainText(value.html) : value.html;
  return toText(value);
}

/** Whether a text can be put into markup as it is. */
export function isPlain(text: string): boolean {
  return !NEEDS_WORK.test(text);
}

/** Line ends as one character, and no character that XML does not allow. */
export function normalizeLines(text: string): string {
  return text.replace(/\r\n?|\u2028|\v/g, "\n");
}

const LINE_ENDS = /^(?:p|div|li|h[1-6]|tr)$/;

/** Text of html for places without formatting. */
export function plainText(html: string): string {
  let text = "";
  for (const token of htmlTokens(html)) {
    if ("text" in token) {
      const read = decodeHtmlText(token.text.replace(/[ \t\r\n\f]+/g, " "));
      // A blank after the end of a line is layout of the source.
      text += text.endsWith("\n") ? read.replace(/^ /, "") : read;
    } else if (token.name === "br" || (token.closes && LINE_ENDS.test(token.name))) text += "\n";
  }
  return text.replace(/\n$/, "");
}

/** Text for an attribute or a value: one line. */
export function escapeValue(text: string): string {
  return escapeXmlText(isPlain(text) ? text : normalizeLines(text).replace(/[\n\t]/g, " "));
}
