/** Languages that draw the same Han characters differently, each with a font of its own. */
export type HanLanguage = "ja" | "ko" | "zh-Hans" | "zh-Hant";

/** The order in which fonts of other languages help out: by their coverage. */
export const HAN_LANGUAGES: readonly HanLanguage[] = ["zh-Hans", "ja", "zh-Hant", "ko"];

/**
 * What only the fonts of these languages have: Han characters, kana, hangul, their punctuation and full-width forms.
 */
export const HAN_CHARACTER =
  /[\u1100-\u11ff\u2e80-\u2fdf\u2ff0-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uffee\u{1b000}-\u{1b16f}\u{1f200}-\u{1f2ff}\u{20000}-\u{3ffff}]/u;

const KANA = /[\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f\u{1b000}-\u{1b16f}]/u;
const HANGUL = /[\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7ff\uffa1-\uffdc]/u;
const BOPOMOFO = /[\u3105-\u312f\u31a0-\u31bf]/u;

/** The language that a text's letters show; undefined if it has only Han characters, or none. */
export function hanLanguageOfText(text: string): HanLanguage | undefined {
  if (KANA.test(text)) return "ja";
  if (HANGUL.test(text)) return "ko";
  return BOPOMOFO.test(text) ? "zh-Hant" : undefined;
}

/** The language of a tag (BCP 47) such as `ja-JP` or `zh-TW`; undefined for those that do not use Han characters. */
export function hanLanguageOfTag(tag: string): HanLanguage | undefined {
  const [language, ...rest] = tag.toLowerCase().split(/[-_]/);
  if (language === "ja" || language === "ko") return language;
  if (language !== "zh" && language !== "yue") return undefined;
  if (rest.includes("hans")) return "zh-Hans";
  const traditional = language === "yue" || ["hant", "tw", "hk", "mo"].some((part) => rest.includes(part));
  return traditional ? "zh-Hant" : "zh-Hans";
}
