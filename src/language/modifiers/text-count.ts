import { isTruthy, lengthOf, toText } from "../values.ts";
import type { Modifier, ModifierTable } from "./modifier.ts";

/** Characters, words, sentences and paragraphs counted. */
export const TEXT_COUNT: ModifierTable = {
  strlen: { run: (_, value) => lengthOf(toText(value)), hint: "text" },
  count_characters: {
    run: (_, value, withBlanks) => {
      const text = toText(value);
      return isTruthy(withBlanks) ? lengthOf(text) : countMatches(text, /\S/gu);
    },
    hint: "text",
  },
  count_words: counting(/\p{L}[\p{L}\p{Mn}\p{Pd}'\u2019]*/gu),
  count_sentences: counting(/[\p{L}\p{N}_][.?!](?:[^\p{L}\p{N}_]|$)/gu),
  count_paragraphs: { run: (_, value) => countMatches(toText(value), /[\r\n]+/g) + 1, hint: "text" },
};

function counting(pattern: RegExp): Modifier {
  return { run: (_, value) => countMatches(toText(value), pattern), hint: "text" };
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
