/** Texts whose letters are more than their glyphs one after the other, and the form in which fonts are given them. */
import { largestOf } from "../../domain/collections/long-lists.ts";

/**
 * Scripts whose letters change with their neighbors, are reordered, or run from right to left; marks on letters; emoji
 * of several characters: joined ones, flags, skin tones.
 */
const COMPLEX =
  /[\u0590-\u109f\u1700-\u1abf\u1b00-\u1c7f\ua840-\uabff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{11fff}\u{1e800}-\u{1eeff}\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}]|\u200d|\p{M}/u;
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1eeff}]/u;

/** Letters that cannot be read one after the other; Hebrew, Thai and Lao can. */
const JOINED = /[\u0600-\u0dff\u0f00-\u109f\u1700-\u1abf\u1b00-\u1c7f\ua840-\uabff\ufb50-\ufdff\ufe70-\ufefe]/;

export function lettersJoin(character: string): boolean {
  return JOINED.test(character);
}

/** Scripts whose letters join, by their names in fonts: a font without them has no rules for the script. */
const SCRIPT_TAGS: readonly (readonly [letters: RegExp, tags: readonly string[]])[] = [
  [/\p{Script=Arabic}/u, ["arab"]],
  [/\p{Script=Syriac}/u, ["syrc"]],
  [/\p{Script=Nko}/u, ["nko "]],
  [/\p{Script=Mandaic}/u, ["mand"]],
  [/\p{Script=Devanagari}/u, ["dev2", "deva"]],
  [/\p{Script=Bengali}/u, ["bng2", "beng"]],
  [/\p{Script=Gurmukhi}/u, ["gur2", "guru"]],
  [/\p{Script=Gujarati}/u, ["gjr2", "gujr"]],
  [/\p{Script=Oriya}/u, ["ory2", "orya"]],
  [/\p{Script=Tamil}/u, ["tml2", "taml"]],
  [/\p{Script=Telugu}/u, ["tel2", "telu"]],
  [/\p{Script=Kannada}/u, ["knd2", "knda"]],
  [/\p{Script=Malayalam}/u, ["mlm2", "mlym"]],
  [/\p{Script=Sinhala}/u, ["sinh"]],
  [/\p{Script=Khmer}/u, ["khmr"]],
  [/\p{Script=Tibetan}/u, ["tibt"]],
  [/\p{Script=Mongolian}/u, ["mong"]],
  [/\p{Script=Phags_Pa}/u, ["phag"]],
];

/** None for characters of several scripts, and for scripts that need no rules of their own. */
export function scriptTags(codePoint: number): readonly string[] {
  const character = String.fromCodePoint(codePoint);
  return SCRIPT_TAGS.find(([letters]) => letters.test(character))?.[1] ?? [];
}

export function needsShaping(text: string): boolean {
  return COMPLEX.test(text);
}

export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

const JOINERS = "\\u200c\\u200d\\ufe00-\\ufe0f\\u{1f3fb}-\\u{1f3ff}\\u{e0020}-\\u{e007f}";
/** More than a letter of any language has: a letter with its marks is set in one go. */
const MARKS = `[\\p{M}${JOINERS}]{0,63}`;
/** A letter with its marks; flags are pairs of letters, joined emoji are held together by joiners. */
const CLUSTER = new RegExp(
  `[\\u{1f1e6}-\\u{1f1ff}]{2}|\\p{Extended_Pictographic}${MARKS}(?:(?<=\\u200d)\\p{Extended_Pictographic}${MARKS}){0,9}|[^]${MARKS}`,
  "gu",
);

export function clustersOf(text: string): string[] {
  return text.match(CLUSTER) ?? [];
}

/** Marks in the order in which fonts expect them: a sign that doubles or dots its letter comes before the vowel. */
const MARK_ORDER = [
  "\u05c1\u05c2\u05bc\u05bf\u05b9\u05ba\u05b1\u05b2\u05b3\u05b5\u05b6\u05b7\u05b8\u05c7\u05b0\u05b4\u05bb\u05bd",
  "\u0651\u064b\u064c\u064d\u064e\u064f\u0650\u0652\u0670",
];
const MARKS_IN_ORDER = new RegExp(`[${MARK_ORDER.join("")}]{2,}`, "g");
/** Thai and Lao vowels that are on two sides: the part above the letter comes before its tone. */
const SARA_AM = /([\u0e48-\u0e4b\u0ec8-\u0ecb]*)([\u0e33\u0eb3])/g;

/** Composed if Unicode has a character for a letter with its mark; its other marks in the order of fonts. */
export function shapingForm(text: string): string {
  return text
    .normalize("NFC")
    .replace(MARKS_IN_ORDER, (marks) => [...marks].sort((a, b) => placeOf(a) - placeOf(b)).join(""))
    .replace(SARA_AM, (_, tones: string, vowel: string) =>
      vowel === "\u0e33" ? `\u0e4d${tones}\u0e32` : `\u0ecd${tones}\u0eb2`,
    );
}

function placeOf(mark: string): number {
  return largestOf(MARK_ORDER.map((order) => order.indexOf(mark)));
}

/** What letters that are shaped together have in common: their script, as far as one font may have several. */
export function scriptKey(cluster: string): number {
  const codePoint = cluster.codePointAt(0) ?? 0;
  if (codePoint >= 0x0900 && codePoint < 0x0f00) return codePoint >> 7;
  return RIGHT_TO_LEFT.test(cluster) ? 1 : 0;
}
