/** Lists -> `w:numbering` (ECMA-376 part 1, 17.9). */

import type { DocumentFont } from "./font-table.ts";
import type { ListDefinition, ListInstance, ListLevel } from "./list-tables.ts";
import { numberFormatName } from "./number-formats.ts";
import { characterPropertiesOf, characterPropertiesXml } from "./properties/character-properties.ts";
import {
  applyParagraphSprm,
  noParagraphProperties,
  paragraphPropertiesXml,
} from "./properties/paragraph-properties.ts";
import { modifiersOf } from "./style-sheet.ts";
import { element, toggle, valued } from "./xml-writer.ts";

const NO_STYLE = 0xfff;
const ALIGNMENTS = ["left", "center", "right"];
const SUFFIXES = ["tab", "space", "nothing"];
const BULLET = 23;
const SYMBOL_CODES = 0xf000;
const LEVEL_CHARACTER = /[\u0000-\u0008]/g;

/** What lists refer to outside their own tables. */
export interface NumberingEnvironment {
  fonts: readonly DocumentFont[];
  /** The id of a paragraph style. */
  styleIdOf: (style: number) => string | undefined;
  /** The relationship to the picture of a bullet by its number. */
  pictureBullet: (number: number) => string | undefined;
}

/** The content of `w:numbering`. */
export function numberingXml(
  lists: readonly ListDefinition[],
  instances: readonly ListInstance[],
  environment: NumberingEnvironment,
): string {
  const images = new Map<number, string>();
  const definitions = lists.map((list) => {
    const levels = list.levels.map((level, index) => {
      const style = list.styles[index] ?? NO_STYLE;
      return levelXml(level, index, style === NO_STYLE ? undefined : environment.styleIdOf(style), environment, images);
    });
    return element("w:abstractNum", { "w:abstractNumId": list.id }, levels.join(""));
  });
  const numbers = instances.map(({ listId, overrides }, index) => {
    const changes = overrides.map(({ level, start, definition }) =>
      element(
        "w:lvlOverride",
        { "w:ilvl": level },
        valued("w:startOverride", start) +
          (definition ? levelXml(definition, level, undefined, environment, images) : ""),
      ),
    );
    return element("w:num", { "w:numId": index + 1 }, valued("w:abstractNumId", listId) + changes.join(""));
  });
  const bullets = [...images].map(([number, relationship]) =>
    element("w:numPicBullet", { "w:numPicBulletId": number }, imageXml(relationship)),
  );
  return bullets.join("") + definitions.join("") + numbers.join("");
}

function imageXml(relationship: string): string {
  return element("w:pict", {}, element("v:shape", {}, element("v:imagedata", { "r:id": relationship })));
}

function levelXml(
  level: ListLevel,
  index: number,
  styleId: string | undefined,
  { fonts, pictureBullet }: NumberingEnvironment,
  images: Map<number, string>,
): string {
  const paragraph = noParagraphProperties();
  for (const sprm of modifiersOf(level.paragraph)) applyParagraphSprm(paragraph, sprm);
  const character = characterPropertiesOf(modifiersOf(level.character));
  const image = character.hasPictureBullet ? (character.pictureBullet ?? 0) : undefined;
  const relationship = image === undefined ? undefined : pictureBullet(image);
  if (image !== undefined && relationship) images.set(image, relationship);
  const font = fonts[character.fonts.ascii ?? -1];
  return element(
    "w:lvl",
    { "w:ilvl": index },
    valued("w:start", level.start) +
      valued("w:numFmt", numberFormatName(level.format)) +
      valued("w:lvlRestart", level.restart) +
      valued("w:pStyle", styleId) +
      (level.legal ? toggle("w:isLgl", true) : "") +
      valued("w:lvlPicBulletId", relationship === undefined ? undefined : image) +
      valued("w:suff", SUFFIXES[level.follow]) +
      valued("w:lvlText", levelText(level, font)) +
      valued("w:lvlJc", ALIGNMENTS[level.alignment]) +
      element("w:pPr", {}, paragraphPropertiesXml(paragraph)) +
      element(
        "w:rPr",
        {},
        characterPropertiesXml(character, fonts, () => false),
      ),
  );
}

function levelText({ text, format }: ListLevel, font: DocumentFont | undefined): string {
  if (format !== BULLET) return text.replace(LEVEL_CHARACTER, (character) => `%${character.charCodeAt(0) + 1}`);
  if (!font?.isSymbol) return text;
  return [...text].map((character) => symbolCode(character)).join("");
}

/** Characters of symbol fonts are glyph numbers, which documents write from U+F000 on. */
function symbolCode(character: string): string {
  const code = character.charCodeAt(0);
  return code >= 0x20 && code <= 0xff ? String.fromCharCode(SYMBOL_CODES + code) : character;
}
