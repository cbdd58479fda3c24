/** Section modifiers (MS-DOC 2.6.4) and the `w:sectPr` that says the same. Lengths in twips. */
import { ByteReader } from "../metafile/byte-reader.ts";
import { type BorderLine, borderXml, readBorder, readBorder80 } from "./borders.ts";
import { CharacterPlex } from "./character-plex.ts";
import { numberFormatName } from "./number-formats.ts";
import { readSprms, type Sprm } from "./sprm.ts";
import { element, toggle, valued } from "./xml-writer.ts";

/** A section: where it ends (position in the main story) and what is said of it. */
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
const MOST_SECTIONS = 5_000;
const MOST_COLUMNS = 45;
const STARTS = ["continuous", "nextColumn", "nextPage", "evenPage", "oddPage"];
const VERTICAL_ALIGNS = ["top", "center", "both", "bottom"];
const GRID_TYPES = ["default", "linesAndChars", "lines", "snapToChars"];
const TEXT_FLOWS = [undefined, "tbRl", undefined, "btLr", "lrTbV", "tbRlV"];
const BORDER_SIDES = ["w:top", "w:left", "w:bottom", "w:right"];
const BORDER_DISPLAYS = ["allPages", "firstPage", "notFirstPage"];
const LINE_NUMBER_RESTARTS = ["newPage", "newSection", "continuous"];
const RESTARTS = ["continuous", "eachSect", "eachPage"];
const NUMBERS: Readonly<Record<number, [name: keyof SectionProperties, read: "u8" | "u16" | "i16" | "i32"]>> = {
  0x3009: ["start", "u8"],
  0x900c: ["columnSpace", "i16"],
  0x300e: ["pageFormat", "u8"],
  0x301a: ["verticalAlign", "u8"],
  0x501c: ["firstPage", "u16"],
  0x7044: ["firstPage", "i32"],
  0xb01f: ["pageWidth", "u16"],
  0xb020: ["pageHeight", "u16"],
  0xb021: ["left", "u16"],
  0xb022: ["right", "u16"],
  0x9023: ["top", "i16"],
  0x9024: ["bottom", "i16"],
  0xb025: ["gutter", "u16"],
  0xb017: ["header", "u16"],
  0xb018: ["footer", "u16"],
  0x5015: ["lineNumberEvery", "u16"],
  0x3013: ["lineNumberRestart", "u8"],
  0x501b: ["lineNumberStart", "u16"],
  0x9016: ["lineNumberDistance", "i16"],
  0x5032: ["gridType", "u16"],
  0x9031: ["gridPitch", "i16"],
  0x5033: ["textFlow", "u16"],
  0x522f: ["borderFlags", "u16"],
  0x5040: ["footnoteFormat", "u16"],
  0x5042: ["endnoteFormat", "u16"],
  0x303c: ["footnoteRestart", "u8"],
  0x503f: ["footnoteStart", "u16"],
};
const FLAGS: Readonly<Record<number, keyof SectionProperties>> = {
  0x3005: "evenlySpaced",
  0x300a: "titlePage",
  0x3011: "restartsPages",
  0x3019: "lineBetween",
  0x3228: "rightToLeft",
};

/** The sections in their order; one for the whole text when the file names none. */
export function readSections(plc: Uint8Array, wordDocument: Uint8Array, textEnd: number): DocumentSection[] {
  const plex = new CharacterPlex(plc, SECTION_BYTES);
  const document = new ByteReader(wordDocument);
  const sections: DocumentSection[] = [];
  let previous = 0;
  for (let index = 0; index < Math.min(plex.length, MOST_SECTIONS); index++) {
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

function applySectionSprm(section: SectionProperties, { code, reader, operand, size }: Sprm): void {
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
  switch (code) {
    case 0x500b:
      section.columns = Math.min(MOST_COLUMNS, reader.u16(operand) + 1);
      break;
    case 0xf203:
      section.columnWidths.set(reader.u8(operand), reader.u16(operand + 1));
      break;
    case 0xf204:
      section.columnSpaces.set(reader.u8(operand), reader.u16(operand + 1));
      break;
    case 0x301d:
      section.landscape = reader.u8(operand) === 2;
      break;
    case 0x702b:
    case 0x702c:
    case 0x702d:
    case 0x702e:
      setBorder(section, code - 0x702b, readBorder80(reader, operand));
      break;
    case 0xd234:
    case 0xd235:
    case 0xd236:
    case 0xd237:
      if (size >= 8) setBorder(section, code - 0xd234, readBorder(reader, operand));
      break;
  }
}

function setBorder(section: SectionProperties, index: number, border: BorderLine | undefined): void {
  const side = BORDER_SIDES[index] ?? "w:top";
  if (border && border.style !== "nil") section.borders.set(side, border);
  else section.borders.delete(side);
}

/** `references`: the header and footer references that go first. */
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

/** sprmSPgbProp (MS-DOC 2.9.255): which pages, before or behind the text, measured from where. */
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
