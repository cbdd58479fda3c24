import { toText } from "../values.ts";
import { type ModifierTable, textModifier } from "./modifier.ts";

/** Upper and lower case, by characters (language "Differences from Smarty", 4). */
export const TEXT_CASE: ModifierTable = {
  upper: textModifier((text) => text.toUpperCase(), toText),
  lower: textModifier((text) => text.toLowerCase(), toText),
  strtoupper: textModifier((text) => text.toUpperCase(), toText),
  strtolower: textModifier((text) => text.toLowerCase(), toText),
  ucfirst: textModifier((text) => changeFirst(text, (first) => first.toUpperCase()), toText),
  lcfirst: textModifier((text) => changeFirst(text, (first) => first.toLowerCase()), toText),
  ucwords: textModifier(
    (text) => text.replace(/(^|[ \t\r\n\f\v])(\p{Ll})/gu, (_, before, letter) => before + letter.toUpperCase()),
    toText,
  ),
  capitalize: {
    run: (_, value, digits, rest) => capitalize(toText(value), Boolean(digits), Boolean(rest)),
    keepsMarkup: true,
    hint: "text",
  },
};

function changeFirst(text: string, change: (first: string) => string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 32);
  return text === "" ? "" : change(first) + text.slice(first.length);
}

/** Words with digits stay lower unless `digits`; `rest` lowers the letters after the first. */
function capitalize(text: string, digits: boolean, rest: boolean): string {
  if (!rest && PLAIN_WORDS.test(text)) return capitalizePlain(text);
  let result = rest
    ? titleCase(text)
    : text.replace(
        /(^|[^\p{L}'])(\p{Ll})/gu,
        (_, before, letter) => (before === "\\" ? "" : before) + letter.toUpperCase(),
      );
  if (!digits) {
    result = lowerWordsWithDigits(text, result);
  }
  return result.replace(/((?:^|\s)['"])([\p{L}\p{N}_])/gu, (_, before, letter) => before + letter.toUpperCase());
}

/** Texts of only these characters need none of the rules for other alphabets, digits and quotes. */
const PLAIN_WORDS = /^[A-Za-z ,.;:!?()&/-]*$/;

function capitalizePlain(text: string): string {
  let out = "";
  let from = 0;
  let inWord = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (!inWord && code >= 97 && code <= 122) {
      out += text.slice(from, index) + String.fromCharCode(code - 32);
      from = index + 1;
    }
    inWord = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  }
  return from === 0 ? text : out + text.slice(from);
}

function upperMatch(found: string): string {
  return found.toUpperCase();
}

function titleCase(text: string): string {
  let inWord = false;
  let out = "";
  for (const character of text) {
    if (CASE_IGNORABLE.test(character)) {
      out += character;
    } else if (CASED.test(character)) {
      out += inWord ? character.toLowerCase() : changeFirst(character.toUpperCase().toLowerCase(), upperMatch);
      inWord = true;
    } else {
      out += character;
      inWord = false;
    }
  }
  return out;
}
const CASED = /^\p{Cased}$/u;
const CASE_IGNORABLE = /^\p{Case_Ignorable}$/u;

const WORD = /[\p{L}\p{N}_]+/gu;
const HAS_DIGITS_INSIDE = /^\p{L}*\p{N}+\p{L}*$/u;

function lowerWordsWithDigits(original: string, result: string): string {
  if (original.length !== result.length || !/\p{N}/u.test(original)) return result;
  let out = "";
  let from = 0;
  for (const word of original.matchAll(WORD)) {
    if (!HAS_DIGITS_INSIDE.test(word[0])) continue;
    out += result.slice(from, word.index) + word[0].toLowerCase();
    from = word.index + word[0].length;
  }
  return out + result.slice(from);
}
