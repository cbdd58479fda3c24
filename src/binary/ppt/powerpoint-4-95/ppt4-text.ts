/** Texts, fonts, rulers and colors of PowerPoint 4. */
import type { ColorScheme } from "../color-scheme.ts";
import type { CharacterFormat, ParagraphFormat, TabStop } from "../text/text-format.ts";
import type { LegacyColor } from "./legacy-presentation.ts";
import {
  bulletCode,
  type FontReading,
  type LegacyParagraphFormat,
  type LegacyRun,
  type LegacyTextSource,
} from "./legacy-text.ts";
import type { Ppt4BlockReader, Ppt4File } from "./ppt4-file.ts";

const UNITS_PER_POINT = 8;
const LEVELS = 5;
const SCHEME_COLORS = 8;
const OWN_COLOR = 0xfe;
const TEXT_HEAD_BYTES = 14;
const TEXT_RECORD_BYTES = 58;
const FONT = { bytes: 12, bold: 1, italic: 2, underline: 4, emboss: 8, shadow: 16 };
const COUNT_BYTES = 4;
const TABLE_HEAD_BYTES = 12;
const NO_COLOR = 255;
const MAX_TEXTS = 2_000;
const MAX_RUNS = 20_000;

export interface Ppt4Ruler {
  levels: readonly ParagraphFormat[];
  tabs: readonly TabStop[];
}

/** What the texts of all slides refer to by number. */
export interface Ppt4Tables extends FontReading {
  schemes: ReadonlyMap<number, ColorScheme>;
  userColors: ReadonlyMap<number, LegacyColor>;
  rulers: ReadonlyMap<number, Ppt4Ruler>;
}

export function readFontNames(file: Ppt4File, list: number): Map<number, string> {
  const fonts = new Map<number, string>();
  if (!file.isMac) {
    for (const [index, member] of file.members(list)) {
      const name = terminated(member.bytes.subarray(18, 50));
      if (name) fonts.set(index, name);
    }
    return fonts;
  }
  for (const [index, block] of file.listed(list)) {
    const name = file.block(block.u32(0));
    if (name) fonts.set(index, latin(name.bytes.subarray(1, 1 + name.u8(0))));
  }
  return fonts;
}

function terminated(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return latin(end < 0 ? bytes : bytes.subarray(0, end));
}

function latin(bytes: Uint8Array): string {
  return new TextDecoder("windows-1252").decode(bytes);
}

/** Each color is a word and three words whose high bytes are red, green and blue. */
function readColor(block: Ppt4BlockReader, at: number): LegacyColor {
  return [2, 4, 6]
    .map((part) => (block.u16(at + part) >> 8).toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

export function readSchemes(file: Ppt4File, list: number): Map<number, ColorScheme> {
  const at = file.version <= 3 ? 30 : 54;
  const schemes = new Map<number, ColorScheme>();
  for (const [index, block] of file.listed(list)) {
    if (block.length < at + SCHEME_COLORS * 8) continue;
    schemes.set(
      index,
      Array.from({ length: SCHEME_COLORS }, (_, color) => readColor(block, at + color * 8)),
    );
  }
  return schemes;
}

/** Colors besides those of the schemes. */
export function readUserColors(file: Ppt4File, id: number): Map<number, LegacyColor> {
  const colors = new Map<number, LegacyColor>();
  const table = file.block(file.block(id)?.u32(4) ?? -1);
  if (!table) return colors;
  const count = Math.min(table.u16(6) + 1, Math.floor((table.length - 8) / 8));
  for (let index = 0; index < count; index++) {
    if (table.i16(8 + index * 8) !== 0) colors.set(index, readColor(table, 8 + index * 8));
  }
  return colors;
}

/** Margin and place of the first line for five levels, then tabs. */
export function readRulers(file: Ppt4File, list: number): Map<number, Ppt4Ruler> {
  const rulers = new Map<number, Ppt4Ruler>();
  for (const [index, block] of file.listed(list)) {
    const levels = Array.from({ length: LEVELS }, (_, level) => ({
      leftMargin: block.i16(level * 4),
      indent: block.i16(level * 4 + 2),
    }));
    const count = Math.min(block.u16(24), Math.floor((block.length - 26) / 4));
    const tabs = Array.from({ length: Math.max(0, count) }, (_, tab) => ({
      position: block.i16(26 + tab * 4),
      kind: legacyTabKind(block.i16(28 + tab * 4)),
    }));
    rulers.set(index, { levels, tabs });
  }
  return rulers;
}

/** Decimal, right, center, left: later versions count the other way round. */
export function legacyTabKind(kind: number): number {
  return 3 - Math.max(0, Math.min(3, kind));
}

export function ppt4Color(index: number, scheme: number, tables: Ppt4Tables): LegacyColor | undefined {
  const own = index < SCHEME_COLORS ? tables.schemes.get(scheme)?.[index] : undefined;
  return own ?? tables.userColors.get(index);
}

/** As later versions store colors: an index into the scheme, or the color itself. */
function textColor(index: number, scheme: number, tables: Ppt4Tables): number | undefined {
  if (index < 0) return undefined;
  if (index < SCHEME_COLORS && tables.schemes.has(scheme)) return (index << 24) >>> 0;
  const color = ppt4Color(index, scheme, tables);
  if (color === undefined) return undefined;
  const rgb = Number.parseInt(color, 16);
  return ((OWN_COLOR << 24) | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
}

/** The texts of a slide in their order; those of title and body come last. */
export function readPpt4Texts(
  block: Ppt4BlockReader,
  scheme: number,
  tables: Ppt4Tables,
  isMaster: boolean,
): LegacyTextSource[] {
  const texts: LegacyTextSource[] = [];
  for (let at = TEXT_HEAD_BYTES; at + TEXT_RECORD_BYTES <= block.length && texts.length < MAX_TEXTS; ) {
    const ruler = tables.rulers.get(block.i16(at));
    const size = block.u32(at + TEXT_RECORD_BYTES - 4);
    const bytes = block.bytes.subarray(at + TEXT_RECORD_BYTES, at + TEXT_RECORD_BYTES + size);
    if (bytes.length < size) break;
    const fontsAt = at + TEXT_RECORD_BYTES + size + (size & 1);
    const fonts = readTable(block, fontsAt);
    const paragraphs = readTable(block, fonts.end);
    const characterRuns = fonts.entries.map((entry) => ({
      length: block.u32(entry),
      format: readFont(block, entry + COUNT_BYTES, scheme, tables),
    }));
    const paragraphRuns = paragraphs.entries.map((entry) => ({
      length: block.u32(entry),
      format: readParagraph(block, entry + COUNT_BYTES, scheme, tables, ruler),
    }));
    texts.push({
      bytes,
      characterRuns: orElse(characterRuns, readFont(block, at + 16, scheme, tables)),
      paragraphRuns: orElse(paragraphRuns, readParagraph(block, at + 16 + FONT.bytes, scheme, tables, ruler)),
      marks: isMaster ? readMarks(bytes) : new Map(),
    });
    at = paragraphs.end;
  }
  return texts;
}

/** What the text says for its whole length holds where there are no runs. */
function orElse<Format>(runs: LegacyRun<Format>[], format: Format): LegacyRun<Format>[] {
  return runs.length > 0 ? runs : [{ length: 0, format }];
}

/** A table of runs: a word, the number of characters, the size and the number of entries, and the entries. */
function readTable(block: Ppt4BlockReader, at: number): { entries: number[]; end: number } {
  const size = block.u16(at + 6);
  const count = block.u32(at + 8);
  const start = at + TABLE_HEAD_BYTES;
  const isWhole = size >= COUNT_BYTES && count <= MAX_RUNS && start + size * count <= block.length;
  if (!isWhole) return { entries: [], end: block.length };
  return { entries: Array.from({ length: count }, (_, index) => start + index * size), end: start + size * count };
}

function readFont(block: Ppt4BlockReader, at: number, scheme: number, tables: Ppt4Tables): CharacterFormat {
  const font = block.i16(at);
  const size = block.i16(at + 2);
  const flags = block.u16(at + 4);
  const color = textColor(block.i16(at + 6), scheme, tables);
  const position = block.i16(at + 8);
  return {
    ...(font >= 0 ? { font } : {}),
    ...(size > 0 ? { sizePoints: size } : {}),
    bold: (flags & FONT.bold) !== 0,
    italic: (flags & FONT.italic) !== 0,
    underline: (flags & FONT.underline) !== 0,
    emboss: (flags & FONT.emboss) !== 0,
    shadow: (flags & FONT.shadow) !== 0,
    ...(color === undefined ? {} : { color }),
    ...(position === 0 ? {} : { position: Math.max(-100, Math.min(100, position)) }),
  };
}

function readParagraph(
  block: Ppt4BlockReader,
  at: number,
  scheme: number,
  tables: Ppt4Tables,
  ruler: Ppt4Ruler | undefined,
): LegacyParagraphFormat {
  const hasBullet = (block.flags(at) & (block.isMac ? 0x40 : 0x80)) !== 0;
  const word = (index: number) => block.i16(at + 4 + index * 2);
  const colorIndex = block.u8(at + 1);
  const bulletColor = colorIndex === NO_COLOR ? undefined : textColor(colorIndex, scheme, tables);
  const font = word(0);
  const level = Math.min(word(4) & 0xff, LEVELS - 1);
  const format: ParagraphFormat = {
    ...ruler?.levels[level],
    ...(ruler && ruler.tabs.length > 0 ? { tabs: [...ruler.tabs] } : {}),
    hasBullet,
    bulletChar: bulletCode(block.u8(at + 2), font, tables),
    alignment: Math.max(0, Math.min(3, word(5))),
    lineSpacing: spacing(word(6), 100),
    spaceBefore: spacing(word(7), 0),
    spaceAfter: spacing(word(8), 0),
  };
  if (font >= 0) Object.assign(format, { bulletHasFont: true, bulletFont: font });
  if (bulletColor !== undefined) Object.assign(format, { bulletHasColor: true, bulletColor });
  if (word(1) > 0) Object.assign(format, { bulletHasSize: true, bulletSize: word(1) });
  return { level, format };
}

/** Percent of a line, or points below 0; master units later. */
export function spacing(value: number, fallback: number): number {
  if (value === 0) return fallback;
  return value < 0 ? Math.max(-1_600, value) * UNITS_PER_POINT : Math.min(1_600, value);
}

const MARKS: readonly (readonly [sign: number, kind: "slideNumber" | "date", format: number])[] = [
  [0x23, "slideNumber", 0],
  [0x2f, "date", 1],
  [0x3a, "date", 10],
];

/** On masters `##` is the slide's number, `//` the date and `::` the time. */
function readMarks(bytes: Uint8Array): LegacyTextSource["marks"] {
  const marks = new Map<number, { length: number; kind: "slideNumber" | "date"; format: number }>();
  for (let at = 0; at + 1 < bytes.length; at++) {
    const found = MARKS.find(([sign]) => bytes[at] === sign && bytes[at + 1] === sign);
    if (!found) continue;
    marks.set(at, { length: 2, kind: found[1], format: found[2] });
    at += 1;
  }
  return marks;
}
