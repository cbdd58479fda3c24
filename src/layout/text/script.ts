/** Script classes of characters: which of a run's four fonts applies, and where lines may break. */

/** `symbol`: of the run's first font, or of the one that has signs which fonts of text lack. */
export type FontSlot = "ascii" | "eastAsia" | "complex" | "symbol";

const EAST_ASIAN =
  /[\u1100-\u11ff\u2e80-\u303f\u3040-\u30ff\u3100-\u312f\u3130-\u318f\u31a0-\u31ff\u3200-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\ud840-\ud87f][\udc00-\udfff]/;
const COMPLEX = /[\u0590-\u08ff\u0900-\u0dff\u0e00-\u0eff\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufeff]/;
/** Characters that East Asian text shares with others: the run's hint decides. */
const AMBIGUOUS = /[\u2018\u2019\u201c\u201d\u2026\u2014\u00b7\u00d7\u00f7\u2460-\u24ff\u25a0-\u26ff\u2190-\u21ff]/;

/** Signs that no font of text has: shapes, marks and dingbats beyond those of the old character sets, and emoji. */
const SIGN =
  /[\u25a2-\u25a9\u25ad-\u25b1\u25b3-\u25b9\u25bb\u25bd-\u25c3\u25c5-\u25c9\u25cc-\u25ce\u25d0-\u25d7\u25da-\u25e5\u25e7-\u2639\u263d-\u263f\u2641\u2643-\u265f\u2661\u2662\u2664\u2667-\u2669\u266c-\u27bf\u2b00-\u2bff]|[\ud83c-\ud83e][\udc00-\udfff]/;

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff]/;

export function isEastAsian(character: string): boolean {
  return EAST_ASIAN.test(character);
}

const MARK = /\p{M}/u;
/** Marks and letters of the scripts that join come after these; most texts have nothing else. */
const BEYOND_LATIN = /[\u0300-\uffff]/;
/** The letters of Hebrew are set side by side. */
const SEPARATE = /[\u05d0-\u05ea]+/g;

/** Whether letters of a text take more or less room beside others than on their own. */
export function lettersJoin(text: string): boolean {
  return BEYOND_LATIN.test(text) && (MARK.test(text) || COMPLEX.test(text.replace(SEPARATE, "")));
}

export function fontSlot(character: string, hint: string | undefined): FontSlot {
  if (character < "\u0300") {
    return hint === "eastAsia" && AMBIGUOUS.test(character) ? "eastAsia" : "ascii";
  }
  if (EAST_ASIAN.test(character)) return "eastAsia";
  if (COMPLEX.test(character)) return "complex";
  if (hint === "eastAsia" && AMBIGUOUS.test(character)) return "eastAsia";
  return SIGN.test(character) ? "symbol" : "ascii";
}

/** What makes one sign of several, or chooses among its looks: it belongs to what comes before. */
const FIRST_JOINER = "\u200c";
const JOINER = /^(?:\u200c|\u200d|\u20e3|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}])$/u;

/** Han characters and kana are joined with nothing. */
export function isJoiner(before: string, character: string): boolean {
  return character >= FIRST_JOINER && JOINER.test(character) && !isEastAsian(before);
}

/** Not at the start of a line (closing punctuation, small kana, iteration marks). */
const NO_LINE_START =
  /[!),.:;?\]}¢°·ˇˉ―‖’”…‰′″›℃∶、。〃〉》」』】〕〗〞︶︺︾﹀﹄﹚﹜﹞！＂％＇），．：；？］｀｜｝～ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶー々ゝゞ]/;
/** Neither before nor after them. */
const UNBROKEN = /[\u2060\ufeff\u00a0\u202f\u2011]/;
/** Not at the end of a line (opening punctuation). */
const NO_LINE_END = /[([{£¥‘“‵〈《「『【〔〖〝﹙﹛﹝＄（．［｛￡￥]/;

export function mayStartLine(character: string): boolean {
  return !NO_LINE_START.test(character) && !UNBROKEN.test(character);
}

export function mayEndLine(character: string): boolean {
  return !NO_LINE_END.test(character) && !UNBROKEN.test(character);
}

/** Between characters before this one a line breaks only after a hyphen. */
const NO_BREAK_SPACE = "\u00a0";

/** Whether a line may break between two neighboring non-space characters; words of Hangul may be kept whole. */
export function breakAllowedBetween(before: string, after: string, keepsHangul = false): boolean {
  if (before < NO_BREAK_SPACE && after < NO_BREAK_SPACE && before !== "-") return false;
  if (before === "\u00ad" || before === "\u200b") return true;
  if (UNBROKEN.test(before) || UNBROKEN.test(after)) return false;
  if (before === "-" || before === "\u2010") return /[\p{L}]/u.test(after);
  if (before === "\u2013" || before === "\u2014") return !NO_LINE_START.test(after);
  if (after === "\u2014") return true;
  const breaks = (character: string) => isEastAsian(character) && !(keepsHangul && HANGUL.test(character));
  if (breaks(before) || breaks(after)) return !NO_LINE_START.test(after) && !NO_LINE_END.test(before);
  return false;
}

/** What automatic space there is between two neighboring characters of different scripts. */
export function scriptChange(before: string, after: string): "letters" | "digits" | undefined {
  const isBefore = isEastAsian(before);
  if (isBefore === isEastAsian(after) || !IN_WORDS.test(before) || !IN_WORDS.test(after)) return undefined;
  return /\p{N}/u.test(isBefore ? after : before) ? "digits" : "letters";
}

const IN_WORDS = /[\p{L}\p{N}]/u;
