/** Character modifiers (MS-DOC 2.6.1) and the `w:rPr` that says the same. */

import type { DocumentFont } from "../font-table.ts";
import { languageTag } from "../languages.ts";
import { element, toggle, valued } from "../xml-writer.ts";
import { type BorderLine, borderXml, readBorder, readBorder80 } from "./borders.ts";
import { colorAt, highlightName, paletteColor } from "./colors.ts";
import { readShading, readShading80, type ShadingFill, shadingXml } from "./shadings.ts";
import type { Sprm } from "./sprm.ts";
import { SPRM } from "./sprm-codes.ts";
import { applyByName, type SprmHandlers } from "./sprm-handlers.ts";

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

/** The state of a toggle: on, off, or the opposite of the style. */
type ToggleValue = boolean | "opposite";

/**
 * What modifiers say about text; everything that they do not mention is undefined. Numbers are in the units of `w:rPr`.
 */
export interface CharacterProperties {
  toggles: Map<string, ToggleValue>;
  characterStyle?: number;
  fonts: { ascii?: number; eastAsia?: number; highAnsi?: number; complex?: number };
  /** Which of the fonts is used for characters that could belong to several scripts. */
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
  imageLocation?: number;
  /** `imageLocation` holds the data of a form field or a link, not a picture. */
  binaryData?: boolean;
  embeddedObject?: boolean;
  symbol?: { font: number; character: number };
  /** Number of the picture that a list level uses instead of a character. */
  pictureBullet?: number;
  hasPictureBullet?: boolean;
  deleted?: boolean;
  fieldHidden?: boolean;
}

export function noCharacterProperties(): CharacterProperties {
  return { toggles: new Map(), fonts: {} };
}

function markEmbeddedObject(properties: CharacterProperties, { reader, operand }: Sprm): void {
  properties.embeddedObject = reader.u8(operand) !== 0;
}

function setLanguage(properties: CharacterProperties, { reader, operand }: Sprm): void {
  properties.language = languageTag(reader.u16(operand));
}

function setEastAsianLanguage(properties: CharacterProperties, { reader, operand }: Sprm): void {
  properties.languageEastAsia = languageTag(reader.u16(operand));
}

const HANDLERS: SprmHandlers<CharacterProperties> = {
  sprmCFRMarkDel: (properties, { reader, operand }) => {
    properties.deleted = reader.u8(operand) !== 0;
  },
  sprmCFFldVanish: (properties, { reader, operand }) => {
    properties.fieldHidden = reader.u8(operand) !== 0;
  },
  sprmCPicLocation: (properties, { reader, operand }) => {
    properties.imageLocation = reader.u32(operand);
    properties.special = true;
  },
  sprmCFData: (properties, { reader, operand }) => {
    properties.binaryData = reader.u8(operand) !== 0;
  },
  sprmCSymbol: (properties, { reader, operand }) => {
    properties.symbol = { font: reader.u16(operand), character: reader.u16(operand + 2) };
    properties.special = true;
  },
  sprmCFOle2: markEmbeddedObject,
  sprmCFObj: markEmbeddedObject,
  sprmCHighlight: (properties, { reader, operand }) => {
    properties.highlight = highlightName(reader.u8(operand));
  },
  sprmCIstd: (properties, { reader, operand }) => {
    properties.characterStyle = reader.u16(operand);
  },
  sprmCPlain: (properties) => {
    resetToStyle(properties);
  },
  sprmCKcd: (properties, { reader, operand }) => {
    properties.emphasis = reader.u8(operand);
  },
  sprmCKul: (properties, { reader, operand }) => {
    properties.underline = UNDERLINES[reader.u8(operand)] ?? "single";
  },
  sprmCDxaSpace: (properties, { reader, operand }) => {
    properties.spacingTwips = reader.i16(operand);
  },
  sprmCIco: (properties, { reader, operand }) => {
    properties.color = paletteColor(reader.u8(operand));
  },
  sprmCHps: (properties, { reader, operand }) => {
    properties.sizeHalfPoints = reader.u16(operand);
  },
  sprmCHpsPos: (properties, { reader, operand }) => {
    properties.positionHalfPoints = reader.i16(operand);
  },
  sprmCIss: (properties, { reader, operand }) => {
    properties.verticalAlign = POSITIONS[reader.u8(operand)] ?? "baseline";
  },
  sprmCHpsKern: (properties, { reader, operand }) => {
    properties.kerningHalfPoints = reader.u16(operand);
  },
  sprmCRgFtc0: (properties, { reader, operand }) => {
    properties.fonts.ascii = reader.u16(operand);
  },
  sprmCRgFtc1: (properties, { reader, operand }) => {
    properties.fonts.eastAsia = reader.u16(operand);
  },
  sprmCRgFtc2: (properties, { reader, operand }) => {
    properties.fonts.highAnsi = reader.u16(operand);
  },
  sprmCFtcBi: (properties, { reader, operand }) => {
    properties.fonts.complex = reader.u16(operand);
  },
  sprmCCharScale: (properties, { reader, operand }) => {
    properties.scalePercent = reader.u16(operand);
  },
  sprmCFSpec: (properties, { reader, operand }) => {
    properties.special = reader.u8(operand) !== 0;
  },
  sprmCFBiDi: (properties, { reader, operand }) => {
    properties.rightToLeft = reader.u8(operand) !== 0;
  },
  sprmCHpsBi: (properties, { reader, operand }) => {
    properties.sizeComplexHalfPoints = reader.u16(operand);
  },
  sprmCLidBi: (properties, { reader, operand }) => {
    properties.languageComplex = languageTag(reader.u16(operand));
  },
  sprmCBrc80: (properties, { reader, operand }) => {
    properties.border = readBorder80(reader, operand);
  },
  sprmCBrc: (properties, { reader, operand, size }) => {
    if (size >= 8) properties.border = readBorder(reader, operand);
  },
  sprmCShd80: (properties, { reader, operand }) => {
    properties.shading = readShading80(reader, operand);
  },
  sprmCShd: (properties, { reader, operand, size }) => {
    if (size >= 10) properties.shading = readShading(reader, operand);
  },
  sprmCRgLid0_80: setLanguage,
  sprmCRgLid0: setLanguage,
  sprmCRgLid1_80: setEastAsianLanguage,
  sprmCRgLid1: setEastAsianLanguage,
  sprmCPbiIBullet: (properties, { reader, operand }) => {
    properties.pictureBullet = reader.u32(operand);
  },
  sprmCPbiGrf: (properties, { reader, operand }) => {
    properties.hasPictureBullet = (reader.u16(operand) & 1) !== 0;
  },
  sprmCIdctHint: (properties, { reader, operand }) => {
    properties.fontHint = FONT_HINTS[reader.u8(operand)];
  },
  sprmCCv: (properties, { reader, operand }) => {
    properties.color = colorAt(reader, operand);
  },
  sprmCCvUl: (properties, { reader, operand }) => {
    properties.underlineColor = colorAt(reader, operand);
  },
};

/** Applies one modifier; those of other kinds are passed over. */
export function applyCharacterSprm(properties: CharacterProperties, sprm: Sprm): void {
  const toggled = TOGGLES[sprm.code];
  if (toggled) applyToggle(properties, toggled, sprm.reader.u8(sprm.operand));
  else applyByName(HANDLERS, properties, sprm);
}

/** `ToggleOperand` (MS-DOC 2.9.327): 0x80 leaves the style's value, 0x81 takes its opposite. */
function applyToggle(properties: CharacterProperties, name: string, operand: number): void {
  if (operand === 0x80) properties.toggles.delete(name);
  else properties.toggles.set(name, operand === 0x81 ? "opposite" : operand !== 0);
}

/** sprmCPlain: resets to the style, except for what makes the character special. */
function resetToStyle(properties: CharacterProperties): void {
  const { special, imageLocation, binaryData, embeddedObject, symbol, deleted, characterStyle } = properties;
  for (const key of Object.keys(properties)) delete properties[key as keyof CharacterProperties];
  const kept = { special, imageLocation, binaryData, embeddedObject, symbol, deleted, characterStyle };
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
