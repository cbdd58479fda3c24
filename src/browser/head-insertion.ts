/**
 * What may come before the content of `head`: the mark, comments, the doctype, `<html>`, `<head>` (HTML 13.2.6.4.1-4).
 */
const PROLOGUE = /^\uFEFF?(?:\s+|<!--[\s\S]*?-->|<!doctype[^>]*>|<\?[^>]*>|<html(?:\s[^>]*)?>|<head(?:\s[^>]*)?>)/i;

/** Puts markup first into a document's head, without changing how the rest is parsed (quirks mode included). */
export function insertIntoHead(html: string, markup: string): string {
  let position = 0;
  for (;;) {
    // Comments may be long; the rest of the prologue is not. A slice keeps the search from copying the document.
    const piece = PROLOGUE.exec(html.slice(position, position + 65_536))?.[0];
    if (!piece) return html.slice(0, position) + markup + html.slice(position);
    position += piece.length;
    if (/^<head/i.test(piece)) return html.slice(0, position) + markup + html.slice(position);
  }
}
