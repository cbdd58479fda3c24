import { present } from "../../domain/present.ts";
import type { ReadAsset } from "../../domain/static-asset.ts";
import { isWithin } from "../../font/code-point-ranges.ts";
import { mergeTrueType } from "../../font/subset/truetype-merge.ts";
import type { FormFont } from "../../pdf/form/field-fonts.ts";
import { HAN_CHARACTER, HAN_LANGUAGES, type HanLanguage, hanLanguageOfText } from "../../pdf/text/han-language.ts";

/** Folders of static assets, written by scripts/han-form-fonts.ts: `index.json` and `<number>.ttf`. */
const FOLDERS: Readonly<Record<HanLanguage, string>> = {
  ja: "/form-fonts/noto-sans-jp",
  ko: "/form-fonts/noto-sans-kr",
  "zh-Hans": "/form-fonts/noto-sans-sc",
  "zh-Hant": "/form-fonts/noto-sans-tc",
};

/** For each file of a font the first and last code points of its ranges, in turn. */
type FontIndex = readonly (readonly number[])[];

/** Punctuation and symbols that take their width from the text around them, or that few other fonts have. */
const SHARED = /[\u00b7\u2010-\u2027\u2030-\u203e\u2070-\u209f\u2100-\u27bf\u2900-\u2bff]/;

/**
 * Fonts for the Han characters, kana and hangul of these texts, for each text in its language, and for symbols among
 * them. Only files that hold one of the characters are read, and only those glyphs are in the fonts. Characters that
 * the font of a language lacks come from the others.
 * @param language of texts that do not show theirs by kana, hangul or bopomofo
 */
export async function hanFonts(
  texts: readonly string[],
  language: HanLanguage,
  readAsset: ReadAsset,
): Promise<FormFont[]> {
  const wanted = new Map<HanLanguage, Set<number>>();
  for (const text of texts) {
    if (!HAN_CHARACTER.test(text)) continue;
    const of = hanLanguageOfText(text) ?? language;
    const codes = wanted.get(of) ?? new Set();
    for (const character of text)
      if (HAN_CHARACTER.test(character) || SHARED.test(character)) codes.add(present(character.codePointAt(0)));
    wanted.set(of, codes);
  }
  const indices = new Map<HanLanguage, FontIndex>();
  const taken = new Map<HanLanguage, { codes: Set<number>; files: Set<number> }>();
  for (const [first, codes] of wanted) {
    const missing = new Set(codes);
    for (const each of [first, ...HAN_LANGUAGES.filter((other) => other !== first)]) {
      if (missing.size === 0) break;
      const index = indices.get(each) ?? (await readIndex(each, readAsset));
      indices.set(each, index);
      const part = taken.get(each) ?? { codes: new Set(), files: new Set() };
      taken.set(each, part);
      takeFrom(index, missing, part);
    }
  }
  const fonts: FormFont[] = [];
  for (const [each, { codes, files }] of taken) {
    const read = await Promise.all([...files].map((file) => readAsset(`${FOLDERS[each]}/${file}.ttf`)));
    const bytes = mergeTrueType(
      read.filter((file) => file !== undefined),
      codes,
    );
    if (bytes) fonts.push({ bytes, language: each });
  }
  return fonts;
}

/** Moves the characters that a font has from those that are missing. */
function takeFrom(index: FontIndex, missing: Set<number>, part: { codes: Set<number>; files: Set<number> }): void {
  for (const [file, ranges] of index.entries())
    for (const code of missing)
      if (isWithin(ranges, code)) {
        missing.delete(code);
        part.codes.add(code);
        part.files.add(file);
      }
}

async function readIndex(language: HanLanguage, readAsset: ReadAsset): Promise<FontIndex> {
  const bytes = await readAsset(`${FOLDERS[language]}/index.json`);
  return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as { files: FontIndex }).files : [];
}
