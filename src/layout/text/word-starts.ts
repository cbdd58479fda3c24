/** Where words begin in scripts that are written without spaces between them: a line may break there. */

/** Thai, Lao, Burmese and Khmer. */
const SPACELESS = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;

let segmenter: Intl.Segmenter | undefined;

/** Offsets in the text, behind other letters of theirs; undefined where it has no letters of such scripts. */
export function wordStarts(text: string): ReadonlySet<number> | undefined {
  if (!SPACELESS.test(text)) return undefined;
  // The dictionaries are chosen by the letters, not by the language.
  segmenter ??= new Intl.Segmenter("th", { granularity: "word" });
  const starts = new Set<number>();
  for (const { index, segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike && SPACELESS.test(segment) && SPACELESS.test(text.charAt(index - 1))) starts.add(index);
  }
  return starts;
}
