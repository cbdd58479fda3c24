import { present } from "../domain/present.ts";

/** What word processors and html editors make of the plain characters of a tag (language "Grammar"). */

const PLAIN_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ["\u2018", "'"],
  ["\u2019", "'"],
  ["\u201a", "'"],
  ["\u201b", "'"],
  ["\u201c", '"'],
  ["\u201d", '"'],
  ["\u201e", '"'],
  ["\u201f", '"'],
  ["\u00ab", '"'],
  ["\u00bb", '"'],
  ["\u00a0", " "],
  ["\u2007", " "],
  ["\u2009", " "],
  ["\u200a", " "],
  ["\u202f", " "],
  ["\u2013", "-"],
  ["\u2212", "-"],
]);

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
  ["#39", "'"],
  ["#039", "'"],
  ["nbsp", "\u00a0"],
]);

const NEEDS_WORK = /[&\u00a0\u00ab\u00bb\u2007-\u200a\u2013\u2018-\u201f\u202f\u2212]/;

export function plainQuote(character: string): string {
  const plain = PLAIN_CHARACTERS.get(character);
  return plain === '"' || plain === "'" ? plain : character;
}

/** The entity that starts at `at`, if it is one that is decoded inside tags. */
export function decodeEntity(source: string, at: number): { character: string; length: number } | undefined {
  const end = source.indexOf(";", at);
  if (end < 0 || end - at > 6) return undefined;
  const character = ENTITIES.get(source.slice(at + 1, end));
  return character === undefined ? undefined : { character, length: end - at + 1 };
}

/**
 * Whether `character` at `at` ends a string. A typographic quote does so only where a string can end (the one in it’s
 * belongs to the text), and in a string that began with a plain quote only when no plain one follows in the tag.
 */
export function closesString(
  text: string,
  at: number,
  character: string,
  width: number,
  opening: { quote: string; plain: boolean },
): boolean {
  if (character === opening.quote) return true;
  if (plainQuote(character) !== opening.quote) return false;
  if (!STRING_END.test(text.slice(at + width, at + width + 8))) return false;
  if (!opening.plain) return true;
  const brace = text.indexOf("}", at);
  const next = text.indexOf(opening.quote, at + width);
  return next < 0 || (brace >= 0 && next > brace);
}

const STRING_END = /^[\s\u00a0]*(?:$|[}|:,)\]=&.<>!+*/%?-])/;

/** Replaces typographic quotes, blanks and dashes outside of strings, the quotes of strings themselves, and entities. */
export function normalizeTagBody(raw: string, mode: "html" | "text"): string {
  if (!NEEDS_WORK.test(raw)) return raw;
  const text =
    mode === "html"
      ? raw.replace(/&(?:lt|gt|amp|quot|apos|nbsp|#0?39);/g, (entity) => present(ENTITIES.get(entity.slice(1, -1))))
      : raw;
  let out = "";
  let opening: { quote: string; plain: boolean } | undefined;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (!opening) {
      const plain = PLAIN_CHARACTERS.get(character) ?? character;
      if (plain === '"' || plain === "'") opening = { quote: plain, plain: plain === character };
      out += plain;
    } else if (character === "\\") {
      out += character + (text[++index] ?? "");
    } else if (closesString(text, index, character, 1, opening)) {
      out += opening.quote;
      opening = undefined;
    } else {
      out += character;
    }
  }
  return out;
}
