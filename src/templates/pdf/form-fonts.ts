import type { ReadAsset } from "../../domain/static-asset.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import type { FormFont } from "../../pdf/form/field-fonts.ts";
import type { DrawingFonts } from "../../pdf/form/fill-form.ts";
import { formTexts } from "../../pdf/form/list-fields.ts";
import { drawnText } from "../../pdf/text/drawn-text.ts";
import { HAN_CHARACTER, type HanLanguage, hanLanguageOfTag, hanLanguageOfText } from "../../pdf/text/han-language.ts";
import { decodeText } from "../../pdf/text-strings.ts";
import { hanFonts } from "./han-fonts.ts";

/** What the standard fonts show without embedding anything: Windows-1252. */
const STANDARD =
  /[\u0000-\u007e\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]+/g;
const HAN = new RegExp(HAN_CHARACTER, "gu");

/** Read only when a text needs them: Latin, Greek, Cyrillic and Hebrew; then by script. */
const SCRIPT_FONTS = [
  { path: "/form-fonts/arimo.ttf", isNeeded: (text: string) => text.replace(STANDARD, "").replace(HAN, "") !== "" },
  {
    path: "/form-fonts/noto-sans-arabic.ttf",
    isNeeded: (text: string) => /[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]/.test(text),
  },
  { path: "/form-fonts/noto-sans-thai.ttf", isNeeded: (text: string) => /[\u0e00-\u0e7f]/.test(text) },
];

/**
 * The fonts for characters that the standard ones lack in the texts of a form's fields.
 * @param language that Han characters are drawn for if a text does not show it
 */
export async function formFonts(
  texts: readonly string[],
  language: HanLanguage,
  readAsset: ReadAsset,
): Promise<FormFont[]> {
  const drawn = texts.map(drawnText);
  const all = drawn.join("");
  const needed = SCRIPT_FONTS.filter(({ isNeeded }) => isNeeded(all));
  const fonts = await Promise.all(needed.map(({ path }) => readAsset(path)));
  const found = fonts.flatMap((bytes): FormFont[] => (bytes ? [{ bytes }] : []));
  return [...found, ...(await hanFonts(drawn, language, readAsset))];
}

/**
 * What the values of a document's form are drawn with, as far as they are not drawn yet.
 * @param more texts that fields will get
 */
export async function drawingFonts(
  document: PdfDocument,
  readAsset: ReadAsset,
  more: readonly string[] = [],
): Promise<DrawingFonts> {
  const texts = [...formTexts(document), ...more];
  const tag = document.string(document.catalog.get("Lang"));
  const named = tag && hanLanguageOfTag(decodeText(tag));
  const hanLanguage = named ?? hanLanguageOfText(texts.join("")) ?? "zh-Hans";
  return { fonts: await formFonts(texts, hanLanguage, readAsset), hanLanguage };
}
