/** In which script two letters that are set one after the other are kerned: one that needs no shaping. */

/** Letters and the tag of their script in fonts. */
const SCRIPTS: readonly (readonly [letters: RegExp, tag: string])[] = [
  [/\p{Script=Latin}/u, "latn"],
  [/\p{Script=Cyrillic}/u, "cyrl"],
  [/\p{Script=Greek}/u, "grek"],
  [/\p{Script=Han}/u, "hani"],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "kana"],
  [/\p{Script=Hangul}/u, "hang"],
  [/\p{Script=Bopomofo}/u, "bopo"],
  [/\p{Script=Armenian}/u, "armn"],
  [/\p{Script=Georgian}/u, "geor"],
  [/\p{Script=Ethiopic}/u, "ethi"],
  [/\p{Script=Cherokee}/u, "cher"],
  [/\p{Script=Canadian_Aboriginal}/u, "cans"],
];
const LATIN = "latn";
/** Below, there are Latin letters and what all scripts share. */
const LATIN_END = 0x0250;

/** Digits and punctuation are of the script beside them; of Latin where there is none. */
export function kerningScript(left: number, right: number): string {
  if (left < LATIN_END && right < LATIN_END) return LATIN;
  return scriptOf(right) ?? scriptOf(left) ?? LATIN;
}

function scriptOf(codePoint: number): string | undefined {
  const character = String.fromCodePoint(codePoint);
  return SCRIPTS.find(([letters]) => letters.test(character))?.[1];
}
