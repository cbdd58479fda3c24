import { type CustomFont, type CustomFonts, namesOf } from "../../domain/custom-font.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import type { FormFont } from "../../pdf/form/field-fonts.ts";

/**
 * The fonts of the workspace that a form's fields name: these fields are drawn with them, not with one that looks
 * similar.
 */
export async function customFormFonts(document: PdfDocument, { fonts, read }: CustomFonts): Promise<FormFont[]> {
  const named = new Map<CustomFont, string[]>();
  for (const [fontName, baseName] of fonts.length > 0 ? formFontNames(document) : []) {
    const font = fontFor(baseName, fonts);
    if (font) named.set(font, [...(named.get(font) ?? []), fontName]);
  }
  const found = await Promise.all(
    Array.from(named, async ([{ key }, fontNames]) => ({ bytes: await read(key), fontNames })),
  );
  return found.flatMap(({ bytes, fontNames }): FormFont[] => (bytes ? [{ bytes, fontNames }] : []));
}

/** Names of the form's fonts in its resources, with the names of the fonts themselves. */
function formFontNames(document: PdfDocument): [fontName: string, baseName: string][] {
  const form = document.dict(document.catalog.get("AcroForm"));
  const fonts = document.dict(document.dict(form?.get("DR"))?.get("Font"));
  return [...(fonts ?? [])].flatMap(([fontName, font]): [string, string][] => {
    const baseName = document.name(document.dict(font)?.get("BaseFont"));
    return baseName === undefined ? [] : [[fontName, baseName]];
  });
}

const SUBSET_TAG = /^[A-Z]{6}\+/;
const STYLES = /[-, ]?(?:regular|roman|bold|italic|oblique|mt|ps)+$/i;

/** By its PostScript name; otherwise by its family and the style after it. */
function fontFor(baseName: string, fonts: readonly CustomFont[]): CustomFont | undefined {
  const name = baseName.replace(SUBSET_TAG, "");
  const exact = fonts.find((font) => bare(font.postScriptName) === bare(name));
  if (exact) return exact;
  const family = bare(name.replace(STYLES, ""));
  const [isBold, isItalic] = [/bold/i.test(name), /italic|oblique/i.test(name)];
  return fonts
    .flatMap(namesOf)
    .filter((named) => bare(named.name) === family && named.font.isItalic === isItalic)
    .find(({ weight }) => weight >= 600 === isBold)?.font;
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
