import type { PdfDocument } from "../document.ts";
import type { PdfDict, PdfObject } from "../objects.ts";
import { EmbeddedFont } from "../text/embedded-font.ts";
import { type HanLanguage, hanLanguageOfText } from "../text/han-language.ts";
import { MixedFont } from "../text/mixed-font.ts";
import { standardFont } from "../text/standard-font.ts";
import type { StandardFontName } from "../text/standard-font-metrics.ts";
import type { TextFont } from "../text/text-font.ts";
import { encodeWinAnsi } from "../text/win-ansi.ts";

/** Measures of the standard fonts: height of capitals with accents, depth of descenders. */
const ASCENT = 0.75;
const DESCENT = -0.21;

/** An OpenType font for characters that the standard fonts lack, or in place of a font of the form. */
export interface FormFont {
  bytes: Uint8Array;
  /** Names of fonts in the form's resources whose fields it is for; undefined for what fills gaps. */
  fontNames?: readonly string[];
  /** The language it draws Han characters for; undefined for fonts of other scripts. */
  language?: HanLanguage;
}

interface OpenedFont extends Omit<FormFont, "bytes"> {
  font: EmbeddedFont;
}

/**
 * Chooses the font for a field's text. A form's own fonts are often subsets that lack the characters of a value, so
 * the standard font of the same style is taken, one of the given fonts if that does not have all characters, and
 * several if none has.
 */
export class FieldFonts {
  readonly #document: PdfDocument;
  readonly #given: readonly FormFont[];
  readonly #language: HanLanguage | undefined;
  readonly #standard = new Map<string, TextFont>();
  #embedded: OpenedFont[] | undefined;
  /** Characters that no font has. */
  readonly missing = new Set<string>();

  /**
   * @param given in order of preference
   * @param language of Han characters if a text does not show it by other letters
   */
  constructor(document: PdfDocument, given: readonly FormFont[], language?: HanLanguage) {
    this.#document = document;
    this.#given = given;
    this.#language = language;
  }

  /** The font to show a text with. @param fontName name of the field's font in the form's resources */
  choose(fontName: string, text: string): TextFont {
    const standard = this.#standardOf(this.#styleOf(fontName));
    const shown = text.replace(/[\r\n]/g, "");
    const own = this.#opened().find(({ fontNames }) => fontNames?.includes(fontName))?.font;
    if (own?.canShow(shown)) return own;
    if (!own && standard.canShow(shown)) return standard;
    const embedded = this.#embeddedFor(shown);
    const fitting = own ? undefined : embedded.find((font) => font.canShow(shown));
    if (fitting) return fitting;
    const all = own ? new MixedFont([own, standard, ...embedded]) : new MixedFont([standard, ...embedded]);
    // Only those that are used decide how high a line is.
    const [first = standard, ...others] = new Set(all.parts(shown).map(({ font }) => font));
    const mixed = new MixedFont([first, ...others]);
    for (const character of lacking(mixed, shown)) this.missing.add(character);
    return mixed;
  }

  /** Writes the embedded fonts; call after the last text. */
  finish(): void {
    for (const { font } of this.#embedded ?? []) font.finish();
  }

  /** The given fonts: those of other scripts, then the one of the text's language, then the others. */
  #embeddedFor(text: string): EmbeddedFont[] {
    const filling = this.#opened().filter(({ fontNames }) => fontNames === undefined);
    const wanted = hanLanguageOfText(text) ?? this.#language;
    const rank = (language: HanLanguage | undefined) => (language === undefined ? 0 : language === wanted ? 1 : 2);
    return filling.toSorted((a, b) => rank(a.language) - rank(b.language)).map(({ font }) => font);
  }

  #opened(): readonly OpenedFont[] {
    this.#embedded ??= this.#given.flatMap(({ bytes, ...use }) => {
      const font = EmbeddedFont.open(this.#document, bytes);
      return font ? { font, ...use } : [];
    });
    return this.#embedded;
  }

  #standardOf(fontName: StandardFontName): TextFont {
    let font = this.#standard.get(fontName);
    if (!font) {
      const { dict, widthOf, encode } = standardFont(fontName);
      const canShow = (text: string) => encodeWinAnsi(text.normalize("NFC")) !== undefined;
      font = { ref: this.#document.add(dict), canShow, widthOf, encode, ascent: ASCENT, descent: DESCENT };
      this.#standard.set(fontName, font);
    }
    return font;
  }

  #styleOf(fontName: string): StandardFontName {
    const form = this.#document.dict(this.#document.catalog.get("AcroForm"));
    const fonts = this.#document.dict(this.#document.dict(form?.get("DR"))?.get("Font"));
    const font: PdfDict | undefined = this.#document.dict(fonts?.get(fontName) as PdfObject);
    const base = `${this.#document.name(font?.get("BaseFont")) ?? ""} ${fontName}`;
    const bold = /bold|black|heavy|HeBo|TiBo|CoBo/i.test(base);
    const italic = /italic|oblique|HeOb|TiIt|CoOb/i.test(base);
    if (/courier|mono|consol|\bCour|CoBo|CoOb/i.test(base))
      return `Courier${suffix(bold, italic, "Oblique")}` as StandardFontName;
    if (/times|serif(?!.*sans)|roman|georgia|garamond|minion|cambria|\bTi/i.test(base) && !/sans/i.test(base)) {
      return (bold || italic ? `Times${suffix(bold, italic, "Italic")}` : "Times-Roman") as StandardFontName;
    }
    return `Helvetica${suffix(bold, italic, "Oblique")}` as StandardFontName;
  }
}

function suffix(bold: boolean, italic: boolean, slanted: string): string {
  return bold || italic ? `-${bold ? "Bold" : ""}${italic ? slanted : ""}` : "";
}

function lacking(font: TextFont, text: string): string[] {
  return Array.from(text).filter((character) => !font.canShow(character));
}
