/** Character modifiers (MS-DOC 2.6.1) and the `w:rPr` that says the same. */

import {
  type BorderLine,
  borderXml,
  colorAt,
  highlightName,
  paletteColor,
  readBorder,
  readBorder80,
  readShading,
  readShading80,
  type ShadingFill,
  shadingXml,
} from "./borders.ts";
import type { DocumentFont } from "./font-table.ts";
import { languageTag } from "./languages.ts";
import type { Sprm } from "./sprm.ts";
import { SPRM } from "./sprm-codes.ts";
import { element, toggle, valued } from "./xml-writer.ts";

/** Properties that a style and its user switch against each other: the operand may be relative to the style. */
const TOGGLES: Readonly<Record<number, string>> = {
  [SPRM.sprmCFBold]: "w:b",
  [SPRM.sprmCFItalic]: "w:i",
  [SPRM.sprmCFStrike]: "w:strike",
  [SPRM.sprmCFOutline]: "w:outline",
  [SPRM.sprmCFShadow]: "w:shadow",
  [SPRM.sprmCFSmallCaps]: "w:smallCaps",
  [SPRM.sprmCFCaps]: "w:caps",
  [SPRM.sprmCFVanish]: "w:vanish",
  [SPRM.sprmCFDStrike]: "w:dstrike",
  [SPRM.sprmCFImprint]: "w:imprint",
  [SPRM.sprmCFEmboss]: "w:emboss",
  [SPRM.sprmCFBoldBi]: "w:bCs",
  [SPRM.sprmCFItalicBi]: "w:iCs",
};

const UNDERLINES: Readonly<Record<number, string>> = {
  0: "none",
  1: "single",
  2: "words",
  3: "double",
  4: "dotted",
  6: "thick",
  7: "dash",
  9: "dotDash",
  10: "dotDotDash",
  11: "wave",
  20: "dottedHeavy",
  23: "dashedHeavy",
  25: "dashDotHeavy",
  26: "dashDotDotHeavy",
  27: "wavyHeavy",
  39: "dashLong",
  43: "wavyDouble",
  55: "dashLongHeavy",
};
const FONT_HINTS = ["default", "eastAsia", "cs"];
const POSITIONS = ["baseline", "superscript", "subscript"];

/** What stands for a toggle: on, off, or the opposite of the style. */
type ToggleValue = boolean | "opposite";

/** What modifiers say of text; everything that they do not mention is undefined. Numbers are in the units of `w:rPr`. */
export interface CharacterProperties {
  toggles: Map<string, ToggleValue>;
  characterStyle?: number;
  fonts: { ascii?: number; eastAsia?: number; highAnsi?: number; complex?: number };
  /** Which of the fonts characters take that could belong to several scripts. */
  fontHint?: string;
  sizeHalfPoints?: number;
  sizeComplexHalfPoints?: number;
  color?: string;
  highlight?: string;
  underline?: string;
  underlineColor?: string;
  verticalAlign?: string;
  positionHalfPoints?: number;
  spacingTwips?: number;
  scalePercent?: number;
  kerningHalfPoints?: number;
  border?: BorderLine;
  shading?: ShadingFill;
  rightToLeft?: boolean;
  language?: string;
  languageEastAsia?: string;
  languageComplex?: string;
  emphasis?: number;
  /** The character stands for something else: a picture, a note, a field. */
  special?: boolean;
  /** Offset in the Data stream, or the number of an embedded object. */
  pictureLocation?: number;
  /** `pictureLocation` holds the data of a form field or a link, no picture. */
  binaryData?: boolean;
  embeddedObject?: boolean;
  symbol?: { font: number; character: number };
  /** Number of the picture that a list level has instead of a character. */
  pictureBullet?: number;
  hasPictureBullet?: boolean;
  deleted?: boolean;
  fieldHidden?: boolean;
}

export function noCharacterProperties(): CharacterProperties {
  return { toggles: new Map(), fonts: {} };
}

/** Applies one modifier; those of other kinds are passed over. */
export function applyCharacterSprm(properties: CharacterProperties, { code, reader, operand, size }: Sprm): void {
  const byte = () => reader.u8(operand);
  const word = () => reader.u16(operand);
  const toggled = TOGGLES[code];
  if (toggled) {
    applyToggle(properties, toggled, byte());
    return;
  }
  switch (code) {
    case SPRM.sprmCFRMarkDel:
      properties.deleted = byte() !== 0;
      break;
    case SPRM.sprmCFFldVanish:
      properties.fieldHidden = byte() !== 0;
      break;
    case SPRM.sprmCPicLocation:
      properties.pictureLocation = reader.u32(operand);
      properties.special = true;
      break;
    case SPRM.sprmCFData:
      properties.binaryData = byte() !== 0;
      break;
    case SPRM.sprmCSymbol:
      properties.symbol = { font: word(), character: reader.u16(operand + 2) };
      properties.special = true;
      break;
    case SPRM.sprmCFOle2:
    case SPRM.sprmCFObj:
      properties.embeddedObject = byte() !== 0;
      break;
    case SPRM.sprmCHighlight:
      properties.highlight = highlightName(byte());
      break;
    case SPRM.sprmCIstd:
      properties.characterStyle = word();
      break;
    case SPRM.sprmCPlain:
      resetToStyle(properties);
      break;
    case SPRM.sprmCKcd:
      properties.emphasis = byte();
      break;
    case SPRM.sprmCKul:
      properties.underline = UNDERLINES[byte()] ?? "single";
      break;
    case SPRM.sprmCDxaSpace:
      properties.spacingTwips = reader.i16(operand);
      break;
    case SPRM.sprmCIco:
      properties.color = paletteColor(byte());
      break;
    case SPRM.sprmCHps:
      properties.sizeHalfPoints = word();
      break;
    case SPRM.sprmCHpsPos:
      properties.positionHalfPoints = reader.i16(operand);
      break;
    case SPRM.sprmCIss:
      properties.verticalAlign = POSITIONS[byte()] ?? "baseline";
      break;
    case SPRM.sprmCHpsKern:
      properties.kerningHalfPoints = word();
      break;
    case SPRM.sprmCRgFtc0:
      properties.fonts.ascii = word();
      break;
    case SPRM.sprmCRgFtc1:
      properties.fonts.eastAsia = word();
      break;
    case SPRM.sprmCRgFtc2:
      properties.fonts.highAnsi = word();
      break;
    case SPRM.sprmCFtcBi:
      properties.fonts.complex = word();
      break;
    case SPRM.sprmCCharScale:
      properties.scalePercent = word();
      break;
    case SPRM.sprmCFSpec:
      properties.special = byte() !== 0;
      break;
    case SPRM.sprmCFBiDi:
      properties.rightToLeft = byte() !== 0;
      break;
    case SPRM.sprmCHpsBi:
      properties.sizeComplexHalfPoints = word();
      break;
    case SPRM.sprmCLidBi:
      properties.languageComplex = languageTag(word());
      break;
    case SPRM.sprmCBrc80:
      properties.border = readBorder80(reader, operand);
      break;
    case SPRM.sprmCBrc:
      if (size >= 8) properties.border = readBorder(reader, operand);
      break;
    case SPRM.sprmCShd80:
      properties.shading = readShading80(reader, operand);
      break;
    case SPRM.sprmCShd:
      if (size >= 10) properties.shading = readShading(reader, operand);
      break;
    case SPRM.sprmCRgLid0_80:
    case SPRM.sprmCRgLid0:
      properties.language = languageTag(word());
      break;
    case SPRM.sprmCRgLid1_80:
    case SPRM.sprmCRgLid1:
      properties.languageEastAsia = languageTag(word());
      break;
    case SPRM.sprmCPbiIBullet:
      properties.pictureBullet = reader.u32(operand);
      break;
    case SPRM.sprmCPbiGrf:
      properties.hasPictureBullet = (word() & 1) !== 0;
      break;
    case SPRM.sprmCIdctHint:
      properties.fontHint = FONT_HINTS[byte()];
      break;
    case SPRM.sprmCCv:
      properties.color = colorAt(reader, operand);
      break;
    case SPRM.sprmCCvUl:
      properties.underlineColor = colorAt(reader, operand);
      break;
  }
}

/** `ToggleOperand` (MS-DOC 2.9.327): 0x80 leaves the style's value, 0x81 takes its opposite. */
function applyToggle(properties: CharacterProperties, name: string, operand: number): void {
  if (operand === 0x80) properties.toggles.delete(name);
  else properties.toggles.set(name, operand === 0x81 ? "opposite" : operand !== 0);
}

/** sprmCPlain: back to the style, except for what makes the character special. */
function resetToStyle(properties: CharacterProperties): void {
  const { special, pictureLocation, binaryData, embeddedObject, symbol, deleted, characterStyle } = properties;
  for (const key of Object.keys(properties)) delete properties[key as keyof CharacterProperties];
  const kept = { special, pictureLocation, binaryData, embeddedObject, symbol, deleted, characterStyle };
  Object.assign(properties, noCharacterProperties(), kept);
}

/** Whether a toggle is on in the style of a text. */
export type StyleToggle = (name: string) => boolean;

/** The children of a `w:rPr`, without the reference to a character style. */
export function characterPropertiesXml(
  properties: CharacterProperties,
  fonts: readonly DocumentFont[],
  isOnInStyle: StyleToggle,
): string {
  let xml = fontsXml(properties, fonts);
  for (const [name, value] of properties.toggles) {
    xml += toggle(name, value === "opposite" ? !isOnInStyle(name) : value);
  }
  xml += valued("w:color", properties.color);
  xml += valued("w:spacing", properties.spacingTwips);
  xml += valued("w:w", properties.scalePercent || undefined);
  xml += valued("w:kern", properties.kerningHalfPoints);
  xml += valued("w:position", properties.positionHalfPoints);
  xml += valued("w:sz", properties.sizeHalfPoints || undefined);
  xml += valued("w:szCs", properties.sizeComplexHalfPoints || undefined);
  xml += valued("w:highlight", properties.highlight);
  if (properties.underline !== undefined) {
    xml += element("w:u", { "w:val": properties.underline, "w:color": properties.underlineColor });
  }
  xml += borderXml("w:bdr", properties.border);
  xml += shadingXml(properties.shading);
  xml += valued("w:vertAlign", properties.verticalAlign);
  xml += toggle("w:rtl", properties.rightToLeft);
  xml += languageXml(properties);
  return xml;
}

function languageXml({ language, languageEastAsia, languageComplex }: CharacterProperties): string {
  if (language === undefined && languageEastAsia === undefined && languageComplex === undefined) return "";
  return element("w:lang", { "w:val": language, "w:eastAsia": languageEastAsia, "w:bidi": languageComplex });
}

function fontsXml({ fonts: numbers, fontHint }: CharacterProperties, fonts: readonly DocumentFont[]): string {
  const name = (number: number | undefined) => (number === undefined ? undefined : fonts[number]?.name || undefined);
  const names = {
    "w:ascii": name(numbers.ascii),
    "w:eastAsia": name(numbers.eastAsia),
    "w:hAnsi": name(numbers.highAnsi),
    "w:cs": name(numbers.complex),
    "w:hint": fontHint,
  };
  return Object.values(names).some((value) => value !== undefined) ? element("w:rFonts", names) : "";
}

/** The properties that a list of modifiers outside the file's text says. */
export function characterPropertiesOf(modifiers: Iterable<Sprm>): CharacterProperties {
  const properties = noCharacterProperties();
  for (const sprm of modifiers) applyCharacterSprm(properties, sprm);
  return properties;
}
