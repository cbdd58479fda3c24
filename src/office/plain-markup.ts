import { escapeXmlText } from "./xml-text.ts";

const PIECES = /<\?[\s\S]*?(?:\?>|$)|<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:(\]\]>)|$)/g;

/**
 * Markup without comments, its CDATA sections as text: what looks like a tag is one. Office programs write neither. What never
 * ends stays as it is, for those who refuse damaged XML.
 */
export function plainMarkup(xml: string): string {
  if (!xml.includes("<!")) return xml;
  return xml.replace(PIECES, (piece, text: string | undefined, end: string | undefined) => {
    if (text !== undefined) return end === undefined ? piece : escapeXmlText(text);
    return piece.startsWith("<!--") && piece.endsWith("-->") && piece.length >= "<!---->".length ? "" : piece;
  });
}
