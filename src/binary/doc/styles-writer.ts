/** The style sheet -> `w:styles` (ECMA-376 part 1, 17.7). */

import type { DocumentFont } from "./font-table.ts";
import { characterPropertiesOf, characterPropertiesXml } from "./properties/character-properties.ts";
import {
  applyParagraphSprm,
  noParagraphProperties,
  paragraphPropertiesXml,
} from "./properties/paragraph-properties.ts";
import { type DocumentStyle, type DocumentStyles, modifiersOf, type StyleKind } from "./style-sheet.ts";
import { tableStyleXml } from "./table-style-writer.ts";
import { element, valued } from "./xml-writer.ts";

const DEFAULT_FONT = "Times New Roman";
/** The default styles of paragraphs and tables have fixed numbers (MS-DOC 2.9.271). */
const DEFAULT_STYLES: Readonly<Record<number, StyleKind>> = { 0: "paragraph", 10: "character", 11: "table" };

export function styleId(index: number): string {
  return `s${index}`;
}

/** The content of `w:styles`. */
export function stylesXml(sheet: DocumentStyles, fonts: readonly DocumentFont[]): string {
  const styles = [...sheet.styles.values()].map((style) => styleXml(style, sheet, fonts));
  return element("w:docDefaults", {}, element("w:rPrDefault", {}, defaultsXml(sheet, fonts))) + styles.join("");
}

function defaultsXml({ defaultFonts }: DocumentStyles, fonts: readonly DocumentFont[]): string {
  const name = (number: number | undefined) => fonts[number ?? 0]?.name || DEFAULT_FONT;
  const names = {
    "w:ascii": name(defaultFonts.ascii),
    "w:eastAsia": name(defaultFonts.eastAsia),
    "w:hAnsi": name(defaultFonts.highAnsi),
    "w:cs": name(defaultFonts.complex),
  };
  // The size stays unsaid, 10 points either way: a size that is said here wins over the style of a table's text.
  return element("w:rPr", {}, element("w:rFonts", names));
}

function styleXml(style: DocumentStyle, sheet: DocumentStyles, fonts: readonly DocumentFont[]): string {
  const isOn = (toggle: string) => sheet.isOn(toggle, style.base, undefined);
  const character = characterPropertiesXml(characterPropertiesOf(modifiersOf(style.character)), fonts, isOn);
  const paragraph = noParagraphProperties();
  for (const sprm of modifiersOf(style.paragraph)) applyParagraphSprm(paragraph, sprm);
  const isDefault = DEFAULT_STYLES[style.index] === style.kind;
  return element(
    "w:style",
    { "w:type": style.kind, "w:styleId": styleId(style.index), "w:default": isDefault ? 1 : undefined },
    valued("w:name", style.name) +
      valued("w:basedOn", sheet.has(style.base, style.kind) ? styleId(style.base) : undefined) +
      element("w:pPr", {}, paragraphPropertiesXml(paragraph)) +
      element("w:rPr", {}, character) +
      (style.kind === "table" ? tableStyleXml(style, fonts) : ""),
  );
}
