/** Section modifiers (MS-DOC 2.6.4) and the `w:sectPr` that says the same. Lengths in twips. */

import { ByteReader } from "../../../office/byte-reader.ts";
import { CharacterPlex } from "../character-plex.ts";
import { numberFormatName } from "../number-formats.ts";
import { element, toggle, valued } from "../xml-writer.ts";
import { type BorderLine, borderXml, readBorder, readBorder80 } from "./borders.ts";
import { readSprms, type Sprm } from "./sprm.ts";
import { SPRM } from "./sprm-codes.ts";
import { applyByName, type SprmHandlers } from "./sprm-handlers.ts";

/** A section: where it ends (position in the main story) and what is said about it. */
export interface DocumentSection {
  end: number;
  properties: SectionProperties;
}

export interface SectionProperties {
  start: number;
  columns: number;
  columnSpace: number;
  columnWidths: Map<number, number>;
  columnSpaces: Map<number, number>;
  evenlySpaced: boolean;
  lineBetween: boolean;
  titlePage: boolean;
  restartsPages: boolean;
  firstPage: number;
  pageFormat: number;
  verticalAlign: number;
  rightToLeft: boolean;
  landscape: boolean;
  pageWidth: number;
  pageHeight: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  gutter: number;
  header: number;
  footer: number;
  lineNumberEvery: number;
  lineNumberRestart: number;
  lineNumberStart: number;
  lineNumberDistance: number;
  gridType: number;
  gridPitch: number;
  textFlow: number;
  borders: Map<string, BorderLine>;
  borderFlags: number;
  footnoteFormat?: number;
  endnoteFormat?: number;
  footnoteRestart?: number;
  footnoteStart?: number;
}

const SECTION_BYTES = 12;
const MAX_SECTIONS = 5_000;
const MAX_COLUMNS = 45;
const STARTS = ["continuous", "nextColumn", "nextPage", "evenPage", "oddPage"];
const VERTICAL_ALIGNS = ["top", "center", "both", "bottom"];
const GRID_TYPES = ["default", "linesAndChars", "lines", "snapToChars"];
const TEXT_FLOWS = [undefined, "tbRl", undefined, "btLr", "lrTbV", "tbRlV"];
const BORDER_SIDES = ["w:top", "w:left", "w:bottom", "w:right"];
const BORDER_DISPLAYS = ["allPages", "firstPage", "notFirstPage"];
const LINE_NUMBER_RESTARTS = ["newPage", "newSection", "continuous"];
const RESTARTS = ["continuous", "eachSect", "eachPage"];
const NUMBERS: Readonly<Record<number, [name: keyof SectionProperties, read: "u8" | "u16" | "i16" | "i32"]>> = {
  [SPRM.sprmSBkc]: ["start", "u8"],
  [SPRM.sprmSDxaColumns]: ["columnSpace", "i16"],
  [SPRM.sprmSNfcPgn]: ["pageFormat", "u8"],
  [SPRM.sprmSVjc]: ["verticalAlign", "u8"],
  [SPRM.sprmSPgnStart97]: ["firstPage", "u16"],
  [SPRM.sprmSPgnStart]: ["firstPage", "i32"],
  [SPRM.sprmSXaPage]: ["pageWidth", "u16"],
  [SPRM.sprmSYaPage]: ["pageHeight", "u16"],
  [SPRM.sprmSDxaLeft]: ["left", "u16"],
  [SPRM.sprmSDxaRight]: ["right", "u16"],
  [SPRM.sprmSDyaTop]: ["top", "i16"],
  [SPRM.sprmSDyaBottom]: ["bottom", "i16"],
  [SPRM.sprmSDzaGutter]: ["gutter", "u16"],
  [SPRM.sprmSDyaHdrTop]: ["header", "u16"],
  [SPRM.sprmSDyaHdrBottom]: ["footer", "u16"],
  [SPRM.sprmSNLnnMod]: ["lineNumberEvery", "u16"],
  [SPRM.sprmSLnc]: ["lineNumberRestart", "u8"],
  [SPRM.sprmSLnnMin]: ["lineNumberStart", "u16"],
  [SPRM.sprmSDxaLnn]: ["lineNumberDistance", "i16"],
  [SPRM.sprmSClm]: ["gridType", "u16"],
  [SPRM.sprmSDyaLinePitch]: ["gridPitch", "i16"],
  [SPRM.sprmSTextFlow]: ["textFlow", "u16"],
  [SPRM.sprmSPgbProp]: ["borderFlags", "u16"],
  [SPRM.sprmSNfcFtnRef]: ["footnoteFormat", "u16"],
  [SPRM.sprmSNfcEdnRef]: ["endnoteFormat", "u16"],
  [SPRM.sprmSRncFtn]: ["footnoteRestart", "u8"],
  [SPRM.sprmSNFtn]: ["footnoteStart", "u16"],
};
const FLAGS: Readonly<Record<number, keyof SectionProperties>> = {
  [SPRM.sprmSFEvenlySpaced]: "evenlySpaced",
  [SPRM.sprmSFTitlePage]: "titlePage",
  [SPRM.sprmSFPgnRestart]: "restartsPages",
  [SPRM.sprmSLBetween]: "lineBetween",
  [SPRM.sprmSFBiDi]: "rightToLeft",
};

/** The sections in their order; one for the whole text when the file names none. */
export function readSections(plc: Uint8Array, wordDocument: Uint8Array, textEnd: number): DocumentSection[] {
  const plex = new CharacterPlex(plc, SECTION_BYTES);
  const document = new ByteReader(wordDocument);
  const sections: DocumentSection[] = [];
  let previous = 0;
  for (let index = 0; index < Math.min(plex.length, MAX_SECTIONS); index++) {
    const end = plex.position(index + 1);
    if (end <= previous) continue;
    const at = plex.data(index).i32(2);
    const properties = defaultSection();
    if (at >= 0 && at + 2 <= wordDocument.length) {
      for (const sprm of readSprms(document, at + 2, at + 2 + document.u16(at))) applySectionSprm(properties, sprm);
    }
    sections.push({ end, properties });
    previous = end;
  }
  if (sections.length === 0) sections.push({ end: textEnd, properties: defaultSection() });
  return sections;
}

function defaultSection(): SectionProperties {
  return {
    start: 2,
    columns: 1,
    columnSpace: 720,
    columnWidths: new Map(),
    columnSpaces: new Map(),
    evenlySpaced: true,
    lineBetween: false,
    titlePage: false,
    restartsPages: false,
    firstPage: 1,
    pageFormat: 0,
    verticalAlign: 0,
    rightToLeft: false,
    landscape: false,
    pageWidth: 12_240,
    pageHeight: 15_840,
    left: 1_800,
    right: 1_800,
    top: 1_440,
    bottom: 1_440,
    gutter: 0,
    header: 720,
    footer: 720,
    lineNumberEvery: 0,
    lineNumberRestart: 0,
    lineNumberStart: 0,
    lineNumberDistance: 0,
    gridType: 0,
    gridPitch: 0,
    textFlow: 0,
    borders: new Map(),
    borderFlags: 0,
  };
}

function setBorder80(section: SectionProperties, { code, reader, operand }: Sprm): void {
  setBorder(section, code - SPRM.sprmSBrcTop80, readBorder80(reader, operand));
}

function setBorderOf(section: SectionProperties, { code, reader, operand, size }: Sprm): void {
  if (size >= 8) setBorder(section, code - SPRM.sprmSBrcTop, readBorder(reader, operand));
}

const HANDLERS: SprmHandlers<SectionProperties> = {
  sprmSCcolumns: (section, { reader, operand }) => {
    section.columns = Math.min(MAX_COLUMNS, reader.u16(operand) + 1);
  },
  sprmSDxaColWidth: (section, { reader, operand }) => {
    section.columnWidths.set(reader.u8(operand), reader.u16(operand + 1));
  },
  sprmSDxaColSpacing: (section, { reader, operand }) => {
    section.columnSpaces.set(reader.u8(operand), reader.u16(operand + 1));
  },
  sprmSBOrientation: (section, { reader, operand }) => {
    section.landscape = reader.u8(operand) === 2;
  },
  sprmSBrcTop80: setBorder80,
  sprmSBrcLeft80: setBorder80,
  sprmSBrcBottom80: setBorder80,
  sprmSBrcRight80: setBorder80,
  sprmSBrcTop: setBorderOf,
  sprmSBrcLeft: setBorderOf,
  sprmSBrcBottom: setBorderOf,
  sprmSBrcRight: setBorderOf,
};

function applySectionSprm(section: SectionProperties, sprm: Sprm): void {
  const { code, reader, operand } = sprm;
  const number = NUMBERS[code];
  if (number) {
    Object.assign(section, { [number[0]]: reader[number[1]](operand) });
    return;
  }
  const flag = FLAGS[code];
  if (flag) {
    Object.assign(section, { [flag]: reader.u8(operand) !== 0 });
    return;
  }
  applyByName(HANDLERS, section, sprm);
}

function setBorder(section: SectionProperties, index: number, border: BorderLine | undefined): void {
  const side = BORDER_SIDES[index] ?? "w:top";
  if (border && border.style !== "nil") section.borders.set(side, border);
  else section.borders.delete(side);
}

/** `references`: the header and footer references that come first. */
export function sectionXml(section: SectionProperties, references: string): string {
  const size = element("w:pgSz", {
    "w:w": section.pageWidth,
    "w:h": section.pageHeight,
    "w:orient": section.landscape ? "landscape" : undefined,
  });
  const margins = element("w:pgMar", {
    "w:top": section.top,
    "w:right": section.right,
    "w:bottom": section.bottom,
    "w:left": section.left,
    "w:header": section.header,
    "w:footer": section.footer,
    "w:gutter": section.gutter,
  });
  return element(
    "w:sectPr",
    {},
    references +
      footnotesXml(section) +
      (section.endnoteFormat === undefined
        ? ""
        : element("w:endnotePr", {}, valued("w:numFmt", numberFormatName(section.endnoteFormat)))) +
      valued("w:type", STARTS[section.start] ?? "nextPage") +
      size +
      margins +
      pageBordersXml(section) +
      lineNumbersXml(section) +
      element("w:pgNumType", {
        "w:fmt": numberFormatName(section.pageFormat),
        "w:start": section.restartsPages ? section.firstPage : undefined,
      }) +
      columnsXml(section) +
      valued("w:vAlign", VERTICAL_ALIGNS[section.verticalAlign]) +
      toggle("w:titlePg", section.titlePage) +
      valued("w:textDirection", TEXT_FLOWS[section.textFlow]) +
      toggle("w:bidi", section.rightToLeft) +
      (section.gridType > 0
        ? element("w:docGrid", { "w:type": GRID_TYPES[section.gridType], "w:linePitch": section.gridPitch })
        : ""),
  );
}

function lineNumbersXml(section: SectionProperties): string {
  if (section.lineNumberEvery <= 0) return "";
  return element("w:lnNumType", {
    "w:countBy": section.lineNumberEvery,
    "w:start": section.lineNumberStart,
    "w:distance": section.lineNumberDistance || undefined,
    "w:restart": LINE_NUMBER_RESTARTS[section.lineNumberRestart],
  });
}

function footnotesXml({ footnoteFormat, footnoteRestart, footnoteStart }: SectionProperties): string {
  if (footnoteFormat === undefined && footnoteRestart === undefined && footnoteStart === undefined) return "";
  return element(
    "w:footnotePr",
    {},
    (footnoteFormat === undefined ? "" : valued("w:numFmt", numberFormatName(footnoteFormat))) +
      valued("w:numStart", footnoteStart) +
      (footnoteRestart === undefined ? "" : valued("w:numRestart", RESTARTS[footnoteRestart])),
  );
}

function columnsXml(section: SectionProperties): string {
  const { columns, columnSpace, evenlySpaced, columnWidths, columnSpaces, lineBetween } = section;
  const explicit: string[] = [];
  if (!evenlySpaced) {
    for (let index = 0; index < columns; index++) {
      explicit.push(element("w:col", { "w:w": columnWidths.get(index), "w:space": columnSpaces.get(index) ?? 0 }));
    }
  }
  return element(
    "w:cols",
    {
      "w:num": columns,
      "w:space": columnSpace,
      "w:sep": lineBetween ? 1 : undefined,
      "w:equalWidth": evenlySpaced ? undefined : 0,
    },
    explicit.join(""),
  );
}

/** sprmSPgbProp (MS-DOC 2.9.255): which pages, in front of or behind the text, measured from where. */
function pageBordersXml({ borders, borderFlags }: SectionProperties): string {
  if (borders.size === 0) return "";
  const sides = [...borders].map(([side, border]) => borderXml(side, border));
  return element(
    "w:pgBorders",
    {
      "w:display": BORDER_DISPLAYS[borderFlags & 7] ?? "allPages",
      "w:zOrder": (borderFlags >> 3) & 3 ? "back" : "front",
      "w:offsetFrom": (borderFlags >> 5) & 7 ? "page" : "text",
    },
    sides.join(""),
  );
}
