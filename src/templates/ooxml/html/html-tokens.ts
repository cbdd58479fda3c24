import { present } from "../../../domain/present.ts";

/** A tag, or the raw text before the next one. */
export type HtmlToken = { text: string } | { name: string; closes: boolean; attributes: string };

/** Elements whose content is not text of the document. */
const DROPPED: ReadonlySet<string> = new Set(["script", "style", "title", "template", "noscript"]);

/**
 * Cuts html into tags and text; comments and the content of scripts and styles are left out. Never throws, and takes
 * time in proportion to the text, whatever is open in it.
 */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  const lower = html.toLowerCase();
  let respectsQuotes = true;
  let offset = 0;
  for (let start = html.indexOf("<"); start >= 0; start = html.indexOf("<", offset)) {
    if (start > offset) yield { text: html.slice(offset, start) };
    if (html.startsWith("<!--", start)) {
      const end = html.indexOf("-->", start + 4);
      if (end < 0) return;
      offset = end + 3;
      continue;
    }
    const name = /^<(\/?)([a-z][\w-]{0,30})/i.exec(html.slice(start, start + 40));
    if (!name && !/^<[!?]/.test(html.slice(start, start + 2))) {
      yield { text: "<" };
      offset = start + 1;
      continue;
    }
    let end = respectsQuotes ? tagEnd(html, start) : html.indexOf(">", start);
    if (end < 0 && respectsQuotes) {
      // One quote that is never closed: from here on quotes mean nothing.
      respectsQuotes = false;
      end = html.indexOf(">", start);
    }
    if (end < 0) {
      yield { text: html.slice(start) };
      return;
    }
    offset = end + 1;
    if (!name) continue;
    const tag = present(name[2]).toLowerCase();
    const closes = name[1] === "/";
    yield { name: tag, closes, attributes: html.slice(start + name[0].length, end) };
    if (closes || !DROPPED.has(tag)) continue;
    const close = lower.indexOf(`</${tag}`, offset);
    if (close < 0) return;
    offset = close;
  }
  if (offset < html.length) yield { text: html.slice(offset) };
}

function tagEnd(html: string, start: number): number {
  for (let at = start; at < html.length; at++) {
    const character = html[at];
    if (character === ">") return at;
    if (character !== '"' && character !== "'") continue;
    at = html.indexOf(character, at + 1);
    if (at < 0) return -1;
  }
  return -1;
}
