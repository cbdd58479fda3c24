/** Where lines may break without a space: before words of scripts that are written without spaces, and around emoji. */
import { mayEndLine, mayStartLine } from "./script.ts";

/** Thai, Lao, Burmese and Khmer. */
const SPACELESS = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;

/** Cheap to look for. */
const MAY_BE_EMOJI = /[\u231a-\u2b55\ud83c-\ud83e]/;
/** Whole ones: joined, flags, with skin tones. Digits in a box are letters. */
const EMOJI = /(?![#*0-9])(?:\p{RGI_Emoji}|\p{Emoji_Presentation})/gv;

let segmenter: Intl.Segmenter | undefined;

/** Offsets of words that follow other letters of these scripts; undefined for a text that has none of them. */
export function wordStarts(text: string): ReadonlySet<number> | undefined {
  const hasEmoji = MAY_BE_EMOJI.test(text);
  if (!hasEmoji && !SPACELESS.test(text)) return undefined;
  const starts = new Set<number>();
  if (hasEmoji) addEmoji(starts, text);
  if (!SPACELESS.test(text)) return starts;
  // The dictionaries are chosen by the letters, not by the language.
  segmenter ??= new Intl.Segmenter("th", { granularity: "word" });
  for (const { index, segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike && SPACELESS.test(segment) && SPACELESS.test(text.charAt(index - 1))) starts.add(index);
  }
  return starts;
}

/** Their line breaking class is that of ideographs (UAX #14). */
function addEmoji(starts: Set<number>, text: string): void {
  for (const { index, 0: emoji } of text.matchAll(EMOJI)) {
    const end = index + emoji.length;
    if (mayEndLine(text.charAt(index - 1))) starts.add(index);
    if (mayStartLine(text.charAt(end))) starts.add(end);
  }
}
