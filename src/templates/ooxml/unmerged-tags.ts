import { decodeXmlText } from "../../office/xml-text.ts";

/** A field or a block over one: shapes that ordinary text does not have. */
const TAG = /\{(?:\$[\p{L}_]|(?:if|foreach|tablerow|section|for)\s[^{}$]*\$)[^{}]*\}/u;

/** The first tag in the text of a part, which may be cut into runs. */
export function tagOf(xml: string): string | undefined {
  if (!xml.includes("{") || !xml.includes("$")) return undefined;
  return TAG.exec(decodeXmlText(xml.replace(/<[^>]*>/g, "")))?.[0];
}

/** Says that a part is one in which nothing is filled. */
export const unmergedTag = (part: string, tag: string): string =>
  `${tag} in ${part} was not filled: this part of the template is copied as it is.`;
