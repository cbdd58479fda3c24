/** Paragraph modifiers (MS-DOC 2.6.2) and the `w:pPr` that says the same. Lengths in twips. */

import { type Attributes, element, toggle, valued } from "../xml-writer.ts";
import { type BorderLine, borderXml, NO_BORDER, readBorder, readBorder80 } from "./borders.ts";
import { applyFrameSprm, type FrameProperties, frameXml } from "./frame-properties.ts";
import { readShading, readShading80, type ShadingFill, shadingXml } from "./shadings.ts";
import type { Sprm } from "./sprm.ts";
import { SPRM } from "./sprm-codes.ts";
import { applyByName, type SprmHandlers } from "./sprm-handlers.ts";
import { readTabChange, type TabChange, tabsXml } from "./tab-changes.ts";

const FLAGS: Readonly<Record<number, string>> = {
  [SPRM.sprmPFKeep]: "w:keepLines",
  [SPRM.sprmPFKeepFollow]: "w:keepNext",
  [SPRM.sprmPFPageBreakBefore]: "w:pageBreakBefore",
  [SPRM.sprmPFNoLineNumb]: "w:suppressLineNumbers",
  [SPRM.sprmPFNoAutoHyph]: "w:suppressAutoHyphens",
  [SPRM.sprmPFWidowControl]: "w:widowControl",
  [SPRM.sprmPFKinsoku]: "w:kinsoku",
  [SPRM.sprmPFWordWrap]: "w:wordWrap",
  [SPRM.sprmPFOverflowPunct]: "w:overflowPunct",
  [SPRM.sprmPFTopLinePunct]: "w:topLinePunct",
  [SPRM.sprmPFAutoSpaceDE]: "w:autoSpaceDE",
  [SPRM.sprmPFAutoSpaceDN]: "w:autoSpaceDN",
  [SPRM.sprmPFBiDi]: "w:bidi",
  [SPRM.sprmPFAdjustRight]: "w:adjustRightInd",
  [SPRM.sprmPFContextualSpacing]: "w:contextualSpacing",
  [SPRM.sprmPFMirrorIndents]: "w:mirrorIndents",
};
/** Attributes of `w:ind`; a first line that hangs is written on its own. */
const INDENTS: Readonly<Record<number, "left" | "right" | "firstLine">> = {
  [SPRM.sprmPDxaRight80]: "right",
  [SPRM.sprmPDxaRight]: "right",
  [SPRM.sprmPDxaLeft80]: "left",
  [SPRM.sprmPDxaLeft]: "left",
  [SPRM.sprmPDxaLeft180]: "firstLine",
  [SPRM.sprmPDxaLeft1]: "firstLine",
};
const CHARACTER_INDENTS: Readonly<Record<number, string>> = {
  [SPRM.sprmPDxcRight]: "w:rightChars",
  [SPRM.sprmPDxcLeft]: "w:leftChars",
  [SPRM.sprmPDxcLeft1]: "w:firstLineChars",
};
const SPACES: Readonly<Record<number, string>> = {
  [SPRM.sprmPDyaBefore]: "w:before",
  [SPRM.sprmPDyaAfter]: "w:after",
  [SPRM.sprmPDylBefore]: "w:beforeLines",
  [SPRM.sprmPDylAfter]: "w:afterLines",
};
const SIDES = ["w:top", "w:left", "w:bottom", "w:right", "w:between", "w:bar"];
/** sprmPBrcTop80 to sprmPBrcBetween80, sprmPBrcBar80 */
const BORDERS_80: readonly number[] = [
  SPRM.sprmPBrcTop80,
  SPRM.sprmPBrcLeft80,
  SPRM.sprmPBrcBottom80,
  SPRM.sprmPBrcRight80,
  SPRM.sprmPBrcBetween80,
  SPRM.sprmPBrcBar80,
];
const BORDERS: readonly number[] = [
  SPRM.sprmPBrcTop,
  SPRM.sprmPBrcLeft,
  SPRM.sprmPBrcBottom,
  SPRM.sprmPBrcRight,
  SPRM.sprmPBrcBetween,
  SPRM.sprmPBrcBar,
];
const ALIGNMENTS = [
  "left",
  "center",
  "right",
  "both",
  "distribute",
  "mediumKashida",
  undefined,
  "highKashida",
  "lowKashida",
  "thaiDistribute",
];
const FONT_ALIGNMENTS = ["top", "center", "baseline", "bottom", "auto"];

interface LineSpacing {
  value: number;
  rule: "auto" | "exact" | "atLeast";
}

/** What modifiers say about a paragraph; everything that they do not mention is undefined. */
export interface ParagraphProperties {
  flags: Map<string, boolean>;
  indents: { left?: number; right?: number; firstLine?: number };
  characterIndents: Record<string, number>;
  spaces: Record<string, number>;
  automaticSpaces: Record<string, number>;
  borders: Map<string, BorderLine>;
  shading?: ShadingFill;
  alignment?: string;
  /** The alignment names sides of the page, not of the reading direction. */
  alignmentIsPhysical?: boolean;
  line?: LineSpacing;
  listLevel?: number;
  /** From 1, `w:numId`; 0 takes the list away. */
  list?: number;
  outlineLevel?: number;
  textAlignment?: string;
  tabs: TabChange;
  frame: FrameProperties;
  inTable?: boolean;
  rowEnd?: boolean;
  innerCellEnd?: boolean;
  innerRowEnd?: boolean;
  tableDepth?: number;
}

export function noParagraphProperties(): ParagraphProperties {
  return {
    flags: new Map(),
    indents: {},
    characterIndents: {},
    spaces: {},
    automaticSpaces: {},
    borders: new Map(),
    tabs: { cleared: [], added: new Map() },
    frame: {},
  };
}

function setAlignment(properties: ParagraphProperties, { code, reader, operand }: Sprm): void {
  properties.alignment = ALIGNMENTS[reader.u8(operand)] ?? "left";
  properties.alignmentIsPhysical = code === SPRM.sprmPJc80;
}

function changeTabs(properties: ParagraphProperties, sprm: Sprm): void {
  readTabChange(properties.tabs, sprm);
}

const HANDLERS: SprmHandlers<ParagraphProperties> = {
  sprmPJc80: setAlignment,
  sprmPJc: setAlignment,
  sprmPDyaLine: (properties, { reader, operand }) => {
    properties.line = readLineSpacing(reader.i16(operand), reader.i16(operand + 2));
  },
  sprmPIlvl: (properties, { reader, operand }) => {
    properties.listLevel = Math.min(8, reader.u8(operand));
  },
  sprmPIlfo: (properties, { reader, operand }) => {
    properties.list = listNumber(reader.u16(operand));
  },
  sprmPOutLvl: (properties, { reader, operand }) => {
    properties.outlineLevel = reader.u8(operand);
  },
  sprmPWAlignFont: (properties, { reader, operand }) => {
    properties.textAlignment = FONT_ALIGNMENTS[reader.u16(operand)];
  },
  sprmPShd80: (properties, { reader, operand }) => {
    properties.shading = readShading80(reader, operand);
  },
  sprmPShd: (properties, { reader, operand, size }) => {
    if (size >= 10) properties.shading = readShading(reader, operand);
  },
  sprmPChgTabsPapx: changeTabs,
  sprmPChgTabs: changeTabs,
  sprmPFInTable: (properties, { reader, operand }) => {
    properties.inTable = reader.u8(operand) !== 0;
  },
  sprmPFTtp: (properties, { reader, operand }) => {
    properties.rowEnd = reader.u8(operand) !== 0;
  },
  sprmPFInnerTableCell: (properties, { reader, operand }) => {
    properties.innerCellEnd = reader.u8(operand) !== 0;
  },
  sprmPFInnerTtp: (properties, { reader, operand }) => {
    properties.innerRowEnd = reader.u8(operand) !== 0;
  },
  sprmPItap: (properties, { reader, operand }) => {
    properties.tableDepth = reader.i32(operand);
  },
  sprmPDtap: (properties, { reader, operand }) => {
    properties.tableDepth = (properties.tableDepth ?? 0) + reader.i32(operand);
  },
};

/** Applies one modifier; those of other kinds are passed over. */
export function applyParagraphSprm(properties: ParagraphProperties, sprm: Sprm): void {
  const { code, reader, operand } = sprm;
  const byte = () => reader.u8(operand);
  const flag = FLAGS[code];
  if (flag) {
    properties.flags.set(flag, byte() !== 0);
    return;
  }
  const indent = INDENTS[code];
  if (indent) {
    properties.indents[indent] = reader.i16(operand);
    return;
  }
  if (applyBorder(properties, sprm) || applySpace(properties, sprm) || applyFrameSprm(properties.frame, sprm)) return;
  applyByName(HANDLERS, properties, sprm);
}

function applyBorder(properties: ParagraphProperties, { code, reader, operand, size }: Sprm): boolean {
  const old = BORDERS_80.indexOf(code);
  const side = SIDES[old >= 0 ? old : BORDERS.indexOf(code)];
  if (side === undefined) return false;
  if (old < 0 && size < 8) return true;
  const border = old >= 0 ? readBorder80(reader, operand) : readBorder(reader, operand);
  properties.borders.set(side, border ?? NO_BORDER);
  return true;
}

function applySpace(properties: ParagraphProperties, { code, reader, operand }: Sprm): boolean {
  const space = SPACES[code];
  const characterIndent = CHARACTER_INDENTS[code];
  if (space) properties.spaces[space] = reader.i16(operand);
  else if (characterIndent) properties.characterIndents[characterIndent] = reader.i16(operand);
  else if (code === SPRM.sprmPFDyaBeforeAuto)
    properties.automaticSpaces["w:beforeAutospacing"] = reader.u8(operand) ? 1 : 0;
  else if (code === SPRM.sprmPFDyaAfterAuto)
    properties.automaticSpaces["w:afterAutospacing"] = reader.u8(operand) ? 1 : 0;
  else return false;
  return true;
}

/** `LSPD` (MS-DOC 2.9.145). */
function readLineSpacing(height: number, isMultiple: number): LineSpacing {
  if (height < 0) return { value: -height, rule: "exact" };
  if (isMultiple === 1 || height === 0) return { value: height === 0 ? 240 : height, rule: "auto" };
  return { value: height, rule: "atLeast" };
}

/**
 * sprmPIlfo: numbers from 0xF802 on are the negative of a list that was taken away, the highest ones no list at all.
 */
function listNumber(value: number): number {
  return value > 0 && value <= 0x7fe ? value : 0;
}

/** The children of a `w:pPr`, without style, section and mark. */
export function paragraphPropertiesXml(properties: ParagraphProperties): string {
  let xml = frameXml(properties.frame);
  for (const [name, value] of properties.flags) xml += toggle(name, value);
  xml += numberingXml(properties);
  if (properties.borders.size > 0) {
    const sides = [...properties.borders].map(([side, border]) => borderXml(side, border));
    xml += element("w:pBdr", {}, sides.join(""));
  }
  xml += shadingXml(properties.shading);
  xml += tabsXml(properties.tabs);
  xml += spacingXml(properties);
  xml += indentXml(properties);
  xml += valued("w:jc", alignmentOf(properties));
  xml += valued("w:textAlignment", properties.textAlignment);
  xml += valued("w:outlineLvl", properties.outlineLevel);
  return xml;
}

function numberingXml({ list, listLevel }: ParagraphProperties): string {
  if (list === undefined && listLevel === undefined) return "";
  return element("w:numPr", {}, valued("w:ilvl", listLevel) + valued("w:numId", list));
}

function spacingXml({ spaces, automaticSpaces, line }: ParagraphProperties): string {
  const attributes: Attributes = {
    ...spaces,
    ...automaticSpaces,
    ...(line ? { "w:line": line.value, "w:lineRule": line.rule } : {}),
  };
  return Object.keys(attributes).length > 0 ? element("w:spacing", attributes) : "";
}

function indentXml({ indents, characterIndents }: ParagraphProperties): string {
  const { left, right, firstLine } = indents;
  const attributes: Record<string, number | undefined> = { "w:left": left, "w:right": right };
  if (firstLine !== undefined) attributes[firstLine < 0 ? "w:hanging" : "w:firstLine"] = Math.abs(firstLine);
  for (const [name, value] of Object.entries(characterIndents)) {
    if (name === "w:firstLineChars" && value < 0) attributes["w:hangingChars"] = -value;
    else attributes[name] = value;
  }
  return Object.values(attributes).some((value) => value !== undefined) ? element("w:ind", attributes) : "";
}

/** In a paragraph that reads from the right, `w:jc` names the side where lines begin `left`. */
function alignmentOf({ alignment, alignmentIsPhysical, flags }: ParagraphProperties): string | undefined {
  if (!alignmentIsPhysical || !flags.get("w:bidi")) return alignment;
  return alignment === "left" ? "right" : alignment === "right" ? "left" : alignment;
}
